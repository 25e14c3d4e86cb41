//! From sanitised HTML to everything that is kept of an article.

use super::{excerpt, plain_text, read_minutes};
use crate::domain::Category;
use crate::domain::post::{Article, Status, Title};
use crate::domain::search::Findable;

/// An article of this sanitised HTML.
pub fn article(title: Title, category: Category, tags: Vec<String>, status: Status, html: String) -> Article {
    let text = plain_text(&html);
    Article {
        findable: Findable::new(title.as_str(), &text),
        excerpt: excerpt(&text),
        read_minutes: read_minutes(&html),
        title,
        category,
        tags,
        status,
        html,
    }
}

/// Whether HTML shows nothing: no words, no pictures, no videos.
pub fn shows_nothing(html: &str) -> bool {
    !html.contains("<img") && !html.contains("<iframe") && plain_text(html).is_empty()
}
