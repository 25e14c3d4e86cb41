//! The first start in the browser. One file per operation.

pub mod check;
pub mod complete;
pub mod palette;
pub mod test_mail;

use std::net::IpAddr;

use crate::actions::security_log::{self, Event};
use crate::actions::setup::SetupError;
use crate::auth::link_token::LinkToken;
use crate::http::{ApiError, AppState};
use crate::store::admins;

/// The epoch of the first tokens of an account.
const FIRST_EPOCH: i64 = 0;

/// Checks the token of a request. Once there is an administrator, nothing is here.
async fn check_token(state: &AppState, network: Option<IpAddr>, text: &str) -> Result<LinkToken, ApiError> {
    let (setup, now) = (state.setup.clone(), state.clock.now());
    let token = LinkToken::parse(text);
    let given = token.clone();
    let checked = state
        .read(move |tx| {
            match &given {
                Some(token) => setup.check(tx, token, now),
                None if admins::has_admin(tx)? => Err(SetupError::Done),
                None => Err(SetupError::InvalidToken),
            }
            .map_err(|error| match error {
                SetupError::Done => ApiError::NotFound("This site is set up already"),
                error => error.into(),
            })
        })
        .await;
    if let Err(error) = checked {
        security_log::record_visitor(Event::AdminSignupRefused, None, network);
        return Err(error);
    }
    token.ok_or_else(|| SetupError::InvalidToken.into())
}
