//! Icons of the site: one upload in the forms that browsers and launchers ask for, as PNG.

use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::imageops::{self, FilterType};
use image::{DynamicImage, ImageEncoder as _, Rgba, RgbaImage};
use sha2::{Digest as _, Sha256};

use super::decode::{self, UploadError, UploadFormat};
use crate::domain::site::IconForm;

/// The least width and height of an upload in pixels.
const SIDE_MIN: u32 = 192;
/// The background of the light theme, as in the head of the pages.
const PAPER: Rgba<u8> = Rgba([0xfa, 0xf8, 0xf4, 0xff]);
/// The part of a maskable icon that no launcher cuts off, in percent of its side.
const SAFE_PERCENT: u32 = 80;
/// The most bytes of a decoded pixel.
const PIXEL_BYTES_MAX: u64 = 8;
/// The length of a version in bytes.
const VERSION_BYTES: usize = 8;

/// An icon in all its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IconSet {
    /// A text that differs from that of every other icon.
    pub version: String,
    /// The PNG files.
    pub files: Vec<(IconForm, Vec<u8>)>,
}

impl IconSet {
    /// Converts a picture of the declared format. One that is not square gets transparent edges. Takes as much as
    /// [`super::StoredImage::read`] does.
    pub fn read(bytes: &[u8], declared: Option<UploadFormat>) -> Result<Self, UploadError> {
        let (mut pixels, orientation) = decode::pixels(bytes, declared, u64::MAX)?;
        pixels.apply_orientation(orientation);
        if pixels.width().min(pixels.height()) < SIDE_MIN {
            return Err(UploadError::TooSmall);
        }
        let square = square(&pixels);
        let background = background(&square);
        let files = IconForm::ALL.map(|form| {
            let picture = match form {
                IconForm::Small | IconForm::Large => scaled(&square, form.size()),
                IconForm::AppleTouch => on(background, &square, form.size(), form.size()),
                IconForm::Maskable => on(background, &square, form.size() * SAFE_PERCENT / 100, form.size()),
            };
            png(&picture).map(|bytes| (form, bytes))
        });
        let files: Vec<(IconForm, Vec<u8>)> = files.into_iter().collect::<Result<_, _>>()?;
        Ok(Self {
            version: version(&files),
            files,
        })
    }
}

impl IconSet {
    /// Reads the files of an icon that a site of this kind has stored: PNG in the size of each form, whose bytes stay as they
    /// are.
    pub fn from_stored(files: Vec<(IconForm, Vec<u8>)>) -> Result<Self, UploadError> {
        let png = UploadFormat::from_media_type("image/png");
        for ((form, bytes), expected) in files.iter().zip(IconForm::ALL) {
            let memory_max = u64::from(form.size() * form.size()) * PIXEL_BYTES_MAX;
            let (pixels, _) = decode::pixels(bytes, png, memory_max)?;
            let is_right =
                *form == expected && (pixels.width(), pixels.height()) == (form.size(), form.size());
            if !is_right {
                return Err(UploadError::Invalid);
            }
        }
        if files.len() != IconForm::ALL.len() {
            return Err(UploadError::Invalid);
        }
        Ok(Self {
            version: version(&files),
            files,
        })
    }
}

/// Returns a text that differs from that of every other icon.
fn version(files: &[(IconForm, Vec<u8>)]) -> String {
    let hash = files
        .iter()
        .fold(Sha256::new(), |hash, (_, bytes)| hash.chain_update(bytes));
    hex::encode(&hash.finalize()[..VERSION_BYTES])
}

/// Returns the picture in the middle of a transparent square, no larger than the largest form.
fn square(pixels: &DynamicImage) -> RgbaImage {
    let side_max = IconForm::Large.size();
    let is_large = pixels.width().max(pixels.height()) > side_max;
    let pixels = if is_large {
        pixels.resize(side_max, side_max, FilterType::Lanczos3).to_rgba8()
    } else {
        pixels.to_rgba8()
    };
    let side = pixels.width().max(pixels.height());
    let mut square = RgbaImage::new(side, side);
    overlay_centred(&mut square, &pixels);
    square
}

/// Returns the colour around an icon: that of its edges if it fills its square, else that of paper.
fn background(square: &RgbaImage) -> Rgba<u8> {
    let corner = *square.get_pixel(0, 0);
    if corner[3] == u8::MAX { corner } else { PAPER }
}

fn scaled(square: &RgbaImage, side: u32) -> RgbaImage {
    imageops::resize(square, side, side, FilterType::Lanczos3)
}

