//! Autosaves: preparing and storing what members of the staff have not saved yet.

use super::embedded_pictures::{self, store_images};
use crate::content;
use crate::domain::autosave::{Autosave, AutosaveFields, AutosaveSummary};
use crate::domain::{AdminId, ValidationError};
use crate::media::StoredImage;
use crate::store::media as stored_media;
use crate::store::{StoreError, Tx, autosaves};

/// The fields of an autosave with its embedded pictures.
#[derive(Debug, Clone)]
pub struct PreparedAutosave {
    /// The fields, with the addresses that the pictures get.
    pub fields: AutosaveFields,
    /// Whether a picture in the text was replaced by its address.
    pub has_new_content: bool,
    /// Whether the cover was replaced by its address.
    pub has_new_cover: bool,
    pictures: Vec<StoredImage>,
}

/// Sanitises the text of an autosave and decodes its pictures, under the rules of a saved post. CPU-bound.
///
/// # Errors
/// If a field is too long, or a picture cannot be decoded.
pub fn prepare(title: &str, mut fields: AutosaveFields) -> Result<PreparedAutosave, ValidationError> {
    let mut pictures = Vec::new();
    if let Some(given) = &fields.content {
        fields.content = Some(embedded_pictures::html_and_pictures(given, &mut pictures)?);
    }
    let has_new_content = !pictures.is_empty();
    let embedded_cover = fields.featured_image.as_deref();
    let embedded_cover = embedded_cover.filter(|address| content::is_data_url(address));
    let has_new_cover = embedded_cover.is_some();
    if let Some(address) = embedded_cover {
        let picture = embedded_pictures::read_data_url("featuredImage", address)?;
        fields.featured_image = Some(embedded_pictures::address(&picture));
        pictures.push(picture);
    }
    fields.check(title)?;
    Ok(PreparedAutosave {
        fields,
        has_new_content,
        has_new_cover,
        pictures,
    })
}

/// Stores an autosave in place of the earlier one with its key. Its pictures stay as long as it does.
///
/// # Errors
/// If the database cannot be written.
pub fn store(
    tx: &mut Tx<'_>,
    admin: AdminId,
    summary: AutosaveSummary,
    prepared: &PreparedAutosave,
) -> Result<(), StoreError> {
    store_images(tx, &prepared.pictures, summary.saved_at)?;
    let fields = prepared.fields.clone();
    let mut hashes = content::media_hashes(fields.content.as_deref().unwrap_or_default());
    let cover = fields.featured_image.as_deref();
    hashes.extend(cover.and_then(content::media_hash).map(str::to_owned));
    if autosaves::insert_or_replace(tx, admin, &Autosave { summary, fields }, &hashes)? {
        stored_media::remove_unused(tx)?;
    }
    Ok(())
}
