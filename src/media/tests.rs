//! Tests of uploads: conversion and rejection.

use std::io::Cursor;

use image::codecs::bmp::BmpEncoder;
use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{
    DynamicImage, ExtendedColorType, Frame, GenericImageView as _, ImageEncoder as _, ImageFormat, Rgb,
    RgbImage, Rgba, RgbaImage,
};

use super::{ImageVariant, StoredImage, UploadError, UploadFormat};

/// Red on the left, blue on the right.
fn red_and_blue(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| {
        Rgb(if x < width / 2 {
            [250, 10, 10]
        } else {
            [10, 10, 250]
        })
    })
    .into()
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn kind(name: &str) -> Option<UploadFormat> {
    UploadFormat::from_media_type(name)
}

#[test]
fn converts_every_accepted_format_to_webp() {
    let picture = red_and_blue(64, 32);
    for (format, name) in [
        (ImageFormat::Png, "image/png"),
        (ImageFormat::Gif, "image/gif"),
        (ImageFormat::Jpeg, "image/jpeg"),
        (ImageFormat::WebP, "image/webp"),
        (ImageFormat::Bmp, "image/bmp"),
        (ImageFormat::Ico, "image/x-icon"),
    ] {
        // Icons and GIFs are encoded with an alpha channel.
        let source = if matches!(format, ImageFormat::Ico | ImageFormat::Gif) {
            DynamicImage::from(picture.to_rgba8())
        } else {
            picture.clone()
        };
        let bytes = encoded(&source, format);
        let stored = StoredImage::read(&bytes, kind(name)).unwrap();
        assert_eq!((stored.large.width, stored.large.height), (64, 32), "{name}");
        assert_eq!(
            image::guess_format(&stored.large.bytes).unwrap(),
            ImageFormat::WebP
        );
        assert_eq!(stored.small, None);
        assert_eq!(
            stored,
            StoredImage::read(&bytes, None).unwrap(),
            "the same every time"
        );
    }
}

#[test]
fn scales_large_images_and_adds_a_small_variant() {
    let bytes = encoded(&red_and_blue(3_200, 1_000), ImageFormat::Png);
    let stored = StoredImage::read(&bytes, None).unwrap();
    assert_eq!((stored.large.width, stored.large.height), (1_600, 500));
    let small = stored.small.unwrap();
    assert_eq!((small.width, small.height), (480, 150));
    assert!(small.bytes.len() < stored.large.bytes.len());
    assert_ne!(small.hash, stored.large.hash);
}

#[test]
fn rotates_images_upright_and_strips_metadata() {
    // Orientation 6: to be turned by 90 degrees clockwise. Little-endian TIFF with that one entry.
    let mut exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(b"taken at home");
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    encoder.set_exif_metadata(exif).unwrap();
    let source = red_and_blue(64, 32).to_rgb8();
    encoder
        .write_image(&source, 64, 32, ExtendedColorType::Rgb8)
        .unwrap();
    assert!(bytes.windows(13).any(|part| part == b"taken at home"));

    let stored = StoredImage::read(&bytes, kind("image/jpeg")).unwrap();
    assert_eq!((stored.large.width, stored.large.height), (32, 64));
    let decoded = image::load_from_memory(&stored.large.bytes).unwrap();
    let (top, bottom) = (decoded.get_pixel(16, 8), decoded.get_pixel(16, 56));
    assert!(top[0] > 200 && top[2] < 60, "the left side is on top: {top:?}");
    assert!(bottom[2] > 200 && bottom[0] < 60, "{bottom:?}");
    assert!(
        !stored
            .large
            .bytes
            .windows(13)
            .any(|part| part == b"taken at home")
    );
}

#[test]
fn scales_pictures_that_take_much_memory_in_steps() {
    for (width, height, expected) in [
        (6_600, 6_000, (1_600, 1_455)),
        (3_300, 11_000, (1_600, 5_333)),
        (1_700, 16_000, (1_600, 15_059)),
    ] {
        let bytes = encoded(&red_and_blue(width, height), ImageFormat::Png);
        let stored = StoredImage::read_within(&bytes, None, 160 << 20).unwrap();
        assert_eq!((stored.large.width, stored.large.height), expected);
        let decoded = image::load_from_memory(&stored.large.bytes).unwrap();
        let (left, right) = (decoded.get_pixel(700, 700), decoded.get_pixel(900, 700));
        assert!(
            left[0] > 200 && left[2] < 60 && right[2] > 200,
            "{left:?} {right:?}"
        );
    }
}

