//! Pictures of this site, identified by the hash of their bytes, and drawings of diagrams, by that of their source.

use std::collections::HashMap;

use super::engine::{Row, StoreError, each_text, params, strings};
use crate::content::Size;
use crate::domain::Time;
use crate::domain::post::Cover;
use crate::store::Tx;

/// The format of a stored picture, which is also the end of its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaFormat {
    /// A picture that was uploaded.
    WebP,
    /// The drawing of a diagram.
    Svg,
}

impl MediaFormat {
    /// Returns the end of its addresses, which the database holds too.
    pub fn name(self) -> &'static str {
        match self {
            Self::WebP => "webp",
            Self::Svg => "svg",
        }
    }
}

/// A picture to store.
#[derive(Debug, Clone)]
pub struct NewMedia<'a> {
    /// The hash of `bytes`, or of what the drawing is made from.
    pub hash: &'a str,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The format of `bytes`.
    pub format: MediaFormat,
    /// The picture.
    pub bytes: &'a [u8],
    /// The hash of the small variant, which must already be stored.
    pub small_hash: Option<&'a str>,
}

pub(super) const REMOVE_UNREFERENCED: &str = "delete from media
     where not exists (select 1 from post_media where hash = media.hash)
       and not exists (select 1 from posts where cover_media = media.hash)
       and not exists (select 1 from media as large where large.small_hash = media.hash)
       and not exists (select 1 from revision_media where hash = media.hash)
       and not exists (select 1 from revisions where cover_media = media.hash)
       and not exists (select 1 from autosave_media where hash = media.hash)
       and not exists (select 1 from static_page_media where hash = media.hash)
       and not exists (select 1 from site_media where hash = media.hash)
       and not exists (select 1 from tags where cover_media = media.hash)";

/// Stores a picture. Does nothing if it is already stored.
pub fn insert(tx: &mut Tx<'_>, media: &NewMedia<'_>, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "insert into media (hash, width, height, bytes, small_hash, created_at, format)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7) on conflict do nothing",
        params![
            media.hash,
            media.width,
            media.height,
            media.bytes,
            media.small_hash,
            now,
            media.format.name()
        ],
    )?;
    Ok(())
}

/// Removes the pictures that neither the site itself nor a post, a static page, a revision, an autosave or a tag shows, and
/// returns their number.
pub fn remove_unused(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    // A small variant is unreferenced only after its large variant is removed.
    Ok(remove_unreferenced(tx)? + remove_unreferenced(tx)?)
}

fn remove_unreferenced(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    tx.execute(REMOVE_UNREFERENCED, params![])
}

/// Returns the bytes of a picture of this format.
pub fn bytes(tx: &Tx<'_>, hash: &str, format: MediaFormat) -> Result<Option<Vec<u8>>, StoreError> {
    tx.query_value(
        "select bytes from media where hash = ?1 and format = ?2",
        params![hash, format.name()],
    )
}

/// An uploaded picture as it is stored.
#[derive(Debug, Clone)]
pub struct StoredMedia {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The picture.
    pub bytes: Vec<u8>,
    /// The hash of the small variant.
    pub small_hash: Option<String>,
}

/// Returns the uploaded picture with this hash.
pub fn picture(tx: &Tx<'_>, hash: &str) -> Result<Option<StoredMedia>, StoreError> {
    tx.query_one(
        "select width, height, bytes, small_hash from media where hash = ?1 and format = 'webp'",
        params![hash],
        |row| {
            Ok(StoredMedia {
                width: row.get("width")?,
                height: row.get("height")?,
                bytes: row.get("bytes")?,
                small_hash: row.get("small_hash")?,
            })
        },
    )
}

/// Returns the sizes of the stored pictures among `hashes`, by hash.
pub fn sizes(tx: &Tx<'_>, hashes: &[String]) -> Result<HashMap<String, Size>, StoreError> {
    if hashes.is_empty() {
        return Ok(HashMap::new());
    }
    let sizes = tx.query_all(
        concat!(
            "select hash, width, height from media where hash in ",
            each_text!("?1")
        ),
        params![strings(hashes)],
        |row| {
            let (width, height) = (row.get("width")?, row.get("height")?);
            Ok((row.get("hash")?, Size { width, height }))
        },
    )?;
    Ok(sizes.into_iter().collect())
}

/// Returns the cover in the columns `cover_url`, `cover_media` and `small_hash`.
pub(super) fn cover(row: &Row<'_>) -> Result<Option<Cover>, StoreError> {
    if let Some(hash) = row.get::<Option<String>>("cover_media")? {
        let small_hash = row.get("small_hash")?;
        return Ok(Some(Cover::Media { hash, small_hash }));
    }
    Ok(row.get::<Option<String>>("cover_url")?.map(Cover::Address))
}
