//! The texts of posts and static pages as their pages display them, which are stored when a text is saved.

use super::diagrams::{self, DrawnDiagram};
use crate::content::{self, ImageSizes};
use crate::domain::post::RenderedArticle;
use crate::domain::{StaticPageId, Time};
use crate::store::posts::{Position, UnrenderedPost};
use crate::store::static_pages::{UnrenderedPage, revisions};
use crate::store::{Store, StoreError, Tx, media, posts, static_pages};

/// Texts per batch: one read, and one write of some milliseconds.
const BATCH: u32 = 20;

/// A text to store, with the drawings of its diagrams.
struct Renewed<Source> {
    source: Source,
    rendered: RenderedArticle,
    drawn: Vec<DrawnDiagram>,
}

/// Something with a text that is not rendered by this version of the renderer.
trait Unrendered: Send + 'static {
    fn html(&self) -> &str;

    /// Stores the rendered text, unless it is out of date by now, and refers to the drawings of its diagrams.
    fn save(&self, tx: &mut Tx<'_>, rendered: &RenderedArticle, has_drawings: bool)
    -> Result<(), StoreError>;
}

impl Unrendered for UnrenderedPost {
    fn html(&self) -> &str {
        &self.html
    }

    fn save(
        &self,
        tx: &mut Tx<'_>,
        rendered: &RenderedArticle,
        has_drawings: bool,
    ) -> Result<(), StoreError> {
        if let Some(id) = posts::renew_rendered(tx, self, rendered)?
            && has_drawings
        {
            posts::link_media(tx, id, &content::media_hashes(&self.html))?;
        }
        Ok(())
    }
}

impl Unrendered for UnrenderedPage {
    fn html(&self) -> &str {
        &self.html
    }

    fn save(
        &self,
        tx: &mut Tx<'_>,
        rendered: &RenderedArticle,
        has_drawings: bool,
    ) -> Result<(), StoreError> {
        if static_pages::renew_rendered(tx, self, rendered)? && has_drawings {
            let hashes = content::media_hashes(&self.html);
            revisions::link_media(tx, self.id, self.version, &hashes)?;
        }
        Ok(())
    }
}

/// Returns the rendered text of a post. One that is not stored by this version of the renderer is rendered from the HTML.
///
/// # Errors
/// If the database cannot be read.
pub fn of_post(tx: &Tx<'_>, seq: i64) -> Result<RenderedArticle, StoreError> {
    match posts::rendered(tx, seq)? {
        Some(rendered) => Ok(rendered),
        None => of_html(tx, &posts::html(tx, seq)?.unwrap_or_default()),
    }
}

/// Returns the rendered text of a static page, likewise.
///
/// # Errors
/// If the database cannot be read.
pub fn of_static_page(tx: &Tx<'_>, id: StaticPageId) -> Result<RenderedArticle, StoreError> {
    match static_pages::rendered(tx, id)? {
        Some(rendered) => Ok(rendered),
        None => of_html(tx, &static_pages::html(tx, id)?.unwrap_or_default()),
    }
}

/// Returns the rendered form of sanitised HTML.
///
/// # Errors
/// If the database cannot be read.
pub fn of_html(tx: &Tx<'_>, html: &str) -> Result<RenderedArticle, StoreError> {
    let sizes = media::sizes(tx, &content::media_hashes(html))?;
    Ok(content::render_with_images(html, &sizes))
}

/// Renders and stores the next batch of texts after `position`, newest posts first, that this version of the renderer has
/// not rendered, and draws their diagrams. Returns the position of the last one, or `None` when there are no more. Blocks
/// the thread.
///
/// # Errors
/// If the database cannot be read or written.
pub fn renew_batch(store: &Store, position: Position, now: Time) -> Result<Option<Position>, StoreError> {
    let batch = store.read_blocking(move |tx| posts::without_current_rendering(tx, position, BATCH))?;
    let last = batch.last().map(|post| post.position);
    renew_all(store, batch, now)?;
    Ok(last)
}

/// Does the same for the static pages whose ids follow `after`, which is empty at first. Returns the last id.
///
/// # Errors
/// If the database cannot be read or written.
pub fn renew_static_pages(
    store: &Store,
    after: Option<StaticPageId>,
    now: Time,
) -> Result<Option<StaticPageId>, StoreError> {
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    let batch = store.read_blocking(move |tx| static_pages::without_current_rendering(tx, &after, BATCH))?;
    let last = batch.last().map(|page| page.id);
    renew_all(store, batch, now)?;
    Ok(last)
}

fn renew_all<Source: Unrendered>(store: &Store, batch: Vec<Source>, now: Time) -> Result<(), StoreError> {
    let hashes: Vec<String> = batch
        .iter()
        .flat_map(|source| content::media_hashes(source.html()))
        .collect();
    let mut sizes = store.read_blocking(move |tx| media::sizes(tx, &hashes))?;
    let renewed: Vec<Renewed<Source>> = batch
        .into_iter()
        .filter_map(|source| renew(source, &mut sizes))
        .collect();
    if renewed.is_empty() {
        return Ok(());
    }
    store.write_blocking(move |tx| {
        for text in &renewed {
            diagrams::store(tx, &text.drawn, now)?;
            text.source.save(tx, &text.rendered, !text.drawn.is_empty())?;
        }
        if renewed.iter().any(|text| !text.drawn.is_empty()) {
            media::remove_unused(tx)?;
        }
        Ok(())
    })
}

fn renew<Source: Unrendered>(source: Source, sizes: &mut ImageSizes) -> Option<Renewed<Source>> {
    if !content::are_images_stored(source.html(), sizes) {
        return None;
    }
    let drawn = diagrams::draw_all(source.html());
    diagrams::add_sizes(sizes, &drawn);
    let rendered = content::render_with_images(source.html(), sizes);
    Some(Renewed {
        source,
        rendered,
        drawn,
    })
}
