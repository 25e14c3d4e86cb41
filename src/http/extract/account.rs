//! The account that a request's token belongs to.

use std::borrow::Cow;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

use super::api_key::{GoodKey, KEY_NOT_ALLOWED, bearer, key_of_request};
use crate::auth::token::VerifiedToken;
use crate::config::SecondFactorPolicy;
use crate::domain::{Account, AccountId, AdminId, ApiKeyId, AuthorId, Role, Time, UserId};
use crate::http::route_policy::RoutePolicy;
use crate::http::state::Actor;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{StoreError, Tx, admins, api_keys};

/// The account of a valid token.
#[derive(Debug, Clone, Copy)]
pub enum SignedIn {
    Reader(Reader),
    /// A member of the staff with the token of a session: API keys never stand here.
    Staff(Staff, VerifiedToken),
}

/// A reader with a valid token.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    pub id: UserId,
    pub onboarded: bool,
    /// Whether the staff have silenced them, until a time that has not come yet.
    pub is_silenced: bool,
    pub token: VerifiedToken,
}

/// A reader who may contribute: onboarding is complete (rulings §2).
#[derive(Debug, Clone, Copy)]
pub struct OnboardedReader(pub UserId);

/// An [`OnboardedReader`] who is not silenced: they may write, like, bookmark and report.
#[derive(Debug, Clone, Copy)]
pub struct UnsilencedReader(pub UserId);

/// An [`OnboardedReader`] or a member of the staff: somebody who is told things.
#[derive(Debug, Clone, Copy)]
pub struct OnboardedAccount(SignedIn);

/// A member of the staff with a valid token, whose role allows the route: the router says the least one.
#[derive(Debug, Clone, Copy)]
pub struct Staff {
    pub id: AdminId,
    pub role: Role,
    credential: Credential,
    /// The least role that may call the route, if it is for the staff alone.
    least_role: Option<Role>,
}

/// What a member of the staff is known by.
#[derive(Debug, Clone, Copy)]
enum Credential {
    /// The token of a session.
    Session(VerifiedToken),
    /// An API key of theirs, which was good at this time.
    Key(ApiKeyId, Time),
}

impl From<Staff> for Actor {
    fn from(staff: Staff) -> Self {
        let api_key = match staff.credential {
            Credential::Session(_) => None,
            Credential::Key(id, _) => Some(id),
        };
        Self {
            id: staff.id,
            api_key,
        }
    }
}

impl SignedIn {
    /// The id of the account.
    pub fn account(self) -> AccountId {
        self.token().subject.id()
    }

    /// The token.
    pub fn token(self) -> VerifiedToken {
        match self {
            Self::Reader(reader) => reader.token,
            Self::Staff(_, token) => token,
        }
    }

    /// Returns the id of the account, or an error if the session of a member of the staff has ended. It is the first step
    /// of every write by the staff, as [`Staff::confirm`].
    pub fn confirm(self, tx: &Tx<'_>) -> Result<AccountId, ApiError> {
        if let Self::Staff(staff, token) = self {
            let rights = admins::rights_of_session(tx, staff.id, token.id, token.epoch)?;
            rights.ok_or(ApiError::Unauthorized)?;
        }
        Ok(self.account())
    }
}

impl OnboardedAccount {
    /// The id of the account.
    pub fn account(self) -> AccountId {
        self.0.account()
    }

    /// Returns the id of the account, or an error if its session has ended; see [`SignedIn::confirm`].
    pub fn confirm(self, tx: &Tx<'_>) -> Result<AccountId, ApiError> {
        self.0.confirm(tx)
    }
}

impl Reader {
    fn require_onboarding(self) -> Result<(), ApiError> {
        if self.onboarded {
            return Ok(());
        }
        Err(ApiError::Forbidden(
            ErrorCode::NotOnboarded,
            "Please complete your profile first".into(),
        ))
    }
}

/// The error of a member of the staff whose role does not allow an operation.
pub const ROLE_NOT_ALLOWED: ApiError = ApiError::Forbidden(
    ErrorCode::RoleNotAllowed,
    Cow::Borrowed("Your role does not allow this"),
);

const SECOND_FACTOR_REQUIRED: ApiError = ApiError::Forbidden(
    ErrorCode::SecondFactorRequired,
    Cow::Borrowed("This site asks its staff for a second factor. Please set one up first."),
);

