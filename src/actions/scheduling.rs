//! The planned publication of drafts.

use std::sync::Arc;

use crate::content;
use crate::domain::audit::{Action, Auditor};
use crate::domain::post::{PostSummary, Review};
use crate::domain::search::SearchTerms;
use crate::domain::{Clock, Entropy, PostId, Time};
use crate::store::notices::{self, ReviewStep};
use crate::store::posts::DuePost;
use crate::store::{Store, StoreError, Tx, audit, posts};

/// Posts per write. One batch occupies the writer for some milliseconds.
const BATCH: u32 = 20;

/// Sets, moves or removes the time at which a draft is to be published, and notes it in the audit log. `present` is the
/// time that it has.
///
/// # Errors
/// If the database cannot be written.
pub fn plan(
    tx: &mut Tx<'_>,
    id: PostId,
    present: Option<Time>,
    at: Option<Time>,
    auditor: &Auditor,
) -> Result<(), StoreError> {
    if at == present {
        return Ok(());
    }
    posts::set_publish_at(tx, id, at)?;
    let row = match at {
        Some(at) => auditor.entry(Action::PostScheduled, &id, at.to_string()),
        None => auditor.entry(Action::PostUnscheduled, &id, ""),
    };
    audit::insert(tx, &row)
}

/// Ends the plan for a draft that somebody changes who may not publish it: it is handed in for review again. `before`
/// is the post before the change.
///
/// # Errors
/// If the database cannot be written.
pub fn withdraw(tx: &mut Tx<'_>, before: &PostSummary, auditor: &Auditor) -> Result<(), StoreError> {
    if before.publish_at.is_none() {
        return Ok(());
    }
    posts::set_publish_at(tx, before.id, None)?;
    posts::set_review(tx, before.id, Review::Submitted)?;
    let (name, step) = (before.id.to_string(), ReviewStep::Submitted);
    notices::review(tx, before.id, step, &name, auditor.actor, auditor.now)?;
    audit::insert(tx, &auditor.entry(Action::PostUnscheduled, &before.id, ""))
}

/// Publishes all drafts whose time has come, and returns the time of the next one. It can be interrupted and repeated,
/// also by several nodes at once: each draft is published by one of them. Blocks the thread.
///
/// # Errors
/// If the database cannot be read or written.
pub fn publish_due(
    store: &Store,
    clock: &dyn Clock,
    entropy: &Arc<dyn Entropy>,
) -> Result<Option<Time>, StoreError> {
    loop {
        let now = clock.now();
        let (batch, next) = store.read_blocking(move |tx| {
            let batch = posts::due(tx, now, BATCH)?;
            Ok::<_, StoreError>((batch, posts::next_publication(tx)?))
        })?;
        if batch.is_empty() {
            return Ok(next);
        }
        let batch: Vec<(DuePost, SearchTerms)> = batch.into_iter().map(with_terms).collect();
        let auditor = Auditor::new(None, now, entropy.clone());
        let published = store.write_blocking(move |tx| publish(tx, &batch, &auditor))?;
        if published == 0 {
            // All were changed meanwhile: the next round reads them again.
            return Ok(next);
        }
    }
}

/// Adds the search terms of the stored text.
fn with_terms(post: DuePost) -> (DuePost, SearchTerms) {
    let terms = SearchTerms::new(&post.title, &content::plain_text(&post.html));
    (post, terms)
}

/// Publishes those that are still due, each with a row of the audit log, and returns their number.
fn publish(
    tx: &mut Tx<'_>,
    batch: &[(DuePost, SearchTerms)],
    auditor: &Auditor,
) -> Result<usize, StoreError> {
    let mut published = 0;
    for (post, terms) in batch {
        if let Some(id) = posts::publish_due(tx, post, terms, auditor.now)? {
            audit::insert(tx, &auditor.entry(Action::PostPublished, &id, "scheduled"))?;
            published += 1;
        }
    }
    Ok(published)
}
