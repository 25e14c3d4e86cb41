//! Making the link by which anybody may read a draft.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{already_published, any_post, require_may_see};
use crate::auth::link_token::LinkToken;
use crate::domain::audit::Action;
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::post::Status;
use crate::domain::{Time, ValidationError};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;
use crate::store::preview_links::{self, PreviewLink};

const DAYS_MAX: i64 = 30;

/// The life of a link.
#[derive(Deserialize, ToSchema)]
pub struct NewPreviewLink {
    /// 1 to 30.
    #[schema(value_type = i64, minimum = 1, maximum = 30)]
    days: Option<i64>,
}

impl NewPreviewLink {
    /// Returns when a link that is made now expires.
    pub(in crate::http::api) fn expires_at(&self, now: Time) -> Result<Time, ValidationError> {
        let days = self.days.filter(|days| (1..=DAYS_MAX).contains(days));
        let days = days.ok_or_else(|| ValidationError::new("days", "A link lives for 1 to 30 days"))?;
        Ok(now.plus_milliseconds(days * DAY_MILLISECONDS))
    }
}

/// A new link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewLinkResponse {
    success: bool,
    /// The address, which is in this response alone.
    url: String,
    expires_at: String,
}

/// Makes a link by which anybody may read a draft until it is published. It replaces an earlier one.
#[utoipa::path(post, path = "/blogs/{id}/preview-link", operation_id = "createPreviewLink", tag = "admin",
    security(("bearer" = [])), request_body = NewPreviewLink,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 201, description = "The link", body = PreviewLinkResponse),
        (status = 400, description = "Not 1 to 30 days"),
        (status = 403, description = "Not their own post, and neither editor nor administrator"),
        (status = 404, description = "No such post"),
        (status = 409, description = "The post is published already")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<NewPreviewLink>,
) -> Result<(StatusCode, Json<PreviewLinkResponse>), ApiError> {
    let auditor = state.auditor(staff);
    let token = LinkToken::random(state.entropy.as_ref());
    let (hash, now) = (token.hash(), auditor.now);
    let expires_at = body.expires_at(now)?;
    state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let post = any_post(tx, &id_or_slug)?;
            require_may_see(staff, &post)?;
            if post.status == Status::Published {
                return Err(already_published("status"));
            }
            let link = PreviewLink {
                post: post.id,
                created_at: now,
                expires_at,
            };
            preview_links::replace(tx, link, &hash)?;
            let row = auditor.entry(Action::PostPreviewLinked, &post.id, expires_at.to_string());
            audit::insert(tx, &row).map_err(ApiError::from)
        })
        .await?;
    Ok(PreviewLinkResponse::created(&state, &token, expires_at))
}

impl PreviewLinkResponse {
    /// Returns the response with the address of a new link.
    pub(in crate::http::api) fn created(
        state: &AppState,
        token: &LinkToken,
        expires_at: Time,
    ) -> (StatusCode, Json<Self>) {
        let response = Self {
            success: true,
            url: format!("{}/preview/{}", state.config.server.origin(), token.expose()),
            expires_at: expires_at.to_string(),
        };
        (StatusCode::CREATED, Json(response))
    }
}
