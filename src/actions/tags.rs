//! Changes of tags by editors: their names, addresses, texts and pictures, and the merge of two.

use thiserror::Error;

use super::embedded_pictures::{self, store_images};
use crate::content;
use crate::domain::collection::CollectionDescription;
use crate::domain::post::Cover;
use crate::domain::tag::{self, Tag, TagName};
use crate::domain::{CollectionKind, Slug, Time, ValidationError};
use crate::media::StoredImage;
use crate::store::{Store, StoreError, Tx, former_slugs, media, tags};

/// The error of a change.
#[derive(Debug, Error)]
pub enum TagError {
    /// Another tag has the name, in some spelling.
    #[error("another tag has this name")]
    NameTaken,
    /// Another tag has the slug or had it before.
    #[error("another tag has this slug")]
    SlugTaken,
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] ValidationError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What changes of a tag, as it was submitted; what is absent stays.
#[derive(Debug, Clone, Default)]
pub struct TagDraft {
    /// 1 to 40 characters.
    pub name: Option<String>,
    /// The readable part of the address.
    pub slug: Option<String>,
    /// At most 500 characters.
    pub description: Option<String>,
    /// The URL of a picture, also a `data:` URL; empty for none.
    pub cover: Option<String>,
}

/// A validated change of a tag.
#[derive(Debug, Clone)]
pub struct TagChange {
    name: Option<TagName>,
    slug: Option<Slug>,
    description: Option<CollectionDescription>,
    cover: CoverChange,
}

/// What becomes of the picture of a tag.
#[derive(Debug, Clone)]
enum CoverChange {
    /// It stays.
    None,
    /// It is removed.
    Remove,
    /// It is replaced by one, whose bytes are stored with it if this site keeps them.
    Replace(Cover, Option<StoredImage>),
}

/// Validates a change, and decodes the picture that it brings along. CPU-bound.
pub fn prepare<E>(store: &Store, draft: &TagDraft) -> Result<TagChange, E>
where
    E: From<ValidationError> + From<StoreError>,
{
    let cover = match draft.cover.as_deref().map(str::trim) {
        None => CoverChange::None,
        Some("") => CoverChange::Remove,
        Some(address) => cover::<E>(store, address)?,
    };
    Ok(TagChange {
        name: draft.name.as_deref().map(TagName::parse).transpose()?,
        slug: draft.slug.as_deref().map(Slug::parse).transpose()?,
        description: draft
            .description
            .as_deref()
            .map(CollectionDescription::parse)
            .transpose()?,
        cover,
    })
}

/// Returns the picture with this URL. The bytes of one that this site has may be gone when it is stored, if nothing shows
/// them any more: they come along.
fn cover<E>(store: &Store, address: &str) -> Result<CoverChange, E>
where
    E: From<ValidationError> + From<StoreError>,
{
    let picture = if content::is_data_url(address) {
        Some(embedded_pictures::read_data_url("cover", address)?)
    } else {
        embedded_pictures::stored_picture(store, address)?
    };
    if let Some(picture) = picture {
        return Ok(CoverChange::Replace(
            embedded_pictures::cover_of(&picture),
            Some(picture),
        ));
    }
    let cover = Cover::from_address(address);
    let cover =
        cover.map_err(|_| ValidationError::new("cover", "The picture must be an http or https address"))?;
    Ok(CoverChange::Replace(cover, None))
}

/// Changes a tag, and returns it with the number of posts that say it differently now. A new name brings a new address,
/// unless one is chosen; the old one still leads to the tag.
///
/// # Errors
/// If another tag has the name or the slug, or the database cannot be written.
pub fn change(tx: &mut Tx<'_>, tag: Tag, change: &TagChange, now: Time) -> Result<(Tag, usize), TagError> {
    let (mut tag, mut posts) = (tag, 0);
    let old_name = tag.name.clone();
    if let Some(name) = change.name.as_ref().filter(|name| name.as_str() != old_name) {
        let key = tag::key(name.as_str());
        if key != tag.key && tags::by_key(tx, &key)?.is_some() {
            return Err(TagError::NameTaken);
        }
        posts = tags::rename(tx, &tag, name)?;
        tag.key = key;
        name.as_str().clone_into(&mut tag.name);
    }
    if let Some(slug) = new_slug(tx, &tag, &old_name, change.slug.as_ref())? {
        tags::set_slug(tx, &tag, &slug)?;
        tag.slug = slug;
    }
    if let Some(description) = &change.description {
        tags::set_description(tx, &tag, description)?;
        description.as_str().clone_into(&mut tag.description);
    }
    set_cover(tx, &mut tag, &change.cover, now)?;
    Ok((tag, posts))
}

fn set_cover(tx: &mut Tx<'_>, tag: &mut Tag, change: &CoverChange, now: Time) -> Result<(), StoreError> {
    let cover = match change {
        CoverChange::None => return Ok(()),
        CoverChange::Remove => None,
        CoverChange::Replace(cover, picture) => {
            store_images(tx, picture.as_slice(), now)?;
            Some(cover)
        }
    };
    tags::set_cover(tx, tag, cover)?;
    tag.cover = cover.cloned();
    media::remove_unused(tx)?;
    Ok(())
}

/// Returns the slug that a tag gets, if it gets another one: the chosen one, else that of its new name.
fn new_slug(tx: &Tx<'_>, tag: &Tag, old_name: &str, chosen: Option<&Slug>) -> Result<Option<Slug>, TagError> {
    let slug = match chosen {
        Some(slug) if former_slugs::is_taken(tx, CollectionKind::Tag, slug, &tag.key)? => {
            return Err(TagError::SlugTaken);
        }
        Some(slug) => slug.clone(),
        None if tag::slug(&tag.name) == tag::slug(old_name) => return Ok(None),
        None => former_slugs::free(tx, CollectionKind::Tag, &tag::slug(&tag.name), &tag.key)?,
    };
    Ok(Some(slug).filter(|slug| *slug != tag.slug))
}

/// Gives all posts of a tag another one in its place, and returns the number of posts that have changed. The tag is gone
/// then, with its text and its picture; its addresses lead to the other one.
///
/// # Errors
/// If both are the same, or the database cannot be written.
pub fn merge(tx: &mut Tx<'_>, tag: &Tag, into: &Tag) -> Result<usize, TagError> {
    if tag.key == into.key {
        return Err(ValidationError::new("into", "A tag cannot be merged into itself").into());
    }
    let posts = tags::merge(tx, tag, into)?;
    media::remove_unused(tx)?;
    Ok(posts)
}
