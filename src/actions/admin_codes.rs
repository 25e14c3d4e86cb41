//! One-time codes that show that a new address is its administrator's.
//!
//! Only a signed-in administrator who gave the password gets one, so strangers can neither ask for codes nor
//! guess at them. The rest is as for readers: the newest three are good, with five wrong tries among them.

use std::sync::Arc;

use super::one_time_codes::{CodeError, DAY_MILLISECONDS, Sending, Verdict, seconds_left};
use crate::auth::code::CodeHasher;
use crate::domain::code::{
    CODES_A_DAY, Code, GOOD_CODES_MAX, Purpose, RESEND_MILLISECONDS, VALID_MILLISECONDS, WRONG_TRIES_MAX,
};
use crate::domain::user::Email;
use crate::domain::{AdminId, CodeId, Entropy, MailId, Time};
use crate::mail::Letters;
use crate::store::{StoreError, Tx, admin_codes, outbox};

/// Sends codes to administrators, and checks what they type.
pub struct AdminCodes {
    hasher: CodeHasher,
    letters: Letters,
    entropy: Arc<dyn Entropy>,
}

impl AdminCodes {
    /// Codes of one site.
    pub fn new(hasher: CodeHasher, letters: Letters, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            hasher,
            letters,
            entropy,
        }
    }

    /// Queues the letter with a new code, unless the last one is too young or the day's are used up.
    pub fn send(
        &self,
        tx: &mut Tx<'_>,
        admin: AdminId,
        email: &Email,
        now: Time,
    ) -> Result<Sending, CodeError> {
        if let Some(last) = admin_codes::newest(tx, admin, email, 1)?.first()
            && let Some(seconds) = seconds_left(last.created_at, RESEND_MILLISECONDS, now)
        {
            return Ok(Sending::TooSoon(seconds));
        }
        if let Some(first) = admin_codes::nth_latest(tx, admin, CODES_A_DAY)?
            && let Some(seconds) = seconds_left(first, DAY_MILLISECONDS, now)
        {
            return Ok(Sending::TooMany(seconds));
        }
        let code = Code::random(self.entropy.as_ref());
        let id = CodeId::new(now, self.entropy.as_ref());
        admin_codes::insert(tx, id, admin, email, &self.hasher.hash(id, &code), now)?;
        let letter = self
            .letters
            .code(email, Purpose::ChangeEmail, &code)
            .map_err(|error| CodeError::Letter(error.to_string()))?;
        outbox::insert(tx, MailId::new(now, self.entropy.as_ref()), &letter, now)?;
        Ok(Sending::Sent)
    }

    /// Checks what was typed; a wrong one is counted, the right one is used up.
    pub fn check(
        &self,
        tx: &mut Tx<'_>,
        admin: AdminId,
        email: &Email,
        typed: &Code,
        now: Time,
    ) -> Result<Verdict, StoreError> {
        let codes = admin_codes::newest(tx, admin, email, GOOD_CODES_MAX)?;
        let is_good = |created_at: Time| seconds_left(created_at, VALID_MILLISECONDS, now).is_some();
        let good: Vec<_> = codes.iter().filter(|code| is_good(code.created_at)).collect();
        let Some(newest) = good.first() else {
            return Ok(if codes.is_empty() {
                Verdict::Wrong
            } else {
                Verdict::Expired
            });
        };
        if good.iter().map(|code| code.wrong_tries).sum::<u32>() >= WRONG_TRIES_MAX {
            return Ok(Verdict::Dead);
        }
        if good
            .iter()
            .any(|code| self.hasher.matches(code.id, typed, &code.hash))
        {
            admin_codes::spend(tx, admin, email)?;
            return Ok(Verdict::Right);
        }
        admin_codes::count_wrong_try(tx, newest.id)?;
        Ok(Verdict::Wrong)
    }
}
