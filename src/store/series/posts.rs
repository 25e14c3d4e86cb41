//! The posts of a series, in their order.

use crate::domain::post::{PostSummary, Status};
use crate::domain::series::{Part, Place};
use crate::domain::{PostId, SeriesId, Time};
use crate::store::commits::Change;
use crate::store::engine::{Row, StoreError, params, strings};
use crate::store::{Tx, pings};

macro_rules! posts_of_series {
    ($columns:literal, $condition:literal) => {
        concat!(
            "select ",
            $columns,
            " from series_posts s join posts p on p.seq = s.post_seq where s.series_id = ?1",
            $condition,
            " order by s.position, s.post_seq"
        )
    };
}

pub(in crate::store) const PARTS: &str =
    posts_of_series!("p.id, p.slug, p.title", " and p.status = 'published'");
/// Selects the row numbers of the published posts.
pub(in crate::store) const PUBLISHED: &str = posts_of_series!("p.seq", " and p.status = 'published'");
pub(in crate::store) const ALL: &str = posts_of_series!("p.id", "");

/// Returns the ids of all posts of a series, published or not.
pub fn post_ids(tx: &Tx<'_>, id: SeriesId) -> Result<Vec<PostId>, StoreError> {
    tx.query_column(ALL, params![id])
}

/// Returns the place of a published post in its series.
pub fn place_of(tx: &Tx<'_>, post: &PostSummary) -> Result<Option<Place>, StoreError> {
    let Some(id) = post.series else {
        return Ok(None);
    };
    let series = tx.query_one(
        "select slug, title from series where id = ?1",
        params![id],
        |row| Ok((id, row.get("slug")?, row.get("title")?)),
    )?;
    let Some(series) = series else {
        return Ok(None);
    };
    let parts = tx.query_all(PARTS, params![id], part)?;
    Ok(Place::find(series, &parts, post.id))
}

fn part(row: &Row<'_>) -> Result<Part, StoreError> {
    Ok(Part {
        id: row.get("id")?,
        slug: row.get("slug")?,
        title: row.get("title")?,
    })
}

pub(in crate::store) const COUNT_POST: &str = "
    update series set post_count = post_count + ?2
    where id = (select series_id from series_posts where post_seq = ?1)";

/// Adds to the number of published posts of the series of a post, if it is in one.
pub(in crate::store) fn count_post(tx: &mut Tx<'_>, seq: i64, difference: i64) -> Result<(), StoreError> {
    tx.execute(COUNT_POST, params![seq, difference])?;
    Ok(())
}

/// Puts a post, which is in no series, at the end of one.
pub fn add_post(tx: &mut Tx<'_>, id: SeriesId, post: &PostSummary, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into series_posts (post_seq, series_id, position)
         select ?2, ?1, coalesce(max(position), 0) + 1 from series_posts where series_id = ?1",
        params![id, post.seq],
    )?;
    if post.status == Status::Published {
        count_post(tx, post.seq, 1)?;
    }
    touch(tx, id, now)
}

/// Takes a post out of its series.
pub fn remove_post(tx: &mut Tx<'_>, id: SeriesId, post: &PostSummary, now: Time) -> Result<(), StoreError> {
    if post.status == Status::Published {
        count_post(tx, post.seq, -1)?;
    }
    tx.execute("delete from series_posts where post_seq = ?1", params![post.seq])?;
    touch(tx, id, now)
}

/// Sets the positions of posts. Each item of the list is a position, a space, and the id of a post. The list is read once: a
/// join of the three would read it for each post of the series.
pub(in crate::store) const REORDER: &str = "
    with placed as materialized (
        select p.seq, cast(substr(item.value, 1, instr(item.value, ' ') - 1) as bigint) as position
        from (select value from json_each(?2)) as item cross join posts p
        where p.id = substr(item.value, instr(item.value, ' ') + 1)
    )
    update series_posts set position = placed.position from placed
    where series_posts.post_seq = placed.seq and series_posts.series_id = ?1";

/// Puts the posts of a series into another order.
pub fn move_posts(tx: &mut Tx<'_>, id: SeriesId, posts: &[PostId], now: Time) -> Result<(), StoreError> {
    let placed: Vec<String> = (1..)
        .zip(posts)
        .map(|(position, post): (u32, _)| format!("{position} {post}"))
        .collect();
    tx.execute(REORDER, params![id, strings(&placed)])?;
    touch(tx, id, now)
}

fn touch(tx: &mut Tx<'_>, id: SeriesId, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update series set updated_at = ?2 where id = ?1",
        params![id, now],
    )?;
    tx.changed(Change::Collections);
    pings::series_changed(tx, id, now)
}
