//! The feeds of the site, of each category, and of each tag, author and series: the newest posts with their texts, as Atom
//! (RFC 4287) and as JSON Feed 1.1.

mod atom;
mod entry;
mod json;
mod subject;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use url::Url;

use super::{moved, static_pages};
use crate::config::Config;
use crate::domain::feed::FeedFormat;
use crate::domain::site::SiteSettings;
use crate::domain::{Category, CollectionKind, Time};
use crate::http::extract::IdOrSlug;
use crate::http::{ApiError, AppState};
use entry::Entry;
use subject::Subject;

const CACHE_CONTROL: &str = "public, max-age=0, s-maxage=60, stale-while-revalidate=300";

/// A feed, whatever its format.
struct Feed<'site> {
    config: &'site Config,
    site: &'site SiteSettings,
    origin: String,
    subject: Subject,
    format: FeedFormat,
    entries: Vec<Entry>,
}

impl Feed<'_> {
    /// The URL of the feed, which is also its id.
    fn address(&self) -> String {
        self.address_as(self.format)
    }

    /// The URL of the same feed in the other format.
    fn other_address(&self) -> String {
        self.address_as(self.format.other())
    }

    fn address_as(&self, format: FeedFormat) -> String {
        format!("{}{}{}", self.origin, self.subject.feed, format.suffix())
    }

    /// The URL of the WebSub hub.
    fn hub(&self) -> Option<&Url> {
        self.config.feeds.hub.as_ref()
    }

    /// The URL of the page that lists the same posts.
    fn page(&self) -> String {
        format!("{}{}", self.origin, self.subject.page)
    }

    fn title(&self) -> String {
        match &self.subject.name {
            Some(name) => format!("{name} – {}", self.site.name),
            None => self.site.name.clone(),
        }
    }

    fn description(&self) -> &str {
        self.subject
            .description
            .as_deref()
            .unwrap_or(&self.site.description)
    }

    fn updated(&self) -> Time {
        let changes = self.entries.iter().map(|entry| entry.post.updated_at);
        // The update time of a feed without posts.
        changes.max().unwrap_or(Time::from_milliseconds(0))
    }
}

/// Handles `/feed.xml` and `/feed.json`.
pub(in crate::http) fn of_site(format: FeedFormat) -> MethodRouter<AppState> {
    get(move |State(state): State<AppState>| async move { document(&state, Subject::site(), format).await })
}

/// Handles the feeds of categories, such as `/feed/system-design.xml`.
pub(in crate::http) async fn category(
    State(state): State<AppState>,
    IdOrSlug(file): IdOrSlug,
) -> Result<Response, ApiError> {
    let found = FeedFormat::ALL.into_iter().find_map(|format| {
        let slug = file.strip_suffix(format.suffix())?;
        Some((Category::from_slug(slug)?, format))
    });
    match found {
        Some((category, format)) => document(&state, Subject::category(category), format).await,
        None => static_pages::missing(&state),
    }
}

/// Handles the feeds of tags, authors or series, such as `/tag/rust/feed.xml`. From a slug that one had before, a redirect
/// leads to its feed.
pub(in crate::http) fn of_collection(kind: CollectionKind, format: FeedFormat) -> MethodRouter<AppState> {
    get(
        move |State(state): State<AppState>, IdOrSlug(slug): IdOrSlug, RawQuery(query): RawQuery| async move {
            let requested = kind.path(&slug);
            let subject = state.read(move |tx| Subject::collection(tx, kind, &slug)).await?;
            match subject {
                None => static_pages::missing(&state),
                Some(subject) if subject.page != requested => {
                    moved::redirect(format!("{}{}", subject.feed, format.suffix()), query.as_deref())
                }
                Some(subject) => document(&state, subject, format).await,
            }
        },
    )
}

async fn document(state: &AppState, subject: Subject, format: FeedFormat) -> Result<Response, ApiError> {
    let (config, site) = (state.config.clone(), state.site());
    let address = format!("{}{}{}", config.server.origin(), subject.feed, format.suffix());
    let links = discovery(&config, &address);
    let document = state.read(move |tx| {
        let entries = entry::read(tx, &subject.posts, &config, &site.default_author)?;
        write(&config, &site, subject, format, entries)
    });
    let media_type = match format {
        FeedFormat::Atom => format!("{}; charset=utf-8", format.media_type()),
        FeedFormat::Json => format.media_type().to_owned(),
    };
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, CACHE_CONTROL.to_owned()),
    ];
    Ok((headers, links, document.await?).into_response())
}

/// Returns the headers by which WebSub finds the hub of a feed, and its own address, if there is a hub.
fn discovery(config: &Config, address: &str) -> Option<[(HeaderName, String); 1]> {
    let hub = config.feeds.hub.as_ref()?;
    let links = format!("<{hub}>; rel=\"hub\", <{address}>; rel=\"self\"");
    Some([(header::LINK, links)])
}

fn write(
    config: &Config,
    site: &SiteSettings,
    subject: Subject,
    format: FeedFormat,
    entries: Vec<Entry>,
) -> Result<String, ApiError> {
    let feed = Feed {
        config,
        site,
        origin: config.server.origin(),
        subject,
        format,
        entries,
    };
    match format {
        FeedFormat::Atom => atom::write(&feed),
        FeedFormat::Json => json::write(&feed),
    }
}
