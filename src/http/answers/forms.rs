//! The forms of an answer.

use std::io::Write as _;

use axum::body::Bytes;
use compu::encoder::{BrotliC, BrotliOptions, BrotliQuality, EncodeOp, EncodeStatus, Encoder as _};
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
    fn brotli_quality(self) -> BrotliQuality {
        match self {
            Self::Usual => BrotliQuality::Q5,
            Self::Hasty => BrotliQuality::Q1,
        }
    }

    fn gzip_level(self) -> Compression {
        match self {
            Self::Usual => Compression::default(),
            Self::Hasty => Compression::fast(),
        }
    }
}

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
    let mut encoder = BrotliC::new(BrotliOptions::new().quality(care.brotli_quality()))?;
    let mut packed = Vec::new();
    let end = encoder
        .encode_vec_full(plain, &mut packed, EncodeOp::Finish)
        .ok()?;
    (end.status == EncodeStatus::Finished).then_some(packed)
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
