//! Sign-in, for readers and administrators.

use std::future::Future;
use std::net::IpAddr;

use super::auth::log_refusal;
use crate::actions::security_log::{self, Event};
use crate::domain::Account;
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState};

/// Runs the check of a password under the login throttle. A refused one is logged with the account, if there is one.
pub(super) async fn check<Credentials>(
    state: &AppState,
    secret: Secret<'_>,
    network: Option<IpAddr>,
    account: Option<Account>,
    check: impl Future<Output = Result<Credentials, ApiError>>,
) -> Result<Credentials, ApiError> {
    let checked = state.login_throttle.check(secret, network, check).await;
    if let Err(error) = &checked {
        log_refusal(Event::SignInFailed, error, account, network);
    }
    checked
}

/// Returns a new token of an account, and logs the sign-in.
pub(super) fn issue_token(
    state: &AppState,
    account: Account,
    token_epoch: i64,
    network: Option<IpAddr>,
) -> Result<String, ApiError> {
    let token = state.tokens.issue(account, token_epoch, state.clock.now())?;
    security_log::record(Event::SignedIn, account, network);
    Ok(token)
}
