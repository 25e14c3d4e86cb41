//! Adding a comment to a post.

use std::borrow::Cow;

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::CommentBody;
use crate::actions::comments::{self, Submission};
use crate::domain::comment::{Comment, CommentAuthor, CommentState, CommentText};
use crate::domain::{CommentId, PostId, ValidationError};
use crate::http::api::posts::published_id;
use crate::http::extract::{IdOrSlug, Json, State, UnsilencedReader};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::notices::Told;

/// The message of a comment that waits for a moderator.
const HELD_MESSAGE: &str = "Your comment will be shown once a moderator has approved it";

/// The end of the message of a comment that mentions more people than are told.
const MORE_MENTIONS_MESSAGE: &str = " Only the first 10 people whom you mentioned are told.";

/// The new comment.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewComment {
    /// Plain text of 1 to 5,000 characters, with light Markdown.
    content: String,
    /// The id of the comment that it replies to.
    parent_id: Option<String>,
}

/// The comment.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommentResponse {
    success: bool,
    message: Cow<'static, str>,
    comment: CommentBody,
}

impl NewComment {
    /// Validates the text, which comes before the question whether there is such a post.
    pub(super) fn text(&self) -> Result<CommentText, ValidationError> {
        CommentText::parse(&self.content)
    }

    /// Validates the comment of `author` on a post.
    pub(super) fn submission(
        &self,
        post: PostId,
        author: CommentAuthor,
        state: &AppState,
    ) -> Result<Submission, ValidationError> {
        let text = self.text()?;
        let parent = self.parent_id.as_deref();
        let parent = parent.map(|id| CommentId::parse(id).ok_or(comments::unknown_parent()));
        let now = state.clock.now();
        Ok(Submission {
            id: CommentId::new(now, state.entropy.as_ref()),
            post,
            author,
            parent: parent.transpose()?,
            text,
            closing: state.comment_closing(),
            now,
        })
    }
}

impl CommentResponse {
    /// Creates the response for the author of a comment, whose message says if it waits for a moderator, and if
    /// not all are told whom it mentions.
    pub(super) fn new(comment: Comment, told: Told, marks: &Marks, message: &'static str) -> Self {
        let message = match comment.state {
            CommentState::Held => HELD_MESSAGE.into(),
            _ if told.has_more_mentions => format!("{message}{MORE_MENTIONS_MESSAGE}").into(),
            _ => message.into(),
        };
        Self {
            success: true,
            message,
            comment: CommentBody::whole(comment, marks),
        }
    }
}

/// Adds a comment of the caller to a published blog, or a reply to another comment on it.
#[utoipa::path(post, path = "/blogs/{id}/comments", operation_id = "addComment", tag = "blogs",
    security(("bearer" = [])), request_body = NewComment,
    params(("id" = String, Path, description = "The id or slug of the blog")),
    responses(
        (status = 201, description = "The comment", body = CommentResponse),
        (status = 400, description = "The text is empty or too long, or there is no comment to reply to"),
        (status = 403, description = "The profile is not complete yet, the caller is silenced, or the comments are closed"),
        (status = 404, description = "No such blog, or a draft")))]
pub async fn handler(
    State(state): State<AppState>,
    UnsilencedReader(reader): UnsilencedReader,
    IdOrSlug(id_or_slug): IdOrSlug,
    Json(body): Json<NewComment>,
) -> Result<(StatusCode, Json<CommentResponse>), ApiError> {
    let author = CommentAuthor::Reader(reader);
    body.text()?;
    let post = published_id(&state, id_or_slug).await?;
    let submission = body.submission(post, author, &state)?;
    let created = state.write(move |tx| comments::create(tx, submission)).await?;
    let response = CommentResponse::new(
        created.comment,
        created.told,
        &Marks::EMPTY,
        "Comment added successfully",
    );
    Ok((StatusCode::CREATED, Json(response)))
}
