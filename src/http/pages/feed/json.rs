//! Feeds as JSON Feed 1.1 (jsonfeed.org).

use serde::Serialize;

use super::Feed;
use super::entry::{Entry, EntryAuthor};
use crate::domain::canonical_url::CanonicalUrl;
use crate::domain::site::{IconForm, SiteIcon};
use crate::http::ApiError;

const VERSION: &str = "https://jsonfeed.org/version/1.1";

#[derive(Serialize)]
struct Document<'feed> {
    version: &'static str,
    title: String,
    home_page_url: String,
    feed_url: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'feed str,
    /// For lists of feeds, and so large.
    icon: String,
    /// For lists of items.
    favicon: String,
    authors: [Author<'feed>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    hubs: Option<[Hub<'feed>; 1]>,
    items: Vec<Item<'feed>>,
}

/// A server that tells subscribers of changes.
#[derive(Serialize)]
struct Hub<'feed> {
    #[serde(rename = "type")]
    kind: &'static str,
    url: &'feed str,
}

#[derive(Serialize)]
struct Author<'feed> {
    name: &'feed str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'feed str>,
}

#[derive(Serialize)]
struct Item<'feed> {
    /// The same as in the Atom feed.
    id: String,
    url: &'feed str,
    /// The address of the text elsewhere, where it was published first.
    #[serde(skip_serializing_if = "Option::is_none")]
    external_url: Option<&'feed str>,
    title: &'feed str,
    content_html: &'feed str,
    #[serde(skip_serializing_if = "str::is_empty")]
    summary: &'feed str,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'feed str>,
    date_published: String,
    date_modified: String,
    authors: Vec<Author<'feed>>,
    /// The category, and the tags.
    tags: Vec<&'feed str>,
}

pub(super) fn write(feed: &Feed<'_>) -> Result<String, ApiError> {
    let icon = |form| {
        let path = SiteIcon::url(feed.site.icon.as_ref(), form);
        format!("{}{path}", feed.origin)
    };
    let document = Document {
        version: VERSION,
        title: feed.title(),
        home_page_url: feed.page(),
        feed_url: feed.address(),
        description: feed.description(),
        icon: icon(IconForm::Large),
        favicon: icon(IconForm::Small),
        authors: [Author {
            name: &feed.site.name,
            url: Some(&feed.origin),
        }],
        hubs: feed.hub().map(|hub| {
            [Hub {
                kind: "WebSub",
                url: hub.as_str(),
            }]
        }),
        items: feed.entries.iter().map(Item::from).collect(),
    };
    Ok(serde_json::to_string(&document)?)
}

impl<'feed> From<&'feed Entry> for Item<'feed> {
    fn from(entry: &'feed Entry) -> Self {
        let post = &entry.post;
        let tags = post.tags.iter().map(String::as_str);
        Self {
            id: format!("urn:uuid:{}", post.id),
            url: &entry.address,
            external_url: post.canonical_url.as_ref().map(CanonicalUrl::as_str),
            title: &post.title,
            content_html: &entry.html,
            summary: &post.excerpt,
            image: entry.picture.as_deref(),
            date_published: post.created_at.to_string(),
            date_modified: post.updated_at.to_string(),
            authors: entry.authors.iter().map(Author::from).collect(),
            tags: std::iter::once(post.category.name()).chain(tags).collect(),
        }
    }
}

impl<'feed> From<&'feed EntryAuthor> for Author<'feed> {
    fn from(author: &'feed EntryAuthor) -> Self {
        Self {
            name: &author.name,
            url: author.url.as_deref(),
        }
    }
}
