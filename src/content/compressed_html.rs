//! The HTML of revisions, which is stored compressed.

use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// Compressed HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompressedHtml {
    /// The HTML in the format zlib.
    pub bytes: Vec<u8>,
    /// The bytes of the HTML before that.
    pub size: usize,
}

impl CompressedHtml {
    /// Compresses HTML.
    ///
    /// # Errors
    /// If the encoder fails, as without memory.
    pub fn new(html: &str) -> io::Result<Self> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(html.as_bytes())?;
        Ok(Self {
            bytes: encoder.finish()?,
            size: html.len(),
        })
    }

    /// Returns the HTML.
    ///
    /// # Errors
    /// If the bytes are damaged, or hold more than they should.
    pub fn html(&self) -> io::Result<String> {
        let mut html = String::with_capacity(self.size);
        let limit = u64::try_from(self.size).unwrap_or(u64::MAX).saturating_add(1);
        ZlibDecoder::new(&*self.bytes)
            .take(limit)
            .read_to_string(&mut html)?;
        if html.len() == self.size {
            Ok(html)
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_the_html_that_it_was_made_of() {
        for html in ["", "<p>é 😀</p>", &"<p>word</p>".repeat(10_000)] {
            assert_eq!(CompressedHtml::new(html).unwrap().html().unwrap(), html);
        }
    }

    #[test]
    fn refuses_damaged_bytes_and_a_wrong_size() {
        let whole = CompressedHtml::new(&"<p>word</p>".repeat(100)).unwrap();
        for size in [whole.size - 1, whole.size + 1, 0] {
            let bytes = whole.bytes.clone();
            assert!(CompressedHtml { bytes, size }.html().is_err(), "{size}");
        }
        let bytes = whole.bytes[..whole.bytes.len() / 2].to_vec();
        assert!(CompressedHtml { bytes, ..whole }.html().is_err());
    }
}
