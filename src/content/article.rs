//! Articles with all values derived from their sanitised HTML.

use super::diagrams::text_without_diagrams;
use super::{ImageSizes, excerpt, plain_text, read_minutes, render_if_images_stored};
use crate::domain::Category;
use crate::domain::post::{Article, Status, Title};
use crate::domain::search::SearchTerms;

/// Creates an article from sanitised HTML. Its text is rendered if `image_sizes` has every image
/// of this site in it; the sources of its diagrams are searched, but are no excerpt.
pub fn article(
    title: Title,
    category: Category,
    tags: Vec<String>,
    status: Status,
    html: String,
    image_sizes: &ImageSizes,
) -> Article {
    let text = plain_text(&html);
    Article {
        search_terms: SearchTerms::new(title.as_str(), &text),
        excerpt: excerpt_of_html(&html),
        read_minutes: read_minutes(&html),
        rendered: render_if_images_stored(&html, image_sizes),
        title,
        category,
        tags,
        status,
        html,
    }
}

/// Returns the excerpt of sanitised HTML.
pub fn excerpt_of_html(html: &str) -> String {
    excerpt(&text_without_diagrams(html))
}

/// Whether HTML has no visible content: no words, no images, no videos.
pub fn is_blank(html: &str) -> bool {
    !html.contains("<img") && !html.contains("<iframe") && plain_text(html).is_empty()
}
