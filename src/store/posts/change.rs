//! What administrators do with posts that are there.

use super::insert::{count_published, insert_tags};
use crate::domain::post::{Article, Cover, Status};
use crate::domain::{PostId, Slug, Time};
use crate::store::engine::{StoreError, Tx, each, params, search, strings};
use crate::store::{free_slug, parsed};

/// What of a post was there before a change.
struct Before {
    seq: i64,
    category: String,
    status: Status,
}

/// The slug that was asked for, with the next free number when a post has it.
pub fn free_slug(tx: &Tx<'_>, wanted: &Slug) -> Result<Slug, StoreError> {
    free_slug!(tx, "posts", "slug", wanted)
}

/// Stores what became of a post, and gives whether there was one. Without a cover the present one stays.
pub fn update(
    tx: &mut Tx<'_>,
    id: PostId,
    article: &Article,
    cover: Option<&Cover>,
    now: Time,
) -> Result<bool, StoreError> {
    let Some(before) = before(tx, id)? else {
        return Ok(false);
    };
    tx.execute(
        "update posts set title = ?2, excerpt = ?3, read_minutes = ?4, category = ?5, tags = ?6, status = ?7,
                          updated_at = ?8
         where seq = ?1",
        params![
            before.seq,
            article.title.as_str(),
            article.excerpt,
            article.read_minutes,
            article.category.name(),
            strings(&article.tags),
            article.status.name(),
            now.milliseconds()
        ],
    )?;
    if let Some(cover) = cover {
        let (url, hash) = cover.parts();
        tx.execute(
            "update posts set cover_url = ?2, cover_media = ?3 where seq = ?1",
            params![before.seq, url, hash],
        )?;
    }
    tx.execute(
        "update post_contents set html = ?2 where post_seq = ?1",
        params![before.seq, article.html],
    )?;
    tx.execute("delete from post_tags where post_seq = ?1", params![before.seq])?;
    insert_tags(tx, before.seq, &article.tags)?;
    forget_published(tx, &before)?;
    if article.status == Status::Published {
        count_published(tx, article.category.name())?;
        search::index_all(tx, [(before.seq, &article.findable)].into_iter())?;
    }
    Ok(true)
}

/// Puts a post into the slider of the home page or takes it out, and gives whether there is such a post.
/// The post itself stays unchanged, and so does the time of its last change.
pub fn set_featured(tx: &mut Tx<'_>, id: PostId, is_featured: bool) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "update posts set is_featured = ?2 where id = ?1",
        params![id.to_string(), is_featured],
    )?;
    Ok(changed > 0)
}

/// Removes a post with its comments, likes, bookmarks and views, and gives whether there was one.
pub fn remove(tx: &mut Tx<'_>, id: PostId) -> Result<bool, StoreError> {
    let Some(before) = before(tx, id)? else {
        return Ok(false);
    };
    forget_published(tx, &before)?;
    tx.execute("delete from posts where seq = ?1", params![before.seq])?;
    Ok(true)
}

/// Notes which pictures of this site a post shows, beside its cover.
pub fn link_media(tx: &mut Tx<'_>, id: PostId, hashes: &[String]) -> Result<(), StoreError> {
    tx.execute(
        "delete from post_media where post_seq = (select seq from posts where id = ?1)",
        params![id.to_string()],
    )?;
    tx.execute(
        concat!(
            "insert into post_media (post_seq, hash)
             select p.seq, m.hash from posts p join media m on m.hash in ",
            each!("?2"),
            " where p.id = ?1 on conflict do nothing"
        ),
        params![id.to_string(), strings(hashes)],
    )?;
    Ok(())
}

fn before(tx: &Tx<'_>, id: PostId) -> Result<Option<Before>, StoreError> {
    tx.query_one(
        "select seq, category, status from posts where id = ?1",
        params![id.to_string()],
        |row| {
            Ok(Before {
                seq: row.get("seq")?,
                category: row.get("category")?,
                status: parsed(row, "status", |name| Status::parse(name).ok())?,
            })
        },
    )
}

/// Takes a post that was published out of the search and out of the total of its category.
fn forget_published(tx: &mut Tx<'_>, before: &Before) -> Result<(), StoreError> {
    if before.status != Status::Published {
        return Ok(());
    }
    search::forget(tx, before.seq)?;
    tx.execute(
        "update category_totals set published = published - 1 where category = ?1",
        params![before.category],
    )?;
    Ok(())
}