/// Returns the icon, scaled to `inner` pixels, in the middle of a square of one colour.
fn on(background: Rgba<u8>, square: &RgbaImage, inner: u32, side: u32) -> RgbaImage {
    let mut picture = RgbaImage::from_pixel(side, side, background);
    overlay_centred(&mut picture, &scaled(square, inner));
    picture
}

fn overlay_centred(below: &mut RgbaImage, above: &RgbaImage) {
    let left = (below.width() - above.width()) / 2;
    let top = (below.height() - above.height()) / 2;
    imageops::overlay(below, above, left.into(), top.into());
}

fn png(picture: &RgbaImage) -> Result<Vec<u8>, UploadError> {
    let mut bytes = Vec::new();
    PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, PngFilter::Adaptive)
        .write_image(
            picture,
            picture.width(),
            picture.height(),
            image::ExtendedColorType::Rgba8,
        )
        .map_err(|_| UploadError::Invalid)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::ImageFormat;

    use super::*;

    const RED: Rgba<u8> = Rgba([250, 10, 10, 255]);

    fn upload(picture: RgbaImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(picture)
            .write_to(&mut bytes, ImageFormat::Png)
            .unwrap();
        bytes.into_inner()
    }

    fn forms(picture: RgbaImage) -> Vec<(IconForm, RgbaImage)> {
        let set = IconSet::read(&upload(picture), None).unwrap();
        let decoded = set.files.into_iter().map(|(form, bytes)| {
            assert_eq!(image::guess_format(&bytes).unwrap(), ImageFormat::Png);
            (form, image::load_from_memory(&bytes).unwrap().to_rgba8())
        });
        decoded.collect()
    }

    #[test]
    fn has_every_form_in_its_size() {
        for (width, height) in [(192, 192), (700, 700), (300, 200), (200, 1_000)] {
            let forms = forms(RgbaImage::from_pixel(width, height, RED));
            assert_eq!(forms.len(), IconForm::ALL.len());
            for (form, picture) in forms {
                assert_eq!(picture.dimensions(), (form.size(), form.size()), "{form:?}");
            }
        }
    }

    #[test]
    fn fills_what_is_transparent_where_programs_expect_no_transparency() {
        let mut disc = RgbaImage::new(400, 400);
        for (x, y, pixel) in disc.enumerate_pixels_mut() {
            if (i64::from(x) - 200).pow(2) + (i64::from(y) - 200).pow(2) < 150 * 150 {
                *pixel = RED;
            }
        }
        for (form, picture) in forms(disc) {
            let middle = picture.get_pixel(form.size() / 2, form.size() / 2);
            assert!(middle[0] > 240 && middle[3] == 255, "{form:?} {middle:?}");
            let corner = picture.get_pixel(0, 0);
            match form {
                IconForm::Small | IconForm::Large => assert_eq!(corner[3], 0, "{form:?}"),
                IconForm::Maskable | IconForm::AppleTouch => assert_eq!(*corner, PAPER, "{form:?}"),
            }
        }
    }

    #[test]
    fn continues_an_icon_that_fills_its_square_where_launchers_cut() {
        for (form, picture) in forms(RgbaImage::from_pixel(512, 512, RED)) {
            assert_eq!(*picture.get_pixel(0, 0), RED, "{form:?}");
        }
    }

    #[test]
    fn takes_the_files_of_an_icon_as_they_are() {
        let set = IconSet::read(&upload(RgbaImage::from_pixel(300, 300, RED)), None).unwrap();
        assert_eq!(IconSet::from_stored(set.files.clone()), Ok(set.clone()));
        let mut swapped = set.files.clone();
        swapped.swap(0, 1);
        let mut other = set.files.clone();
        other[2].1 = upload(RgbaImage::from_pixel(100, 100, RED));
        for files in [swapped, other, set.files[..3].to_vec()] {
            assert_eq!(IconSet::from_stored(files), Err(UploadError::Invalid));
        }
    }

    #[test]
    fn another_picture_has_another_version() {
        let version = |picture| IconSet::read(&upload(picture), None).unwrap().version;
        let red = || RgbaImage::from_pixel(200, 200, RED);
        assert_eq!(version(red()), version(red()));
        assert_ne!(version(red()), version(RgbaImage::from_pixel(200, 200, PAPER)));
    }

    #[test]
    fn rejects_small_pictures_and_what_is_no_picture() {
        let small = upload(RgbaImage::from_pixel(191, 400, RED));
        assert_eq!(IconSet::read(&small, None).unwrap_err(), UploadError::TooSmall);
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
        assert_eq!(IconSet::read(svg, None).unwrap_err(), UploadError::Invalid);
    }
}
