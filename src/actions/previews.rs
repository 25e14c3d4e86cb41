//! The pictures that stand for posts without a cover where somebody shares their address.

use thiserror::Error;

use crate::domain::post::PostSummary;
use crate::domain::{Clock, PostId};
use crate::media::preview::{Preview, PreviewError};
use crate::store::{Store, StoreError, previews};

/// The size of every such picture, in pixels.
pub use crate::media::preview::{HEIGHT, WIDTH};

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PreviewFailure {
    /// It could not be drawn.
    #[error(transparent)]
    Drawing(#[from] PreviewError),
    /// It could not be read or kept.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The address of the picture of a post, on this site. It changes when the picture would, so that the
/// picture may be kept for ever.
pub fn preview_path(post: &PostSummary, site: &str) -> String {
    format!("/media/preview/{}-{}.png", post.id, preview(post, site).name())
}

/// The post and the name of the picture that the last part of such an address speaks of.
pub fn named_by(file: &str) -> Option<(PostId, &str)> {
    let (id, name) = file.strip_suffix(".png")?.rsplit_once('-')?;
    Some((PostId::parse(id)?, name))
}

/// The picture of a post as PNG: drawn and kept, unless another has done so meanwhile. Takes some 10 ms of a
/// processor and blocks its thread.
pub fn drawn_once(
    store: &Store,
    clock: &dyn Clock,
    post: &PostSummary,
    site: &str,
) -> Result<Vec<u8>, PreviewFailure> {
    let preview = preview(post, site);
    let (id, name) = (post.id, preview.name());
    let kept = {
        let name = name.clone();
        store.read_blocking(move |tx| previews::bytes(tx, id, &name))?
    };
    if let Some(bytes) = kept {
        return Ok(bytes);
    }
    let bytes = preview.draw()?;
    let now = clock.now();
    let kept = bytes.clone();
    match store.write_blocking(move |tx| previews::keep(tx, id, &name, &kept, now)) {
        // It can be shown without being kept, and is drawn again the next time.
        Ok(()) | Err(StoreError::Full) => Ok(bytes),
        Err(error) => Err(error.into()),
    }
}

fn preview<'a>(post: &'a PostSummary, site: &'a str) -> Preview<'a> {
    Preview {
        title: &post.title,
        category: post.category.name(),
        author: post.author.name.as_deref(),
        site,
    }
}