#[test]
fn refuses_what_takes_more_memory_than_there_is() {
    let picture = red_and_blue(2_000, 2_000);
    let needed = 2_000 * 2_000 * 3;
    for (format, times) in [
        (ImageFormat::Png, 1),
        (ImageFormat::Jpeg, 1),
        (ImageFormat::WebP, 3),
    ] {
        let bytes = encoded(&picture, format);
        let read = |memory| StoredImage::read_within(&bytes, None, memory).map(|_| ());
        assert_eq!(read(needed * times), Ok(()), "{format:?}");
        assert_eq!(
            read(needed * times - 1),
            Err(UploadError::TooMuchMemory),
            "{format:?}"
        );
    }
}

#[test]
fn keeps_transparency() {
    let transparent = RgbaImage::from_pixel(20, 20, Rgba([0, 200, 0, 0]));
    let stored = StoredImage::read(&encoded(&transparent.into(), ImageFormat::Png), None).unwrap();
    let decoded = image::load_from_memory(&stored.large.bytes).unwrap();
    assert_eq!(decoded.get_pixel(10, 10)[3], 0);
}

#[test]
fn rejects_data_that_is_no_image() {
    let png = encoded(&red_and_blue(64, 32), ImageFormat::Png);
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
        assert_eq!(StoredImage::read(bytes, None).unwrap_err(), UploadError::Invalid);
    }
}

#[test]
fn rejects_an_image_of_another_format_than_declared() {
    let png = encoded(&red_and_blue(64, 32), ImageFormat::Png);
    assert_eq!(
        StoredImage::read(&png, kind("image/jpeg")).unwrap_err(),
        UploadError::Invalid
    );
    for name in ["image/svg+xml", "text/html", "image/tiff", "image/avif", ""] {
        assert_eq!(kind(name), None, "{name}");
    }
}

#[test]
fn rejects_animations() {
    let mut bytes = Vec::new();
    {
        let mut encoder = GifEncoder::new(&mut bytes);
        for shade in [0, 255] {
            let frame = RgbaImage::from_pixel(8, 8, Rgba([shade, shade, shade, 255]));
            encoder.encode_frame(Frame::new(frame)).unwrap();
        }
    }
    assert_eq!(
        StoredImage::read(&bytes, None).unwrap_err(),
        UploadError::Animated
    );
}

#[test]
fn rejects_too_large_images_before_decoding() {
    assert_eq!(
        StoredImage::read(&vec![0; 8 * 1024 * 1024 + 1], None).unwrap_err(),
        UploadError::TooLarge
    );
    // Images of 100 megapixels according to their headers.
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
            StoredImage::read(&bytes, None).unwrap_err(),
            UploadError::TooManyPixels
        );
    }
}

/// The checksum of a PNG chunk (ISO 3309).
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

#[test]
fn takes_a_stored_image_as_it_is() {
    for picture in [red_and_blue(700, 300), red_and_blue(64, 32).to_rgba8().into()] {
        let stored = StoredImage::read(&encoded(&picture, ImageFormat::Png), None).unwrap();
        for variant in [Some(stored.large), stored.small].into_iter().flatten() {
            let width = variant.width;
            let again = ImageVariant::from_stored(variant.bytes.clone(), width);
            assert_eq!(again, Ok(variant.clone()));
            let too_wide = ImageVariant::from_stored(variant.bytes, width - 1);
            assert_eq!(too_wide, Err(UploadError::Invalid));
        }
    }
}

#[test]
fn takes_nothing_else_for_a_stored_image() {
    let png = encoded(&red_and_blue(64, 32), ImageFormat::Png);
    let mut webp = StoredImage::read(&png, None).unwrap().large.bytes;
    let mut with_metadata = Cursor::new(Vec::new());
    let mut encoder = image::codecs::webp::WebPEncoder::new_lossless(&mut with_metadata);
    encoder.set_exif_metadata(b"Exif\0\0place".to_vec()).unwrap();
    red_and_blue(64, 32).write_with_encoder(encoder).unwrap();
    webp.truncate(webp.len() / 2);
    for bytes in [png, webp, with_metadata.into_inner(), Vec::new()] {
        assert_eq!(ImageVariant::from_stored(bytes, 1_600), Err(UploadError::Invalid));
    }
}
