//! Texts made ready for reading, kept by what they were made from: a like or a comment makes a page anew, and its text
//! stays what it was.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use sha2::{Digest as _, Sha256};

use crate::content::{self, Presented};
use crate::store::{StoreError, Tx, media};

/// What they take at most, in bytes; some dozens of texts, which is what many readers are at.
const BYTES: u64 = 1 << 20;
/// Texts of about this size are what the room is laid out for.
const BYTES_USUAL: u64 = 16 << 10;
/// What a text takes beside its bytes.
const OVERHEAD: u64 = 256;

/// Of the text as it was written.
type Hash = [u8; 32];

/// The texts that were made last.
pub struct Readings(Cache<Hash, Arc<Presented>, Bytes>);

#[derive(Clone)]
struct Bytes;

impl Weighter<Hash, Arc<Presented>> for Bytes {
    fn weight(&self, _: &Hash, presented: &Arc<Presented>) -> u64 {
        let headings = presented.headings.iter();
        let headings: usize = headings
            .map(|heading| heading.id.len() + heading.text.len())
            .sum();
        (presented.html.len() + headings) as u64 + OVERHEAD
    }
}

impl Default for Readings {
    fn default() -> Self {
        let texts = usize::try_from(BYTES / BYTES_USUAL).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(texts, BYTES, Bytes))
    }
}

impl Readings {
    /// The text with the sizes of this site's pictures in it, which one query gives.
    pub(super) fn of(&self, tx: &Tx<'_>, written: &str) -> Result<Arc<Presented>, StoreError> {
        let hash = Sha256::digest(written).into();
        if let Some(presented) = self.0.get(&hash) {
            return Ok(presented);
        }
        let pictures = content::media_hashes(written);
        let sizes = media::sizes(tx, &pictures)?;
        let presented = Arc::new(content::present(written, &|address| {
            sizes.get(content::media_hash(address)?).copied()
        }));
        // A picture is what its name says; one that is not there may come.
        if pictures.iter().all(|picture| sizes.contains_key(picture)) {
            self.0.insert(hash, Arc::clone(&presented));
        }
        Ok(presented)
    }
}
