//! Sign-in, for readers and administrators.

use std::future::Future;
use std::net::IpAddr;

use super::auth::log_failed_sign_in;
use crate::actions::security_log::{self, Event};
use crate::domain::Account;
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, Tx};

/// Runs the check of a password under the login throttle. A refused one is logged with the account that `find_account`
/// returns.
pub(super) async fn check<Credentials>(
    state: &AppState,
    secret: Secret<'_>,
    network: Option<IpAddr>,
    check: impl Future<Output = Result<Credentials, ApiError>>,
    find_account: impl FnOnce(&Tx<'_>) -> Result<Option<Account>, StoreError> + Send + 'static,
) -> Result<Credentials, ApiError> {
    let checked = state.login_throttle.check(secret, network, check).await;
    if let Err(error) = &checked {
        let account = state.read(find_account).await?;
        log_failed_sign_in(error, account, network);
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
