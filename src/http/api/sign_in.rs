//! Sign-in, for readers and administrators.
//!
//! Every token of the site is issued here, or for a session that was open already ([`renew`]).

use std::future::Future;
use std::net::IpAddr;

use serde::Serialize;
use utoipa::ToSchema;

use super::auth::log_refusal;
use crate::actions::security_log::{self, Event};
use crate::actions::sessions::SignIn;
use crate::auth::link_token::LinkToken;
use crate::domain::identity::IdentityLink;
use crate::domain::second_factor::Method;
use crate::domain::session::Device;
use crate::domain::{Account, Time};
use crate::http::extract::ClientDevice;
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{Tx, passkeys, second_factors};

/// The epoch of the first tokens of an account.
pub(super) const FIRST_EPOCH: i64 = 0;

/// What a right password has begun.
pub(super) enum Begun {
    /// A session, with this token.
    Session(String),
    /// A sign-in that is to be completed with the second factor.
    SecondStep(SecondStepResponse),
}

/// The answer to a right password of an account with a second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondStepResponse)]
pub struct SecondStepResponse {
    success: bool,
    message: &'static str,
    /// Always true.
    requires_second_factor: bool,
    /// To be sent with the code: for five minutes, five codes, and one session.
    ticket: String,
    /// How the sign-in can be completed: `totp`, a code of the authenticator app; `passkey`; or `recovery`, a recovery code.
    methods: Vec<&'static str>,
}

impl SecondStepResponse {
    fn new(ticket: &LinkToken, has_app: bool, has_passkey: bool) -> Self {
        let methods = [
            has_app.then_some(Method::Totp),
            has_passkey.then_some(Method::Passkey),
            Some(Method::Recovery),
        ];
        Self {
            success: true,
            message: if has_app {
                "Please enter the code of your authenticator app"
            } else {
                "Please use your passkey"
            },
            requires_second_factor: true,
            ticket: ticket.expose().to_owned(),
            methods: methods.into_iter().flatten().map(Method::name).collect(),
        }
    }
}

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

/// Begins the session of an account whose password was right, or its second step.
pub(super) async fn begin(
    state: &AppState,
    account: Account,
    epoch: i64,
    client: ClientDevice,
    is_new_device: bool,
) -> Result<Begun, ApiError> {
    let (site, now) = (state.clone(), state.clock.now());
    let sign_in = SignIn {
        account,
        epoch,
        device: client.device,
        is_new_device,
    };
    let begun = state
        .write(move |tx| begin_in(tx, &site, sign_in, None, now))
        .await?;
    if matches!(begun, Begun::Session(_)) {
        record(state, account, client.network, is_new_device);
    }
    Ok(begun)
}

/// Begins in a write the session of an account whose first secret was right, or its second step. `link` is an identity that
/// is linked to the account with the session: not before the second factor was right, if there is one.
pub(super) fn begin_in(
    tx: &mut Tx<'_>,
    state: &AppState,
    sign_in: SignIn,
    link: Option<&IdentityLink>,
    now: Time,
) -> Result<Begun, ApiError> {
    let account = sign_in.account;
    let has_app = second_factors::has_app(tx, account)?;
    let has_passkey = passkeys::has_any(tx, account)?;
    if has_app || has_passkey {
        let factors = &state.second_factors;
        let ticket = factors.issue_ticket(tx, account, sign_in.epoch, link, now)?;
        return Ok(Begun::SecondStep(SecondStepResponse::new(
            &ticket,
            has_app,
            has_passkey,
        )));
    }
    link_identity(tx, state, account, link, now)?;
    Ok(Begun::Session(state.sessions.begin(tx, sign_in, now)?))
}

/// Links an identity to an account in the write that begins its session, and returns whether it did. Only readers have
/// identities.
pub(super) fn link_identity(
    tx: &mut Tx<'_>,
    state: &AppState,
    account: Account,
    link: Option<&IdentityLink>,
    now: Time,
) -> Result<bool, ApiError> {
    match (account, link) {
        (Account::Reader(user), Some(link)) => Ok(state.providers.link(tx, user, link, now)?),
        (Account::Reader(_) | Account::Admin(_), _) => Ok(false),
    }
}

/// Logs that an identity was linked to an account, and starts the sending of the mail about it.
pub(super) fn record_link(state: &AppState, account: Account, network: Option<IpAddr>) {
    security_log::record(Event::IdentityLinked, account, network);
    state.email_is_due.notify_one();
}

/// Logs a sign-in, and starts the sending of the mail about its device.
pub(super) fn record(state: &AppState, account: Account, network: Option<IpAddr>, is_new_device: bool) {
    security_log::record(Event::SignedIn, account, network);
    if is_new_device {
        state.email_is_due.notify_one();
    }
}

/// Begins the first session of an account, which was made or verified in the same write. Such an account has no second
/// factor: setting one up needs a session. If it has one all the same, nobody is signed in without it.
pub(super) fn begin_first(
    tx: &mut Tx<'_>,
    state: &AppState,
    account: Account,
    epoch: i64,
    device: Device,
    now: Time,
) -> Result<String, ApiError> {
    if second_factors::is_enrolled(tx, account)? {
        return Err(ApiError::Unauthorized);
    }
    renew(tx, state, account, epoch, device, now)
}

/// Begins a session in place of one that was open until this write, in which the sessions of the account have ended.
pub(super) fn renew(
    tx: &mut Tx<'_>,
    state: &AppState,
    account: Account,
    epoch: i64,
    device: Device,
    now: Time,
) -> Result<String, ApiError> {
    let sign_in = SignIn {
        account,
        epoch,
        device,
        is_new_device: false,
    };
    Ok(state.sessions.begin(tx, sign_in, now)?)
}
