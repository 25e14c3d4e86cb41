//! Layer 0: the HTML of posts. Pure functions that sanitise it and derive values from it.

mod absolute_urls;
mod article;
mod excerpt;
mod markdown;
mod parse;
mod render;
mod sanitise;
mod tokens;
mod truncate;

pub use absolute_urls::with_absolute_urls;
pub use article::{article, is_blank};
pub use excerpt::{excerpt, read_minutes};
pub use markdown::{Markdown, html_to_markdown, markdown_to_html};
pub use parse::TooComplex;
pub use render::{
    ImageSizes, RENDERER_VERSION, Size, render_article, render_for_feed, render_if_images_stored,
    render_preview, render_with_images,
};
pub use sanitise::{UnsanitisedHtml, is_data_url, sanitise};
pub use tokens::{first_image, media_hash, media_hashes, plain_text};
pub use truncate::truncate_html;
