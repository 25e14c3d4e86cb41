//! Preview images for shared links to posts without a cover, drawn from the title.

mod canvas;
mod design;
mod fonts;
mod logo;
#[cfg(test)]
mod tests;
mod text;

use image::ImageError;
use sha2::{Digest as _, Sha256};
use thiserror::Error;

pub use design::{HEIGHT, WIDTH, seed};

/// The number of hexadecimal characters of a name.
const NAME_LENGTH: usize = 12;

/// The content of a preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview<'a> {
    /// The title of the post.
    pub title: &'a str,
    /// The category of the post.
    pub category: &'a str,
    /// The author, if known.
    pub author: Option<&'a str>,
    /// The name of the site.
    pub site: &'a str,
}

/// An error of drawing a preview: a bug of this program, never caused by a text.
#[derive(Debug, Error)]
pub enum PreviewError {
    /// The canvas could not be allocated.
    #[error("there is no room to draw a preview")]
    Canvas,
    /// The PNG could not be encoded.
    #[error("a preview could not be written")]
    Encoding(#[from] ImageError),
}

impl Preview<'_> {
    /// Returns a name of 12 hexadecimal characters that changes with the image.
    pub fn name(&self) -> String {
        // No text of the site contains U+0000.
        let author = self.author.unwrap_or_default();
        let parts = [design::VERSION, self.title, self.category, author, self.site];
        let mut name = hex::encode(Sha256::digest(parts.join("\0")));
        name.truncate(NAME_LENGTH);
        name
    }

    /// Draws the image as PNG, deterministically. Takes about 10 ms of CPU time: do not call on async threads.
    pub fn draw(&self) -> Result<Vec<u8>, PreviewError> {
        Ok(design::draw(self)?.png()?)
    }
}
