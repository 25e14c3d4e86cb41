//! The first start in the browser. One file per operation.

pub mod check;
pub mod complete;
pub mod palette;
pub mod test_mail;

use std::net::IpAddr;

use crate::actions::security_log::Event;
use crate::actions::setup::SetupError;
use crate::auth::link_token::LinkToken;
use crate::http::api::auth::log_refusal;
use crate::http::{ApiError, AppState};

/// Checks the token of a request. Once there is an administrator, nothing is here.
async fn check_token(state: &AppState, network: Option<IpAddr>, text: &str) -> Result<LinkToken, ApiError> {
    let (setup, now) = (state.setup.clone(), state.clock.now());
    let token = LinkToken::parse(text);
    let given = token.clone();
    let checked = state
        .read(move |tx| Ok::<_, ApiError>(setup.check(tx, given.as_ref(), now)?))
        .await;
    if let Err(error) = checked {
        log_refusal(Event::AdminSignupRefused, &error, None, network);
        return Err(error);
    }
    token.ok_or_else(|| SetupError::InvalidToken.into())
}
