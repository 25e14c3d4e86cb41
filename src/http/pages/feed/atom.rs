//! Feeds as Atom (RFC 4287).

use askama::Template;

use super::Feed;
use crate::domain::site::{IconForm, SiteIcon};
use crate::http::ApiError;
use crate::http::pages::xml;

#[derive(Template)]
#[template(path = "http/pages/templates/feed.xml")]
struct Atom<'feed, 'site> {
    feed: &'feed Feed<'site>,
    version: &'static str,
    icon: String,
}

pub(super) fn write(feed: &Feed<'_>) -> Result<String, ApiError> {
    xml::document(&Atom {
        feed,
        version: env!("CARGO_PKG_VERSION"),
        icon: SiteIcon::url(feed.site.icon.as_ref(), IconForm::Small),
    })
}
