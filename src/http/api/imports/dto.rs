//! DTOs of imports.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::actions::imports::{left_out, totals};
use crate::actions::moving::{Count, SameReason, Totals};
use crate::domain::import::{ImportOptions, ImportState};
use crate::http::ApiError;
use crate::store::imports::Import;

/// The number of things of one kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportCount)]
pub struct CountBody {
    /// Those that are new.
    new: u64,
    /// Those that were here already.
    skipped: u64,
    /// Those that were not taken.
    refused: u64,
}

impl From<Count> for CountBody {
    fn from(count: Count) -> Self {
        Self {
            new: count.new,
            skipped: count.skipped,
            refused: count.refused,
        }
    }
}

/// The number of things of each kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportTotals)]
pub struct TotalsBody {
    posts: CountBody,
    pages: CountBody,
    comments: CountBody,
    pictures: CountBody,
    redirects: CountBody,
    /// People, whom only another site of this kind brings along.
    people: CountBody,
    /// Groups of settings, which only another site of this kind has. They are taken on the command line alone.
    settings: CountBody,
    /// Tags with their pages, which only another site of this kind brings along.
    tags: CountBody,
    /// Series of posts, which only another site of this kind brings along.
    series: CountBody,
}

impl From<Totals> for TotalsBody {
    fn from(totals: Totals) -> Self {
        Self {
            posts: totals.posts.into(),
            pages: totals.pages.into(),
            comments: totals.comments.into(),
            pictures: totals.pictures.into(),
            redirects: totals.redirects.into(),
            people: totals.people.into(),
            settings: totals.settings.into(),
            tags: totals.tags.into(),
            series: totals.series.into(),
        }
    }
}

/// The things that were left out for the same reason, since they are no posts, pages or comments.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportLeftOut)]
pub struct LeftOutBody {
    /// Why they were left out.
    reason: String,
    /// Their number.
    count: u64,
    /// What names the first of them in its system.
    sources: Vec<String>,
}

impl From<&SameReason> for LeftOutBody {
    fn from(same: &SameReason) -> Self {
        Self {
            reason: same.reason.clone(),
            count: same.count,
            sources: same.sources.clone(),
        }
    }
}

/// How an export is imported.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportOptions)]
pub struct OptionsBody {
    /// The category of texts whose own ones are unknown here.
    default_category: &'static str,
    /// Whether all texts become drafts.
    as_drafts: bool,
    /// Whether old addresses are redirected.
    redirects: bool,
    /// Our categories by foreign names.
    category_map: BTreeMap<String, &'static str>,
}

impl From<ImportOptions> for OptionsBody {
    fn from(options: ImportOptions) -> Self {
        let map = options.category_map.into_iter();
        Self {
            default_category: options.default_category.name(),
            as_drafts: options.as_drafts,
            redirects: options.with_redirects,
            category_map: map
                .map(|(foreign, category)| (foreign, category.name()))
                .collect(),
        }
    }
}

/// The state of an import.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportState)]
pub enum StateBody {
    /// It waits for its check.
    Uploaded,
    /// A dry run is made.
    Checking,
    /// It waits to be applied.
    Ready,
    /// It is applied.
    Applying,
    /// It was applied.
    Done,
    /// It could not be checked, or not be applied to its end.
    Failed,
}

impl From<ImportState> for StateBody {
    fn from(state: ImportState) -> Self {
        match state {
            ImportState::Uploaded => Self::Uploaded,
            ImportState::Checking => Self::Checking,
            ImportState::Ready => Self::Ready,
            ImportState::Applying => Self::Applying,
            ImportState::Done => Self::Done,
            ImportState::Failed => Self::Failed,
        }
    }
}

/// How far the server is with what it does.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportProgress)]
pub struct ProgressBody {
    /// The bytes that have been read.
    done: u64,
    /// The bytes that are to be read; 0 until that is known.
    total: u64,
}

/// An import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub struct ImportBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The system that the export comes from: `ghost`, `wordpress` …
    kind: String,
    /// The name that the file had.
    file_name: String,
    /// The bytes of the file.
    size: u64,
    state: StateBody,
    options: OptionsBody,
    progress: ProgressBody,
    /// What the check has found until now, or once it is applied, what has come in.
    totals: TotalsBody,
    /// What was left out, by the reason, once the check or the import has ended. The totals do not count it.
    left_out: Vec<LeftOutBody>,
    /// The number of entries of the report.
    entries: u64,
    /// Why it has failed; null if it has not.
    #[schema(required)]
    error: Option<String>,
    /// The name of who has uploaded it; null if they have left.
    #[schema(required)]
    created_by: Option<String>,
    created_at: String,
    /// When something of it changed last.
    changed_at: String,
    /// When somebody had it applied; null if it was only checked.
    #[schema(required)]
    applied_at: Option<String>,
}

impl ImportBody {
    pub(super) fn of(import: Import) -> Result<Self, ApiError> {
        Ok(Self {
            underscore_id: import.id.to_string(),
            id: import.id.to_string(),
            kind: import.system,
            file_name: import.file_name.as_str().to_owned(),
            size: import.size,
            state: import.state.into(),
            options: import.options.into(),
            progress: ProgressBody {
                done: import.progress,
                total: import.work,
            },
            totals: totals(&import.totals)?.into(),
            left_out: left_out(&import.left_out)?
                .reasons()
                .iter()
                .map(Into::into)
                .collect(),
            entries: import.entries,
            error: import.error,
            created_by: import.creator_name,
            created_at: import.created_at.to_string(),
            changed_at: import.changed_at.to_string(),
            applied_at: import.applied_at.map(|at| at.to_string()),
        })
    }
}

/// One import.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportResponse {
    success: bool,
    import: ImportBody,
}

impl ImportResponse {
    pub(super) fn new(import: Import) -> Result<Self, ApiError> {
        Ok(Self {
            success: true,
            import: ImportBody::of(import)?,
        })
    }
}
