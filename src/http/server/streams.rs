//! The streams of HTTP/2, each of which ends when its client does not take what it asked for.
//!
//! Over HTTP/2 a client can take one answer and leave another, so the connection does not tell. While an answer
//! waits for room, its body is not asked for more either: whoever runs the stream has to watch it.

use std::cell::OnceCell;
use std::future::{Future, poll_fn};
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::Executor;
use tokio::time::{Instant, Sleep, sleep_until};

use super::answers::{Progress, TakingPace};
use super::slow::{GRACE, Sending, Slow, SlowResponses};

/// Between two looks at an answer.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

tokio::task_local! {
    /// The answer of the stream that this task runs, once there is one.
    static ANSWER: OnceCell<Arc<Progress>>;
}

/// Says that the stream which this task runs has an answer; gives how far it has come. None over HTTP/1.1, where
/// a connection has no streams.
pub(super) fn begin_answer(network: IpAddr) -> Option<Arc<Progress>> {
    ANSWER
        .try_with(|answer| answer.get_or_init(|| Arc::new(Progress::new(network))).clone())
        .ok()
}

/// Runs each stream until it is done or its client has stalled.
#[derive(Debug, Clone)]
pub(super) struct Streams {
    pub(super) pace: TakingPace,
    pub(super) slow: Arc<SlowResponses>,
}

impl<S: Future<Output: Send> + Send + 'static> Executor<S> for Streams {
    fn execute(&self, stream: S) {
        let watched = until_stalled(stream, self.pace, self.slow.clone());
        tokio::spawn(ANSWER.scope(OnceCell::new(), watched));
    }
}

async fn until_stalled(stream: impl Future, pace: TakingPace, slow: Arc<SlowResponses>) {
    let mut stream = pin!(stream);
    let mut watch = None;
    poll_fn(|context| {
        if stream.as_mut().poll(context).is_ready() {
            return Poll::Ready(());
        }
        let Some(answer) = ANSWER.with(|answer| answer.get().cloned()) else {
            return Poll::Pending;
        };
        let watch = watch.get_or_insert_with(|| Watch::new(answer, pace));
        watch.poll_stalled(context, &slow)
    })
    .await;
}

/// What is seen of an answer that has to wait. One that is taken at once needs none.
struct Watch {
    answer: Arc<Progress>,
    pace: TakingPace,
    began: Instant,
    /// What was taken when it last had moved enough, and when that was.
    seen: u64,
    moved: Instant,
    alarm: Pin<Box<Sleep>>,
    /// From the end of its grace on.
    slow: Option<Slow>,
}

impl Watch {
    fn new(answer: Arc<Progress>, pace: TakingPace) -> Self {
        let now = Instant::now();
        Self {
            seen: answer.taken(),
            answer,
            began: now,
            moved: now,
            alarm: Box::pin(sleep_until(now + pace.stall.min(GRACE))),
            pace,
            slow: None,
        }
    }

    /// Ready once too little was taken for too long, or the answer has to end for another one.
    fn poll_stalled(&mut self, context: &mut Context<'_>, all: &Arc<SlowResponses>) -> Poll<()> {
        if self.slow.is_some() && self.answer.poll_displaced(context).is_ready() {
            return Poll::Ready(());
        }
        loop {
            let taken = self.answer.taken();
            if taken - self.seen >= self.pace.bytes {
                self.seen = taken;
                self.moved = Instant::now();
            }
            ready!(self.alarm.as_mut().poll(context));
            let now = Instant::now();
            if self.slow.is_none() && now >= self.began + GRACE {
                let sending = Sending::Stream(self.answer.clone());
                self.slow = Some(all.begin(self.answer.network, sending));
                // It is told when it has to end for another one.
                if self.answer.poll_displaced(context).is_ready() {
                    return Poll::Ready(());
                }
            }
            let patience = self.moved + self.pace.stall;
            if now >= patience && self.answer.taken() - self.seen < self.pace.bytes {
                tracing::debug!("an answer was not taken");
                return Poll::Ready(());
            }
            let next = if self.slow.is_none() {
                patience.min(self.began + GRACE)
            } else {
                patience
            };
            self.alarm.as_mut().reset(next.max(now + SHORTEST_PAUSE));
        }
    }
}
