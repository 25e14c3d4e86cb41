//! Sign-in with a passkey alone, for readers and administrators. The authenticator has verified its user, so it is two
//! factors by itself.

use super::auth::log_refusal;
use super::passkeys::PasskeyAssertion;
use super::second_step::Owner;
use super::sign_in;
use crate::actions::passkeys::Refusal;
use crate::actions::security_log::Event;
use crate::actions::sessions::{self, SignIn};
use crate::auth::webauthn::WebauthnError;
use crate::domain::{AccountId, Time};
use crate::http::extract::ClientDevice;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::Tx;

const REFUSED: &str =
    "This passkey is not known here, or was refused. Please try again, or use your password.";

/// Checks a passkey, and begins the session of its account. `find` returns the account with an id, if it is one of those
/// that sign in here. Returns its credentials and the token.
pub(super) async fn complete<Credentials: Send + 'static>(
    state: &AppState,
    client: ClientDevice,
    form: &PasskeyAssertion,
    find: impl FnOnce(&Tx<'_>, AccountId, Time) -> Result<Option<Owner<Credentials>>, ApiError> + Send + 'static,
) -> Result<(Credentials, String), ApiError> {
    let used = form.decode()?;
    let ClientDevice { network, device } = client;
    let (site, now) = (state.clone(), state.clock.now());
    let checked = state
        .write(move |tx| {
            let account = match site.passkeys.check(tx, &used, now)? {
                Ok(account) => account,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let owner = find(tx, account.id(), now)?.filter(|owner| owner.account == account);
            let Some(owner) = owner else {
                return Ok(Err(Refusal {
                    account: Some(account),
                    why: WebauthnError::Unknown,
                }));
            };
            let is_new_device = sessions::is_new_device(tx, account, &device)?;
            let sign_in = SignIn {
                account,
                epoch: owner.epoch,
                device,
                is_new_device,
            };
            let token = site.sessions.begin(tx, sign_in, now)?;
            Ok::<_, ApiError>(Ok((owner.credentials, token, account, is_new_device)))
        })
        .await
        .inspect_err(|error| log_refusal(Event::SignInFailed, error, None, network))?;
    let (credentials, token, account, is_new_device) = checked.map_err(|refusal| {
        refusal.log(network);
        ApiError::InvalidCredentials(ErrorCode::InvalidPasskey, REFUSED)
    })?;
    sign_in::record(state, account, network, is_new_device);
    Ok((credentials, token))
}
