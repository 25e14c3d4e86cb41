//! The review of a draft, and its publication without a change of its text.

use super::insert::count_published;
use crate::content::plain_text;
use crate::domain::post::Review;
use crate::domain::search::SearchTerms;
use crate::domain::{PostId, Time};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::derived::search;
use crate::store::engine::{StoreError, params};

/// Sets the step of the review of a draft. No response to visitors shows it.
pub fn set_review(tx: &mut Tx<'_>, id: PostId, review: Review) -> Result<(), StoreError> {
    tx.execute(
        "update posts set review = ?2 where id = ?1 and status = 'draft'",
        params![id, review],
    )?;
    Ok(())
}

/// A draft as it is stored.
struct Stored {
    seq: i64,
    title: String,
    category: String,
    html: String,
}

/// Publishes a draft with its stored text, and returns whether it was one. If it was never published, it exists for
/// readers from `at` on. Its review and its planned publication are over.
pub fn publish_draft(tx: &mut Tx<'_>, id: PostId, at: Time) -> Result<bool, StoreError> {
    let Some(stored) = tx.query_one(
        "select p.seq, p.title, p.category, c.html
         from posts p join post_contents c on c.post_seq = p.seq
         where p.id = ?1 and p.status = 'draft'",
        params![id],
        |row| {
            Ok(Stored {
                seq: row.get("seq")?,
                title: row.get("title")?,
                category: row.get("category")?,
                html: row.get("html")?,
            })
        },
    )?
    else {
        return Ok(false);
    };
    tx.execute(
        "update posts set status = 'published', review = 'none', publish_at = null, updated_at = ?2,
                          created_at = case when first_published_at is null then ?2 else created_at end,
                          first_published_at = coalesce(first_published_at, ?2)
         where seq = ?1",
        params![stored.seq, at],
    )?;
    count_published(tx, &stored.category)?;
    let terms = SearchTerms::new(&stored.title, &plain_text(&stored.html));
    search::index_all(tx, [(stored.seq, &terms)].into_iter())?;
    tx.changed(Change::Post(id));
    Ok(true)
}
