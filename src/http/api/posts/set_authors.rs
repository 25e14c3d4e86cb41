//! The authors of a post.

use serde::Deserialize;
use utoipa::ToSchema;

use super::changed::{self, ChangedPostResponse};
use super::{any_post, require_may_change};
use crate::domain::audit::Action;
use crate::domain::post::AUTHORS_MAX;
use crate::domain::{AuthorId, ValidationError};
use crate::http::extract::{IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, authors, posts};

/// The authors of a post.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = BlogAuthors)]
pub struct PostAuthors {
    /// The ids of 1 to 5 authors, in their order.
    authors: Vec<String>,
}

/// Sets the authors of a post, in their order. An author stays one of them; editors and administrators change those of
/// every post.
#[utoipa::path(put, path = "/blogs/{id}/authors", operation_id = "setBlogAuthors", tag = "admin",
    security(("bearer" = [])), request_body = PostAuthors,
    params(("id" = String, Path, description = "The id or slug of the post")),
    responses(
        (status = 200, description = "The post with its authors", body = ChangedPostResponse),
        (status = 400, description = "There are too many authors or none, one occurs twice, or is unknown"),
        (status = 403, description = "Not their own post"),
        (status = 404, description = "No such post")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<PostAuthors>,
) -> Result<Json<ChangedPostResponse>, ApiError> {
    let ids = parse(&body.authors)?;
    let auditor = state.auditor(staff);
    let post = state
        .write(move |tx| {
            let staff = staff.confirm(tx)?;
            let post = any_post(tx, &id_or_slug)?;
            require_may_change(staff, &post)?;
            if !staff.role.covers_all_posts() && !ids.contains(&staff.author()) {
                return Err(refusal("You stay one of the authors").into());
            }
            if authors::among(tx, &ids)?.len() < ids.len() {
                return Err(refusal("One of the authors is not known here").into());
            }
            posts::set_authors(tx, post.id, &ids)?;
            let detail: Vec<String> = ids.iter().map(AuthorId::to_string).collect();
            let entry = auditor.entry(Action::PostAuthorsChanged, &post.id, detail.join(" "));
            audit::insert(tx, &entry)?;
            changed::reload(tx, post.id)
        })
        .await?;
    Ok(Json(ChangedPostResponse::new(post, &state)))
}

/// Parses 1 to 5 different ids.
fn parse(texts: &[String]) -> Result<Vec<AuthorId>, ValidationError> {
    if texts.is_empty() || texts.len() > AUTHORS_MAX {
        return Err(refusal("A post has 1 to 5 authors"));
    }
    let mut ids = Vec::with_capacity(texts.len());
    for text in texts {
        let id = AuthorId::parse(text).ok_or_else(|| refusal("authors are ids of authors"))?;
        if ids.contains(&id) {
            return Err(refusal("An author can be named only once"));
        }
        ids.push(id);
    }
    Ok(ids)
}

fn refusal(message: &str) -> ValidationError {
    ValidationError::new("authors", message)
}
