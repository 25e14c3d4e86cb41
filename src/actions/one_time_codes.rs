//! Issuing and checking of one-time codes (rulings §3).

use std::sync::Arc;

use thiserror::Error;

use crate::actions::mail_queue::{MailQueue, QueueError};
use crate::auth::code::CodeHasher;
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::code::{
    CODES_PER_DAY, CODES_PER_DAY_OF_UNKNOWN, Code, NewCode, Purpose, RESEND_MILLISECONDS, UnusedCode,
    WRONG_ATTEMPTS_MAX, WRONG_ATTEMPTS_MAX_OF_KNOWN, WRONG_ATTEMPTS_MAX_OF_UNKNOWN,
};
use crate::domain::user::EmailAddress;
use crate::domain::{Account, Clock, CodeId, Entropy, MonotonicClock, NetworkHash, Time};
use crate::mail::{EmailTemplates, TemplateError};
use crate::store::codes::TryCounter;
use crate::store::{StoreError, Tx, codes, networks};

/// Issues codes, and checks typed ones.
pub struct OneTimeCodes {
    hasher: CodeHasher,
    templates: EmailTemplates,
    mail_queue: Arc<MailQueue>,
    entropy: Arc<dyn Entropy>,
    clock: MonotonicClock,
}

/// The outcome of requesting a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendOutcome {
    /// The email is in the outbox.
    Sent,
    /// The last code is too recent: retry after this many seconds.
    TooSoon(u64),
    /// The client network has used up its codes of the day: retry after this many seconds.
    DailyLimit(u64),
}

/// The outcome of checking a typed code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckOutcome {
    /// The code is right, and is used up now.
    Right,
    /// The code is wrong, or none was issued.
    Wrong,
    /// All codes are older than ten minutes.
    Expired,
    /// Too many wrong codes were typed before.
    TooManyTries,
}

/// An error of issuing or checking a code.
#[derive(Debug, Error)]
pub enum CodeError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The email could not be rendered.
    #[error("the email with a code could not be written")]
    Template(#[from] TemplateError),
    /// The mail could not be queued.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

impl OneTimeCodes {
    /// Creates the codes of one site.
    pub fn new(
        hasher: CodeHasher,
        templates: EmailTemplates,
        mail_queue: Arc<MailQueue>,
        entropy: Arc<dyn Entropy>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            hasher,
            templates,
            mail_queue,
            entropy,
            clock: MonotonicClock::new(clock),
        }
    }

    /// Returns the time used for codes. It never goes back, so that no code becomes valid again and no pause grows.
    pub fn now(&self, tx: &mut Tx<'_>) -> Result<Time, StoreError> {
        let now = self.clock.now_after(codes::largest_time(tx)?);
        codes::raise_largest_time(tx, now)?;
        Ok(now)
    }

    /// Issues a code requested by a client network and queues its email to `email`, unless the last code is too recent
    /// or the network has used up its codes of the day. Earlier codes stay valid.
    pub fn send(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        purpose: Purpose,
        email: &EmailAddress,
        network: &NetworkHash,
    ) -> Result<SendOutcome, CodeError> {
        let now = self.now(tx)?;
        if let Some(last) = codes::last_sent(tx, email, purpose)?
            && let Some(seconds) = seconds_left(last, RESEND_MILLISECONDS, now)
        {
            return Ok(SendOutcome::TooSoon(seconds));
        }
        let network_is_known = networks::is_known(tx, account, network)?;
        let of_network = codes::nth_latest_of_network(tx, account, purpose, network, CODES_PER_DAY)?;
        let of_unknown = if network_is_known {
            None
        } else {
            codes::nth_latest_of_unknown(tx, account, purpose, CODES_PER_DAY_OF_UNKNOWN)?
        };
        if let Some(first) = of_network.max(of_unknown)
            && let Some(seconds) = seconds_left(first, DAY_MILLISECONDS, now)
        {
            return Ok(SendOutcome::DailyLimit(seconds));
        }
        let code = Code::random(self.entropy.as_ref());
        let id = CodeId::new(now, self.entropy.as_ref());
        let new = NewCode {
            id,
            account,
            purpose,
            email: email.clone(),
            hash: self.hasher.hash(id, &code),
            network: network.clone(),
            network_is_known,
            created_at: now,
        };
        codes::insert(tx, &new)?;
        let mail = self.templates.code(email, purpose, &code)?;
        self.mail_queue.add(tx, &mail, now)?;
        Ok(SendOutcome::Sent)
    }

    /// Checks a code typed on a client network against the live codes. A wrong code is counted; the right one uses up
    /// all codes.
    pub fn check(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        purpose: Purpose,
        email: &EmailAddress,
        network: &NetworkHash,
        typed: &Code,
    ) -> Result<CheckOutcome, StoreError> {
        let now = self.now(tx)?;
        let mut live = codes::unused(tx, account, purpose, email)?;
        if live.is_empty() {
            return Ok(CheckOutcome::Wrong);
        }
        live.retain(|code| !code.has_expired(now));
        if live.is_empty() {
            return Ok(CheckOutcome::Expired);
        }
        // On a network known to the account, the tries of unknown networks do not count.
        let shared = if networks::is_known(tx, account, network)? {
            (TryCounter::Known, WRONG_ATTEMPTS_MAX_OF_KNOWN)
        } else {
            (TryCounter::Unknown, WRONG_ATTEMPTS_MAX_OF_UNKNOWN)
        };
        let counters = [(TryCounter::Network(network), WRONG_ATTEMPTS_MAX), shared];
        for (of, max) in counters {
            let tries = codes::wrong_tries(tx, account, purpose, of)?;
            live.retain(|code| !tries.invalidates(code, max));
        }
        let (Some(newest), Some(oldest)) = (live.first(), live.last()) else {
            return Ok(CheckOutcome::TooManyTries);
        };
        if self.is_one_of(typed, &live) {
            codes::mark_used(tx, account, purpose, now)?;
            return Ok(CheckOutcome::Right);
        }
        for (of, max) in counters {
            let tries = codes::wrong_tries(tx, account, purpose, of)?;
            let tries = tries.add_one(oldest.row, newest.row, max);
            codes::set_wrong_tries(tx, account, purpose, of, tries, now)?;
        }
        Ok(CheckOutcome::Wrong)
    }

    /// Returns whether `typed` is one of the codes. Compares all of them, so that the duration reveals nothing.
    fn is_one_of(&self, typed: &Code, codes: &[UnusedCode]) -> bool {
        codes.iter().fold(false, |found, code| {
            found | self.hasher.matches(code.id, typed, &code.hash)
        })
    }
}

/// Returns the seconds left until `pause` milliseconds after `start`, or `None` if that time has passed.
fn seconds_left(start: Time, pause: i64, now: Time) -> Option<u64> {
    let milliseconds = start.milliseconds() + pause - now.milliseconds();
    u64::try_from(milliseconds)
        .ok()
        .filter(|milliseconds| *milliseconds > 0)
        .map(|milliseconds| milliseconds.div_ceil(1_000))
}
