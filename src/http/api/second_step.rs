//! The second step of a sign-in, for readers and administrators.

use serde::Deserialize;
use utoipa::ToSchema;

use super::auth::log_refusal;
use super::passkeys::PasskeyAssertion;
use super::second_proof::SecondProof;
use super::sign_in;
use crate::actions::second_factor::UsedCode;
use crate::actions::security_log::{self, Event};
use crate::actions::sessions::{self, SignIn};
use crate::auth::link_token::LinkToken;
use crate::domain::identity::IdentityLink;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, AccountId, Time};
use crate::http::extract::ClientDevice;
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{Tx, second_factors};

const UNKNOWN_TICKET: &str = "This sign-in took too long. Please begin again with your password.";

/// The ticket of the first step, and a code.
#[derive(Deserialize, ToSchema)]
pub struct SecondStep {
    ticket: String,
    /// Six digits of the authenticator app, or a recovery code. Needed without `passkey`.
    code: Option<String>,
    /// The response of an authenticator to `POST /auth/passkey/options`.
    passkey: Option<PasskeyAssertion>,
}

/// The account of a ticket.
pub(super) struct Owner<Credentials> {
    pub(super) account: Account,
    pub(super) email: EmailAddress,
    /// The present epoch: another one than that of the ticket ends it.
    pub(super) epoch: i64,
    pub(super) credentials: Credentials,
}

/// Checks the code of a ticket, and begins the session. `find` returns the account with an id, if it is one of those that
/// sign in here. Returns its credentials and the token.
pub(super) async fn complete<Credentials: Send + 'static>(
    state: &AppState,
    client: ClientDevice,
    form: SecondStep,
    find: impl Fn(&Tx<'_>, AccountId, Time) -> Result<Option<Owner<Credentials>>, ApiError>
    + Clone
    + Send
    + 'static,
) -> Result<(Credentials, String), ApiError> {
    let hash = LinkToken::parse(&form.ticket).ok_or_else(unknown_ticket)?.hash();
    let proof = SecondProof::parse(form.code.as_deref(), form.passkey.as_ref())?;
    let ClientDevice { network, device } = client;
    let (ticket, find_first, of) = (hash.clone(), find.clone(), device.clone());
    let now = state.clock.now();
    let (account, email, is_new_device) = state
        .read(move |tx| {
            let (owner, _) = owner_of(tx, &ticket, &find_first, now)?;
            let is_new = sessions::is_new_device(tx, owner.account, &of)?;
            Ok::<_, ApiError>((owner.account, owner.email, is_new))
        })
        .await?;
    let site = state.clone();
    let check = async {
        let checked = state.write(move |tx| {
            let (owner, link) = owner_of(tx, &hash, &find, now)?;
            // A wrong one is counted, so the write must not fail.
            let used = match proof.check(tx, &site, account, network, now)? {
                Ok(used) => used,
                Err(error) => {
                    second_factors::count_wrong_try(tx, &hash)?;
                    return Ok(Err(error));
                }
            };
            second_factors::delete_ticket(tx, &hash)?;
            let sign_in = SignIn {
                account,
                epoch: owner.epoch,
                device,
                is_new_device,
            };
            let is_linked = sign_in::link_identity(tx, &site, account, link.as_ref(), now)?;
            let token = site.sessions.begin(tx, sign_in, now)?;
            Ok::<_, ApiError>(Ok((owner.credentials, token, used, is_linked)))
        });
        checked.await?
    };
    let secret = Secret::second_factor(account, &email);
    let checked = state.login_throttle.check(secret, network, check).await;
    if let Err(error) = &checked {
        log_refusal(Event::SecondFactorRefused, error, Some(account), network);
    }
    let (credentials, token, used, is_linked) = checked?;
    if used == UsedCode::Recovery {
        security_log::record(Event::RecoveryCodeUsed, account, network);
    }
    if is_linked {
        sign_in::record_link(state, account, network);
    }
    sign_in::record(state, account, network, is_new_device);
    Ok((credentials, token))
}

/// Returns the owner of a ticket that is still good, and the identity that is to be linked to the account.
fn owner_of<Credentials>(
    tx: &Tx<'_>,
    ticket_hash: &str,
    find: &impl Fn(&Tx<'_>, AccountId, Time) -> Result<Option<Owner<Credentials>>, ApiError>,
    now: Time,
) -> Result<(Owner<Credentials>, Option<IdentityLink>), ApiError> {
    let ticket = second_factors::ticket(tx, ticket_hash, now)?.ok_or_else(unknown_ticket)?;
    let owner = find(tx, ticket.account, now)?.filter(|owner| owner.epoch == ticket.epoch);
    Ok((owner.ok_or_else(unknown_ticket)?, ticket.link))
}

fn unknown_ticket() -> ApiError {
    ApiError::rejected(ErrorCode::InvalidTicket, "ticket", UNKNOWN_TICKET)
}
