//! DTOs of redirects.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::redirect::{CountedRedirect, Redirect, RedirectTarget};

/// A redirect.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Redirect)]
pub struct RedirectBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The path that it leads from, percent-encoded, without a slash at its end, or with `?p=` or `?page_id=` and a number.
    path: String,
    /// A path of the site or an absolute address; null for what is gone for good (410).
    #[schema(required)]
    target: Option<String>,
    /// 301 (for good), 302 (for now) or 410 (gone).
    status: u16,
    /// `panel`, `file`, or the name of the system that it was imported from.
    source: String,
    /// The number of requests that followed it, but for those of the last minute.
    hits: u64,
    /// When the last of them came; null if none did.
    #[schema(required)]
    last_at: Option<String>,
}

impl From<CountedRedirect> for RedirectBody {
    fn from(counted: CountedRedirect) -> Self {
        let CountedRedirect {
            redirect,
            hits,
            last_at,
        } = counted;
        let target = redirect.destination.target().map(RedirectTarget::as_str);
        Self {
            underscore_id: redirect.id.to_string(),
            id: redirect.id.to_string(),
            path: redirect.path.to_string(),
            target: target.map(str::to_owned),
            status: redirect.destination.status(),
            source: redirect.source,
            hits,
            last_at: last_at.map(|at| at.to_string()),
        }
    }
}

/// A redirect that was made or changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RedirectResponse {
    success: bool,
    redirect: RedirectBody,
}

impl RedirectResponse {
    pub(super) fn new(counted: CountedRedirect) -> Self {
        Self {
            success: true,
            redirect: counted.into(),
        }
    }

    /// The response for one that nobody has followed yet.
    pub(super) fn of_new(redirect: Redirect) -> Self {
        Self::new(CountedRedirect {
            redirect,
            hits: 0,
            last_at: None,
        })
    }
}
