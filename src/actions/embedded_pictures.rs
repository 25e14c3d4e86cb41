//! The pictures that a draft brings along: embedded in its text, or as its cover.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use url::Url;

use crate::content::{self, ImageSizes, Size, TooComplex};
use crate::domain::post::{CONTENT_BYTES_MAX, Cover};
use crate::domain::{Time, ValidationError};
use crate::media::{self, IconSet, ImageVariant, StoredImage, UploadError, UploadFormat};
use crate::store::media::{self as stored_media, MediaFormat, NewMedia};
use crate::store::{Store, StoreError, Tx};

/// The most pictures that a text may embed as `data:` URLs.
const PICTURES_MAX: usize = 50;

/// The picture above the text, as submitted.
#[derive(Debug, Clone, Default)]
pub enum DraftCover {
    /// The field is absent: the current cover stays.
    #[default]
    Absent,
    /// An http(s) or `data:` URL; an empty one counts as missing.
    Address(String),
    /// An upload with its declared media type.
    Upload(Vec<u8>, Option<String>),
}

/// Returns the cover of a draft, if it has a new one. The picture is added to those that are to be stored, also if it is
/// stored already: nothing else may show it by then.
pub(super) fn cover<E>(
    store: &Store,
    given: &DraftCover,
    pictures: &mut Vec<StoredImage>,
) -> Result<Option<Cover>, E>
where
    E: From<ValidationError> + From<StoreError>,
{
    let refuse = |error| refusal("featuredImage", error);
    let picture = match given {
        DraftCover::Absent => return Ok(None),
        DraftCover::Address(address) if address.trim().is_empty() => return Ok(None),
        DraftCover::Upload(bytes, _) if bytes.is_empty() => return Ok(None),
        DraftCover::Address(address) if content::is_data_url(address) => {
            read_data_url("featuredImage", address)?
        }
        DraftCover::Address(address) => match stored_picture(store, address.trim())? {
            Some(picture) => picture,
            None => return Ok(Some(Cover::from_address(address)?)),
        },
        DraftCover::Upload(bytes, media_type) => {
            let declared = declared(media_type.as_deref()).map_err(refuse)?;
            StoredImage::read(bytes, declared).map_err(refuse)?
        }
    };
    let cover = cover_of(&picture);
    pictures.push(picture);
    Ok(Some(cover))
}

/// Returns the cover that a picture is once it is stored.
pub(super) fn cover_of(picture: &StoredImage) -> Cover {
    Cover::Media {
        hash: picture.large.hash.clone(),
        small_hash: picture.small.as_ref().map(|small| small.hash.clone()),
    }
}

/// Returns the picture in a `data:` URL, which takes at most about so many bytes of memory.
pub(super) fn read_data_url_within(address: &str, memory_max: u64) -> Result<StoredImage, UploadError> {
    let picture = DataUrl::parse(address)?;
    StoredImage::read_within(&picture.bytes, Some(picture.kind), memory_max)
}

/// Returns the picture in a `data:` URL, which a field holds.
pub(super) fn read_data_url(field: &'static str, address: &str) -> Result<StoredImage, ValidationError> {
    DataUrl::parse(address)
        .and_then(|picture| picture.read())
        .map_err(|error| refusal(field, error))
}

/// Returns the icon in a `data:` URL, which a field holds.
pub(super) fn read_icon(field: &'static str, address: &str) -> Result<IconSet, ValidationError> {
    DataUrl::parse(address)
        .and_then(|picture| IconSet::read(&picture.bytes, Some(picture.kind)))
        .map_err(|error| refusal(field, error))
}

fn refusal(field: &'static str, error: UploadError) -> ValidationError {
    ValidationError::new(field, error.to_string())
}

/// Returns the picture of this site with this address, with its small variant.
pub(super) fn stored_picture(store: &Store, address: &str) -> Result<Option<StoredImage>, StoreError> {
    let Some(hash) = content::media_hash(address).map(str::to_owned) else {
        return Ok(None);
    };
    store.read_blocking(move |tx| {
        let Some(found) = stored_media::picture(tx, &hash)? else {
            return Ok(None);
        };
        let small = match found.small_hash {
            Some(hash) => stored_media::picture(tx, &hash)?.map(|small| (hash, small)),
            None => None,
        };
        let variant = |hash, width, height, bytes| ImageVariant {
            hash,
            width,
            height,
            bytes,
        };
        Ok(Some(StoredImage {
            large: variant(hash, found.width, found.height, found.bytes),
            small: small.map(|(hash, small)| variant(hash, small.width, small.height, small.bytes)),
        }))
    })
}

/// Returns the address that a picture has once it is stored.
pub(super) fn address(picture: &StoredImage) -> String {
    format!("/media/{}.webp", picture.large.hash)
}

/// Returns the sanitised text of a draft, and adds the pictures embedded in it to those that are to be stored. They have
/// their addresses in the text.
pub(super) fn html_and_pictures(
    given: &str,
    pictures: &mut Vec<StoredImage>,
) -> Result<String, ValidationError> {
    html(given, |picture| {
        let picture = picture.read()?;
        let address = address(&picture);
        pictures.push(picture);
        Ok(address)
    })
}

