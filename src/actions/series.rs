//! Changes of series, with their limits.

use std::collections::HashSet;

use thiserror::Error;

use crate::domain::collection::CollectionDescription;
use crate::domain::post::PostSummary;
use crate::domain::series::{POSTS_MAX, Series, SeriesTitle};
use crate::domain::{AuthorId, CollectionKind, PostId, SeriesId, Slug, Time};
use crate::store::series::NewSeries;
use crate::store::{StoreError, Tx, former_slugs, series};

/// The error of a change.
#[derive(Debug, Error)]
pub enum SeriesError {
    /// Another series has the slug or had it before.
    #[error("another series has this slug")]
    SlugTaken,
    /// It has as many posts as it may have.
    #[error("the series has as many posts as it may have")]
    Full,
    /// Its posts are not those that were put into an order.
    #[error("the posts of the series have changed")]
    Changed,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The fields of a series that people enter; what is absent stays, or is derived.
#[derive(Debug, Clone)]
pub struct SeriesFields {
    /// The title.
    pub title: Option<SeriesTitle>,
    /// What it is about.
    pub description: Option<CollectionDescription>,
    /// The readable part of the address.
    pub slug: Option<Slug>,
}

/// Makes a series without posts, at the chosen address or one derived from its title.
///
/// # Errors
/// If another series has the slug, or the database cannot be written.
pub fn create(
    tx: &mut Tx<'_>,
    id: SeriesId,
    title: &SeriesTitle,
    fields: &SeriesFields,
    author: AuthorId,
    now: Time,
) -> Result<(), SeriesError> {
    let slug = match &fields.slug {
        Some(slug) => free(tx, slug, "")?,
        None => former_slugs::free(tx, CollectionKind::Series, &title.slug(), "")?,
    };
    let new = NewSeries {
        id,
        slug: &slug,
        title,
        description: &fields.description.clone().unwrap_or_default(),
        author,
        at: now,
    };
    Ok(series::insert(tx, &new)?)
}

/// Changes a series. Its address stays when its title changes.
///
/// # Errors
/// If another series has the slug, or the database cannot be written.
pub fn change(
    tx: &mut Tx<'_>,
    present: &Series,
    fields: &SeriesFields,
    now: Time,
) -> Result<(), SeriesError> {
    let title = fields
        .title
        .as_ref()
        .map_or(present.title.as_str(), SeriesTitle::as_str);
    let description = fields
        .description
        .as_ref()
        .map_or(present.description.as_str(), CollectionDescription::as_str);
    series::update(tx, present.id, title, description, now)?;
    if let Some(slug) = fields.slug.as_ref().filter(|slug| **slug != present.slug) {
        let slug = free(tx, slug, &present.id.to_string())?;
        series::set_slug(tx, present, &slug)?;
    }
    Ok(())
}

fn free(tx: &Tx<'_>, slug: &Slug, owner: &str) -> Result<Slug, SeriesError> {
    if former_slugs::is_taken(tx, CollectionKind::Series, slug, owner)? {
        return Err(SeriesError::SlugTaken);
    }
    Ok(slug.clone())
}

/// Puts the posts of a series into another order.
///
/// # Errors
/// If these are not its posts, or the database cannot be written.
pub fn reorder(tx: &mut Tx<'_>, id: SeriesId, posts: &[PostId], now: Time) -> Result<(), SeriesError> {
    let present: HashSet<PostId> = series::post_ids(tx, id)?.into_iter().collect();
    let given: HashSet<PostId> = posts.iter().copied().collect();
    if given != present || given.len() != posts.len() {
        return Err(SeriesError::Changed);
    }
    Ok(series::move_posts(tx, id, posts, now)?)
}

/// Puts a post at the end of a series, or takes it out of the one that it is in.
///
/// # Errors
/// If the series is full, or the database cannot be written.
pub fn set_of_post(
    tx: &mut Tx<'_>,
    post: &PostSummary,
    wanted: Option<SeriesId>,
    now: Time,
) -> Result<(), SeriesError> {
    if post.series == wanted {
        return Ok(());
    }
    if let Some(id) = wanted
        && series::post_ids(tx, id)?.len() >= POSTS_MAX
    {
        return Err(SeriesError::Full);
    }
    if let Some(id) = post.series {
        series::remove_post(tx, id, post, now)?;
    }
    if let Some(id) = wanted {
        series::add_post(tx, id, post, now)?;
    }
    Ok(())
}
