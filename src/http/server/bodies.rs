//! Request bodies with a minimum rate.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use parking_lot::Mutex;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::config;
use crate::http::error::BodyTooSlow;

/// The most bytes that are read of a body that the handler did not read.
const DRAINED_BYTES_MAX: u64 = 64 * 1024;

#[derive(Debug, Clone, Copy)]
pub(super) struct MinReadRate {
    stall: Duration,
    bytes_per_second: u64,
}

impl MinReadRate {
    pub(super) fn new(settings: &config::Connections) -> Self {
        Self {
            stall: Duration::from_secs(settings.body_stall_seconds.get()),
            bytes_per_second: settings.body_bytes_per_second.get(),
        }
    }

    /// Returns the time at which a body is late, given the start of the wait, the last progress and the bytes received.
    /// The result never decreases as a body progresses.
    fn deadline(self, began: Instant, progressed: Instant, received: u64) -> Instant {
        let earned = Duration::from_millis(received.saturating_mul(1_000) / self.bytes_per_second);
        (progressed + self.stall).min(began + self.stall + earned)
    }
}

/// A request body with a minimum rate. One that has arrived already does not read the clock.
struct TimedBody<B> {
    body: B,
    min_rate: MinReadRate,
    received: u64,
    has_progressed: bool,
    wait: Option<Pin<Box<Wait>>>,
}

struct Wait {
    began: Instant,
    progressed: Instant,
    timer: Pin<Box<Sleep>>,
}

impl<B> TimedBody<B> {
    /// Ready once the body is late. The timer is reset when it fires, not with each frame.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let now = Instant::now();
        let min_rate = self.min_rate;
        let wait = self.wait.get_or_insert_with(|| {
            Box::pin(Wait {
                began: now,
                progressed: now,
                timer: Box::pin(sleep_until(now + min_rate.stall)),
            })
        });
        if std::mem::take(&mut self.has_progressed) {
            wait.progressed = now;
        }
        loop {
            ready!(wait.timer.as_mut().poll(context));
            let deadline = min_rate.deadline(wait.began, wait.progressed, self.received);
            if deadline <= wait.timer.deadline() {
                return Poll::Ready(());
            }
            wait.timer.as_mut().reset(deadline);
        }
    }
}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Unpin> HttpBody for TimedBody<B> {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            if let Some(Ok(frame)) = &frame {
                self.received += frame.data_ref().map_or(0, |data| data.len() as u64);
                self.has_progressed = true;
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        self.poll_late(context).map(|()| Some(Err(BodyTooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body with two owners: the handler, which may read part of it, and the connection, which reads the rest.
///
/// A connection whose request was not read to its end has to be closed, and a client that is still sending may then
/// lose the response.
pub(super) struct SharedBody<B>(Arc<Mutex<TimedBody<B>>>);

impl<B> Clone for SharedBody<B> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Unpin> SharedBody<B> {
    pub(super) fn new(body: B, min_rate: MinReadRate) -> Self {
        Self(Arc::new(Mutex::new(TimedBody {
            body,
            min_rate,
            received: 0,
            has_progressed: false,
            wait: None,
        })))
    }

    /// Reads the rest of a body that is not too large. Returns whether the body was read to its end.
    pub(super) async fn drain(mut self) -> bool {
        let mut bytes = 0;
        while !self.is_end_stream() {
            if bytes + self.size_hint().lower() > DRAINED_BYTES_MAX {
                return false;
            }
            match poll_fn(|context| Pin::new(&mut self).poll_frame(context)).await {
                None => break,
                Some(Ok(frame)) => bytes += frame.data_ref().map_or(0, |data| data.len() as u64),
                Some(Err(_)) => return false,
            }
        }
        true
    }
}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Unpin> HttpBody for SharedBody<B> {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        Pin::new(&mut *self.0.lock()).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.0.lock().is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.lock().size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN_RATE: MinReadRate = MinReadRate {
        stall: Duration::from_secs(20),
        bytes_per_second: 1_024,
    };

    /// Returns the second in which a body of this rate is late, or `None` when it ends in time.
    fn late_second(bytes_each_second: u64, seconds: u64) -> Option<u64> {
        let began = Instant::now();
        (0..seconds).find(|second| {
            let now = began + Duration::from_secs(*second);
            let progressed = if bytes_each_second > 0 { now } else { began };
            MIN_RATE.deadline(began, progressed, bytes_each_second * second) <= now
        })
    }

    #[test]
    fn rejects_a_body_that_stalls_or_is_too_slow() {
        for (bytes_each_second, expected) in [(0, 20), (1, 21), (512, 40)] {
            assert_eq!(late_second(bytes_each_second, 60), Some(expected));
        }
    }

    #[test]
    fn accepts_32_mebibytes_over_a_slow_connection() {
        assert_eq!(late_second(4 * 1_024, 32 * 1_024 / 4), None);
        assert_eq!(late_second(1_025, 32 * 1_024), None);
    }
}
