//! The activity of one connection as a few counters.
//!
//! The tasks that serve the connection only count; they read no clock and set no timer. The sweep compares snapshots:
//! without a change there was no progress.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use parking_lot::Mutex;

/// The phase of a connection, by what the server waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The head of a request.
    Head,
    /// The first byte of another request.
    Idle,
    /// Its own work, or what has its own timer: a request body, or responses over HTTP/2.
    Work,
    /// The client, to receive its response.
    Response,
}

impl Phase {
    /// Whether no request is pending, so that closing the connection loses nothing.
    pub(super) fn is_closable(self) -> bool {
        matches!(self, Self::Head | Self::Idle)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub(super) phase: Phase,
    pub(super) progress: u32,
    written: u64,
}

impl Snapshot {
    /// Whether the phase changed since `before`, or progressed. A response progresses when the socket accepted `bytes`
    /// bytes of it.
    pub(super) fn has_progressed_since(self, before: Self, bytes: u64) -> bool {
        let has_progressed = match self.phase {
            Phase::Response => self.written - before.written >= bytes,
            Phase::Head | Phase::Idle | Phase::Work => self.progress != before.progress,
        };
        has_progressed || self.phase != before.phase
    }
}

#[derive(Debug, Default)]
pub(super) struct Activity {
    /// Requests without a response yet; over HTTP/2 there may be several.
    pending: AtomicU32,
    /// Responses whose bodies were not given to hyper in full.
    sending: AtomicU32,
    is_in_head: AtomicBool,
    /// Whether the socket accepts no more bytes.
    is_full: AtomicBool,
    /// Whether the connection speaks HTTP/2, which also exchanges frames that belong to no request.
    is_multiplexed: AtomicBool,
    /// Increases with every step that counts as progress.
    progress: AtomicU32,
    written: AtomicU64,
    /// The network of the client that sent the last request, when that is not the peer's.
    client: Mutex<Option<IpAddr>>,
    /// Small cached responses over HTTP/2 given to hyper but not yet written, by the parity of their period.
    unwritten: [AtomicU32; 2],
    period: AtomicUsize,
}

impl Activity {
    /// The activity of a new connection, which has to send a request.
    pub(super) fn new() -> Self {
        Self {
            is_in_head: AtomicBool::new(true),
            ..Self::default()
        }
    }

    /// Begins another period. Returns [`Overdue`] when a small response has waited for the whole of the last one.
    ///
    /// Two counters distinguish earlier responses from new ones without a timestamp for each on the fastest path.
    pub(super) fn begin_period(&self) -> Result<(), Overdue> {
        let next = 1 - self.period.load(Relaxed);
        if self.unwritten[next].load(Relaxed) > 0 {
            return Err(Overdue);
        }
        self.period.store(next, Relaxed);
        Ok(())
    }

    pub(super) fn set_client(&self, client: IpAddr) {
        *self.client.lock() = Some(client);
    }

    /// The network of the client behind the peer, if it differs.
    pub(super) fn client(&self) -> Option<IpAddr> {
        *self.client.lock()
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        let phase = if self.is_full.load(Relaxed) {
            Phase::Response
        } else if self.pending.load(Relaxed) > 0 {
            Phase::Work
        } else if self.sending.load(Relaxed) > 0 {
            if self.is_multiplexed.load(Relaxed) {
                Phase::Work
            } else {
                Phase::Response
            }
        } else if self.is_in_head.load(Relaxed) {
            Phase::Head
        } else {
            Phase::Idle
        };
        Snapshot {
            phase,
            progress: self.progress.load(Relaxed),
            written: self.written.load(Relaxed),
        }
    }

    /// Records received bytes: between two requests they begin the head of the next one.
    pub(super) fn received(&self) {
        let begins_head = !self.is_in_head.load(Relaxed)
            && !self.is_multiplexed.load(Relaxed)
            && self.pending.load(Relaxed) == 0
            && self.sending.load(Relaxed) == 0;
        if begins_head {
            self.is_in_head.store(true, Relaxed);
            self.count_progress();
        }
    }

    pub(super) fn wrote(&self, bytes: usize) {
        self.is_full.store(false, Relaxed);
        self.written.fetch_add(bytes as u64, Relaxed);
    }

    /// Records that the socket's send buffer is full.
    pub(super) fn filled(&self) {
        self.is_full.store(true, Relaxed);
    }

