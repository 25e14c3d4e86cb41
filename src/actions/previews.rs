//! Preview pictures for shared links to posts without a cover.

use thiserror::Error;

use crate::domain::post::PostSummary;
use crate::domain::{Byline, Clock, PostId};
use crate::media::preview::{Preview, PreviewError};
use crate::store::{Store, StoreError, previews};

/// The size of every preview, in pixels, and the hash of a title by which it is drawn.
pub use crate::media::preview::{HEIGHT, WIDTH, seed};

/// An error of drawing or storing a preview.
#[derive(Debug, Error)]
pub enum LoadPreviewError {
    /// It could not be drawn.
    #[error(transparent)]
    Drawing(#[from] PreviewError),
    /// It could not be read or stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns the path of a post's preview on this site. It changes with the picture, which is therefore immutable in
/// caches.
pub fn preview_path(post: &PostSummary, site: &str) -> String {
    let authors = authors(post);
    let preview = preview(post, authors.as_deref(), site);
    format!("/media/preview/{}-{}.png", post.id, preview.name())
}

/// Parses the last segment of a preview's path into the post's id and the preview's name.
pub fn parse_file_name(file: &str) -> Option<(PostId, &str)> {
    let (id, name) = file.strip_suffix(".png")?.rsplit_once('-')?;
    Some((PostId::parse(id)?, name))
}

/// Returns the preview of a post as PNG. Draws and stores it unless it is stored already. Takes some 10 ms of CPU time
/// and blocks the thread.
pub fn get_or_draw(
    store: &Store,
    clock: &dyn Clock,
    post: &PostSummary,
    site: &str,
) -> Result<Vec<u8>, LoadPreviewError> {
    let authors = authors(post);
    let preview = preview(post, authors.as_deref(), site);
    let (id, name) = (post.id, preview.name());
    let wanted = name.clone();
    if let Some(bytes) = store.read_blocking(move |tx| previews::bytes(tx, id, &wanted))? {
        return Ok(bytes);
    }
    let bytes = preview.draw()?;
    let now = clock.now();
    let copy = bytes.clone();
    match store.write_blocking(move |tx| previews::insert_or_replace(tx, id, &name, &copy, now)) {
        // On a full disk it is returned without being stored, and drawn again the next time.
        Ok(()) | Err(StoreError::DiskFull) => Ok(bytes),
        Err(error) => Err(error.into()),
    }
}

/// The names of the authors, as far as they have one.
fn authors(post: &PostSummary) -> Option<String> {
    let names: Vec<&str> = post
        .authors()
        .filter_map(|author| author.name.as_deref())
        .collect();
    (!names.is_empty()).then(|| Byline::short(&names).text(|name| name))
}

fn preview<'a>(post: &'a PostSummary, authors: Option<&'a str>, site: &'a str) -> Preview<'a> {
    Preview {
        title: &post.title,
        category: post.category.name(),
        author: authors,
        site,
    }
}
