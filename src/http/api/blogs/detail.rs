//! One blog with all that its page shows.

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::NOT_FOUND;
use super::text::BlogText;
use super::wire::{Blog, BlogSummary, CommentBody};
use crate::content::{self, Presented};
use crate::domain::comment::{COMMENTS_WITH_POST, Comment};
use crate::domain::post::PostSummary;
use crate::domain::{CommentId, Invalid, Paging, UserId};
use crate::http::error::ErrorBody;
use crate::http::extract::{MaybeReader, Query, Reference};
use crate::http::{ApiError, AppState};
use crate::store::marks::{self, PostMarks};
use crate::store::{StoreError, Tx, comments, media, posts};

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

/// A published post with all that its page shows, for one reader.
pub(in crate::http) struct Opened<Text> {
    /// The post itself.
    pub(in crate::http) post: PostSummary,
    /// What its author wrote, in the form that was asked for.
    pub(in crate::http) text: Text,
    comments: Vec<Comment>,
    related: Vec<PostSummary>,
    marks: PostMarks,
    liked: HashSet<CommentId>,
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
    MaybeReader(reader): MaybeReader,
    Reference(reference): Reference,
    Query(query): Query<DetailQuery>,
) -> Result<Json<BlogAnswer>, ApiError> {
    if is_for_reading(query.fields.as_deref())? {
        let opened = reading(&state, reference, reader).await?;
        return Ok(Json(opened.answer(&state)));
    }
    let opened = open(&state, reference, reader, |_, html| Ok(html)).await?;
    Ok(Json(opened.answer(&state)))
}

/// A published post, its text made ready for reading: what the API answers with `fields=reading`, and what
/// its page shows.
pub(in crate::http) async fn reading(
    state: &AppState,
    reference: String,
    reader: Option<UserId>,
) -> Result<Opened<Presented>, ApiError> {
    open(state, reference, reader, |tx, html| presented(tx, &html)).await
}

/// The text with the sizes of this site's pictures in it, which one query gives.
fn presented(tx: &Tx<'_>, html: &str) -> Result<Presented, StoreError> {
    let sizes = media::sizes(tx, &content::media_hashes(html))?;
    Ok(content::present(html, &|address| {
        sizes.get(content::media_hash(address)?).copied()
    }))
}

async fn open<Text: Send + 'static>(
    state: &AppState,
    reference: String,
    reader: Option<UserId>,
    prepare: impl FnOnce(&Tx<'_>, String) -> Result<Text, StoreError> + Send + 'static,
) -> Result<Opened<Text>, ApiError> {
    state
        .store
        .read(move |tx| {
            let post = posts::by_reference(tx, &reference)?.ok_or(NOT_FOUND)?;
            let html = posts::html(tx, post.seq)?.unwrap_or_default();
            let newest = Paging::first(COMMENTS_WITH_POST);
            let comments = comments::on_post(tx, post.id, post.counts.comments, newest)?.items;
            let related = posts::related(tx, &post)?;
            Ok(Opened {
                text: prepare(tx, html)?,
                marks: marks::on_posts(tx, reader, related.iter().chain([&post]))?,
                liked: marks::liked_comments(tx, reader, &comments)?,
                post,
                comments,
                related,
            })
        })
        .await
}

impl<Text: Into<BlogText>> Opened<Text> {
    /// What the API answers.
    pub(in crate::http) fn answer(self, state: &AppState) -> BlogAnswer {
        BlogAnswer {
            success: true,
            blog: Blog::new(
                BlogSummary::new(self.post, &self.marks, state),
                self.text.into(),
                CommentBody::all(self.comments, &self.liked),
                BlogSummary::all(self.related, &self.marks, state),
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
