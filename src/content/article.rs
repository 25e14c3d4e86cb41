//! Articles with all values derived from their sanitised HTML.

use super::{excerpt, plain_text, read_minutes};
use crate::domain::Category;
use crate::domain::post::{Article, Status, Title};
use crate::domain::search::SearchTerms;

/// Creates an article from sanitised HTML.
pub fn article(title: Title, category: Category, tags: Vec<String>, status: Status, html: String) -> Article {
    let text = plain_text(&html);
    Article {
        search_terms: SearchTerms::new(title.as_str(), &text),
        excerpt: excerpt(&text),
        read_minutes: read_minutes(&html),
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
