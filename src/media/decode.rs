//! Decoding of uploaded images.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{
    AnimationDecoder as _, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits,
};
use thiserror::Error;

/// The most bytes of an upload (rulings §4).
pub const UPLOAD_BYTES_MAX: usize = 8 * 1024 * 1024;
/// The most bytes of an image that was stored before: the largest uploads may grow.
pub const STORED_BYTES_MAX: usize = 4 * UPLOAD_BYTES_MAX;
/// The most pixels of an image (rulings §4).
const PIXELS_MAX: u64 = 40_000_000;
/// The memory limit of a decoder in bytes: the pixels in their widest form, and as much again as working memory.
const MEMORY_MAX: u64 = PIXELS_MAX * 8;

/// An error of an uploaded image. The messages are for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum UploadError {
    /// It is not an image, is corrupt, or is not of the declared format.
    #[error("Invalid image")]
    Invalid,
    /// It is animated.
    #[error("Animated images are not supported")]
    Animated,
    /// It is larger than 8 MiB.
    #[error("The image must be at most 8 MiB large")]
    TooLarge,
    /// It has more than 40 megapixels.
    #[error("The image must have at most 40 megapixels")]
    TooManyPixels,
    /// It is to be an icon, and has too few pixels.
    #[error("The icon must be at least 192 pixels wide and high")]
    TooSmall,
}

/// An accepted image format (rulings §4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadFormat(ImageFormat);

impl UploadFormat {
    /// Returns the format with this media type.
    pub fn from_media_type(name: &str) -> Option<Self> {
        let essence = name.split(';').next().unwrap_or_default().trim();
        match essence.to_ascii_lowercase().as_str() {
            "image/png" => Some(Self(ImageFormat::Png)),
            "image/gif" => Some(Self(ImageFormat::Gif)),
            "image/jpeg" | "image/jpg" | "image/pjpeg" => Some(Self(ImageFormat::Jpeg)),
            "image/webp" => Some(Self(ImageFormat::WebP)),
            "image/bmp" | "image/x-bmp" | "image/x-ms-bmp" => Some(Self(ImageFormat::Bmp)),
            "image/x-icon" | "image/vnd.microsoft.icon" => Some(Self(ImageFormat::Ico)),
            _ => None,
        }
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        let format = image::guess_format(bytes).ok()?;
        let is_accepted = matches!(
            format,
            ImageFormat::Png
                | ImageFormat::Gif
                | ImageFormat::Jpeg
                | ImageFormat::WebP
                | ImageFormat::Bmp
                | ImageFormat::Ico
        );
        is_accepted.then_some(Self(format))
    }
}

/// Decodes an image of the declared format and applies its orientation.
pub(super) fn pixels(bytes: &[u8], declared: Option<UploadFormat>) -> Result<DynamicImage, UploadError> {
    if bytes.len() > UPLOAD_BYTES_MAX {
        return Err(UploadError::TooLarge);
    }
    let kind = UploadFormat::of(bytes).ok_or(UploadError::Invalid)?;
    if declared.is_some_and(|declared| declared != kind) {
        return Err(UploadError::Invalid);
    }
    let input = Cursor::new(bytes);
    match kind.0 {
        ImageFormat::Png => {
            let decoder = PngDecoder::with_limits(input, limits()).map_err(decode_error)?;
            if decoder.is_apng().map_err(decode_error)? {
                return Err(UploadError::Animated);
            }
            decode_upright(decoder)
        }
        ImageFormat::Gif => {
            if gif_decoder(bytes)?.into_frames().take(2).flatten().count() > 1 {
                return Err(UploadError::Animated);
            }
            decode_upright(gif_decoder(bytes)?)
        }
        ImageFormat::WebP => {
            let decoder = WebPDecoder::new(input).map_err(decode_error)?;
            if decoder.has_animation() {
                return Err(UploadError::Animated);
            }
            decode_upright(decoder)
        }
        _ => {
            let reader = ImageReader::with_format(input, kind.0);
            decode_upright(reader.into_decoder().map_err(decode_error)?)
        }
    }
}

/// Decodes a WebP image that was stored before, and returns its width and height. It has no metadata, which stored images
/// never have.
pub(super) fn stored_size(bytes: &[u8]) -> Result<(u32, u32), UploadError> {
    if bytes.len() > STORED_BYTES_MAX {
        return Err(UploadError::TooLarge);
    }
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(decode_error)?;
    if decoder.has_animation() {
        return Err(UploadError::Animated);
    }
    let has_metadata = decoder.icc_profile().map_err(decode_error)?.is_some()
        || decoder.exif_metadata().map_err(decode_error)?.is_some()
        || decoder.xmp_metadata().map_err(decode_error)?.is_some();
    if has_metadata {
        return Err(UploadError::Invalid);
    }
    let pixels = decode_upright(decoder)?;
    Ok((pixels.width(), pixels.height()))
}

/// Returns width and height of an image with its orientation applied, read from its header alone.
pub fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let kind = UploadFormat::of(bytes)?;
    let reader = ImageReader::with_format(Cursor::new(bytes), kind.0);
    let mut decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    let swaps_sides = matches!(
        decoder.orientation().ok()?,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    Some(if swaps_sides {
        (height, width)
    } else {
        (width, height)
    })
}

fn gif_decoder(bytes: &[u8]) -> Result<GifDecoder<Cursor<&[u8]>>, UploadError> {
    let mut decoder = GifDecoder::new(Cursor::new(bytes)).map_err(decode_error)?;
    check_dimensions(&decoder)?;
    decoder.set_limits(limits()).map_err(decode_error)?;
    Ok(decoder)
}

fn decode_upright(mut decoder: impl ImageDecoder) -> Result<DynamicImage, UploadError> {
    check_dimensions(&decoder)?;
    decoder.set_limits(limits()).map_err(decode_error)?;
    let orientation = decoder.orientation().map_err(decode_error)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(decode_error)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Checks the dimensions before memory is allocated for the pixels.
fn check_dimensions(decoder: &impl ImageDecoder) -> Result<(), UploadError> {
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PIXELS_MAX {
        return Err(UploadError::TooManyPixels);
    }
    if width == 0 || height == 0 {
        return Err(UploadError::Invalid);
    }
    Ok(())
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_MAX);
    limits
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the signature that map_err requires"
)]
fn decode_error(error: ImageError) -> UploadError {
    match error {
        ImageError::Limits(_) => UploadError::TooManyPixels,
        _ => UploadError::Invalid,
    }
}
