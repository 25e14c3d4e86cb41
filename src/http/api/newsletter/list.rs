//! The subscribers, and the addresses that take no mail.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::Paging;
use crate::http::extract::{Json, PagingQuery, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::StoreError;
use crate::store::subscribers::{self, Subscriber};
use crate::store::suppressed::{self, Suppressed};

/// The most suppressed addresses of a response.
const SUPPRESSED_MAX: u32 = 100;

/// A subscriber without an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Subscriber)]
pub struct SubscriberBody {
    id: String,
    email: String,
    /// `each`, `daily` or `weekly`.
    how: &'static str,
    /// When they asked for it last.
    created_at: String,
    #[schema(required)]
    confirmed_at: Option<String>,
}

/// An address that refused a mail for good.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SuppressedAddress)]
pub struct SuppressedBody {
    email: String,
    /// The reply of its mail server.
    reason: String,
    at: String,
}

/// A page of subscribers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsletterResponse {
    success: bool,
    subscribers: Vec<SubscriberBody>,
    total: u64,
    page: u32,
    total_pages: u64,
    /// The number of those who have confirmed.
    confirmed: u64,
    /// The number of those who have not.
    unconfirmed: u64,
    /// The 100 that refused a mail last, latest first.
    suppressed: Vec<SuppressedBody>,
}

/// Lists the subscribers of the newsletter, the newest first, and the addresses that get no mail but about their account.
#[utoipa::path(get, path = "/admin/newsletter", operation_id = "newsletter", tag = "admin",
    security(("bearer" = [])), params(PagingQuery),
    responses((status = 200, description = "A page of subscribers", body = NewsletterResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    _: Staff,
    paging: Paging,
) -> Result<Json<NewsletterResponse>, ApiError> {
    let (page, (confirmed, unconfirmed), suppressed) = state
        .read(move |tx| {
            let page = subscribers::list(tx, paging)?;
            let suppressed = suppressed::newest(tx, SUPPRESSED_MAX)?;
            Ok::<_, StoreError>((page, subscribers::totals(tx)?, suppressed))
        })
        .await?;
    Ok(Json(NewsletterResponse {
        success: true,
        total: page.total,
        page: paging.page,
        total_pages: page.total_pages(),
        confirmed,
        unconfirmed,
        subscribers: page.items.into_iter().map(SubscriberBody::from).collect(),
        suppressed: suppressed.into_iter().map(SuppressedBody::from).collect(),
    }))
}

impl From<Subscriber> for SubscriberBody {
    fn from(subscriber: Subscriber) -> Self {
        Self {
            id: subscriber.id.to_string(),
            email: subscriber.email.to_string(),
            how: subscriber.how.name(),
            created_at: subscriber.created_at.to_string(),
            confirmed_at: subscriber.confirmed_at.map(|time| time.to_string()),
        }
    }
}

impl From<Suppressed> for SuppressedBody {
    fn from(suppressed: Suppressed) -> Self {
        Self {
            email: suppressed.email.to_string(),
            reason: suppressed.reason,
            at: suppressed.at.to_string(),
        }
    }
}
