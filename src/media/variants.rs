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
/// The most bytes that a filter takes while it scales an image.
const SCALING_MEMORY_MAX: u64 = 112 << 20;

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
    /// Converts an image of the declared format. Takes up to a second of CPU time and 500 MB of memory for the largest
    /// accepted image: do not call on async threads, nor many times at once.
    pub fn read(bytes: &[u8], declared: Option<UploadFormat>) -> Result<Self, UploadError> {
        Self::read_within(bytes, declared, u64::MAX)
    }

    /// Converts an image with about so many bytes of memory. One that takes more is refused.
    pub fn read_within(
        bytes: &[u8],
        declared: Option<UploadFormat>,
        memory_max: u64,
    ) -> Result<Self, UploadError> {
        let (pixels, orientation) = decode::pixels(bytes, declared, memory_max)?;
        let mut large = if decode::swaps_sides(orientation) {
            scaled_down(pixels, HEIGHT_MAX, IMAGE_WIDTH_MAX, memory_max)
        } else {
            scaled_down(pixels, IMAGE_WIDTH_MAX, HEIGHT_MAX, memory_max)
        };
        large.apply_orientation(orientation);
        let small = (large.width() > SMALL_IMAGE_WIDTH)
            .then(|| scaled_down(large.clone(), SMALL_IMAGE_WIDTH, HEIGHT_MAX, memory_max));
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
        let (width, height) = decode::stored_size(&bytes, width_max, HEIGHT_MAX)?;
        Ok(Self {
            hash: hex::encode(Sha256::digest(&bytes)),
            width,
            height,
            bytes,
        })
    }
}

/// Scales an image down to these sides, if it is larger, with about so many bytes of memory.
fn scaled_down(picture: DynamicImage, width_max: u32, height_max: u32, memory_max: u64) -> DynamicImage {
    let (width, height) = picture.dimensions();
    if width <= width_max && height <= height_max {
        return picture;
    }
    let (width_new, height_new) = fitting((width, height), width_max, height_max);
    let needed = memory_of_scaling(&picture, width_new);
    if needed <= SCALING_MEMORY_MAX && needed.saturating_add(picture.as_bytes().len() as u64) <= memory_max {
        return picture.resize_exact(width_new, height_new, FilterType::Lanczos3);
    }
    // The mean of the pixels that become one is nearly as good where they are many, and takes no memory.
    if width <= 2 * width_new {
        return picture.thumbnail_exact(width_new, height_new);
    }
    let halfway = picture.thumbnail_exact(2 * width_new, 2 * height_new);
    drop(picture);
    if memory_of_scaling(&halfway, width_new) <= SCALING_MEMORY_MAX {
        halfway.resize_exact(width_new, height_new, FilterType::Lanczos3)
    } else {
        halfway.thumbnail_exact(width_new, height_new)
    }
}

/// Returns the largest sides of the same shape that are within these.
fn fitting((width, height): (u32, u32), width_max: u32, height_max: u32) -> (u32, u32) {
    // Half of the divisor rounds to the nearest. A quotient is at most the side that it is for.
    let scaled = |side: u32, part: u32, of: u32| {
        let (side, part, of) = (u64::from(side), u64::from(part), u64::from(of.max(1)));
        u32::try_from((side * part + of / 2) / of)
            .unwrap_or(u32::MAX)
            .max(1)
    };
    if u64::from(width) * u64::from(height_max) >= u64::from(height) * u64::from(width_max) {
        (width_max, scaled(height, width_max, width))
    } else {
        (scaled(width, height_max, height), height_max)
    }
}

/// Returns the bytes that a filter takes: four numbers of four bytes for each pixel of an image that has the new height and
/// the old width.
fn memory_of_scaling(picture: &DynamicImage, width_new: u32) -> u64 {
    let (width, height) = picture.dimensions();
    let height_new = u64::from(height) * u64::from(width_new) / u64::from(width.max(1));
    16 * u64::from(width) * height_new
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
