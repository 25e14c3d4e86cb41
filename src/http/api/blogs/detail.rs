//! One blog with all that its page shows.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::NOT_FOUND;
use super::text::BlogText;
use super::wire::{Blog, BlogSummary, CommentBody};
use crate::content::Presented;
use crate::domain::comment::{COMMENTS_WITH_POST, Comment};
use crate::domain::post::PostSummary;
use crate::domain::{Invalid, Paging, PostId};
use crate::http::answers::{OwnMarks, Shared};
use crate::http::error::ErrorBody;
use crate::http::extract::{Query, Reference};
use crate::http::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::{Markable, Marks};
use crate::store::{Shown, StoreError, Tx, comments, posts};

/// In which form the text is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DetailQuery {
    /// `reading` gives the text made ready for reading in the place of `content`.
    fields: Option<String>,
}

/// A blog.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlogAnswer {
    success: bool,
    pub(in crate::http) blog: Blog,
}

/// A published post with all that its page shows.
pub(in crate::http) struct Opened<Text> {
    /// The post itself.
    pub(in crate::http) post: PostSummary,
    /// What its author wrote, in the form that was asked for.
    pub(in crate::http) text: Text,
    comments: Vec<Comment>,
    related: Vec<PostSummary>,
}

/// A published blog by its id or slug.
#[utoipa::path(get, path = "/blogs/{id}", operation_id = "blog", tag = "blogs",
    security((), ("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the blog"), DetailQuery),
    responses(
        (status = 200, description = "The blog", body = BlogAnswer),
        (status = 400, description = "A form that there is not", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 404, description = "No such blog, or a draft", body = ErrorBody)))]
pub async fn detail(
    State(state): State<AppState>,
    OwnMarks(marks): OwnMarks,
    Reference(reference): Reference,
    Query(query): Query<DetailQuery>,
    reservation: Reservation,
) -> Result<Shared<BlogAnswer>, ApiError> {
    if is_for_reading(query.fields.as_deref())? {
        let opened = reading(&state, reservation, reference).await?;
        return Ok(opened.shared(&state, &marks));
    }
    let opened = open(&state, reservation, reference, |_, html| Ok(html)).await?;
    Ok(opened.shared(&state, &marks))
}

/// A published post, its text made ready for reading: what the API answers with `fields=reading`, and what
/// its page shows.
pub(in crate::http) async fn reading(
    state: &AppState,
    reservation: Reservation,
    reference: String,
) -> Result<Opened<Arc<Presented>>, ApiError> {
    let site = state.clone();
    open(state, reservation, reference, move |tx, html| {
        site.readings.of(tx, &html)
    })
    .await
}

async fn open<Text: Send + 'static>(
    state: &AppState,
    reservation: Reservation,
    reference: String,
    prepare: impl FnOnce(&Tx<'_>, String) -> Result<Text, StoreError> + Send + 'static,
) -> Result<Opened<Text>, ApiError> {
    state
        .store
        .read(move |tx| {
            let post = posts::by_reference(tx, &reference)?.ok_or(NOT_FOUND)?;
            let (bytes, _) = posts::html_bytes(tx, &[post.seq])?;
            // Escaped or presented, a text is hardly ever more than twice as long.
            reservation.cover(2 * bytes)?;
            let html = posts::html(tx, post.seq)?.unwrap_or_default();
            let newest = Paging::first(COMMENTS_WITH_POST);
            let comments = comments::on_post(tx, post.id, post.counts.comments, newest)?.items;
            let related = posts::related(tx, &post)?;
            Ok(Opened {
                text: prepare(tx, html)?,
                post,
                comments,
                related,
            })
        })
        .await
}

impl<Text> Opened<Text> {
    /// What makes answers with it old.
    pub(in crate::http) fn shown(&self) -> Shown {
        Shown::posts(self.posts())
    }

    fn posts(&self) -> impl Iterator<Item = PostId> {
        self.related.iter().chain([&self.post]).map(|post| post.id)
    }

    fn markable(&self) -> Markable {
        Markable {
            posts: self.posts().collect(),
            comments: self.comments.iter().map(|comment| comment.id).collect(),
        }
    }
}

impl<Text: Into<BlogText>> Opened<Text> {
    fn shared(self, state: &AppState, marks: &Marks) -> Shared<BlogAnswer> {
        Shared {
            shown: self.shown(),
            markable: self.markable(),
            answer: self.answer(state, marks),
        }
    }

    /// What the API answers to a reader with these marks.
    pub(in crate::http) fn answer(self, state: &AppState, marks: &Marks) -> BlogAnswer {
        BlogAnswer {
            success: true,
            blog: Blog::new(
                BlogSummary::new(self.post, marks, state),
                self.text.into(),
                CommentBody::all(self.comments, marks),
                BlogSummary::all(self.related, marks, state),
            ),
        }
    }
}

fn is_for_reading(fields: Option<&str>) -> Result<bool, Invalid> {
    match fields {
        None | Some("") => Ok(false),
        Some("reading") => Ok(true),
        Some(_) => Err(Invalid::new("fields", "fields can be reading")),
    }
}