impl Staff {
    /// The token of the session, or an error for an API key.
    pub fn token(self) -> Result<VerifiedToken, ApiError> {
        match self.credential {
            Credential::Session(token) => Ok(token),
            Credential::Key(..) => Err(KEY_NOT_ALLOWED),
        }
    }

    /// The author of their posts.
    pub fn author(self) -> AuthorId {
        self.id.into()
    }

    /// Whether they see what only the administration of readers' accounts may know.
    pub fn manages_readers(self) -> bool {
        self.role == Role::Admin
    }

    /// Returns the member with their present role, or an error if their session has ended or the role does not allow the
    /// route any more. It is the first step of every write: since the request was authorised, its body may have taken
    /// minutes to arrive.
    pub fn confirm(self, tx: &Tx<'_>) -> Result<Self, ApiError> {
        let role = match self.credential {
            Credential::Session(token) => {
                admins::rights_of_session(tx, self.id, token.id, token.epoch)?.map(|rights| rights.role)
            }
            Credential::Key(id, now) => api_keys::by_id(tx, id, now)?.map(|rights| rights.role),
        };
        let role = role.ok_or(ApiError::Unauthorized)?;
        Self { role, ..self }.admitted()
    }

    /// Returns the member of the staff for whom an API key acts, with the lower one of both roles.
    fn with_key(key: GoodKey, state: &AppState, policy: RoutePolicy) -> Result<Self, ApiError> {
        require_second_factor(state, key.rights.has_second_factor, policy)?;
        Ok(Self {
            id: key.rights.key.creator,
            role: key.rights.role,
            credential: Credential::Key(key.rights.key.id, key.at),
            least_role: policy.least_role,
        })
    }

    /// Returns the member if their role allows the route. A route that names no role admits nobody.
    fn admitted(self) -> Result<Self, ApiError> {
        match self.least_role {
            Some(least) if self.role >= least => Ok(self),
            Some(_) => Err(ROLE_NOT_ALLOWED),
            None => Err(ApiError::Internal(
                "the route is for the staff, but names no role".into(),
            )),
        }
    }
}

/// The viewer of a public resource, if a reader. An invalid token is still rejected, so that the client notices that the
/// session is over (rulings §2).
#[derive(Debug, Clone, Copy)]
pub struct MaybeReader(pub Option<UserId>);

/// The account of the request, if it has a token.
#[derive(Debug, Clone, Copy)]
pub struct MaybeSignedIn(pub Option<SignedIn>);

impl FromRequestParts<AppState> for MaybeSignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        caller(parts, state).await.map(Self)
    }
}

impl FromRequestParts<AppState> for MaybeReader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        Ok(Self(match caller(parts, state).await? {
            Some(SignedIn::Reader(reader)) => Some(reader.id),
            Some(SignedIn::Staff(..)) | None => None,
        }))
    }
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        caller(parts, state).await?.ok_or(ApiError::Unauthorized)
    }
}

impl FromRequestParts<AppState> for Reader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        match SignedIn::from_request_parts(parts, state).await? {
            SignedIn::Reader(reader) => Ok(reader),
            SignedIn::Staff(..) => Err(ApiError::Forbidden(
                ErrorCode::ReadersOnly,
                "Please login with a reader's account".into(),
            )),
        }
    }
}

impl FromRequestParts<AppState> for OnboardedReader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let reader = Reader::from_request_parts(parts, state).await?;
        reader.require_onboarding()?;
        Ok(Self(reader.id))
    }
}

impl FromRequestParts<AppState> for OnboardedAccount {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let caller = SignedIn::from_request_parts(parts, state).await?;
        if let SignedIn::Reader(reader) = caller {
            reader.require_onboarding()?;
        }
        Ok(Self(caller))
    }
}

impl FromRequestParts<AppState> for UnsilencedReader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let reader = Reader::from_request_parts(parts, state).await?;
        reader.require_onboarding()?;
        if reader.is_silenced {
            return Err(ApiError::Forbidden(
                ErrorCode::Silenced,
                "You may not write comments at the moment".into(),
            ));
        }
        Ok(Self(reader.id))
    }
}

