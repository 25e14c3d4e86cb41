//! The difference between two revisions.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::RevisionBody;
use super::{html_of, post_of, reserve, revision_of};
use crate::content::{self, Block, BlockChange, BlockDiff, WordRange};
use crate::domain::ValidationError;
use crate::domain::post::Cover;
use crate::domain::revision::Revision;
use crate::http::extract::{IdOrSlug, Json, Query, Staff, State};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};

/// After this time, what is not compared yet counts as replaced. Two usual texts take a millisecond.
const TIME_MAX: Duration = Duration::from_millis(500);
/// The response holds each text as HTML and as plain text, and both may grow in JSON.
const COPIES: usize = 3;

/// The revisions to compare.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DiffQuery {
    /// The number of the earlier revision.
    #[param(value_type = u32, required = true)]
    from: Option<u32>,
    /// The number of the later revision.
    #[param(value_type = u32, required = true)]
    to: Option<u32>,
}

/// The change of a block.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BlockChange)]
pub enum BlockChangeName {
    /// Both texts have it.
    Same,
    /// The earlier text alone has it.
    Removed,
    /// The later text alone has it.
    Added,
    /// Both have it, with other words or another form.
    Changed,
}

/// Words of a text, in UTF-16 units.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WordRange)]
pub struct WordRangeBody {
    start: usize,
    end: usize,
}

/// A block as one of the texts has it.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockSide {
    /// The name of its element.
    tag: String,
    /// Its plain text.
    text: String,
    /// Its HTML.
    html: String,
    /// The words of `text` that were removed from the earlier text, or added to the later one; only with `changed`.
    ranges: Vec<WordRangeBody>,
}

/// A block of either text, or of both.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlockDiff)]
pub struct BlockDiffBody {
    change: BlockChangeName,
    /// As the earlier text has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<BlockSide>,
    /// As the later text has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<BlockSide>,
}

/// A field beside the text that differs.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldDiff {
    /// `title`, `category`, `tags`, `featuredImage` or `slug`.
    field: &'static str,
    /// The earlier value; tags are joined by commas.
    from: String,
    /// The later value.
    to: String,
}

/// The difference between two revisions.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevisionDiffResponse {
    success: bool,
    from: RevisionBody,
    to: RevisionBody,
    /// The fields that differ.
    fields: Vec<FieldDiff>,
    /// The blocks of both texts, in their order.
    blocks: Vec<BlockDiffBody>,
}

/// Compares two revisions of a post: the fields that differ, and the blocks of both texts with the words that were
/// removed and added.
#[utoipa::path(get, path = "/blogs/{id}/revisions/diff", operation_id = "revisionDiff", tag = "admin",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id or slug of the post"), DiffQuery),
    responses(
        (status = 200, description = "The difference", body = RevisionDiffResponse),
        (status = 403, description = "Not their own post, or a contributor's published one"),
        (status = 404, description = "No such post or revision")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    IdOrSlug(id_or_slug): IdOrSlug,
    Query(DiffQuery { from, to }): Query<DiffQuery>,
    reservation: Reservation,
) -> Result<Json<RevisionDiffResponse>, ApiError> {
    let (from, to, from_html, to_html) = state
        .read(move |tx| {
            let post = post_of(tx, staff, &id_or_slug)?;
            let (from, to) = (required("from", from)?, required("to", to)?);
            let (earlier, later) = (revision_of(tx, &post, from)?, revision_of(tx, &post, to)?);
            reserve(&reservation, [&earlier, &later], COPIES)?;
            let htmls = (html_of(tx, &post, from)?, html_of(tx, &post, to)?);
            Ok::<_, ApiError>((earlier, later, htmls.0, htmls.1))
        })
        .await?;
    let deadline = Instant::now() + TIME_MAX;
    let blocks = tokio::task::spawn_blocking(move || content::diff(&from_html, &to_html, deadline));
    let blocks = blocks.await.map_err(ApiError::internal)?;
    Ok(Json(RevisionDiffResponse {
        success: true,
        fields: fields(&from, &to),
        from: from.into(),
        to: to.into(),
        blocks: blocks.into_iter().map(BlockDiffBody::from).collect(),
    }))
}

fn required(name: &'static str, number: Option<u32>) -> Result<u32, ValidationError> {
    number.ok_or_else(|| ValidationError::new(name, format!("{name} is the number of a revision")))
}

fn fields(from: &Revision, to: &Revision) -> Vec<FieldDiff> {
    let cover = |revision: &Revision| revision.cover.as_ref().map(Cover::url).unwrap_or_default();
    let of = |revision: &Revision| {
        [
            ("title", revision.title.clone()),
            ("category", revision.category.name().to_owned()),
            ("tags", revision.tags.join(", ")),
            ("featuredImage", cover(revision)),
            ("slug", revision.slug.to_string()),
        ]
    };
    let pairs = of(from).into_iter().zip(of(to));
    let differing = pairs.filter(|((_, from), (_, to))| from != to);
    differing
        .map(|((field, from), (_, to))| FieldDiff { field, from, to })
        .collect()
}

impl From<BlockDiff> for BlockDiffBody {
    fn from(block: BlockDiff) -> Self {
        Self {
            change: match block.change {
                BlockChange::Same => BlockChangeName::Same,
                BlockChange::Removed => BlockChangeName::Removed,
                BlockChange::Added => BlockChangeName::Added,
                BlockChange::Changed => BlockChangeName::Changed,
            },
            from: block.from.map(BlockSide::from),
            to: block.to.map(BlockSide::from),
        }
    }
}

impl From<(Block, Vec<WordRange>)> for BlockSide {
    fn from((block, ranges): (Block, Vec<WordRange>)) -> Self {
        let ranges = ranges
            .into_iter()
            .map(|WordRange { start, end }| WordRangeBody { start, end });
        Self {
            tag: block.tag,
            text: block.text,
            html: block.html,
            ranges: ranges.collect(),
        }
    }
}
