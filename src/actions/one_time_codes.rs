//! One-time codes from the mail that brings one to the moment it is typed (rulings §3).

use std::sync::Arc;

use thiserror::Error;

use crate::auth::code::CodeHasher;
use crate::domain::code::{CODES_A_DAY, Code, NewCode, Purpose, RESEND_MILLISECONDS};
use crate::domain::user::Email;
use crate::domain::{CodeId, Entropy, MailId, Time, UserId};
use crate::mail::Letters;
use crate::store::{StoreError, Tx, codes, outbox};

const DAY_MILLISECONDS: i64 = 24 * 3_600_000;

/// Sends codes, and checks what is typed.
pub struct OneTimeCodes {
    hasher: CodeHasher,
    letters: Letters,
    entropy: Arc<dyn Entropy>,
}

/// What became of the wish for a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sending {
    /// It is in the outbox.
    Sent,
    /// The last one is too young: wait so many seconds.
    TooSoon(u64),
    /// The account had all its codes of the day: wait so many seconds.
    TooMany(u64),
}

/// What a typed code is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is the one; it cannot be used again.
    Right,
    /// It is not the one, or there is none.
    Wrong,
    /// Its ten minutes are over.
    Expired,
    /// Five wrong ones were typed before.
    Dead,
}

/// Why a code could not be sent or checked.
#[derive(Debug, Error)]
pub enum CodeError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The letter could not be written.
    #[error("the letter with a code could not be written: {0}")]
    Letter(String),
}

impl OneTimeCodes {
    /// Codes of one site.
    pub fn new(hasher: CodeHasher, letters: Letters, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            hasher,
            letters,
            entropy,
        }
    }

    /// Makes a code, which kills the account's older ones for the same purpose, and queues the letter that
    /// brings it to `email`, unless the last one is too young or the day's are used up.
    pub fn send(
        &self,
        tx: &mut Tx<'_>,
        user: UserId,
        purpose: Purpose,
        email: &Email,
        now: Time,
    ) -> Result<Sending, CodeError> {
        if let Some(last) = codes::last_sent(tx, email, purpose)?
            && let Some(seconds) = left(last, RESEND_MILLISECONDS, now)
        {
            return Ok(Sending::TooSoon(seconds));
        }
        if let Some(first) = codes::nth_latest(tx, user, CODES_A_DAY)?
            && let Some(seconds) = left(first, DAY_MILLISECONDS, now)
        {
            return Ok(Sending::TooMany(seconds));
        }
        let code = Code::random(self.entropy.as_ref());
        let id = CodeId::new(now, self.entropy.as_ref());
        let new = NewCode {
            id,
            user,
            purpose,
            email: email.clone(),
            hash: self.hasher.hash(id, &code),
            created_at: now,
        };
        codes::insert(tx, &new)?;
        let letter = self
            .letters
            .code(email, purpose, &code)
            .map_err(|error| CodeError::Letter(error.to_string()))?;
        outbox::insert(tx, MailId::new(now, self.entropy.as_ref()), &letter, now)?;
        Ok(Sending::Sent)
    }

    /// Checks what was typed; a wrong one is counted, the right one is used up.
    pub fn check(
        &self,
        tx: &mut Tx<'_>,
        user: UserId,
        purpose: Purpose,
        email: &Email,
        typed: &Code,
        now: Time,
    ) -> Result<Verdict, StoreError> {
        let Some(live) = codes::live(tx, user, purpose, email)? else {
            return Ok(Verdict::Wrong);
        };
        if live.has_expired(now) {
            return Ok(Verdict::Expired);
        }
        if live.is_dead() {
            return Ok(Verdict::Dead);
        }
        if self.hasher.matches(live.id, typed, &live.hash) {
            codes::spend(tx, live.id, now)?;
            return Ok(Verdict::Right);
        }
        codes::count_wrong_try(tx, live.id)?;
        Ok(Verdict::Wrong)
    }
}

/// The seconds until `pause` after `moment` is over, if it is not yet.
fn left(moment: Time, pause: i64, now: Time) -> Option<u64> {
    let milliseconds = moment.milliseconds() + pause - now.milliseconds();
    u64::try_from(milliseconds)
        .ok()
        .filter(|milliseconds| *milliseconds > 0)
        .map(|milliseconds| milliseconds.div_ceil(1_000))
}
