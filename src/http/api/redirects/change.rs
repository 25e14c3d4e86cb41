//! Changes of redirects.

use serde::Deserialize;
use utoipa::ToSchema;

use super::dto::RedirectResponse;
use super::{NO_REDIRECT, destination};
use crate::actions::redirects as actions;
use crate::domain::RedirectId;
use crate::domain::audit::Action;
use crate::domain::redirect::{Destination, RedirectPath, RedirectTarget};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, redirects};

/// What changes of a redirect; what is absent stays.
#[derive(Deserialize, ToSchema)]
pub struct RedirectChange {
    path: Option<String>,
    /// With the status 410 there is none.
    target: Option<String>,
    /// 301 (for good), 302 (for now) or 410 (gone).
    #[schema(minimum = 0, maximum = 65535)]
    status: Option<u16>,
}

/// Changes a redirect. Its requests stay counted.
#[utoipa::path(patch, path = "/admin/redirects/{id}", operation_id = "changeRedirect", tag = "admin",
    security(("bearer" = [])), request_body = RedirectChange,
    params(("id" = String, Path, description = "The id of the redirect")),
    responses(
        (status = 200, description = "The changed redirect", body = RedirectResponse),
        (status = 400, description = "A field is invalid, the path is one of the site itself, or the target leads back to it"),
        (status = 404, description = "No such redirect"),
        (status = 409, description = "Another redirect leads from the path")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<RedirectChange>,
) -> Result<Json<RedirectResponse>, ApiError> {
    let id = RedirectId::parse(&id).ok_or(NO_REDIRECT)?;
    let path = body.path.as_deref().map(RedirectPath::parse).transpose()?;
    let site = state.config.server.base_url.clone();
    let auditor = state.auditor(staff);
    let changed = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let mut counted = redirects::by_id(tx, id)?.ok_or(NO_REDIRECT)?;
            let redirect = &mut counted.redirect;
            let entry = auditor.entry(Action::RedirectChanged, &id, redirect.path.as_str());
            let status = body.status.unwrap_or(redirect.destination.status());
            let present = redirect.destination.target().map(RedirectTarget::as_str);
            // A status that needs no target gives up the present one.
            let kept = present.filter(|_| status != Destination::Gone.status());
            redirect.destination = destination(status, body.target.as_deref().or(kept), &site)?;
            if let Some(path) = path {
                redirect.path = path;
            }
            actions::change(tx, redirect)?;
            audit::insert(tx, &entry)?;
            Ok::<_, ApiError>(counted)
        })
        .await?;
    Ok(Json(RedirectResponse::new(changed)))
}
