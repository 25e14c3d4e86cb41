//! Counting of views.

use axum::http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::{NOT_FOUND, published_id};
use crate::domain::network::is_private_address;
use crate::domain::{ReferrerHost, ValidationError};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, State};
use crate::http::{ApiError, AppState, negotiation};
use crate::store::{posts, views};

const SESSION_LENGTH_MAX: usize = 100;

/// Parts of the user agents of robots and link previews, in lower case.
const ROBOTS: [&str; 8] = [
    "bot",
    "crawl",
    "spider",
    "slurp",
    "preview",
    "facebookexternalhit",
    "lighthouse",
    "monitor",
];

/// The session and device of a view, and where it came from.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// A random name that the browser generated; 1 to 100 characters.
    session_id: String,
    /// `mobile` under 768 px, else `desktop`.
    device_type: DeviceType,
    /// The address of the page that led to the blog; at most 2,000 characters. Only the host is kept, and none of this
    /// site or of a private network.
    referrer: Option<String>,
}

/// The type of a device.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceType {
    /// Under 768 px wide.
    Mobile,
    /// Anything wider.
    Desktop,
}

/// The confirmation of a view.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewResponse {
    success: bool,
}

/// Counts a view of a published blog: at most one per session in 30 seconds, and none for robots.
#[utoipa::path(post, path = "/blogs/{id}/view", operation_id = "recordView", tag = "blogs", request_body = View,
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 200, description = "The view is recorded", body = ViewResponse),
        (status = 400, description = "The session or device is invalid, or the referrer is too long"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    IdOrSlug(id_or_slug): IdOrSlug,
    ClientNetwork(network): ClientNetwork,
    headers: HeaderMap,
    Json(body): Json<View>,
) -> Result<Json<ViewResponse>, ApiError> {
    let session = session(&body.session_id)?;
    let device = match body.device_type {
        DeviceType::Mobile => views::Device::Mobile,
        DeviceType::Desktop => views::Device::Desktop,
    };
    let referrer = body.referrer.as_deref().unwrap_or_default();
    let referrer = ReferrerHost::parse(referrer, &state.config.server.base_url)?;
    if is_robot(&headers) {
        let published = state.read(move |tx| posts::published_id_by_id_or_slug(tx, &id_or_slug));
        published.await?.ok_or(NOT_FOUND)?;
    } else {
        let post = published_id(&state, id_or_slug).await?;
        let now = state.clock.now();
        let visitor = views::ViewClient {
            session,
            // An internal address may be a proxy with many readers behind it.
            network: network
                .filter(|network| !is_private_address(*network))
                .map(|network| state.networks.hash_for_views(network, now.day())),
            device,
        };
        let exists = state
            .write(move |tx| views::record(tx, post, visitor, referrer.as_ref(), now))
            .await?;
        if !exists {
            return Err(NOT_FOUND);
        }
    }
    Ok(Json(ViewResponse { success: true }))
}

/// Returns the first eight bytes of the session's SHA-256: enough to tell sessions apart, not to identify them.
pub(super) fn session(id: &str) -> Result<i64, ValidationError> {
    let id = id.trim();
    if id.is_empty() || id.len() > SESSION_LENGTH_MAX {
        return ValidationError::reject("sessionId", "sessionId must be 1 to 100 characters long");
    }
    let digest = Sha256::digest(id.as_bytes());
    let mut first = [0_u8; 8];
    first.copy_from_slice(&digest[..8]);
    Ok(i64::from_be_bytes(first))
}

fn is_robot(headers: &HeaderMap) -> bool {
    let agent = negotiation::text(headers, &header::USER_AGENT).to_ascii_lowercase();
    ROBOTS.iter().any(|part| agent.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_robots_by_their_user_agent() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                false,
            ),
            (
                "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                true,
            ),
            ("facebookexternalhit/1.1", true),
        ] {
            let headers = HeaderMap::from_iter([(header::USER_AGENT, agent.parse().unwrap())]);
            assert_eq!(is_robot(&headers), expected, "{agent}");
        }
        assert!(!is_robot(&HeaderMap::new()));
    }

    #[test]
    fn accepts_session_names_of_1_to_100_bytes() {
        assert!(session("  ").is_err());
        assert!(session(&"x".repeat(101)).is_err());
        assert_eq!(session(" a ").unwrap(), session("a").unwrap());
        assert_ne!(session("a").unwrap(), session("b").unwrap());
    }
}
