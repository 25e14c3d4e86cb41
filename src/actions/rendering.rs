//! The texts of posts as their pages display them, which are stored when a post is saved.

use crate::content::{self, ImageSizes};
use crate::domain::post::RenderedArticle;
use crate::store::posts::{Position, UnrenderedPost};
use crate::store::{Store, StoreError, Tx, media, posts};

/// Posts per batch: one read, and one write of some milliseconds.
const BATCH: u32 = 20;

/// Returns the rendered text of a post. One that is not stored by this version of the renderer is rendered from the HTML.
///
/// # Errors
/// If the database cannot be read.
pub fn of_post(tx: &Tx<'_>, seq: i64) -> Result<RenderedArticle, StoreError> {
    if let Some(rendered) = posts::rendered(tx, seq)? {
        return Ok(rendered);
    }
    let html = posts::html(tx, seq)?.unwrap_or_default();
    let sizes = media::sizes(tx, &content::media_hashes(&html))?;
    Ok(content::render_with_images(&html, &sizes))
}

/// Renders and stores the next batch of texts after `position`, newest posts first, that this version of the renderer has
/// not rendered. Returns the position of the last one, or `None` when there are no more. Blocks the thread.
///
/// # Errors
/// If the database cannot be read or written.
pub fn renew_batch(store: &Store, position: Position) -> Result<Option<Position>, StoreError> {
    let batch = store.read_blocking(move |tx| {
        let posts = posts::without_current_rendering(tx, position, BATCH)?;
        let with_sizes = posts.into_iter().map(|post| {
            let sizes = media::sizes(tx, &content::media_hashes(&post.html))?;
            Ok((post, sizes))
        });
        with_sizes.collect::<Result<Vec<(UnrenderedPost, ImageSizes)>, StoreError>>()
    })?;
    let Some(last) = batch.last().map(|(post, _)| post.position) else {
        return Ok(None);
    };
    let mut renewed = Vec::with_capacity(batch.len());
    for (post, sizes) in batch {
        if let Some(rendered) = content::render_if_images_stored(&post.html, &sizes) {
            renewed.push((post, rendered));
        }
    }
    if !renewed.is_empty() {
        store.write_blocking(move |tx| {
            for (post, rendered) in &renewed {
                posts::renew_rendered(tx, post, rendered)?;
            }
            Ok::<_, StoreError>(())
        })?;
    }
    Ok(Some(last))
}
