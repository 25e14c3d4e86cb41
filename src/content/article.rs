//! Articles with all values derived from their sanitised HTML.

use std::collections::HashMap;

use super::{Size, excerpt, plain_text, read_minutes, render_if_images_stored};
use crate::domain::Category;
use crate::domain::post::{Article, Status, Title};
use crate::domain::search::SearchTerms;

/// Creates an article from sanitised HTML. `image_sizes` has the sizes of the stored images of this site, by hash.
pub fn article(
    title: Title,
    category: Category,
    tags: Vec<String>,
    status: Status,
    html: String,
    image_sizes: &HashMap<String, Size>,
) -> Article {
    let text = plain_text(&html);
    Article {
        search_terms: SearchTerms::new(title.as_str(), &text),
        excerpt: excerpt(&text),
        read_minutes: read_minutes(&html),
        rendered: render_if_images_stored(&html, image_sizes),
        title,
        category,
        tags,
        status,
        html,
    }
}

/// Whether HTML has no visible content: no words, no images, no videos.
pub fn is_blank(html: &str) -> bool {
    !html.contains("<img") && !html.contains("<iframe") && plain_text(html).is_empty()
}
