//! One-time codes from the mail that brings one to the moment it is typed (rulings §3).

use std::sync::Arc;

use thiserror::Error;

use crate::auth::code::CodeHasher;
use crate::domain::code::{
    CODES_A_DAY, CODES_A_DAY_OF_UNKNOWN, Code, LiveCode, NewCode, Purpose, RESEND_MILLISECONDS,
    WRONG_TRIES_MAX, WRONG_TRIES_MAX_OF_KNOWN, WRONG_TRIES_MAX_OF_UNKNOWN,
};
use crate::domain::user::Email;
use crate::domain::{Account, Clock, CodeId, Entropy, ForwardClock, MailId, NetworkHash, Time};
use crate::mail::Letters;
use crate::store::codes::TriesOf;
use crate::store::{StoreError, Touched, Tx, codes, networks, outbox};

const DAY_MILLISECONDS: i64 = 24 * 3_600_000;

/// Sends codes, and checks what is typed.
pub struct OneTimeCodes {
    hasher: CodeHasher,
    letters: Letters,
    entropy: Arc<dyn Entropy>,
    clock: ForwardClock,
}

/// What became of the wish for a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sending {
    /// It is in the outbox.
    Sent,
    /// The last one is too young: wait so many seconds.
    TooSoon(u64),
    /// The client network has used up the codes of the day: wait so many seconds.
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
    /// Too many wrong ones were typed before.
    Dead,
}

impl Verdict {
    /// The changes of the write that checked the code: only the right one has an effect.
    pub fn touched(self) -> Touched {
        match self {
            Self::Right => Touched::Anything,
            Self::Wrong | Self::Expired | Self::Dead => Touched::Nothing,
        }
    }
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
    pub fn new(
        hasher: CodeHasher,
        letters: Letters,
        entropy: Arc<dyn Entropy>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            hasher,
            letters,
            entropy,
            clock: ForwardClock::new(clock),
        }
    }

    /// The time for everything about codes. It never goes back, so that no code is good again and no pause is longer
    /// than it was.
    pub fn now(&self, tx: &mut Tx<'_>) -> Result<Time, StoreError> {
        let now = self.clock.now_after(codes::largest_time(tx)?);
        codes::note_time(tx, now)?;
        Ok(now)
    }

    /// Makes a code at the wish of a client network, and queues the letter that brings it to `email`, unless the last
    /// one is too young or the network has used up those of the day. Earlier codes stay good.
    pub fn send(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        purpose: Purpose,
        email: &Email,
        network: &NetworkHash,
    ) -> Result<Sending, CodeError> {
        let now = self.now(tx)?;
        if let Some(last) = codes::last_sent(tx, email, purpose)?
            && let Some(seconds) = seconds_left(last, RESEND_MILLISECONDS, now)
        {
            return Ok(Sending::TooSoon(seconds));
        }
        let network_is_known = networks::is_known(tx, account, network)?;
        let of_network = codes::nth_latest_of_network(tx, account, purpose, network, CODES_A_DAY)?;
        let of_unknown = if network_is_known {
            None
        } else {
            codes::nth_latest_of_unknown(tx, account, purpose, CODES_A_DAY_OF_UNKNOWN)?
        };
        if let Some(first) = of_network.max(of_unknown)
            && let Some(seconds) = seconds_left(first, DAY_MILLISECONDS, now)
        {
            return Ok(Sending::TooMany(seconds));
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
        let letter = self
            .letters
            .code(email, purpose, &code)
            .map_err(|error| CodeError::Letter(error.to_string()))?;
        outbox::insert(tx, MailId::new(now, self.entropy.as_ref()), &letter, now)?;
        Ok(Sending::Sent)
    }

    /// Checks what was typed on a client network against the newest codes. A wrong one is counted; the right one, and
    /// all others with it, is used up.
    pub fn check(
        &self,
        tx: &mut Tx<'_>,
        account: Account,
        purpose: Purpose,
        email: &Email,
        network: &NetworkHash,
        typed: &Code,
    ) -> Result<Verdict, StoreError> {
        let now = self.now(tx)?;
        let mut good = codes::live(tx, account, purpose, email)?;
        if good.is_empty() {
            return Ok(Verdict::Wrong);
        }
        good.retain(|code| !code.has_expired(now));
        if good.is_empty() {
            return Ok(Verdict::Expired);
        }
        // Where the account is known, what strangers use up counts for nothing.
        let all_alike = if networks::is_known(tx, account, network)? {
            (TriesOf::Known, WRONG_TRIES_MAX_OF_KNOWN)
        } else {
            (TriesOf::Unknown, WRONG_TRIES_MAX_OF_UNKNOWN)
        };
        let counters = [(TriesOf::Network(network), WRONG_TRIES_MAX), all_alike];
        for (of, max) in counters {
            let tries = codes::wrong_tries(tx, account, purpose, of)?;
            good.retain(|code| !tries.killed(code, max));
        }
        let (Some(newest), Some(oldest)) = (good.first(), good.last()) else {
            return Ok(Verdict::Dead);
        };
        if self.is_one_of(typed, &good) {
            codes::spend(tx, account, purpose, now)?;
            return Ok(Verdict::Right);
        }
        for (of, max) in counters {
            let tries = codes::wrong_tries(tx, account, purpose, of)?;
            let tries = tries.one_more(oldest.row, newest.row, max);
            codes::set_wrong_tries(tx, account, purpose, of, tries, now)?;
        }
        Ok(Verdict::Wrong)
    }

    /// Compares with every one of them, so that the time does not tell which it is.
    fn is_one_of(&self, typed: &Code, codes: &[LiveCode]) -> bool {
        codes.iter().fold(false, |found, code| {
            found | self.hasher.matches(code.id, typed, &code.hash)
        })
    }
}

/// The seconds until `pause` after `moment` is over, if it is not yet.
fn seconds_left(moment: Time, pause: i64, now: Time) -> Option<u64> {
    let milliseconds = moment.milliseconds() + pause - now.milliseconds();
    u64::try_from(milliseconds)
        .ok()
        .filter(|milliseconds| *milliseconds > 0)
        .map(|milliseconds| milliseconds.div_ceil(1_000))
}
