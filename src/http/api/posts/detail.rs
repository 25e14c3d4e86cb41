//! A post with everything that its page displays.

use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::{PostBody, PostSummaryBody};
use super::series_place::SeriesPlaceBody;
use super::text::PostText;
use super::{NOT_FOUND, wants_text};
use crate::actions::rendering;
use crate::domain::comment::{COMMENTS_WITH_POST, Comment};
use crate::domain::post::{PostSummary, RenderedArticle};
use crate::domain::series::Place;
use crate::domain::{Paging, Slug};
use crate::http::api::comments::dto::CommentBody;
use crate::http::cache::{ExpiresAt, SharedResponse, ViewerMarks};
use crate::http::extract::{IdOrSlug, Query, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::{MarkTargets, Marks};
use crate::store::{StoreError, Tx, comments, posts, series, tags};

/// The requested form of the text.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DetailQuery {
    /// `reading` returns the rendered text instead of `content`, and no comments: they are read in threads.
    fields: Option<String>,
}

/// A blog.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlogResponse)]
pub struct PostResponse {
    success: bool,
    #[serde(rename = "blog")]
    pub(in crate::http) post: PostBody,
}

/// A published post with everything that its page displays.
pub(in crate::http) struct LoadedPost<Text> {
    pub(in crate::http) post: PostSummary,
    /// The text, in the requested form.
    pub(in crate::http) text: Text,
    comments: Vec<Comment>,
    comments_closed: bool,
    /// When it closes for comments by its age, if it is open now.
    pub(in crate::http) expires_at: Option<ExpiresAt>,
    related: Vec<PostSummary>,
    tag_slugs: Vec<Slug>,
    place: Option<Place>,
}

/// Returns a published blog by its id or slug.
#[utoipa::path(get, path = "/blogs/{id}", operation_id = "blog", tag = "blogs",
    security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog"), DetailQuery),
    responses(
        (status = 200, description = "The blog", body = PostResponse),
        (status = 400, description = "An unknown form"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    ViewerMarks(marks): ViewerMarks,
    IdOrSlug(id_or_slug): IdOrSlug,
    Query(query): Query<DetailQuery>,
    reservation: Reservation,
) -> Result<Response, ApiError> {
    if wants_text(query.fields.as_deref(), "reading")? {
        let loaded = reading(&state, reservation, id_or_slug).await?;
        return Ok(loaded.into_response(&state, &marks));
    }
    let loaded = load(&state, reservation, id_or_slug, COMMENTS_WITH_POST, |tx, seq| {
        Ok(PostText::Content(posts::html(tx, seq)?.unwrap_or_default()))
    })
    .await?;
    Ok(loaded.into_response(&state, &marks))
}

/// Loads a published post with its rendered text and without comments, for `fields=reading` of the API and for the post's
/// page.
pub(in crate::http) async fn reading(
    state: &AppState,
    reservation: Reservation,
    id_or_slug: String,
) -> Result<LoadedPost<RenderedArticle>, ApiError> {
    load(state, reservation, id_or_slug, 0, rendering::of_post).await
}

async fn load<Text: Send + 'static>(
    state: &AppState,
    reservation: Reservation,
    id_or_slug: String,
    newest_comments: u32,
    read_text: impl FnOnce(&Tx<'_>, i64) -> Result<Text, StoreError> + Send + 'static,
) -> Result<LoadedPost<Text>, ApiError> {
    let (closing, now) = (state.comment_closing(), state.clock.now());
    state
        .read(move |tx| {
            let post = posts::published_by_id_or_slug(tx, &id_or_slug)?.ok_or(NOT_FOUND)?;
            let (bytes, _) = posts::html_sizes(tx, &[post.seq])?;
            // Escaping or rendering a text rarely more than doubles its length.
            reservation.raise_to(2 * bytes)?;
            let comments = match newest_comments {
                0 => Vec::new(),
                number => {
                    let newest = Paging::first(number);
                    comments::list_of_post(tx, post.id, post.counts.comments, newest)?.items
                }
            };
            let (by_authors, published_at) = (post.comments_closed, post.created_at);
            let expires_at = closing.closes_later(by_authors, published_at, now);
            let related = posts::related(tx, &post)?;
            Ok::<_, ApiError>(LoadedPost {
                text: read_text(tx, post.seq)?,
                comments_closed: closing.is_closed(by_authors, published_at, now),
                expires_at: expires_at.map(ExpiresAt),
                tag_slugs: tags::slugs_of(tx, &post.tags)?,
                place: series::place_of(tx, &post)?,
                post,
                comments,
                related,
            })
        })
        .await
}

impl<Text: Into<PostText>> LoadedPost<Text> {
    fn into_response(self, state: &AppState, marks: &Marks) -> Response {
        let expires_at = self.expires_at;
        let posts = self.related.iter().chain([&self.post]);
        let response = SharedResponse {
            markable: MarkTargets {
                posts: posts.map(|post| post.id).collect(),
                comments: self.comments.iter().map(|comment| comment.id).collect(),
            },
            dto: self.into_dto(state, marks),
        };
        ExpiresAt::add_to(expires_at, response.into_response())
    }

    pub(in crate::http) fn into_dto(self, state: &AppState, marks: &Marks) -> PostResponse {
        PostResponse {
            success: true,
            post: PostBody {
                summary: PostSummaryBody::new(self.post, marks, state),
                text: self.text.into(),
                comments: CommentBody::all(self.comments, marks),
                comments_closed: self.comments_closed,
                related: PostSummaryBody::all(self.related, marks, state),
                tag_slugs: self.tag_slugs.iter().map(Slug::to_string).collect(),
                series: self.place.map(SeriesPlaceBody::from),
            },
        }
    }
}