/// Returns the declared kind of an upload; generic media types count as undeclared.
fn declared(media_type: Option<&str>) -> Result<Option<UploadFormat>, UploadError> {
    match media_type {
        None | Some("" | "application/octet-stream") => Ok(None),
        Some(name) => UploadFormat::from_media_type(name)
            .map(Some)
            .ok_or(UploadError::Invalid),
    }
}

/// Returns the sanitised text of a draft under the rules of a saved one. Its pictures stay embedded, because nothing is
/// stored.
pub fn sanitise_unsaved(given: &str) -> Result<String, ValidationError> {
    // A placeholder as long as the address of a stored picture, so that the size limit applies as on publishing.
    html(given, |_| Ok(format!("/media/{:064}.webp", 0)))?;
    content::sanitise(given).map_err(too_complex)
}

/// Returns the size of a picture embedded as a `data:` URL, without decoding it.
pub fn data_url_size(address: &str) -> Option<Size> {
    let (width, height) = media::dimensions(&DataUrl::parse(address).ok()?.bytes)?;
    Some(Size { width, height })
}

/// Returns the sizes of the pictures and drawings of this site in the text, by hash: the stored ones, and the pictures
/// about to be stored.
pub(super) fn image_sizes(
    store: &Store,
    html: &str,
    pictures: &[StoredImage],
) -> Result<ImageSizes, StoreError> {
    let hashes = content::media_hashes(html);
    if hashes.is_empty() {
        return Ok(ImageSizes::new());
    }
    let mut sizes = store.read_blocking(move |tx| stored_media::sizes(tx, &hashes))?;
    for large in pictures.iter().map(|picture| &picture.large) {
        let (width, height) = (large.width, large.height);
        sizes.insert(large.hash.clone(), Size { width, height });
    }
    Ok(sizes)
}

/// Returns the sanitised text, with each embedded picture replaced by the address that `store` returns for it.
fn html(
    given: &str,
    mut store: impl FnMut(&DataUrl) -> Result<String, UploadError>,
) -> Result<String, ValidationError> {
    if given.contains('\0') {
        return ValidationError::reject("content", "The content cannot hold the character U+0000");
    }
    let mut embedded = 0;
    let refuse = |error| refusal("content", error);
    let mut parsed = content::UnsanitisedHtml::parse(given).map_err(too_complex)?;
    parsed.store_images(|address| {
        if embedded == PICTURES_MAX {
            return ValidationError::reject("content", "A text brings at most 50 pictures along");
        }
        embedded += 1;
        store(&DataUrl::parse(address).map_err(refuse)?).map_err(refuse)
    })?;
    // Measured without the embedded pictures.
    refuse_large(parsed.size())?;
    let html = parsed.sanitised().map_err(too_complex)?;
    refuse_large(html.len())?;
    Ok(html)
}

fn refuse_large(size: usize) -> Result<(), ValidationError> {
    if size > CONTENT_BYTES_MAX {
        return ValidationError::reject("content", "The content must be at most 1 MiB large");
    }
    Ok(())
}

fn too_complex(reason: TooComplex) -> ValidationError {
    ValidationError::new("content", reason.to_string())
}

/// A picture in a `data:` URL, parsed as browsers do.
struct DataUrl {
    kind: UploadFormat,
    bytes: Vec<u8>,
}

impl DataUrl {
    fn parse(address: &str) -> Result<Self, UploadError> {
        let url = Url::parse(address).map_err(|_| UploadError::Invalid)?;
        let (head, body) = url.path().split_once(',').ok_or(UploadError::Invalid)?;
        let media_type = head.strip_suffix(";base64").ok_or(UploadError::Invalid)?;
        Ok(Self {
            kind: UploadFormat::from_media_type(media_type).ok_or(UploadError::Invalid)?,
            bytes: STANDARD.decode(body).map_err(|_| UploadError::Invalid)?,
        })
    }

    fn read(&self) -> Result<StoredImage, UploadError> {
        StoredImage::read(&self.bytes, Some(self.kind))
    }
}

pub(super) fn store_images(tx: &mut Tx<'_>, pictures: &[StoredImage], now: Time) -> Result<(), StoreError> {
    for picture in pictures {
        if let Some(small) = &picture.small {
            stored_media::insert(tx, &new_media(small, None), now)?;
        }
        let small_hash = picture.small.as_ref().map(|small| small.hash.as_str());
        stored_media::insert(tx, &new_media(&picture.large, small_hash), now)?;
    }
    Ok(())
}

pub(super) fn new_media<'a>(variant: &'a ImageVariant, small_hash: Option<&'a str>) -> NewMedia<'a> {
    NewMedia {
        hash: &variant.hash,
        width: variant.width,
        height: variant.height,
        format: MediaFormat::WebP,
        bytes: &variant.bytes,
        small_hash,
    }
}
