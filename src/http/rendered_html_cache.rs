//! A cache of rendered post contents, keyed by the hash of the stored HTML: a like or a comment invalidates a page, but
//! not its content.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use sha2::{Digest as _, Sha256};

use crate::content::{self, RenderedArticle};
use crate::store::{StoreError, Tx, media};

/// The capacity in bytes: some dozens of posts.
const BYTES_MAX: u64 = 1 << 20;
/// The entry size that the number of entries is estimated from.
const ENTRY_BYTES_ESTIMATE: u64 = 16 << 10;
/// The bytes of an entry besides its text.
const OVERHEAD: u64 = 256;

/// The SHA-256 of the stored HTML.
type Hash = [u8; 32];

/// The cache of the most recently read posts.
pub struct RenderedHtmlCache(Cache<Hash, Arc<RenderedArticle>, ByteWeighter>);

#[derive(Clone)]
struct ByteWeighter;

impl Weighter<Hash, Arc<RenderedArticle>> for ByteWeighter {
    fn weight(&self, _: &Hash, rendered: &Arc<RenderedArticle>) -> u64 {
        let headings = rendered.headings.iter();
        let headings: usize = headings
            .map(|heading| heading.id.len() + heading.text.len())
            .sum();
        (rendered.html.len() + headings) as u64 + OVERHEAD
    }
}

impl Default for RenderedHtmlCache {
    fn default() -> Self {
        let entries = usize::try_from(BYTES_MAX / ENTRY_BYTES_ESTIMATE).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(entries, BYTES_MAX, ByteWeighter))
    }
}

impl RenderedHtmlCache {
    /// Returns the rendered HTML, with the sizes of this site's own images from one query.
    pub(super) fn get_or_render(&self, tx: &Tx<'_>, html: &str) -> Result<Arc<RenderedArticle>, StoreError> {
        let hash = Sha256::digest(html).into();
        if let Some(rendered) = self.0.get(&hash) {
            return Ok(rendered);
        }
        let images = content::media_hashes(html);
        let sizes = media::sizes(tx, &images)?;
        let rendered = Arc::new(content::render_article(html, &|address| {
            sizes.get(content::media_hash(address)?).copied()
        }));
        // An image's content never changes, but a missing one may be added later.
        if images.iter().all(|image| sizes.contains_key(image)) {
            self.0.insert(hash, Arc::clone(&rendered));
        }
        Ok(rendered)
    }
}
