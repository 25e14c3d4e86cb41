//! The list of comments for moderators.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::CommentBody;
use crate::domain::comment::{CommentOnPost, CommentState};
use crate::domain::moderation::{EarlierText, ManagedComment, QueueTotals};
use crate::domain::search::SearchWords;
use crate::domain::{Paging, PostId, Slug, UserId, ValidationError};
use crate::http::api::reports::OpenReportBody;
use crate::http::extract::{Json, PagingQuery, Query, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::StoreError;
use crate::store::comments::{self as stored, QueueFilter};
use crate::store::marks::Marks;

/// The filter of the list of comments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CommentsQuery {
    /// Words that must all occur in the text, the commenter's name or the blog's title.
    search: Option<String>,
    /// `visible`, `held` or `removed`; visible and held ones when absent.
    state: Option<String>,
    /// Whether only comments with open reports are listed, those with the most first.
    reported: Option<bool>,
    /// The id of the reader who wrote them.
    user: Option<String>,
    /// The id of the blog.
    blog: Option<String>,
}

/// The blog of a comment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CommentedBlog)]
pub struct CommentedPost {
    #[serde(rename = "_id")]
    underscore_id: String,
    pub(in crate::http) id: String,
    slug: String,
    title: String,
}

/// An earlier text of a comment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CommentEdit)]
pub struct EarlierTextBody {
    /// Plain text with line breaks.
    content: String,
    /// When it was replaced.
    at: String,
}

/// A comment with its blog, and with what moderators need to decide.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedComment)]
pub struct ManagedCommentBody {
    #[serde(flatten)]
    comment: CommentBody,
    #[serde(rename = "blog")]
    post: CommentedPost,
    /// The names of the rules that hold it back, or have held it back: `link`, `links`, `word`, `host`, `same_text`,
    /// `first_comments` or `reports`.
    held_for: Vec<String>,
    /// The number of open reports.
    report_count: u64,
    /// The newest five open reports, newest first.
    reports: Vec<OpenReportBody>,
    /// The earlier texts, newest first.
    edits: Vec<EarlierTextBody>,
}

/// The numbers of comments that moderators see: visible and held ones, held ones, and those of both with open reports.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CommentTotals)]
pub struct QueueTotalsBody {
    all: u64,
    held: u64,
    reported: u64,
}

/// A page of comments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedCommentsResponse {
    success: bool,
    comments: Vec<ManagedCommentBody>,
    total: u64,
    page: u32,
    total_pages: u64,
    totals: QueueTotalsBody,
}

/// Lists comments, newest first: removed ones by the time of their removal.
#[utoipa::path(get, path = "/admin/comments", operation_id = "managedComments", tag = "admin",
    security(("bearer" = [])), params(CommentsQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of comments", body = ManagedCommentsResponse),
        (status = 400, description = "An unknown state, or not an id")))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    Query(query): Query<CommentsQuery>,
    paging: Paging,
) -> Result<Json<ManagedCommentsResponse>, ApiError> {
    let filter = query.parse()?;
    let (page, totals) = state
        .read(move |tx| {
            let totals = stored::queue_totals(tx)?;
            Ok::<_, StoreError>((stored::queue(tx, &filter, totals, paging)?, totals))
        })
        .await?;
    Ok(Json(ManagedCommentsResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        comments: page.items.into_iter().map(ManagedCommentBody::from).collect(),
        totals: totals.into(),
    }))
}

impl CommentsQuery {
    fn parse(&self) -> Result<QueueFilter, ValidationError> {
        Ok(QueueFilter {
            words: SearchWords::parse(self.search.as_deref().unwrap_or_default())?,
            state: parse_state(self.state.as_deref())?,
            is_reported: self.reported.unwrap_or_default(),
            user: parse_id("user", self.user.as_deref(), UserId::parse)?,
            post: parse_id("blog", self.blog.as_deref(), PostId::parse)?,
        })
    }
}

/// Returns the state of the listed comments, or `None` for visible and held ones. A deleted one has nothing to show.
fn parse_state(name: Option<&str>) -> Result<Option<CommentState>, ValidationError> {
    match name {
        None | Some("") => Ok(None),
        Some("deleted") => ValidationError::reject("state", "state is visible, held or removed"),
        Some(name) => CommentState::parse(name).map(Some),
    }
}

fn parse_id<Id>(
    field: &'static str,
    text: Option<&str>,
    parse: impl FnOnce(&str) -> Option<Id>,
) -> Result<Option<Id>, ValidationError> {
    match text {
        None | Some("") => Ok(None),
        Some(text) => match parse(text) {
            Some(id) => Ok(Some(id)),
            None => ValidationError::reject(field, format!("{field} is an id")),
        },
    }
}

impl From<ManagedComment> for ManagedCommentBody {
    fn from(managed: ManagedComment) -> Self {
        let CommentOnPost { comment, slug, title } = managed.on_post;
        Self {
            post: CommentedPost::new(comment.post, &slug, title),
            comment: CommentBody::whole(comment, &Marks::EMPTY),
            held_for: managed.held_for,
            report_count: managed.report_count,
            reports: managed.reports.into_iter().map(OpenReportBody::from).collect(),
            edits: managed.edits.into_iter().map(EarlierTextBody::from).collect(),
        }
    }
}

impl From<EarlierText> for EarlierTextBody {
    fn from(text: EarlierText) -> Self {
        Self {
            content: text.content,
            at: text.at.to_string(),
        }
    }
}

impl From<QueueTotals> for QueueTotalsBody {
    fn from(totals: QueueTotals) -> Self {
        let QueueTotals { all, held, reported } = totals;
        Self { all, held, reported }
    }
}

impl CommentedPost {
    pub(super) fn new(id: PostId, slug: &Slug, title: String) -> Self {
        let id = id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            slug: slug.to_string(),
            title,
        }
    }
}
