//! Creation of redirects.

use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::destination;
use super::dto::RedirectResponse;
use crate::actions::redirects;
use crate::domain::RedirectId;
use crate::domain::audit::Action;
use crate::domain::redirect::{FROM_PANEL, Redirect, RedirectPath};
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

const PERMANENT: u16 = 301;

/// The redirect to be made.
#[derive(Deserialize, ToSchema)]
pub struct NewRedirect {
    /// A path at which the site has nothing, such as `/2019/05/hello`, or one with the parameter `p` or `page_id`. With and
    /// without a slash at the end it is the same.
    path: String,
    /// A path of the site, or an https or http address. Without a query of its own it gets that of the request. Absent for
    /// the status 410.
    target: Option<String>,
    /// 301 (for good), 302 (for now) or 410 (gone); 301 when absent.
    #[schema(minimum = 0, maximum = 65535)]
    status: Option<u16>,
}

/// Makes a redirect. It is followed where the site has nothing.
#[utoipa::path(post, path = "/admin/redirects", operation_id = "createRedirect", tag = "admin",
    security(("bearer" = [])), request_body = NewRedirect,
    responses(
        (status = 201, description = "The redirect", body = RedirectResponse),
        (status = 400, description = "A field is invalid, the path is one of the site itself, the target leads back to it, or there are 100,000 redirects"),
        (status = 409, description = "Another redirect leads from the path")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    Json(body): Json<NewRedirect>,
) -> Result<(StatusCode, Json<RedirectResponse>), ApiError> {
    let auditor = state.auditor(staff);
    let site = &state.config.server.base_url;
    let redirect = Redirect {
        id: RedirectId::new(auditor.now, state.entropy.as_ref()),
        path: RedirectPath::parse(&body.path)?,
        destination: destination(body.status.unwrap_or(PERMANENT), body.target.as_deref(), site)?,
        source: FROM_PANEL.to_owned(),
    };
    let redirect = state
        .write(move |tx| {
            staff.confirm(tx)?;
            redirects::create(tx, &redirect)?;
            let entry = auditor.entry(Action::RedirectCreated, &redirect.id, redirect.path.as_str());
            audit::insert(tx, &entry)?;
            Ok::<_, ApiError>(redirect)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(RedirectResponse::of_new(redirect))))
}
