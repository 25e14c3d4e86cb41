//! What becomes of pictures, and which are refused.

use std::io::Cursor;

use image::codecs::bmp::BmpEncoder;
use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{
    DynamicImage, ExtendedColorType, Frame, GenericImageView as _, ImageEncoder as _, ImageFormat, Rgb,
    RgbImage, Rgba, RgbaImage,
};

use super::{Kind, Picture, PictureError};

/// Red on the left, blue on the right.
fn two_colours(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| {
        Rgb(if x < width / 2 {
            [250, 10, 10]
        } else {
            [10, 10, 250]
        })
    })
    .into()
}

fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn kind(name: &str) -> Option<Kind> {
    Kind::from_media_type(name)
}

#[test]
fn every_kind_that_is_taken_becomes_webp() {
    let picture = two_colours(64, 32);
    for (format, name) in [
        (ImageFormat::Png, "image/png"),
        (ImageFormat::Gif, "image/gif"),
        (ImageFormat::Jpeg, "image/jpeg"),
        (ImageFormat::WebP, "image/webp"),
        (ImageFormat::Bmp, "image/bmp"),
        (ImageFormat::Ico, "image/x-icon"),
    ] {
        // Icons and animations are written with an alpha channel.
        let source = if matches!(format, ImageFormat::Ico | ImageFormat::Gif) {
            DynamicImage::from(picture.to_rgba8())
        } else {
            picture.clone()
        };
        let bytes = written(&source, format);
        let kept = Picture::read(&bytes, kind(name)).unwrap();
        assert_eq!((kept.large.width, kept.large.height), (64, 32), "{name}");
        assert_eq!(image::guess_format(&kept.large.bytes).unwrap(), ImageFormat::WebP);
        assert_eq!(kept.small, None);
        assert_eq!(kept, Picture::read(&bytes, None).unwrap(), "the same every time");
    }
}

#[test]
fn large_pictures_are_scaled_and_get_a_small_form() {
    let bytes = written(&two_colours(3_200, 1_000), ImageFormat::Png);
    let kept = Picture::read(&bytes, None).unwrap();
    assert_eq!((kept.large.width, kept.large.height), (1_600, 500));
    let small = kept.small.unwrap();
    assert_eq!((small.width, small.height), (480, 150));
    assert!(small.bytes.len() < kept.large.bytes.len());
    assert_ne!(small.hash, kept.large.hash);
}

#[test]
fn pictures_are_turned_upright_and_stripped() {
    // Orientation 6: to be turned by 90 degrees clockwise. Little-endian TIFF with that one entry.
    let mut exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(b"taken at home");
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    encoder.set_exif_metadata(exif).unwrap();
    let source = two_colours(64, 32).to_rgb8();
    encoder
        .write_image(&source, 64, 32, ExtendedColorType::Rgb8)
        .unwrap();
    assert!(bytes.windows(13).any(|part| part == b"taken at home"));

    let kept = Picture::read(&bytes, kind("image/jpeg")).unwrap();
    assert_eq!((kept.large.width, kept.large.height), (32, 64));
    let seen = image::load_from_memory(&kept.large.bytes).unwrap();
    let (top, bottom) = (seen.get_pixel(16, 8), seen.get_pixel(16, 56));
    assert!(top[0] > 200 && top[2] < 60, "the left is the top now: {top:?}");
    assert!(bottom[2] > 200 && bottom[0] < 60, "{bottom:?}");
    assert!(!kept.large.bytes.windows(13).any(|part| part == b"taken at home"));
}

#[test]
fn transparency_stays() {
    let glass = RgbaImage::from_pixel(20, 20, Rgba([0, 200, 0, 0]));
    let kept = Picture::read(&written(&glass.into(), ImageFormat::Png), None).unwrap();
    let seen = image::load_from_memory(&kept.large.bytes).unwrap();
    assert_eq!(seen.get_pixel(10, 10)[3], 0);
}

#[test]
fn what_is_no_picture_is_refused() {
    let png = written(&two_colours(64, 32), ImageFormat::Png);
    let mut flipped = png.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0xff;
    for bytes in [
        &b""[..],
        b"hello",
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
        b"<!doctype html><script>alert(1)</script>",
        b"%PDF-1.7",
        &png[..png.len() / 2],
        &png[..8],
        &flipped,
    ] {
        assert_eq!(Picture::read(bytes, None).unwrap_err(), PictureError::Invalid);
    }
}

#[test]
fn what_is_said_to_be_another_kind_is_refused() {
    let png = written(&two_colours(64, 32), ImageFormat::Png);
    assert_eq!(
        Picture::read(&png, kind("image/jpeg")).unwrap_err(),
        PictureError::Invalid
    );
    for name in ["image/svg+xml", "text/html", "image/tiff", "image/avif", ""] {
        assert_eq!(kind(name), None, "{name}");
    }
}

#[test]
fn what_moves_is_refused() {
    let mut bytes = Vec::new();
    {
        let mut encoder = GifEncoder::new(&mut bytes);
        for shade in [0, 255] {
            let frame = RgbaImage::from_pixel(8, 8, Rgba([shade, shade, shade, 255]));
            encoder.encode_frame(Frame::new(frame)).unwrap();
        }
    }
    assert_eq!(Picture::read(&bytes, None).unwrap_err(), PictureError::Animated);
}

#[test]
fn what_is_too_large_is_refused_before_it_is_read() {
    assert_eq!(
        Picture::read(&vec![0; 8 * 1024 * 1024 + 1], None).unwrap_err(),
        PictureError::TooLarge
    );
    // Pictures of 100 megapixels, by what their first bytes say.
    let mut png = Vec::new();
    PngEncoder::new(&mut png)
        .write_image(&[0; 3], 1, 1, ExtendedColorType::Rgb8)
        .unwrap();
    let size = 10_000_u32.to_be_bytes();
    png.splice(16..24, [size, size].concat());
    let checksum = crc(&png[12..29]).to_be_bytes();
    png.splice(29..33, checksum);
    let mut bmp = Vec::new();
    BmpEncoder::new(&mut bmp)
        .write_image(&[0; 3], 1, 1, ExtendedColorType::Rgb8)
        .unwrap();
    let size = 10_000_u32.to_le_bytes();
    bmp.splice(18..26, [size, size].concat());
    for bytes in [png, bmp] {
        assert_eq!(
            Picture::read(&bytes, None).unwrap_err(),
            PictureError::TooManyPixels
        );
    }
}

/// The checksum of a part of a PNG (ISO 3309).
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 {
                0xedb8_8320 ^ (sum >> 1)
            } else {
                sum >> 1
            }
        })
    })
}
