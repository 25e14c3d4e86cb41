//! The bodies of requests, with an eye on those who send them.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use thiserror::Error;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::config;

/// What is taken of a body that nobody wanted, in bytes.
const UNWANTED_BYTES_MAX: u64 = 64 * 1024;

/// A body came too slowly.
#[derive(Debug, Error)]
#[error("the body of the request came too slowly")]
pub(in crate::http) struct TooSlow;

/// How fast a body has to come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    stall: Duration,
    bytes_per_second: u64,
}

impl Pace {
    pub(super) fn new(settings: &config::Connections) -> Self {
        Self {
            stall: Duration::from_secs(settings.body_stall_seconds.get()),
            bytes_per_second: settings.body_bytes_per_second.get(),
        }
    }

    /// The moment at which a body is late that began to be waited for, and last moved, at those moments. It only
    /// ever moves on.
    fn deadline(self, began: Instant, moved: Instant, received: u64) -> Instant {
        let earned = Duration::from_millis(received.saturating_mul(1_000) / self.bytes_per_second);
        (moved + self.stall).min(began + self.stall + earned)
    }
}

/// The body of a request, which has to keep pace. One that is there already costs no look at the clock.
struct Paced<B> {
    body: B,
    pace: Pace,
    received: u64,
    has_moved: bool,
    wait: Option<Pin<Box<Wait>>>,
}

struct Wait {
    began: Instant,
    moved: Instant,
    alarm: Pin<Box<Sleep>>,
}

impl<B> Paced<B> {
    fn new(body: B, pace: Pace) -> Self {
        Self {
            body,
            pace,
            received: 0,
            has_moved: false,
            wait: None,
        }
    }

    /// Ready once the body is late. The alarm is set anew when it rings, and not with each piece.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let now = Instant::now();
        let pace = self.pace;
        let wait = self.wait.get_or_insert_with(|| {
            Box::pin(Wait {
                began: now,
                moved: now,
                alarm: Box::pin(sleep_until(now + pace.stall)),
            })
        });
        if std::mem::take(&mut self.has_moved) {
            wait.moved = now;
        }
        loop {
            ready!(wait.alarm.as_mut().poll(context));
            let deadline = pace.deadline(wait.began, wait.moved, self.received);
            if deadline <= wait.alarm.deadline() {
                return Poll::Ready(());
            }
            wait.alarm.as_mut().reset(deadline);
        }
    }
}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Unpin> HttpBody for Paced<B> {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            if let Some(Ok(frame)) = &frame {
                self.received += frame.data_ref().map_or(0, |data| data.len() as u64);
                self.has_moved = true;
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        self.poll_late(context).map(|()| Some(Err(TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body in two hands: one of the site, which reads of it what it wants, and one that takes the rest.
///
/// A connection whose request was not read to its end has to be closed, and a client that is still sending then may
/// lose the answer.
pub(super) struct Shared<B>(Arc<Mutex<Paced<B>>>);

impl<B> Clone for Shared<B> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Unpin> Shared<B> {
    pub(super) fn new(body: B, pace: Pace) -> Self {
        Self(Arc::new(Mutex::new(Paced::new(body, pace))))
    }

    /// Takes the rest of a body that is not too large. Whether that was all of it.
    pub(super) async fn take_rest(mut self) -> bool {
        let mut bytes = 0;
        while !self.is_end_stream() {
            if bytes + self.size_hint().lower() > UNWANTED_BYTES_MAX {
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

    fn lock(&self) -> MutexGuard<'_, Paced<B>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Unpin> HttpBody for Shared<B> {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        Pin::new(&mut *self.lock()).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.lock().is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.lock().size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace {
        stall: Duration::from_secs(20),
        bytes_per_second: 1_024,
    };

    /// The second in which a body is late that brings so many bytes each second, if it is before it has come.
    fn late_in(bytes_each_second: u64, seconds: u64) -> Option<u64> {
        let began = Instant::now();
        (0..seconds).find(|second| {
            let now = began + Duration::from_secs(*second);
            let moved = if bytes_each_second > 0 { now } else { began };
            PACE.deadline(began, moved, bytes_each_second * second) <= now
        })
    }

    #[test]
    fn a_body_that_stalls_or_drips_is_late() {
        for (bytes_each_second, expected) in [(0, 20), (1, 21), (512, 40)] {
            assert_eq!(late_in(bytes_each_second, 60), Some(expected));
        }
    }

    #[test]
    fn thirty_two_mebibytes_may_come_over_a_slow_line() {
        assert_eq!(late_in(4 * 1_024, 32 * 1_024 / 4), None);
        assert_eq!(late_in(1_025, 32 * 1_024), None);
    }
}
