//! The review of a draft, and its publication without a change of its text.

use super::insert::count_published;
use crate::content::plain_text;
use crate::domain::post::Review;
use crate::domain::revision::Reason;
use crate::domain::search::SearchTerms;
use crate::domain::webhook::WebhookEvent;
use crate::domain::{PostId, Time};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::derived::search;
use crate::store::engine::{StoreError, params};
use crate::store::{announcements, post_events, revisions};

/// Sets the step of the review of a draft. No response to visitors shows it.
pub fn set_review(tx: &mut Tx<'_>, id: PostId, review: Review) -> Result<(), StoreError> {
    tx.execute(
        "update posts set review = ?2 where id = ?1 and status = 'draft'",
        params![id, review],
    )?;
    Ok(())
}

/// A draft without its text.
pub(super) struct StoredDraft {
    pub(super) seq: i64,
    pub(super) id: PostId,
    pub(super) category: String,
}

/// Publishes a draft with its stored text at the time `at`, and returns whether it was one.
pub fn publish_draft(tx: &mut Tx<'_>, id: PostId, at: Time) -> Result<bool, StoreError> {
    let stored = tx.query_one(
        "select p.seq, p.title, p.category, c.html
         from posts p join post_contents c on c.post_seq = p.seq
         where p.id = ?1 and p.status = 'draft'",
        params![id],
        |row| {
            let terms = SearchTerms::new(row.get_str("title")?, &plain_text(row.get_str("html")?));
            let draft = StoredDraft {
                seq: row.get("seq")?,
                id,
                category: row.get("category")?,
            };
            Ok((draft, terms))
        },
    )?;
    let Some((draft, terms)) = stored else {
        return Ok(false);
    };
    publish(tx, &draft, &terms, at, at)?;
    Ok(true)
}

/// Publishes a draft, whose text has these search terms. If it was never published, it exists for readers from `at` on.
/// Its review and its planned publication are over, and its followers are told, at the time `now`.
pub(super) fn publish(
    tx: &mut Tx<'_>,
    draft: &StoredDraft,
    terms: &SearchTerms,
    at: Time,
    now: Time,
) -> Result<(), StoreError> {
    let is_first = tx.exists(
        "select 1 from posts where seq = ?1 and first_published_at is null",
        params![draft.seq],
    )?;
    let revision = tx.query_value(
        "update posts set status = 'published', review = 'none', publish_at = null,
                          updated_at = case when updated_at > ?2 then updated_at else ?2 end,
                          created_at = case when first_published_at is null then ?2 else created_at end,
                          first_published_at = coalesce(first_published_at, ?2)
         where seq = ?1
         returning revision",
        params![draft.seq, at],
    )?;
    revisions::set_reason(tx, draft.id, revision.unwrap_or_default(), Reason::Publish)?;
    count_published(tx, draft.seq, &draft.category)?;
    search::index_all(tx, [(draft.seq, terms)].into_iter())?;
    tx.changed(Change::Post(draft.id));
    if is_first {
        announcements::of_post(tx, draft.id, now)?;
    }
    post_events::record(tx, WebhookEvent::PostPublished, draft.id, now)
}
