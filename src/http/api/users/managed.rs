//! The DTO of a reader for those who moderate.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::UserId;
use crate::domain::report::OpenReport;
use crate::domain::user::User;
use crate::http::api::dto::UserBody;
use crate::http::api::reports::OpenReportBody;
use crate::store::{StoreError, Tx, reports};

/// A reader with the rights that the staff gave or took, and the open reports.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedUser)]
pub struct ManagedUserBody {
    #[serde(flatten)]
    user: UserBody,
    /// Until then the reader may not comment, like or report.
    #[schema(required)]
    silenced_until: Option<String>,
    /// Until then the reader is banned. A year of 9999 means for good.
    #[schema(required)]
    banned_until: Option<String>,
    /// Whether the rules against spam do not hold their comments back.
    is_trusted: bool,
    /// The number of open reports.
    report_count: u64,
    /// The newest five open reports, newest first.
    reports: Vec<OpenReportBody>,
}

impl ManagedUserBody {
    fn new(user: User, reports: Vec<OpenReport>, shows_email: bool) -> Self {
        Self {
            silenced_until: user.standing.silenced_until.map(|until| until.to_string()),
            banned_until: user.standing.banned_until.map(|until| until.to_string()),
            is_trusted: user.standing.is_trusted,
            report_count: user.reports,
            reports: reports.into_iter().map(OpenReportBody::from).collect(),
            user: UserBody::from(user).for_other_readers(shows_email),
        }
    }

    /// Loads the reports of readers. Emails are for those who manage the accounts.
    pub(super) fn load(tx: &Tx<'_>, users: Vec<User>, shows_emails: bool) -> Result<Vec<Self>, StoreError> {
        let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
        let mut reports = reports::open_of_readers(tx, &ids)?;
        let bodies = users.into_iter().map(|user| {
            let reports = reports.remove(&user.id).unwrap_or_default();
            Self::new(user, reports, shows_emails)
        });
        Ok(bodies.collect())
    }

    /// Loads the reports of a reader.
    pub(super) fn load_one(tx: &Tx<'_>, user: User, shows_email: bool) -> Result<Self, StoreError> {
        let mut reports = reports::open_of_readers(tx, &[user.id])?;
        let reports = reports.remove(&user.id).unwrap_or_default();
        Ok(Self::new(user, reports, shows_email))
    }
}
