//! DTOs of reports, of comments as of readers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::report::{NewReport, OpenReport, ReportNote, ReportReason};
use crate::domain::{Time, UserId, ValidationError};

/// The message of every accepted report.
pub(super) const REPORTED: &str = "Thank you. A moderator will look at it.";

/// The report of a comment or a reader.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewReport)]
pub struct ReportInput {
    /// `spam`, `abuse`, `offtopic` or `other`.
    reason: String,
    /// At most 500 characters.
    note: Option<String>,
}

impl ReportInput {
    /// Validates the report by a reader.
    pub fn parse(&self, reporter: UserId, at: Time) -> Result<NewReport, ValidationError> {
        Ok(NewReport {
            reporter,
            reason: ReportReason::parse(&self.reason)?,
            note: ReportNote::parse(self.note.as_deref().unwrap_or_default())?,
            at,
        })
    }
}

/// The reader who reported something.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CommentReporter)]
pub struct ReporterBody {
    id: String,
    name: String,
}

/// An open report of a comment or a reader.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CommentReport)]
pub struct OpenReportBody {
    /// `spam`, `abuse`, `offtopic` or `other`.
    reason: &'static str,
    /// May be empty.
    note: String,
    at: String,
    user: ReporterBody,
}

impl From<OpenReport> for OpenReportBody {
    fn from(report: OpenReport) -> Self {
        Self {
            reason: report.reason.name(),
            note: report.note,
            at: report.at.to_string(),
            user: ReporterBody {
                id: report.reporter.to_string(),
                name: report.reporter_name,
            },
        }
    }
}
