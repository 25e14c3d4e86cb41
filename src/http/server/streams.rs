//! The executor of HTTP/2 streams, which ends a stream when its client stalls.
//!
//! Over HTTP/2 a client can receive one response and stall another, so the connection does not show it. While a response
//! waits for capacity its body is not polled either, so the task that runs the stream has to watch it.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::Executor;
use tokio::time::{Instant, Sleep, sleep_until};

use super::progress::{self, MinWriteRate, Progress};
use super::slow::{GRACE, ResponseHandle, SlowResponse, SlowResponses};

/// The shortest pause between two checks of a response.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

/// The executor that runs each stream until it is done or its client has stalled.
#[derive(Debug, Clone)]
pub(super) struct Streams {
    pub(super) min_rate: MinWriteRate,
    pub(super) slow: Arc<SlowResponses>,
}

impl<S: Future<Output: Send> + Send + 'static> Executor<S> for Streams {
    fn execute(&self, stream: S) {
        let watched = until_stalled(stream, self.min_rate, self.slow.clone());
        tokio::spawn(progress::of_stream(watched));
    }
}

async fn until_stalled(stream: impl Future, min_rate: MinWriteRate, slow: Arc<SlowResponses>) {
    let mut stream = pin!(stream);
    let mut watch = None;
    poll_fn(|context| {
        if stream.as_mut().poll(context).is_ready() {
            return Poll::Ready(());
        }
        let Some(response) = progress::current_response() else {
            return Poll::Pending;
        };
        let watch = watch.get_or_insert_with(|| Watch::new(response, min_rate));
        watch.poll_stalled(context, &slow)
    })
    .await;
}

/// The state of a response that has to wait. One that is received at once needs none.
struct Watch {
    response: Arc<Progress>,
    min_rate: MinWriteRate,
    began: Instant,
    /// The bytes written when the response last met the minimum rate, and when that was.
    last_written: u64,
    progressed: Instant,
    timer: Pin<Box<Sleep>>,
    /// Set from the end of the grace period on.
    slow: Option<SlowResponse>,
}

impl Watch {
    fn new(response: Arc<Progress>, min_rate: MinWriteRate) -> Self {
        let now = Instant::now();
        Self {
            last_written: response.written(),
            response,
            began: now,
            progressed: now,
            timer: Box::pin(sleep_until(now + min_rate.stall.min(GRACE))),
            min_rate,
            slow: None,
        }
    }

    /// Ready once the client stalled, or the response has to end in favour of another one.
    fn poll_stalled(&mut self, context: &mut Context<'_>, all: &Arc<SlowResponses>) -> Poll<()> {
        if self.slow.is_some() && self.response.poll_displaced(context).is_ready() {
            return Poll::Ready(());
        }
        loop {
            let written = self.response.written();
            if written - self.last_written >= self.min_rate.bytes {
                self.last_written = written;
                self.progressed = Instant::now();
            }
            ready!(self.timer.as_mut().poll(context));
            let now = Instant::now();
            if self.slow.is_none() && now >= self.began + GRACE {
                let handle = ResponseHandle::Stream(self.response.clone());
                self.slow = Some(all.begin(self.response.network, handle));
                // Registers the waker for a displacement.
                if self.response.poll_displaced(context).is_ready() {
                    return Poll::Ready(());
                }
            }
            let deadline = self.progressed + self.min_rate.stall;
            if now >= deadline && self.response.written() - self.last_written < self.min_rate.bytes {
                tracing::debug!("a client did not receive its response");
                return Poll::Ready(());
            }
            let next = if self.slow.is_none() {
                deadline.min(self.began + GRACE)
            } else {
                deadline
            };
            self.timer.as_mut().reset(next.max(now + SHORTEST_PAUSE));
        }
    }
}
