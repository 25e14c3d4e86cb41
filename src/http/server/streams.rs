//! The streams of HTTP/2, each of which ends when its client does not take what it asked for.
//!
//! Over HTTP/2 a client can take one answer and leave another, so the connection does not tell. While an answer
//! waits for room, its body is not asked for more either: whoever runs the stream has to watch it.

use std::cell::OnceCell;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::rt::Executor;
use tokio::time::{Instant, Sleep, sleep};

use super::answers::{Progress, TakingPace};

tokio::task_local! {
    /// The answer of the stream that this task runs, once there is one.
    static ANSWER: OnceCell<Arc<Progress>>;
}

/// Says that the stream which this task runs has an answer; gives how far it has come. None over HTTP/1.1, where
/// a connection has no streams.
pub(super) fn begin_answer() -> Option<Arc<Progress>> {
    ANSWER
        .try_with(|answer| answer.get_or_init(Arc::default).clone())
        .ok()
}

/// Runs each stream until it is done or its client has stalled.
#[derive(Debug, Clone)]
pub(super) struct Streams {
    pub(super) pace: TakingPace,
}

impl<S: Future<Output: Send> + Send + 'static> Executor<S> for Streams {
    fn execute(&self, stream: S) {
        tokio::spawn(ANSWER.scope(OnceCell::new(), until_stalled(stream, self.pace)));
    }
}

async fn until_stalled(stream: impl Future, pace: TakingPace) {
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
        watch.poll_stalled(context)
    })
    .await;
}

/// What is seen of an answer that has to wait. One that is taken at once needs none.
struct Watch {
    answer: Arc<Progress>,
    pace: TakingPace,
    seen: u64,
    alarm: Pin<Box<Sleep>>,
}

impl Watch {
    fn new(answer: Arc<Progress>, pace: TakingPace) -> Self {
        Self {
            seen: answer.taken(),
            answer,
            pace,
            alarm: Box::pin(sleep(pace.stall)),
        }
    }

    /// Ready once too little was taken for too long.
    fn poll_stalled(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            let taken = self.answer.taken();
            if taken - self.seen >= self.pace.bytes {
                self.seen = taken;
                self.alarm.as_mut().reset(Instant::now() + self.pace.stall);
            }
            ready!(self.alarm.as_mut().poll(context));
            if self.answer.taken() - self.seen < self.pace.bytes {
                tracing::debug!("an answer was not taken");
                return Poll::Ready(());
            }
        }
    }
}
