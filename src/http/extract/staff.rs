//! A member of the staff, in a session or by an API key of theirs.

use std::borrow::Cow;

use super::api_key::{GoodKey, KEY_NOT_ALLOWED};
use crate::auth::token::VerifiedToken;
use crate::config::SecondFactorPolicy;
use crate::domain::{AdminId, ApiKeyId, AuthorId, Role, Time};
use crate::http::route_policy::RoutePolicy;
use crate::http::state::Actor;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{Tx, admins, api_keys};

/// A member of the staff with a valid token or key, whose role allows the route: the router says the least one.
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

impl Staff {
    /// Returns the member whose session a token belongs to, or `None` if it has ended. Reads the role from the database each
    /// time, so that a change of it, also by the command line, takes effect at once. Where the site demands a second factor
    /// of the staff, a member without one is refused, except for setting it up.
    pub(super) async fn of_session(
        state: &AppState,
        id: AdminId,
        token: VerifiedToken,
        policy: RoutePolicy,
    ) -> Result<Option<Self>, ApiError> {
        let rights = state
            .read(move |tx| admins::rights_of_session(tx, id, token.id, token.epoch))
            .await?;
        let Some(rights) = rights else {
            return Ok(None);
        };
        require_second_factor(state, rights.has_second_factor, policy)?;
        Ok(Some(Self {
            id,
            role: rights.role,
            credential: Credential::Session(token),
            least_role: policy.least_role,
        }))
    }

    /// Returns the member of the staff for whom an API key acts, with the lower one of both roles.
    pub(super) fn of_key(key: &GoodKey, state: &AppState, policy: RoutePolicy) -> Result<Self, ApiError> {
        require_second_factor(state, key.rights.has_second_factor, policy)?;
        Ok(Self {
            id: key.rights.key.creator,
            role: key.rights.role,
            credential: Credential::Key(key.rights.key.id, key.at),
            least_role: policy.least_role,
        })
    }

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

    /// Returns the member if their role allows the route. A route that names no role admits nobody.
    pub(super) fn admitted(self) -> Result<Self, ApiError> {
        match self.least_role {
            Some(least) if self.role >= least => Ok(self),
            Some(_) => Err(ROLE_NOT_ALLOWED),
            None => Err(ApiError::Internal(
                "the route is for the staff, but names no role".into(),
            )),
        }
    }
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

/// The error of a member of the staff whose role does not allow an operation.
pub const ROLE_NOT_ALLOWED: ApiError = ApiError::Forbidden(
    ErrorCode::RoleNotAllowed,
    Cow::Borrowed("Your role does not allow this"),
);

const SECOND_FACTOR_REQUIRED: ApiError = ApiError::Forbidden(
    ErrorCode::SecondFactorRequired,
    Cow::Borrowed("This site asks its staff for a second factor. Please set one up first."),
);

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
    use crate::domain::{Account, SystemEntropy, TokenId};

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
