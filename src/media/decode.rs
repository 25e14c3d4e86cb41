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
    /// It takes more memory than its reader has for it.
    #[error("The image takes too much memory; make it smaller, or save it anew as a plain JPEG")]
    TooMuchMemory,
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

/// Decodes an image of the declared format, with about so many bytes of memory. Returns also the orientation, which the
/// pixels have not yet: it costs less once they are fewer.
pub(super) fn pixels(
    bytes: &[u8],
    declared: Option<UploadFormat>,
    memory_max: u64,
) -> Result<(DynamicImage, Orientation), UploadError> {
    if bytes.len() > UPLOAD_BYTES_MAX {
        return Err(UploadError::TooLarge);
    }
    let kind = UploadFormat::of(bytes).ok_or(UploadError::Invalid)?;
    if declared.is_some_and(|declared| declared != kind) {
        return Err(UploadError::Invalid);
    }
    let input = Cursor::new(bytes);
    let memory = Memory {
        max: memory_max,
        times: times_of_pixels(kind.0, bytes),
    };
    match kind.0 {
        ImageFormat::Png => {
            let decoder = PngDecoder::with_limits(input, limits()).map_err(decode_error)?;
            if decoder.is_apng().map_err(decode_error)? {
                return Err(UploadError::Animated);
            }
            decode(decoder, memory)
        }
        ImageFormat::Gif => {
            memory.require(&gif_decoder(bytes)?)?;
            if gif_decoder(bytes)?.into_frames().take(2).flatten().count() > 1 {
                return Err(UploadError::Animated);
            }
            decode(gif_decoder(bytes)?, memory)
        }
        ImageFormat::WebP => {
            let decoder = WebPDecoder::new(input).map_err(decode_error)?;
            if decoder.has_animation() {
                return Err(UploadError::Animated);
            }
            decode(decoder, memory)
        }
        _ => {
            let reader = ImageReader::with_format(input, kind.0);
            decode(reader.into_decoder().map_err(decode_error)?, memory)
        }
    }
}

/// Decodes a WebP image that was stored before, of at most these sides, and returns its width and height. It has no metadata,
/// which stored images never have.
pub(super) fn stored_size(bytes: &[u8], width_max: u32, height_max: u32) -> Result<(u32, u32), UploadError> {
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
    let (width, height) = decoder.dimensions();
    if has_metadata || width > width_max || height > height_max {
        return Err(UploadError::Invalid);
    }
    decode(decoder, Memory::UNBOUNDED)?;
    Ok((width, height))
}

/// Returns width and height of an image with its orientation applied, read from its header alone.
pub fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let kind = UploadFormat::of(bytes)?;
    let reader = ImageReader::with_format(Cursor::new(bytes), kind.0);
    let mut decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    Some(if swaps_sides(decoder.orientation().ok()?) {
        (height, width)
    } else {
        (width, height)
    })
}

/// Whether width and height change places with this orientation.
pub(super) fn swaps_sides(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

fn gif_decoder(bytes: &[u8]) -> Result<GifDecoder<Cursor<&[u8]>>, UploadError> {
    let mut decoder = GifDecoder::new(Cursor::new(bytes)).map_err(decode_error)?;
    check_dimensions(&decoder)?;
    decoder.set_limits(limits()).map_err(decode_error)?;
    Ok(decoder)
}

/// The memory that an image may take.
#[derive(Clone, Copy)]
struct Memory {
    max: u64,
    /// How many times that of its pixels it takes.
    times: u64,
}

impl Memory {
    const UNBOUNDED: Self = Self {
        max: u64::MAX,
        times: 1,
    };

    fn require(self, decoder: &impl ImageDecoder) -> Result<(), UploadError> {
        if decoder.total_bytes().saturating_mul(self.times) > self.max {
            return Err(UploadError::TooMuchMemory);
        }
        Ok(())
    }
}

/// Returns how many times the memory of its pixels an image takes while it is decoded, about.
fn times_of_pixels(format: ImageFormat, bytes: &[u8]) -> u64 {
    match format {
        // Two numbers for each byte, which are refined to the end.
        ImageFormat::Jpeg if is_progressive(bytes) => 3,
        // The present frame and the one before, or planes of another form.
        ImageFormat::Gif | ImageFormat::WebP => 3,
        _ => 1,
    }
}

/// Whether a JPEG file comes from coarse to fine.
fn is_progressive(bytes: &[u8]) -> bool {
    let mut at = 2;
    while let Some([0xff, marker, high, low]) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        match marker {
            // The start of a frame, of which there are several kinds.
            0xc2 | 0xc6 | 0xca | 0xce => return true,
            0xc0 | 0xc1 | 0xda => return false,
            0xff => at += 1,
            _ => at += 2 + usize::from(u16::from_be_bytes([*high, *low])),
        }
    }
    false
}

fn decode(
    mut decoder: impl ImageDecoder,
    memory: Memory,
) -> Result<(DynamicImage, Orientation), UploadError> {
    check_dimensions(&decoder)?;
    memory.require(&decoder)?;
    decoder.set_limits(limits()).map_err(decode_error)?;
    let orientation = decoder.orientation().map_err(decode_error)?;
    let picture = DynamicImage::from_decoder(decoder).map_err(decode_error)?;
    Ok((picture, orientation))
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