    fn count_progress(&self) {
        self.progress.fetch_add(1, Relaxed);
    }
}

/// The error that a small response has waited too long for its client.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Overdue;

/// A small response that was given to hyper, until it is written.
pub(super) struct Unwritten {
    activity: Arc<Activity>,
    period: usize,
}

impl Drop for Unwritten {
    fn drop(&mut self) {
        self.activity.unwritten[self.period].fetch_sub(1, Relaxed);
    }
}

/// A request without a response yet.
pub(super) struct PendingRequest(Arc<Activity>);

impl PendingRequest {
    /// Counts a request whose head has arrived.
    pub(super) fn begin(activity: &Arc<Activity>, is_multiplexed: bool) -> Self {
        activity.is_in_head.store(false, Relaxed);
        if is_multiplexed {
            activity.is_multiplexed.store(true, Relaxed);
        }
        activity.pending.fetch_add(1, Relaxed);
        activity.count_progress();
        Self(activity.clone())
    }

    /// Counts the response that is ready to be sent.
    pub(super) fn respond(self) -> SendingResponse {
        self.0.sending.fetch_add(1, Relaxed);
        SendingResponse(self.0.clone())
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        self.0.pending.fetch_sub(1, Relaxed);
        self.0.count_progress();
    }
}

pub(super) struct SendingResponse(Arc<Activity>);

impl SendingResponse {
    /// Counts a small response that is given to hyper as a whole.
    pub(super) fn begin_write(&self) -> Unwritten {
        let period = self.0.period.load(Relaxed);
        self.0.unwritten[period].fetch_add(1, Relaxed);
        Unwritten {
            activity: self.0.clone(),
            period,
        }
    }
}

impl Drop for SendingResponse {
    fn drop(&mut self) {
        self.0.sending.fetch_sub(1, Relaxed);
        self.0.count_progress();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_from_head_to_work_to_response_to_idle() {
        let activity = Arc::new(Activity::new());
        let phase = || activity.snapshot().phase;
        assert_eq!(phase(), Phase::Head);
        let request = PendingRequest::begin(&activity, false);
        activity.received();
        assert_eq!(phase(), Phase::Work);
        let sending = request.respond();
        assert_eq!(phase(), Phase::Response);
        drop(sending);
        assert_eq!(phase(), Phase::Idle);
        activity.received();
        assert_eq!(phase(), Phase::Head);
    }

    #[test]
    fn makes_no_progress_with_a_slow_head() {
        let activity = Activity::new();
        let before = activity.snapshot();
        activity.received();
        activity.received();
        assert_eq!(activity.snapshot(), before);
    }

    #[test]
    fn waits_at_a_full_socket_until_enough_bytes_are_written() {
        let activity = Arc::new(Activity::new());
        activity.filled();
        let full = activity.snapshot();
        assert_eq!(full.phase, Phase::Response);
        activity.wrote(99);
        activity.filled();
        let _other = PendingRequest::begin(&activity, true);
        assert!(!activity.snapshot().has_progressed_since(full, 100));
        activity.wrote(1);
        assert!(activity.snapshot().has_progressed_since(full, 100));
        activity.filled();
        assert!(activity.snapshot().has_progressed_since(full, 100));
    }

    #[test]
    fn does_not_time_a_response_over_http2() {
        let activity = Arc::new(Activity::new());
        let sending = PendingRequest::begin(&activity, true).respond();
        assert_eq!(activity.snapshot().phase, Phase::Work);
        drop(sending);
        assert_eq!(activity.snapshot().phase, Phase::Idle);
    }

    #[test]
    fn lets_a_small_response_wait_for_one_whole_period() {
        let activity = Arc::new(Activity::new());
        let sending = PendingRequest::begin(&activity, true).respond();
        let mut waiting = sending.begin_write();
        for _ in 0..3 {
            assert_eq!(activity.begin_period(), Ok(()));
            let next = sending.begin_write();
            drop(std::mem::replace(&mut waiting, next));
        }
        assert_eq!(activity.begin_period(), Ok(()));
        assert_eq!(activity.begin_period(), Err(Overdue));
        drop(waiting);
        assert_eq!(activity.begin_period(), Ok(()));
    }

    #[test]
    fn does_not_take_http2_frames_between_requests_for_a_head() {
        let activity = Arc::new(Activity::new());
        drop(PendingRequest::begin(&activity, true).respond());
        activity.received();
        assert_eq!(activity.snapshot().phase, Phase::Idle);
    }
}
