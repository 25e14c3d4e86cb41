//! Redirects from a file.

use serde::Serialize;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use crate::actions::redirects::{self, Line, Outcome};
use crate::domain::RedirectId;
use crate::domain::audit::Action;
use crate::http::extract::{Json, RedirectFile, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// The most lines of one write: some milliseconds.
const BATCH: usize = 500;
const ALREADY_THERE: &str = "A redirect leads from this path already";

/// An entry of the `redirects.json` of Ghost.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "it only describes the file, whose entries are read one by one"
)]
pub struct GhostRedirect {
    /// A path, or a regular expression that stands for one path alone.
    from: String,
    to: String,
    /// Whether the status is 301; else it is 302.
    permanent: Option<bool>,
}

/// What became of a line.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportedLine {
    /// Its number from 1; in a file of JSON that of the entry.
    line: usize,
    /// The beginning of the path, as it is written.
    path: String,
    /// `new`, `skipped` (a redirect leads from the path already, and stays) or `refused`.
    outcome: &'static str,
    /// Why it was skipped or refused.
    #[schema(required)]
    reason: Option<String>,
}

/// The numbers of lines.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = ImportedTotals)]
pub struct Totals {
    new: usize,
    skipped: usize,
    refused: usize,
}

/// What became of the lines of a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportedRedirects)]
pub struct ImportedResponse {
    success: bool,
    totals: Totals,
    lines: Vec<ImportedLine>,
}

/// Adds the redirects of a file: CSV with the columns `path`, `target` and `status`, or the `redirects.yaml` or
/// `redirects.json` of Ghost, of which patterns are refused. A line that is refused stops none of the others.
#[utoipa::path(post, path = "/admin/redirects/import", operation_id = "importRedirects", tag = "admin",
    security(("bearer" = [])),
    request_body(content((String = "text/csv"), (String = "application/yaml"), (Vec<GhostRedirect> = "application/json"))),
    responses(
        (status = 200, description = "What became of each line", body = ImportedResponse),
        (status = 400, description = "The file cannot be read, is empty, or has more than 100,000 lines"),
        (status = 415, description = "The file is neither CSV, YAML nor JSON")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    file: RedirectFile,
) -> Result<Json<ImportedResponse>, ApiError> {
    let format = file.format.name();
    let lines = read(&state, file).await?;
    if lines.is_empty() {
        return Err(ApiError::BadRequest("The file holds no redirects".to_owned()));
    }
    let mut response = ImportedResponse {
        success: true,
        totals: Totals::default(),
        lines: Vec::with_capacity(lines.len()),
    };
    let mut lines = lines.into_iter().peekable();
    while lines.peek().is_some() {
        let batch: Vec<Line> = lines.by_ref().take(BATCH).collect();
        let auditor = state.auditor(staff);
        let written = state.write(move |tx| {
            staff.confirm(tx)?;
            let outcomes = redirects::add_lines(tx, &batch)?;
            let new = outcomes
                .iter()
                .filter(|outcome| **outcome == Outcome::New)
                .count();
            if new > 0 {
                let entry = auditor.entry(Action::RedirectsImported, &format, new.to_string());
                audit::insert(tx, &entry)?;
            }
            Ok::<_, ApiError>((batch, outcomes))
        });
        let (batch, outcomes) = written.await?;
        for (line, outcome) in batch.into_iter().zip(outcomes) {
            response.add(line, outcome);
        }
    }
    Ok(Json(response))
}

/// Reads the lines of the file off the async threads: there may be many.
async fn read(state: &AppState, file: RedirectFile) -> Result<Vec<Line>, ApiError> {
    let (site, entropy, now) = (
        state.config.server.base_url.clone(),
        state.entropy.clone(),
        state.clock.now(),
    );
    let new_id = move || RedirectId::new(now, entropy.as_ref());
    let reading = spawn_blocking(move || redirects::lines_of(file.format, &file.bytes, &site, new_id));
    Ok(reading.await.map_err(ApiError::internal)??)
}

impl ImportedResponse {
    fn add(&mut self, line: Line, outcome: Outcome) {
        let (outcome, reason, total) = match outcome {
            Outcome::New => ("new", None, &mut self.totals.new),
            Outcome::Skipped => (
                "skipped",
                Some(ALREADY_THERE.to_owned()),
                &mut self.totals.skipped,
            ),
            Outcome::Refused(reason) => ("refused", Some(reason), &mut self.totals.refused),
        };
        *total += 1;
        self.lines.push(ImportedLine {
            line: line.number,
            path: line.path,
            outcome,
            reason,
        });
    }
}
