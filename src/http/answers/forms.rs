//! The forms of an answer.

use std::io::Write as _;

use axum::body::Bytes;
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
    fn brotli_quality(self) -> i32 {
        match self {
            Self::Usual => 5,
            Self::Hasty => 2,
        }
    }

    fn gzip_level(self) -> Compression {
        match self {
            Self::Usual => Compression::default(),
            Self::Hasty => Compression::fast(),
        }
    }
}

/// 256 KiB: larger than nearly all answers, and cheap to lay out.
const BROTLI_WINDOW_BITS: i32 = 18;
const BROTLI_BUFFER: usize = 4_096;

/// The bytes of this form, the plain one when none is named, in just as much memory: what they were written into
/// has mostly grown to twice of that.
pub(super) fn in_form(plain: &[u8], form: Option<Encoding>, care: Care) -> Bytes {
    match form {
        Some(Encoding::Brotli) => Bytes::copy_from_slice(&brotli(plain, care)),
        Some(Encoding::Gzip) => Bytes::copy_from_slice(&gzip(plain, care)),
        None => Bytes::copy_from_slice(plain),
    }
}

fn brotli(plain: &[u8], care: Care) -> Vec<u8> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: care.brotli_quality(),
        lgwin: BROTLI_WINDOW_BITS,
        size_hint: plain.len(),
        ..Default::default()
    };
    let mut writer = brotli::CompressorWriter::with_params(
        Vec::with_capacity(plain.len() / 3),
        BROTLI_BUFFER,
        &parameters,
    );
    // Writing to memory cannot fail.
    drop(writer.write_all(plain));
    writer.into_inner()
}

fn gzip(plain: &[u8], care: Care) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::with_capacity(plain.len() / 3), care.gzip_level());
    // Writing to memory cannot fail.
    drop(writer.write_all(plain));
    writer.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_takes_no_more_memory_than_it_has_bytes() {
        let plain = "again and again, ".repeat(1_000);
        for form in [None, Some(Encoding::Brotli), Some(Encoding::Gzip)] {
            let bytes = in_form(plain.as_bytes(), form, Care::Usual);
            let length = bytes.len();
            let memory = bytes.try_into_mut().unwrap();
            assert_eq!(memory.capacity(), length, "{form:?}");
        }
    }
}
