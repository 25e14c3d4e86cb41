//! Joining the team with an invitation.

use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::actions::provider_sign_in::Arrival;
use crate::actions::security_log::{self, Event};
use crate::actions::team;
use crate::auth::link_token::LinkToken;
use crate::domain::admin::AdminName;
use crate::domain::{Account, AdminId, Password, Time};
use crate::http::api::admin::taken;
use crate::http::api::dto::AdminBody;
use crate::http::api::provider_sign_in::hashes;
use crate::http::api::sign_in::{self, FIRST_EPOCH};
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::invites::{self, Invite};
use crate::store::provider_sign_ins::{self, SignInHashes};
use crate::store::{StoreError, Tx};

/// The account of a new member.
#[derive(Deserialize, ToSchema)]
pub struct JoinRequest {
    /// The part of the link after the `#`.
    token: Option<String>,
    /// The code of a sign-in by a provider, in place of the link: it needs the cookie of that sign-in as well.
    code: Option<String>,
    /// 2 to 100 characters.
    username: String,
    /// 8 to 128 characters, and not one of the most common.
    password: String,
}

/// The new member, signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct JoinResponse {
    success: bool,
    message: &'static str,
    token: String,
    admin: AdminBody,
}

/// Adds the holder of an invitation to the team, under the address that it was mailed to, and signs them in. The
/// invitation is used up. Who holds it is shown by the mailed link, or by a provider that has verified the address.
#[utoipa::path(post, path = "/admin/join", operation_id = "joinTeam", tag = "team", request_body = JoinRequest,
    responses(
        (status = 201, description = "The new member, signed in", body = JoinResponse),
        (status = 400, description = "The invitation is no longer valid, or a field is invalid"),
        (status = 409, description = "The username or the email is taken")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientDevice { network, device }: ClientDevice,
    headers: HeaderMap,
    Json(body): Json<JoinRequest>,
) -> Result<(StatusCode, Json<JoinResponse>), ApiError> {
    let refuse = || {
        security_log::record_visitor(Event::InviteRefused, None, network);
        invalid_link()
    };
    let proof = Proof::of(&state, &headers, &body).ok_or_else(refuse)?;
    let (now, sought) = (state.clock.now(), proof.clone());
    let invite = state.read(move |tx| sought.invite(tx, now)).await?;
    // Before the fields: nobody without an invitation makes the site hash a password.
    let invite = invite.ok_or_else(refuse)?;
    let username = AdminName::parse(&body.username)?;
    let own = [username.as_str(), invite.email.as_str()];
    let password = Password::parse("password", &body.password, &own)?;
    let hash = state.passwords.hash(network, password).await?;
    let id = AdminId::new(now, state.entropy.as_ref());
    let auditor = state.auditor(id);
    let (account, site) = (Account::Admin(id), state.clone());
    let joined = state
        .write(move |tx| {
            let Some(invite) = proof.invite(tx, now)? else {
                return Ok(None);
            };
            proof.use_up(tx)?;
            let Some(admin) = team::join(tx, invite, id, username, hash, &auditor).map_err(taken)? else {
                return Ok(None);
            };
            let token = sign_in::begin_first(tx, &site, account, FIRST_EPOCH, device, now)?;
            Ok::<_, ApiError>(Some((admin, token)))
        })
        .await?;
    let (admin, token) = joined.ok_or_else(refuse)?;
    security_log::record(Event::AdminCreated, account, network);
    sign_in::record(&state, account, network, false);
    let response = JoinResponse {
        success: true,
        message: "Welcome to the team!",
        token,
        admin: admin.into(),
    };
    Ok((StatusCode::CREATED, Json(response)))
}

/// What shows that somebody holds an invitation.
#[derive(Clone)]
enum Proof {
    /// The mailed link.
    Link(LinkToken),
    /// A sign-in by a provider that has verified the address.
    SignIn(SignInHashes),
}

impl Proof {
    /// Reads what a request holds, the link first.
    fn of(state: &AppState, headers: &HeaderMap, body: &JoinRequest) -> Option<Self> {
        match (&body.token, &body.code) {
            (Some(token), _) => LinkToken::parse(token).map(Self::Link),
            (None, Some(code)) => hashes(state, headers, code).ok().map(Self::SignIn),
            (None, None) => None,
        }
    }

    /// Returns the invitation, if it is still good.
    fn invite(&self, tx: &Tx<'_>, now: Time) -> Result<Option<Invite>, StoreError> {
        let hashes = match self {
            Self::Link(token) => return invites::by_token(tx, &token.hash(), now),
            Self::SignIn(hashes) => hashes,
        };
        let Some(person) = provider_sign_ins::find(tx, hashes, now)? else {
            return Ok(None);
        };
        Ok(match Arrival::of(tx, &person, now)? {
            Arrival::Invited(invite) => Some(*invite),
            Arrival::Linked(_) | Arrival::Account(_) | Arrival::Staff | Arrival::Nobody(_) => None,
        })
    }

    /// Uses it up, beside the invitation.
    fn use_up(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        match self {
            Self::Link(_) => Ok(()),
            Self::SignIn(hashes) => provider_sign_ins::delete(tx, hashes),
        }
    }
}

fn invalid_link() -> ApiError {
    ApiError::rejected(
        ErrorCode::InvalidLink,
        "token",
        "This invitation is no longer valid: it was used, withdrawn or is older than seven days.",
    )
}
