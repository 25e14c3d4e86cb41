//! The revisions of posts: when a text becomes one, and which of them stay.

use crate::content::{self, CompressedHtml};
use crate::domain::post::PostSummary;
use crate::domain::revision::{Reason, RevisionContent};
use crate::domain::{AdminId, PostId, Time};
use crate::store::revisions::{self, NewRevision};
use crate::store::{StoreError, Tx, posts};

/// The change that makes a revision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub(super) reason: Reason,
    pub(super) admin: AdminId,
    pub(super) at: Time,
}

/// Returns what a post says now.
///
/// # Errors
/// If the database cannot be read.
pub fn present(tx: &Tx<'_>, post: &PostSummary) -> Result<RevisionContent, StoreError> {
    Ok(RevisionContent {
        title: post.title.clone(),
        html: posts::html(tx, post.seq)?.unwrap_or_default(),
        category: post.category,
        tags: post.tags.clone(),
        cover: post.cover.clone(),
        slug: post.slug.clone(),
    })
}

/// Compresses the HTML of a revision.
pub(super) fn compress(html: &str) -> Result<CompressedHtml, StoreError> {
    CompressedHtml::new(html).map_err(|_| StoreError::Corrupt("revisions.html".to_owned()))
}

/// Stores the present text of a post without revisions as the first one, before that text is changed.
pub(super) fn record_first(
    tx: &mut Tx<'_>,
    post: &PostSummary,
    present: &RevisionContent,
) -> Result<(), StoreError> {
    if post.revision > 0 {
        return Ok(());
    }
    let number = revisions::next_number(tx, post.id)?;
    let first = NewRevision {
        number,
        content: present,
        html: &compress(&present.html)?,
        media_hashes: &content::media_hashes(&present.html),
        admin: None,
        reason: Reason::Import,
        created_at: post.updated_at,
    };
    revisions::insert(tx, post.id, &first)?;
    revisions::set_current(tx, post.id, number)
}

/// Stores the new text of a post as its newest revision, and removes the oldest ones beyond those that are kept.
pub(super) fn record(
    tx: &mut Tx<'_>,
    post: PostId,
    content: &RevisionContent,
    html: &CompressedHtml,
    media_hashes: &[String],
    change: Change,
) -> Result<(), StoreError> {
    let number = insert(tx, post, content, html, media_hashes, change)?;
    revisions::set_current(tx, post, number)?;
    revisions::prune(tx, post)
}

/// Stores a text that the post does not get as a revision, and returns its number.
pub(super) fn record_beside(
    tx: &mut Tx<'_>,
    post: PostId,
    content: &RevisionContent,
    html: &CompressedHtml,
    media_hashes: &[String],
    change: Change,
) -> Result<u32, StoreError> {
    let number = insert(tx, post, content, html, media_hashes, change)?;
    revisions::prune(tx, post)?;
    Ok(number)
}

fn insert(
    tx: &mut Tx<'_>,
    post: PostId,
    content: &RevisionContent,
    html: &CompressedHtml,
    media_hashes: &[String],
    change: Change,
) -> Result<u32, StoreError> {
    let number = revisions::next_number(tx, post)?;
    let revision = NewRevision {
        number,
        content,
        html,
        media_hashes,
        admin: Some(change.admin),
        reason: change.reason,
        created_at: change.at,
    };
    revisions::insert(tx, post, &revision)?;
    Ok(number)
}

/// Notes that the present text of a post has become public as it is.
pub(super) fn mark_published(tx: &mut Tx<'_>, post: &PostSummary) -> Result<(), StoreError> {
    revisions::set_reason(tx, post.id, post.revision, Reason::Publish)
}
