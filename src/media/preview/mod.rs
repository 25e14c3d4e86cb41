//! The picture that stands for a post without a cover where somebody shares its address, made from its title.

mod canvas;
mod design;
mod fonts;
mod mark;
#[cfg(test)]
mod tests;
mod text;

use image::ImageError;
use sha2::{Digest as _, Sha256};
use thiserror::Error;

pub use design::{HEIGHT, WIDTH};

/// Hexadecimal characters of a name.
const NAME_LENGTH: usize = 12;

/// What a preview is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview<'a> {
    /// The title of the post.
    pub title: &'a str,
    /// What the post is about.
    pub category: &'a str,
    /// Who it is by, if that is known.
    pub author: Option<&'a str>,
    /// What the site is called.
    pub site: &'a str,
}

/// Why there is no picture: a fault of this program, never of a text.
#[derive(Debug, Error)]
pub enum PreviewError {
    /// The room to draw in could not be had.
    #[error("there is no room to draw a preview")]
    Canvas,
    /// It could not be written as PNG.
    #[error("a preview could not be written")]
    Encoding(#[from] ImageError),
}

impl Preview<'_> {
    /// 12 hexadecimal characters that change when the picture would.
    pub fn name(&self) -> String {
        // No text of the site holds U+0000.
        let author = self.author.unwrap_or_default();
        let parts = [design::VERSION, self.title, self.category, author, self.site];
        let mut name = hex::encode(Sha256::digest(parts.join("\0")));
        name.truncate(NAME_LENGTH);
        name
    }

    /// The picture as PNG, the same bytes every time. Takes some 10 ms of a processor: not for async threads.
    pub fn draw(&self) -> Result<Vec<u8>, PreviewError> {
        Ok(design::drawn(self)?.png()?)
    }
}
