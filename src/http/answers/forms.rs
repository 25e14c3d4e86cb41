//! The compressed forms of an answer.

use std::io::Write as _;

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::http::negotiation::Encoding;

/// About as small as the best, in a tenth of the time.
const BROTLI_QUALITY: i32 = 5;
/// 256 KiB: larger than nearly all answers, and cheap to lay out.
const BROTLI_WINDOW_BITS: i32 = 18;
const BROTLI_BUFFER: usize = 4_096;

pub(super) fn compressed(plain: &[u8], form: Encoding) -> Bytes {
    match form {
        Encoding::Brotli => brotli(plain),
        Encoding::Gzip => gzip(plain),
    }
}

fn brotli(plain: &[u8]) -> Bytes {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
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
    writer.into_inner().into()
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut writer = GzEncoder::new(Vec::with_capacity(plain.len() / 3), Compression::default());
    // Writing to memory cannot fail.
    drop(writer.write_all(plain));
    writer.finish().unwrap_or_default().into()
}
