//! From the bytes that somebody brought to pixels.

use std::io::Cursor;

use image::codecs::bmp::BmpDecoder;
use image::codecs::gif::GifDecoder;
use image::codecs::ico::IcoDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{
    AnimationDecoder as _, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits,
};
use thiserror::Error;

/// The most bytes of an upload (rulings §4).
const BYTES_MAX: usize = 8 * 1024 * 1024;
/// The most pixels of a picture (rulings §4).
const PIXELS_MAX: u64 = 40_000_000;
/// What a decoder may take: the pixels in their widest form, and as much again to work with.
const MEMORY_MAX: u64 = PIXELS_MAX * 8;

/// Why a picture was refused; each is a sentence for the person who brought it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PictureError {
    /// It is none, or a broken one, or not of the kind that it is said to be.
    #[error("Invalid image")]
    Invalid,
    /// It moves.
    #[error("Animated images are not supported")]
    Animated,
    /// It has more than 8 MiB.
    #[error("The image must be at most 8 MiB large")]
    TooLarge,
    /// It has more than 40 megapixels.
    #[error("The image must have at most 40 megapixels")]
    TooManyPixels,
}

/// The kinds of pictures that are taken (rulings §4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind(ImageFormat);

impl Kind {
    /// The kind of this media type.
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
        let is_taken = matches!(
            format,
            ImageFormat::Png
                | ImageFormat::Gif
                | ImageFormat::Jpeg
                | ImageFormat::WebP
                | ImageFormat::Bmp
                | ImageFormat::Ico
        );
        is_taken.then_some(Self(format))
    }
}

/// The pixels of a picture that is said to be of a kind, turned upright.
pub(super) fn pixels(bytes: &[u8], declared: Option<Kind>) -> Result<DynamicImage, PictureError> {
    if bytes.len() > BYTES_MAX {
        return Err(PictureError::TooLarge);
    }
    let kind = Kind::of(bytes).ok_or(PictureError::Invalid)?;
    if declared.is_some_and(|declared| declared != kind) {
        return Err(PictureError::Invalid);
    }
    let input = Cursor::new(bytes);
    match kind.0 {
        ImageFormat::Png => {
            let decoder = PngDecoder::with_limits(input, limits()).map_err(broken)?;
            if decoder.is_apng().map_err(broken)? {
                return Err(PictureError::Animated);
            }
            upright(decoder)
        }
        ImageFormat::Gif => {
            if gif(bytes)?.into_frames().take(2).flatten().count() > 1 {
                return Err(PictureError::Animated);
            }
            upright(gif(bytes)?)
        }
        ImageFormat::WebP => {
            let decoder = WebPDecoder::new(input).map_err(broken)?;
            if decoder.has_animation() {
                return Err(PictureError::Animated);
            }
            upright(decoder)
        }
        ImageFormat::Jpeg => upright(JpegDecoder::new(input).map_err(broken)?),
        ImageFormat::Bmp => upright(BmpDecoder::new(input).map_err(broken)?),
        _ => upright(IcoDecoder::new(input).map_err(broken)?),
    }
}

/// Width and height of a picture once it stands upright, read from its head alone.
pub fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let kind = Kind::of(bytes)?;
    let reader = ImageReader::with_format(Cursor::new(bytes), kind.0);
    let mut decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    let is_lying = matches!(
        decoder.orientation().ok()?,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    );
    Some(if is_lying {
        (height, width)
    } else {
        (width, height)
    })
}

fn gif(bytes: &[u8]) -> Result<GifDecoder<Cursor<&[u8]>>, PictureError> {
    let mut decoder = GifDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    bounded(&decoder)?;
    decoder.set_limits(limits()).map_err(broken)?;
    Ok(decoder)
}

fn upright(mut decoder: impl ImageDecoder) -> Result<DynamicImage, PictureError> {
    bounded(&decoder)?;
    decoder.set_limits(limits()).map_err(broken)?;
    let orientation = decoder.orientation().map_err(broken)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(broken)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Before anything is allocated for the pixels.
fn bounded(decoder: &impl ImageDecoder) -> Result<(), PictureError> {
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PIXELS_MAX {
        return Err(PictureError::TooManyPixels);
    }
    if width == 0 || height == 0 {
        return Err(PictureError::Invalid);
    }
    Ok(())
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_MAX);
    limits
}

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err wants")]
fn broken(error: ImageError) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::TooManyPixels,
        _ => PictureError::Invalid,
    }
}
