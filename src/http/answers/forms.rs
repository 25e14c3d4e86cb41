//! The forms of an answer.

use std::io::Write as _;

use axum::body::Bytes;
use brotlic::{BrotliEncoderOptions, CompressorWriter, Quality, WindowSize};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::http::negotiation::Encoding;

/// How much work goes into making an answer small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// For an answer that will be sent often: about as small as the best, in a tenth of the time.
    Usual,
    /// For one that will soon be old: somewhat larger, and sooner made.
    Hasty,
}

impl Care {
    fn brotli_quality(self) -> u8 {
        match self {
            Self::Usual => 5,
            Self::Hasty => 1,
        }
    }

    fn gzip_level(self) -> Compression {
        match self {
            Self::Usual => Compression::default(),
            Self::Hasty => Compression::fast(),
        }
    }
}

/// 64 KiB: larger than most answers, and cheap to lay out. What a thread has once worked in is not given back: two to
/// eight MiB with the usual window.
const BROTLI_WINDOW_BITS: u8 = 16;

/// The bytes in this form, in just as much memory: what they were written into has mostly grown to twice of that.
/// Nothing when there is no memory to make them in.
pub(super) fn packed(plain: &[u8], form: Encoding, care: Care) -> Option<Bytes> {
    let packed = match form {
        Encoding::Brotli => brotli(plain, care)?,
        Encoding::Gzip => gzip(plain, care)?,
    };
    Some(Bytes::copy_from_slice(&packed))
}

fn brotli(plain: &[u8], care: Care) -> Option<Vec<u8>> {
    let encoder = BrotliEncoderOptions::new()
        .quality(Quality::new(care.brotli_quality()).ok()?)
        .window_size(WindowSize::new(BROTLI_WINDOW_BITS).ok()?)
        .size_hint(u32::try_from(plain.len()).unwrap_or(u32::MAX))
        .build()
        .ok()?;
    let mut writer = CompressorWriter::with_encoder(encoder, Vec::with_capacity(plain.len() / 3));
    writer.write_all(plain).ok()?;
    writer.into_inner().ok()
}

fn gzip(plain: &[u8], care: Care) -> Option<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::with_capacity(plain.len() / 3), care.gzip_level());
    writer.write_all(plain).ok()?;
    writer.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_takes_no_more_memory_than_it_has_bytes() {
        let plain = "again and again, ".repeat(1_000);
        for form in Encoding::ALL {
            let bytes = packed(plain.as_bytes(), form, Care::Usual).unwrap();
            let length = bytes.len();
            let memory = bytes.try_into_mut().unwrap();
            assert_eq!(memory.capacity(), length, "{form:?}");
        }
    }
}
