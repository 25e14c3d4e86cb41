//! The texts of posts as their pages display them, which are stored when a post is saved.

use super::diagrams::{self, DrawnDiagram};
use crate::content::{self, ImageSizes};
use crate::domain::Time;
use crate::domain::post::RenderedArticle;
use crate::store::posts::{Position, UnrenderedPost};
use crate::store::{Store, StoreError, Tx, media, posts};

/// Posts per batch: one read, and one write of some milliseconds.
const BATCH: u32 = 20;

/// The text of a post to store, with the drawings of its diagrams.
struct Renewed {
    post: UnrenderedPost,
    rendered: RenderedArticle,
    drawn: Vec<DrawnDiagram>,
}

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
/// not rendered, and draws their diagrams. Returns the position of the last one, or `None` when there are no more. Blocks
/// the thread.
///
/// # Errors
/// If the database cannot be read or written.
pub fn renew_batch(store: &Store, position: Position, now: Time) -> Result<Option<Position>, StoreError> {
    let (batch, mut sizes) = store.read_blocking(move |tx| {
        let batch = posts::without_current_rendering(tx, position, BATCH)?;
        let hashes: Vec<String> = batch
            .iter()
            .flat_map(|post| content::media_hashes(&post.html))
            .collect();
        let sizes = media::sizes(tx, &hashes)?;
        Ok::<_, StoreError>((batch, sizes))
    })?;
    let Some(last) = batch.last().map(|post| post.position) else {
        return Ok(None);
    };
    let renewed: Vec<Renewed> = batch
        .into_iter()
        .filter_map(|post| renew(post, &mut sizes))
        .collect();
    if !renewed.is_empty() {
        store.write_blocking(move |tx| {
            for text in &renewed {
                save(tx, text, now)?;
            }
            Ok::<_, StoreError>(())
        })?;
    }
    Ok(Some(last))
}

fn renew(post: UnrenderedPost, sizes: &mut ImageSizes) -> Option<Renewed> {
    if !content::are_images_stored(&post.html, sizes) {
        return None;
    }
    let drawn = diagrams::draw_all(&post.html);
    diagrams::add_sizes(sizes, &drawn);
    let rendered = content::render_with_images(&post.html, sizes);
    Some(Renewed {
        post,
        rendered,
        drawn,
    })
}

fn save(tx: &mut Tx<'_>, text: &Renewed, now: Time) -> Result<(), StoreError> {
    let Renewed {
        post,
        rendered,
        drawn,
    } = text;
    if let Some(id) = posts::renew_rendered(tx, post, rendered)?
        && !drawn.is_empty()
    {
        diagrams::store(tx, drawn, now)?;
        posts::link_media(tx, id, &content::media_hashes(&post.html))?;
        media::remove_unused(tx)?;
    }
    Ok(())
}
