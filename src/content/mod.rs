//! Layer 0: the HTML of posts. Pure functions that sanitise it and derive values from it.

mod absolute_urls;
mod article;
pub mod comment;
mod compressed_html;
mod diagrams;
mod diff;
mod excerpt;
mod markdown;
mod parse;
mod render;
mod sanitise;
mod tokens;
mod truncate;

pub use absolute_urls::with_absolute_urls;
pub use article::{article, excerpt_of_html, is_blank};
pub use compressed_html::CompressedHtml;
pub use diagrams::{DIAGRAMS_MAX, diagrams, drawing_hashes, media_hashes};
pub use diff::{Block, BlockChange, BlockDiff, WordRange, diff};
pub use excerpt::{excerpt, read_minutes};
pub use markdown::{Markdown, html_to_markdown, markdown_to_html, markdown_to_unsanitised_html};
pub use parse::TooComplex;
pub use render::{
    DiagramPictures, FindPictures, ImageSizes, RENDERER_VERSION, Size, are_images_stored, render_article,
    render_for_feed, render_if_images_stored, render_preview, render_with_images,
};
pub use sanitise::{
    ForeignAddresses, ForeignHtml, ForeignPicture, UnsanitisedHtml, adapt_foreign, is_data_url, sanitise,
};
use tokens::image_hashes;
pub use tokens::{first_image, first_picture, media_hash, plain_text};
pub use truncate::truncate_html;
