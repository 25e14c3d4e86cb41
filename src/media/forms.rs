//! From pixels to the forms in which a picture is kept.

use image::imageops::FilterType;
use image::{DynamicImage, GenericImageView as _};
use sha2::{Digest as _, Sha256};

use super::decode::{self, Kind, PictureError};

/// The widest form that is kept (rulings §4).
const WIDTH_MAX: u32 = 1_600;
/// The form for cards.
const SMALL_WIDTH: u32 = 480;
/// WebP knows no higher picture.
const HEIGHT_MAX: u32 = 16_383;
/// Of 100: above it pictures grow much faster than they gain.
const QUALITY: f32 = 82.0;

/// A picture as WebP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The SHA-256 of `bytes`, in hexadecimal: its name.
    pub hash: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// WebP, with nothing in it but pixels.
    pub bytes: Vec<u8>,
}

/// A picture in the forms in which it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// At most 1600 px wide.
    pub large: Form,
    /// At most 480 px wide; none when the large one is no wider.
    pub small: Option<Form>,
}

impl Picture {
    /// Reads a picture that is said to be of a kind. Takes up to a second of a processor and 700 MB for the
    /// largest that is let in: not for async threads, and not many at once.
    pub fn read(bytes: &[u8], declared: Option<Kind>) -> Result<Self, PictureError> {
        let pixels = decode::pixels(bytes, declared)?;
        let large = fitted(pixels, WIDTH_MAX);
        let small = (large.width() > SMALL_WIDTH).then(|| fitted(large.clone(), SMALL_WIDTH));
        Ok(Self {
            large: form(&large)?,
            small: small.as_ref().map(form).transpose()?,
        })
    }
}

fn fitted(picture: DynamicImage, width: u32) -> DynamicImage {
    let (present_width, present_height) = picture.dimensions();
    if present_width <= width && present_height <= HEIGHT_MAX {
        return picture;
    }
    picture.resize(width, HEIGHT_MAX, FilterType::Lanczos3)
}

fn form(picture: &DynamicImage) -> Result<Form, PictureError> {
    let (width, height) = picture.dimensions();
    let bytes = if picture.color().has_alpha() {
        let pixels = picture.to_rgba8();
        webp::Encoder::from_rgba(&pixels, width, height).encode_simple(false, QUALITY)
    } else {
        let pixels = picture.to_rgb8();
        webp::Encoder::from_rgb(&pixels, width, height).encode_simple(false, QUALITY)
    };
    let bytes = bytes.map_err(|_| PictureError::Invalid)?.to_vec();
    Ok(Form {
        hash: hex::encode(Sha256::digest(&bytes)),
        width,
        height,
        bytes,
    })
}
