//! The stored variants of an image.

use image::imageops::FilterType;
use image::{DynamicImage, GenericImageView as _};
use sha2::{Digest as _, Sha256};

use super::decode::{self, UploadError, UploadFormat};
use crate::domain::post::{IMAGE_WIDTH_MAX, SMALL_IMAGE_WIDTH};

/// The largest height of a WebP image in pixels.
const HEIGHT_MAX: u32 = 16_383;
/// The WebP quality, 0 to 100: above this, files grow much faster than they improve.
const QUALITY: f32 = 82.0;

/// An image as WebP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageVariant {
    /// The SHA-256 of `bytes` in hexadecimal, which names the file.
    pub hash: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The WebP file, without metadata.
    pub bytes: Vec<u8>,
}

/// An image in its stored variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredImage {
    /// The variant at most 1600 px wide.
    pub large: ImageVariant,
    /// The variant at most 480 px wide; `None` when the large one is no wider.
    pub small: Option<ImageVariant>,
}

impl StoredImage {
    /// Converts an image of the declared format. Takes up to a second of CPU time and 700 MB of memory for the largest
    /// accepted image: do not call on async threads, nor many times at once.
    pub fn read(bytes: &[u8], declared: Option<UploadFormat>) -> Result<Self, UploadError> {
        let pixels = decode::pixels(bytes, declared)?;
        let large = scaled_down(pixels, IMAGE_WIDTH_MAX);
        let small =
            (large.width() > SMALL_IMAGE_WIDTH).then(|| scaled_down(large.clone(), SMALL_IMAGE_WIDTH));
        Ok(Self {
            large: encode(&large)?,
            small: small.as_ref().map(encode).transpose()?,
        })
    }
}

impl ImageVariant {
    /// Reads an image that a site of this kind has stored: WebP of at most this width, without animation and metadata, whose
    /// bytes stay as they are.
    pub fn from_stored(bytes: Vec<u8>, width_max: u32) -> Result<Self, UploadError> {
        let (width, height) = decode::stored_size(&bytes)?;
        if width > width_max || height > HEIGHT_MAX {
            return Err(UploadError::Invalid);
        }
        Ok(Self {
            hash: hex::encode(Sha256::digest(&bytes)),
            width,
            height,
            bytes,
        })
    }
}

fn scaled_down(picture: DynamicImage, width: u32) -> DynamicImage {
    let (original_width, original_height) = picture.dimensions();
    if original_width <= width && original_height <= HEIGHT_MAX {
        return picture;
    }
    picture.resize(width, HEIGHT_MAX, FilterType::Lanczos3)
}

fn encode(picture: &DynamicImage) -> Result<ImageVariant, UploadError> {
    let (width, height) = picture.dimensions();
    let bytes = if picture.color().has_alpha() {
        let pixels = picture.to_rgba8();
        webp::Encoder::from_rgba(&pixels, width, height).encode_simple(false, QUALITY)
    } else {
        let pixels = picture.to_rgb8();
        webp::Encoder::from_rgb(&pixels, width, height).encode_simple(false, QUALITY)
    };
    let bytes = bytes.map_err(|_| UploadError::Invalid)?.to_vec();
    Ok(ImageVariant {
        hash: hex::encode(Sha256::digest(&bytes)),
        width,
        height,
        bytes,
    })
}
