//! What one connection is at, told in a few plain numbers.
//!
//! Whoever serves the connection only counts; no moment is asked for and no timer is set. The sweep looks now
//! and then, and what it finds unchanged has not moved since.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// What the server waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The head of a request.
    Head,
    /// Another request, of which nothing has come yet.
    Idle,
    /// Its own work, or what is timed on its own: a body, or answers over HTTP/2.
    Work,
    /// A client that takes its answer.
    Answer,
}

impl Phase {
    /// Whether nothing was asked that is not answered: closing the connection loses nothing.
    pub(super) fn is_spare(self) -> bool {
        matches!(self, Self::Head | Self::Idle)
    }
}

/// What was seen of a connection at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sight {
    pub(super) phase: Phase,
    pub(super) progress: u32,
    written: u64,
}

impl Sight {
    /// Whether it is not at what it was `before`, or has moved on with it. An answer has only where the socket took
    /// `bytes` of it.
    pub(super) fn has_moved_since(self, before: Self, bytes: u64) -> bool {
        let has_progressed = match self.phase {
            Phase::Answer => self.written - before.written >= bytes,
            Phase::Head | Phase::Idle | Phase::Work => self.progress != before.progress,
        };
        has_progressed || self.phase != before.phase
    }
}

/// The numbers of one connection.
#[derive(Debug)]
pub(super) struct Activity {
    /// Requests without an answer yet; over HTTP/2 there are several at once.
    asked: AtomicU32,
    /// Answers that were not handed over to their ends.
    answering: AtomicU32,
    is_in_head: AtomicBool,
    /// Whether the socket takes no more of an answer.
    is_full: AtomicBool,
    /// Over HTTP/2 bytes come and go that belong to no request.
    is_multiplexed: AtomicBool,
    /// Grows with everything that counts as having moved.
    progress: AtomicU32,
    /// Bytes that the socket took.
    written: AtomicU64,
    /// The network of the client that asked last, when that is not the other end of the connection.
    client: Mutex<Option<IpAddr>>,
    /// Small responses from the cache over HTTP/2 that are handed over but not yet written, by the parity of the period
    /// in which they were handed over.
    unwritten: [AtomicU32; 2],
    /// The parity of the current period.
    period: AtomicUsize,
}

impl Activity {
    /// A connection that was just made and has to ask something.
    pub(super) fn new() -> Self {
        Self {
            asked: AtomicU32::new(0),
            answering: AtomicU32::new(0),
            is_in_head: AtomicBool::new(true),
            is_full: AtomicBool::new(false),
            is_multiplexed: AtomicBool::new(false),
            progress: AtomicU32::new(0),
            written: AtomicU64::new(0),
            client: Mutex::default(),
            unwritten: <[AtomicU32; 2]>::default(),
            period: AtomicUsize::new(0),
        }
    }

    /// Begins another period, unless a small response has waited for the whole of the one that ends.
    ///
    /// Two counters tell old responses from new ones without a time for each, which the fastest path would pay for.
    pub(super) fn begin_period(&self) -> Result<(), Overdue> {
        let next = 1 - self.period.load(Relaxed);
        if self.unwritten[next].load(Relaxed) > 0 {
            return Err(Overdue);
        }
        self.period.store(next, Relaxed);
        Ok(())
    }

    /// What comes now is for a client behind the other end of the connection.
    pub(super) fn is_for(&self, client: IpAddr) {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = Some(client);
    }

