//! Password changes, for readers and administrators.

use super::{password_check, sign_in};
use crate::actions::security_log::{self, Event};
use crate::auth::token::VerifiedToken;
use crate::domain::Password;
use crate::domain::user::EmailAddress;
use crate::http::extract::ClientDevice;
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, Tx};

/// The change of the password of a signed-in account.
pub(super) struct PasswordChange<'account> {
    pub(super) token: VerifiedToken,
    pub(super) email: &'account EmailAddress,
    pub(super) current: String,
    /// The stored hash of the current password.
    pub(super) hash: String,
    pub(super) new: Password,
    pub(super) mismatch: ApiError,
}

/// Checks the current password and stores the hash of the new one with `set_password`, which returns the epoch of new
/// tokens. Returns a new token, since all earlier ones are revoked, or an error if the session ended meanwhile.
pub(super) async fn change(
    state: &AppState,
    client: ClientDevice,
    change: PasswordChange<'_>,
    set_password: impl FnOnce(&mut Tx<'_>, &str) -> Result<Option<i64>, StoreError> + Send + 'static,
) -> Result<String, ApiError> {
    let ClientDevice { network, device } = client;
    let (token, account) = (change.token, change.token.subject);
    let (current, hash) = (change.current, change.hash);
    password_check::check(
        state,
        account,
        change.email,
        network,
        current,
        hash,
        change.mismatch,
    )
    .await?;
    let new_hash = state.passwords.hash(network, change.new).await?;
    let (site, now) = (state.clone(), state.clock.now());
    let token = state
        .write(move |tx| {
            password_check::require_session(tx, &token)?;
            let epoch = set_password(tx, &new_hash)?.ok_or(ApiError::Unauthorized)?;
            sign_in::renew(tx, &site, account, epoch, device, now)
        })
        .await?;
    security_log::record(Event::PasswordChanged, account, network);
    Ok(token)
}
