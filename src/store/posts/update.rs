//! Changes of existing posts by administrators.

use super::insert::{count_published, insert_tags};
use super::rendered;
use crate::domain::post::{Article, Cover, Status};
use crate::domain::search::fold;
use crate::domain::{CanonicalUrl, PostId, Time};
use crate::store::commits::Change;
use crate::store::derived::search;
use crate::store::engine::{StoreError, each_text, params, strings};
use crate::store::{Tx, announcements, import_sources, notices, series, tags};

/// The state of a post before a change.
struct Previous {
    seq: i64,
    category: String,
    status: Status,
    /// Whether it was published before, even if it is a draft now.
    was_published: bool,
}

/// Updates a post, and returns whether it exists. Without a new cover, the current one remains. The first publication
/// is the time from which the post exists for readers, and so its time of creation.
pub fn update(
    tx: &mut Tx<'_>,
    id: PostId,
    article: &Article,
    cover: Option<&Cover>,
    now: Time,
) -> Result<bool, StoreError> {
    let Some(previous) = find_previous(tx, id)? else {
        return Ok(false);
    };
    tx.execute(
        "update posts set title = ?2, title_folded = ?3, excerpt = ?4, read_minutes = ?5, category = ?6, tags = ?7,
                          status = ?8, updated_at = ?9,
                          review = case when cast(?8 as text) = 'published' then 'none' else review end,
                          publish_at = case when cast(?8 as text) = 'published' then null else publish_at end,
                          created_at = case when cast(?8 as text) = 'published' and first_published_at is null
                                       then ?9 else created_at end,
                          first_published_at = case when cast(?8 as text) = 'published'
                                               then coalesce(first_published_at, ?9) else first_published_at end
         where seq = ?1",
        params![
            previous.seq,
            article.title,
            fold(article.title.as_str()),
            article.excerpt,
            article.read_minutes,
            article.category,
            strings(&article.tags),
            article.status,
            now
        ],
    )?;
    if let Some(cover) = cover {
        let (url, hash) = cover.parts();
        tx.execute(
            "update posts set cover_url = ?2, cover_media = ?3 where seq = ?1",
            params![previous.seq, url, hash],
        )?;
    }
    tx.execute(
        "update post_contents set html = ?2 where post_seq = ?1",
        params![previous.seq, article.html],
    )?;
    rendered::set(tx, previous.seq, article.rendered.as_ref())?;
    // Before its tags change: it is counted in those that it has.
    remove_published(tx, &previous)?;
    tx.execute("delete from post_tags where post_seq = ?1", params![previous.seq])?;
    insert_tags(tx, previous.seq, &article.tags)?;
    if article.status == Status::Published {
        count_published(tx, previous.seq, article.category.name())?;
        search::index_all(tx, [(previous.seq, &article.search_terms)].into_iter())?;
    }
    tx.changed(Change::Post(id));
    match (article.status, previous.status) {
        (Status::Published, _) if !previous.was_published => announcements::of_post(tx, id, now)?,
        (Status::Draft, Status::Published) => notices::post_hidden(tx, id)?,
        _ => {}
    }
    Ok(true)
}

/// Sets or removes the canonical URL of a post.
pub fn set_canonical_url(tx: &mut Tx<'_>, id: PostId, url: Option<&CanonicalUrl>) -> Result<(), StoreError> {
    tx.execute(
        "update posts set canonical_url = ?2 where id = ?1",
        params![id, url],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}

/// Closes a post for comments of readers or opens it.
pub fn set_comments_closed(tx: &mut Tx<'_>, id: PostId, is_closed: bool) -> Result<(), StoreError> {
    tx.execute(
        "update posts set comments_closed = ?2 where id = ?1",
        params![id, is_closed],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}

/// Sets whether the followers of a post are told when it is published for the first time. No response to visitors shows it.
pub fn set_announce(tx: &mut Tx<'_>, id: PostId, announce: bool) -> Result<(), StoreError> {
    tx.execute(
        "update posts set announce = ?2 where id = ?1",
        params![id, announce],
    )?;
    Ok(())
}

/// Removes the cover of a post.
pub fn remove_cover(tx: &mut Tx<'_>, id: PostId) -> Result<(), StoreError> {
    tx.execute(
        "update posts set cover_url = null, cover_media = null where id = ?1",
        params![id],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}

/// Adds a post to the slider of the home page or removes it. The time of its last change remains.
pub fn set_featured(tx: &mut Tx<'_>, id: PostId, is_featured: bool) -> Result<(), StoreError> {
    tx.execute(
        "update posts set is_featured = ?2 where id = ?1",
        params![id, is_featured],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}

/// Removes a post, if it exists, with its comments, likes, bookmarks and views.
pub fn remove(tx: &mut Tx<'_>, id: PostId) -> Result<(), StoreError> {
    let Some(previous) = find_previous(tx, id)? else {
        return Ok(());
    };
    remove_published(tx, &previous)?;
    notices::post_hidden(tx, id)?;
    import_sources::forget_post(tx, id)?;
    tx.execute("delete from posts where seq = ?1", params![previous.seq])?;
    tx.changed(Change::Post(id));
    Ok(())
}

/// Stores the pictures and drawings of this site that the text of a post shows.
pub fn link_media(tx: &mut Tx<'_>, id: PostId, hashes: &[String]) -> Result<(), StoreError> {
    tx.execute(
        "delete from post_media where post_seq = (select seq from posts where id = ?1)",
        params![id],
    )?;
    tx.execute(
        concat!(
            "insert into post_media (post_seq, hash)
             select p.seq, m.hash from posts p join media m on m.hash in ",
            each_text!("?2"),
            " where p.id = ?1 on conflict do nothing"
        ),
        params![id, strings(hashes)],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}

fn find_previous(tx: &Tx<'_>, id: PostId) -> Result<Option<Previous>, StoreError> {
    tx.query_one(
        "select seq, category, status, first_published_at is not null as was_published from posts where id = ?1",
        params![id],
        |row| {
            Ok(Previous {
                seq: row.get("seq")?,
                category: row.get("category")?,
                status: row.get("status")?,
                was_published: row.get("was_published")?,
            })
        },
    )
}

/// Removes a published post from the search and from the totals of its category, its tags and its series.
fn remove_published(tx: &mut Tx<'_>, previous: &Previous) -> Result<(), StoreError> {
    if previous.status != Status::Published {
        return Ok(());
    }
    search::remove(tx, previous.seq)?;
    tags::count_post(tx, previous.seq, -1)?;
    series::count_post(tx, previous.seq, -1)?;
    tx.execute(
        "update category_totals set published = published - 1 where category = ?1",
        params![previous.category],
    )?;
    Ok(())
}