impl FromRequestParts<AppState> for Staff {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let policy = RoutePolicy::of(&parts.extensions);
        if let Some(key) = key_of_request(parts, state).await? {
            return Self::with_key(key, state, policy)?.admitted();
        }
        match SignedIn::from_request_parts(parts, state).await? {
            SignedIn::Staff(staff, _) => staff.admitted(),
            SignedIn::Reader(_) => Err(ApiError::Forbidden(
                ErrorCode::AdminsOnly,
                "Only administrators may do this".into(),
            )),
        }
    }
}

/// Returns the account of the request's token, or `None` without a token. API keys are refused: only what takes
/// [`Staff`] is open to them.
async fn caller(parts: &Parts, state: &AppState) -> Result<Option<SignedIn>, ApiError> {
    let Some(header) = parts.headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    if key_of_request(parts, state).await?.is_some() {
        return Err(KEY_NOT_ALLOWED);
    }
    let token = bearer(header).ok_or(ApiError::Unauthorized)?;
    let token = state
        .tokens
        .verify(token, state.clock.now())
        .map_err(|_| ApiError::Unauthorized)?;
    let caller = match token.subject {
        Account::Reader(id) => reader(state, id, token).await?.map(SignedIn::Reader),
        Account::Admin(id) => {
            let policy = RoutePolicy::of(&parts.extensions);
            let staff = staff(state, id, token, policy).await?;
            staff.map(|staff| SignedIn::Staff(staff, token))
        }
    };
    let caller = caller.ok_or(ApiError::Unauthorized)?;
    state.seen_sessions.note(token.id);
    Ok(Some(caller))
}

async fn reader(state: &AppState, id: UserId, token: VerifiedToken) -> Result<Option<Reader>, StoreError> {
    let status = state.account_status.get(&state.store, id).await?;
    let now = state.clock.now();
    let status = status.filter(|status| {
        status.token_epoch == token.epoch
            && !status.revoked_tokens.contains(&token.id)
            && status.is_verified
            && !status.is_banned
            && !status.standing.is_banned(now)
    });
    Ok(status.map(|status| Reader {
        id,
        onboarded: status.onboarded,
        is_silenced: status.standing.is_silenced(now),
        token,
    }))
}

/// Reads the role from the database each time, so that a change of it, also by the command line, takes effect at once.
/// Where the site demands a second factor of the staff, a member without one is refused, except for setting it up.
async fn staff(
    state: &AppState,
    id: AdminId,
    token: VerifiedToken,
    policy: RoutePolicy,
) -> Result<Option<Staff>, ApiError> {
    let rights = state
        .read(move |tx| admins::rights_of_session(tx, id, token.id, token.epoch))
        .await?;
    let Some(rights) = rights else {
        return Ok(None);
    };
    require_second_factor(state, rights.has_second_factor, policy)?;
    Ok(Some(Staff {
        id,
        role: rights.role,
        credential: Credential::Session(token),
        least_role: policy.least_role,
    }))
}

fn require_second_factor(
    state: &AppState,
    has_second_factor: bool,
    policy: RoutePolicy,
) -> Result<(), ApiError> {
    let is_demanded = state.config.security.second_factor == SecondFactorPolicy::Staff;
    if is_demanded && !has_second_factor && !policy.is_open_before_enrolment {
        return Err(SECOND_FACTOR_REQUIRED);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{SystemEntropy, TokenId};

    fn staff(role: Role, least_role: Option<Role>) -> Staff {
        let now = Time::from_milliseconds(1_000);
        let id = AdminId::new(now, &SystemEntropy);
        let token = VerifiedToken {
            subject: Account::Admin(id),
            epoch: 0,
            id: TokenId::new(now, &SystemEntropy),
            expires_at: now,
        };
        Staff {
            id,
            role,
            credential: Credential::Session(token),
            least_role,
        }
    }

    #[test]
    fn admits_the_least_role_of_the_route_and_those_above_it() {
        for role in Role::ALL {
            for least in Role::ALL {
                let is_admitted = staff(role, Some(least)).admitted().is_ok();
                assert_eq!(is_admitted, role >= least, "{role:?} for {least:?}");
            }
        }
    }

    #[test]
    fn admits_nobody_to_a_route_without_a_role() {
        let refused = staff(Role::Admin, None).admitted();
        assert!(matches!(refused, Err(ApiError::Internal(_))), "{refused:?}");
    }
}