    /// The network of that client.
    pub(super) fn client(&self) -> Option<IpAddr> {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it is at now.
    pub(super) fn look(&self) -> Sight {
        let phase = if self.is_full.load(Relaxed) {
            Phase::Answer
        } else if self.asked.load(Relaxed) > 0 {
            Phase::Work
        } else if self.answering.load(Relaxed) > 0 {
            if self.is_multiplexed.load(Relaxed) {
                Phase::Work
            } else {
                Phase::Answer
            }
        } else if self.is_in_head.load(Relaxed) {
            Phase::Head
        } else {
            Phase::Idle
        };
        Sight {
            phase,
            progress: self.progress.load(Relaxed),
            written: self.written.load(Relaxed),
        }
    }

    /// Bytes came in: between two requests they begin the head of the next one.
    pub(super) fn received(&self) {
        let begins_head = !self.is_in_head.load(Relaxed)
            && !self.is_multiplexed.load(Relaxed)
            && self.asked.load(Relaxed) == 0
            && self.answering.load(Relaxed) == 0;
        if begins_head {
            self.is_in_head.store(true, Relaxed);
            self.moved();
        }
    }

    /// The socket took so many bytes.
    pub(super) fn wrote(&self, bytes: usize) {
        self.is_full.store(false, Relaxed);
        self.written.fetch_add(bytes as u64, Relaxed);
    }

    /// The socket had no room.
    pub(super) fn filled(&self) {
        self.is_full.store(true, Relaxed);
    }

    fn moved(&self) {
        self.progress.fetch_add(1, Relaxed);
    }
}

/// A small response has waited too long for its client.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Overdue;

/// A small response that is handed over to its connection, until it is written.
pub(super) struct Unwritten {
    activity: Arc<Activity>,
    period: usize,
}

impl Drop for Unwritten {
    fn drop(&mut self) {
        self.activity.unwritten[self.period].fetch_sub(1, Relaxed);
    }
}

/// A request that its handler works on.
pub(super) struct Asked(Arc<Activity>);

impl Asked {
    /// A request whose head has arrived.
    pub(super) fn begin(activity: &Arc<Activity>, is_multiplexed: bool) -> Self {
        activity.is_in_head.store(false, Relaxed);
        if is_multiplexed {
            activity.is_multiplexed.store(true, Relaxed);
        }
        activity.asked.fetch_add(1, Relaxed);
        activity.moved();
        Self(activity.clone())
    }

    /// Its answer is ready to be taken.
    pub(super) fn answered(self) -> Answering {
        self.0.answering.fetch_add(1, Relaxed);
        Answering(self.0.clone())
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.asked.fetch_sub(1, Relaxed);
        self.0.moved();
    }
}

/// An answer that the client takes.
pub(super) struct Answering(Arc<Activity>);

impl Answering {
    /// Counts a small response that is handed over whole.
    pub(super) fn hand_over(&self) -> Unwritten {
        let period = self.0.period.load(Relaxed);
        self.0.unwritten[period].fetch_add(1, Relaxed);
        Unwritten {
            activity: self.0.clone(),
            period,
        }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.answering.fetch_sub(1, Relaxed);
        self.0.moved();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_goes_from_head_to_work_to_answer_to_idle() {
        let activity = Arc::new(Activity::new());
        let phase = || activity.look().phase;
        assert_eq!(phase(), Phase::Head);
        let asked = Asked::begin(&activity, false);
        activity.received();
        assert_eq!(phase(), Phase::Work);
        let answering = asked.answered();
        assert_eq!(phase(), Phase::Answer);
        drop(answering);
        assert_eq!(phase(), Phase::Idle);
        activity.received();
        assert_eq!(phase(), Phase::Head);
    }

    #[test]
    fn a_head_that_drips_does_not_move() {
        let activity = Activity::new();
        let before = activity.look();
        activity.received();
        activity.received();
        assert_eq!(activity.look(), before);
    }

    #[test]
    fn a_full_socket_waits_for_its_client_until_enough_was_taken() {
        let activity = Arc::new(Activity::new());
        activity.filled();
        let full = activity.look();
        assert_eq!(full.phase, Phase::Answer);
        activity.wrote(99);
        activity.filled();
        let _other = Asked::begin(&activity, true);
        assert!(!activity.look().has_moved_since(full, 100));
        activity.wrote(1);
        assert!(activity.look().has_moved_since(full, 100));
        activity.filled();
        assert!(activity.look().has_moved_since(full, 100));
    }

    #[test]
    fn an_answer_over_http2_is_not_timed_here() {
        let activity = Arc::new(Activity::new());
        let answering = Asked::begin(&activity, true).answered();
        assert_eq!(activity.look().phase, Phase::Work);
        drop(answering);
        assert_eq!(activity.look().phase, Phase::Idle);
    }

    #[test]
    fn a_small_response_may_wait_for_one_whole_period() {
        let activity = Arc::new(Activity::new());
        let answering = Asked::begin(&activity, true).answered();
        let mut waiting = answering.hand_over();
        for _ in 0..3 {
            assert_eq!(activity.begin_period(), Ok(()));
            let next = answering.hand_over();
            drop(std::mem::replace(&mut waiting, next));
        }
        assert_eq!(activity.begin_period(), Ok(()));
        assert_eq!(activity.begin_period(), Err(Overdue));
        drop(waiting);
        assert_eq!(activity.begin_period(), Ok(()));
    }

    #[test]
    fn frames_between_two_requests_of_http2_are_no_head() {
        let activity = Arc::new(Activity::new());
        drop(Asked::begin(&activity, true).answered());
        activity.received();
        assert_eq!(activity.look().phase, Phase::Idle);
    }
}
