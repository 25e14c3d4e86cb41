//! Changes of series.

use crate::domain::collection::CollectionDescription;
use crate::domain::series::{Series, SeriesTitle};
use crate::domain::{AuthorId, CollectionKind, SeriesId, Slug, Time};
use crate::store::commits::Change;
use crate::store::engine::{StoreError, params};
use crate::store::{Tx, former_slugs};

/// A series to be stored.
#[derive(Debug, Clone)]
pub struct NewSeries<'a> {
    /// The id, which never changes.
    pub id: SeriesId,
    /// The slug, which no other series has or had.
    pub slug: &'a Slug,
    /// The title.
    pub title: &'a SeriesTitle,
    /// What it is about.
    pub description: &'a CollectionDescription,
    /// Whose it is.
    pub author: AuthorId,
    /// When it is made.
    pub at: Time,
}

/// Stores a new series without posts.
pub fn insert(tx: &mut Tx<'_>, new: &NewSeries<'_>) -> Result<(), StoreError> {
    tx.execute(
        "insert into series (id, slug, title, description, author_id, created_at, updated_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
        params![new.id, new.slug, new.title, new.description, new.author, new.at],
    )?;
    tx.changed(Change::Collections);
    Ok(())
}

/// Sets the title of a series and what it is about.
pub fn update(
    tx: &mut Tx<'_>,
    id: SeriesId,
    title: &str,
    description: &str,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "update series set title = ?2, description = ?3, updated_at = ?4 where id = ?1",
        params![id, title, description, now],
    )?;
    tx.changed(Change::Collections);
    Ok(())
}

/// Gives a series a slug that no other one has or had. The one that it had still leads to it.
pub fn set_slug(tx: &mut Tx<'_>, series: &Series, slug: &Slug) -> Result<(), StoreError> {
    let id = series.id.to_string();
    former_slugs::replace(tx, CollectionKind::Series, &id, &series.slug, slug)?;
    tx.execute("update series set slug = ?2 where id = ?1", params![id, slug])?;
    tx.changed(Change::Collections);
    Ok(())
}

/// Removes a series. Its posts stay.
pub fn delete(tx: &mut Tx<'_>, id: SeriesId) -> Result<(), StoreError> {
    tx.execute("delete from series where id = ?1", params![id])?;
    tx.changed(Change::Collections);
    Ok(())
}

/// Gives the series of an author to another one.
pub fn replace_author(tx: &mut Tx<'_>, author: AuthorId, new_author: AuthorId) -> Result<(), StoreError> {
    tx.execute(
        "update series set author_id = ?2 where author_id = ?1",
        params![author, new_author],
    )?;
    tx.changed(Change::Collections);
    Ok(())
}
