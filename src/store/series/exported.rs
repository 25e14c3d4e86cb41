//! Series for an export of the whole site, and those that come from another one.

use super::{select_series, series};
use crate::domain::collection::CollectionDescription;
use crate::domain::series::{Series, SeriesTitle};
use crate::domain::{AuthorId, CollectionKind, PostId, SeriesId, Slug, Time};
use crate::store::commits::Change;
use crate::store::engine::{StoreError, each_text, params, strings};
use crate::store::{Tx, former_slugs};

pub(in crate::store) const FOLLOWING: &str = select_series!("where s.id > ?1 order by s.id limit ?2");

/// Returns at most `limit` series, those that follow one in the order of their ids, or the first ones.
pub fn following(tx: &Tx<'_>, last: Option<SeriesId>, limit: u32) -> Result<Vec<Series>, StoreError> {
    let last = last.map_or_else(String::new, |id| id.to_string());
    tx.query_all(FOLLOWING, params![last, limit], series)
}

pub(in crate::store) const IN_A_SERIES: &str = concat!(
    "select p.id from posts p join series_posts s on s.post_seq = p.seq where p.id in ",
    each_text!("?1")
);

/// Returns those of the given posts that are in a series.
pub fn in_a_series(tx: &Tx<'_>, ids: &[PostId]) -> Result<Vec<PostId>, StoreError> {
    let texts: Vec<String> = ids.iter().map(PostId::to_string).collect();
    tx.query_column(IN_A_SERIES, params![strings(&texts)])
}

/// A series of another site.
#[derive(Debug, Clone)]
pub struct MovedSeries<'a> {
    /// The id, which never changes.
    pub id: SeriesId,
    /// The readable part of the address of its page.
    pub slug: &'a Slug,
    /// Those that it had before.
    pub former_slugs: &'a [Slug],
    /// The title.
    pub title: &'a SeriesTitle,
    /// What it is about.
    pub description: &'a CollectionDescription,
    /// Whose it is; nobody's if they have left.
    pub author: Option<AuthorId>,
    /// Its posts in their order, which are here and in no series.
    pub posts: &'a [PostId],
    /// When it was made.
    pub created_at: Time,
    /// When it was last changed.
    pub updated_at: Time,
}

/// Stores a series that is not here. Its slug gets a number if another series has or had it.
pub fn insert_moved(tx: &mut Tx<'_>, moved: &MovedSeries<'_>) -> Result<(), StoreError> {
    let slug = former_slugs::free(tx, CollectionKind::Series, moved.slug, "")?;
    tx.execute(
        "insert into series (id, slug, title, description, author_id, created_at, updated_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            moved.id,
            slug,
            moved.title,
            moved.description,
            moved.author,
            moved.created_at,
            moved.updated_at
        ],
    )?;
    let id = moved.id.to_string();
    for slug in moved.former_slugs {
        former_slugs::add(tx, CollectionKind::Series, &id, slug)?;
    }
    for (position, post) in (1..).zip(moved.posts) {
        let position: u32 = position;
        tx.execute(
            "insert into series_posts (post_seq, series_id, position)
             select seq, cast(?1 as text), cast(?2 as bigint) from posts where id = ?3",
            params![id, position, post],
        )?;
    }
    tx.execute(
        "update series
         set post_count = (select count(*) from series_posts s join posts p on p.seq = s.post_seq
                           where s.series_id = series.id and p.status = 'published')
         where id = ?1",
        params![id],
    )?;
    tx.changed(Change::Collections);
    Ok(())
}
