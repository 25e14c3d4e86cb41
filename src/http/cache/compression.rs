//! Compression of response bodies.

use std::io::{Read as _, Write as _};

use axum::body::Bytes;
use brotlic::{BrotliEncoderOptions, CompressorWriter, DecompressorReader, Quality, WindowSize};
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::http::negotiation::Encoding;

/// The effort spent on compressing a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    /// For a response that is requested again: close to the best ratio, in a tenth of the time.
    Default,
    /// For a new response, whose client waits: somewhat larger, but compressed sooner.
    Fast,
}

impl Compression {
    fn brotli_quality(self) -> u8 {
        match self {
            Self::Default => 5,
            Self::Fast => 1,
        }
    }

    fn gzip_level(self) -> flate2::Compression {
        match self {
            Self::Default => flate2::Compression::default(),
            Self::Fast => flate2::Compression::fast(),
        }
    }
}

/// 64 KiB: larger than most responses, and cheap to allocate. A thread's allocator does not return the memory: two to
/// eight MiB with the default window.
const BROTLI_WINDOW_BITS: u8 = 16;

/// Compresses `plain` into an allocation of exactly the compressed size: the encoder's own buffer has mostly grown to
/// twice that. Returns `None` when the encoder fails, as without memory.
pub(super) fn compress(plain: &[u8], encoding: Encoding, compression: Compression) -> Option<Bytes> {
    let compressed = match encoding {
        Encoding::Brotli => brotli(plain, compression)?,
        Encoding::Gzip => gzip(plain, compression)?,
    };
    Some(Bytes::copy_from_slice(&compressed))
}

fn brotli(plain: &[u8], compression: Compression) -> Option<Vec<u8>> {
    let encoder = BrotliEncoderOptions::new()
        .quality(Quality::new(compression.brotli_quality()).ok()?)
        .window_size(WindowSize::new(BROTLI_WINDOW_BITS).ok()?)
        .size_hint(u32::try_from(plain.len()).unwrap_or(u32::MAX))
        .build()
        .ok()?;
    let mut writer = CompressorWriter::with_encoder(encoder, Vec::with_capacity(plain.len() / 3));
    writer.write_all(plain).ok()?;
    writer.into_inner().ok()
}

fn gzip(plain: &[u8], compression: Compression) -> Option<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::with_capacity(plain.len() / 3), compression.gzip_level());
    writer.write_all(plain).ok()?;
    writer.finish().ok()
}

pub(super) fn decompress(compressed: &[u8], encoding: Encoding) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    match encoding {
        Encoding::Brotli => DecompressorReader::new(compressed).read_to_end(&mut plain),
        Encoding::Gzip => GzDecoder::new(compressed).read_to_end(&mut plain),
    }
    .ok()?;
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocates_no_more_than_the_compressed_size() {
        let plain = "again and again, ".repeat(1_000);
        for encoding in Encoding::ALL {
            let bytes = compress(plain.as_bytes(), encoding, Compression::Default).unwrap();
            let length = bytes.len();
            let memory = bytes.try_into_mut().unwrap();
            assert_eq!(memory.capacity(), length, "{encoding:?}");
        }
    }

    #[test]
    fn decompresses_what_it_compressed() {
        let plain = "again and again, ".repeat(1_000);
        for encoding in Encoding::ALL {
            for compression in [Compression::Default, Compression::Fast] {
                let compressed = compress(plain.as_bytes(), encoding, compression).unwrap();
                assert_eq!(decompress(&compressed, encoding).unwrap(), plain.as_bytes());
            }
            assert_eq!(decompress(b"not compressed", encoding), None);
        }
    }
}
