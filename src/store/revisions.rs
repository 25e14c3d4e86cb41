//! Revisions of posts.

use super::engine::{Row, StoreError, each_text, params, strings};
use crate::content::CompressedHtml;
use crate::domain::post::Cover;
use crate::domain::revision::{
    Reason, Revision, RevisionAuthor, RevisionContent, RevisionName, UNNAMED_KEPT,
};
use crate::domain::{AdminId, Page, Paging, PostId, Time};
use crate::store::Tx;

/// A revision to store.
#[derive(Debug, Clone, Copy)]
pub struct NewRevision<'a> {
    /// The number, which no revision of the post has.
    pub number: u32,
    /// The text and what belongs to it.
    pub content: &'a RevisionContent,
    /// The HTML of `content`.
    pub html: &'a CompressedHtml,
    /// The pictures and drawings of this site that the text shows.
    pub media_hashes: &'a [String],
    /// Who made it, if it is known.
    pub admin: Option<AdminId>,
    /// The change that it came from.
    pub reason: Reason,
    /// When it was made.
    pub created_at: Time,
}

macro_rules! select_revisions {
    ($rest:literal) => {
        concat!(
            "select r.number, r.title, r.category, r.tags, r.cover_url, r.cover_media, cover.small_hash, r.slug,
                    r.reason, r.name, r.created_at, r.html_size, r.admin_id, a.username, p.revision as current
             from revisions r
             join posts p on p.id = r.post_id
             left join media cover on cover.hash = r.cover_media
             left join admins a on a.id = r.admin_id
             where r.post_id = ?1",
            $rest
        )
    };
}

pub(super) const OF_POST: &str = select_revisions!(" order by r.number desc limit ?2 offset ?3");
pub(super) const TOTAL: &str = "select count(*) from revisions where post_id = ?1";
pub(super) const BY_NUMBER: &str = select_revisions!(" and r.number = ?2");
/// The present text counts as the newest, since later conflicts may outnumber it.
pub(super) const PRUNE: &str = "delete from revisions where post_id = ?1 and number in
     (select r.number from revisions r join posts p on p.id = r.post_id
      where r.post_id = ?1 and r.name is null and r.reason <> 'publish'
      order by case when r.number = p.revision then 1 else 0 end desc, r.number desc
      limit 1000000 offset ?2)";

/// Returns the number for the next revision of a post.
pub fn next_number(tx: &Tx<'_>, post: PostId) -> Result<u32, StoreError> {
    let newest: Option<u32> = tx.query_value(
        "select number from revisions where post_id = ?1 order by number desc limit 1",
        params![post],
    )?;
    Ok(newest.unwrap_or(0) + 1)
}

/// Stores a revision, with the pictures that its text shows.
pub fn insert(tx: &mut Tx<'_>, post: PostId, revision: &NewRevision<'_>) -> Result<(), StoreError> {
    let content = revision.content;
    let (cover_url, cover_media) = content.cover.as_ref().map_or((None, None), Cover::parts);
    tx.execute(
        "insert into revisions (post_id, number, title, html, html_size, category, tags, cover_url, cover_media, slug,
                                admin_id, reason, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        params![
            post,
            revision.number,
            content.title,
            revision.html.bytes,
            revision.html.size,
            content.category,
            strings(&content.tags),
            cover_url,
            cover_media,
            content.slug,
            revision.admin,
            revision.reason,
            revision.created_at,
        ],
    )?;
    tx.execute(
        concat!(
            "insert into revision_media (post_id, number, hash)
             select cast(?1 as text), cast(?2 as bigint), m.hash from media m where m.hash in ",
            each_text!("?3"),
            " on conflict do nothing"
        ),
        params![post, revision.number, strings(revision.media_hashes)],
    )?;
    Ok(())
}

/// Makes a revision the present text of its post, whose rows already say the same.
pub fn set_current(tx: &mut Tx<'_>, post: PostId, number: u32) -> Result<(), StoreError> {
    tx.execute(
        "update posts set revision = ?2 where id = ?1",
        params![post, number],
    )?;
    Ok(())
}

/// Sets the change that a revision came from.
pub fn set_reason(tx: &mut Tx<'_>, post: PostId, number: u32, reason: Reason) -> Result<(), StoreError> {
    tx.execute(
        "update revisions set reason = ?3 where post_id = ?1 and number = ?2",
        params![post, number, reason],
    )?;
    Ok(())
}

/// Names a revision, or removes its name, and returns whether it exists.
pub fn rename(
    tx: &mut Tx<'_>,
    post: PostId,
    number: u32,
    name: Option<&RevisionName>,
) -> Result<bool, StoreError> {
    let renamed = tx.execute(
        "update revisions set name = ?3 where post_id = ?1 and number = ?2",
        params![post, number, name],
    )?;
    Ok(renamed > 0)
}

/// Removes the oldest revisions without a name that were not published, beyond those that are kept.
pub fn prune(tx: &mut Tx<'_>, post: PostId) -> Result<(), StoreError> {
    tx.execute(PRUNE, params![post, UNNAMED_KEPT])?;
    Ok(())
}

/// Returns a page of the revisions of a post, newest first.
pub fn list(tx: &Tx<'_>, post: PostId, paging: Paging) -> Result<Page<Revision>, StoreError> {
    let items = tx.query_all(OF_POST, params![post, paging.limit, paging.offset()], revision)?;
    let total = tx.query_value(TOTAL, params![post])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns a revision of a post.
pub fn by_number(tx: &Tx<'_>, post: PostId, number: u32) -> Result<Option<Revision>, StoreError> {
    tx.query_one(BY_NUMBER, params![post, number], revision)
}

/// Returns the HTML of a revision.
pub fn html(tx: &Tx<'_>, post: PostId, number: u32) -> Result<Option<String>, StoreError> {
    let stored = tx.query_one(
        "select html, html_size from revisions where post_id = ?1 and number = ?2",
        params![post, number],
        |row| {
            Ok(CompressedHtml {
                bytes: row.get("html")?,
                size: row.get("html_size")?,
            })
        },
    )?;
    let html = stored.map(|stored| stored.html()).transpose();
    html.map_err(|_| StoreError::Corrupt("revisions.html".to_owned()))
}

fn revision(row: &Row<'_>) -> Result<Revision, StoreError> {
    let number = row.get("number")?;
    let id: Option<AdminId> = row.get("admin_id")?;
    let username: Option<String> = row.get("username")?;
    Ok(Revision {
        number,
        title: row.get("title")?,
        category: row.get("category")?,
        tags: row.get_json("tags")?,
        cover: super::media::cover(row)?,
        slug: row.get("slug")?,
        reason: row.get("reason")?,
        name: row.get("name")?,
        created_at: row.get("created_at")?,
        author: id
            .zip(username)
            .map(|(id, username)| RevisionAuthor { id, username }),
        size: row.get("html_size")?,
        is_current: row.get::<u32>("current")? == number,
    })
}
