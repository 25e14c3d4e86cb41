//! The pages of tags, authors and series.

mod author;
mod series;
mod tag;

use axum::response::Response;

use super::head::FeedLink;
use super::labels::LISTS;
use super::lists::{EmptyState, past_the_end};
use super::{Head, Site, moved, static_pages};
use crate::domain::{CollectionKind, feed};
use crate::http::{ApiError, AppState};

pub(in crate::http) use author::author;
pub(in crate::http) use series::series;
pub(in crate::http) use tag::tag;

/// Returns the response for what the page does not have: the redirect from another reference than the present slug, which
/// is `None` if there is no such thing.
fn elsewhere(
    state: &AppState,
    kind: CollectionKind,
    present: Option<&str>,
    query: Option<&str>,
) -> Result<Response, ApiError> {
    match present {
        Some(slug) => moved::redirect(kind.path(slug), query),
        None => static_pages::missing(state),
    }
}

/// Adds the feed of a collection with this name and slug to the head of its page.
fn with_feed(head: Head, site: &Site, name: &str, (kind, slug): (CollectionKind, &str)) -> Head {
    Head {
        feed: Some(FeedLink {
            title: format!("{name} – {}", site.name),
            path: feed::of_collection(kind, slug),
        }),
        ..head
    }
}

/// Returns what stands in the place of an empty list.
fn empty_state(total: u64, path: String) -> EmptyState {
    if total > 0 {
        return past_the_end(path);
    }
    let (title, link) = (LISTS.no_posts, LISTS.show_all);
    ("Gem", title, link, "/treasure".to_owned())
}
