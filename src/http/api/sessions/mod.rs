//! The sessions of the caller, a reader or a member of the staff. One file per operation.

pub mod end;
pub mod end_others;
pub mod list;

use crate::auth::token::VerifiedToken;
use crate::domain::Account;
use crate::domain::audit::{Action, Auditor};
use crate::http::{ApiError, AppState};
use crate::store::{Tx, audit};

/// The row of the audit log about sessions that a member of the staff ends. Readers have none.
struct Ending(Option<Auditor>);

impl Ending {
    fn of(state: &AppState, token: &VerifiedToken) -> Self {
        Self(match token.subject {
            Account::Admin(id) => Some(state.auditor(id)),
            Account::Reader(_) => None,
        })
    }

    fn record(&self, tx: &mut Tx<'_>, account: Account, detail: &str) -> Result<(), ApiError> {
        if let Some(auditor) = &self.0 {
            audit::insert(tx, &auditor.entry(Action::AccountSessionEnded, &account, detail))?;
        }
        Ok(())
    }
}
