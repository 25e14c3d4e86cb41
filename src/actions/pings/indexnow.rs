//! Telling search engines of pages that were published, changed or removed (indexnow.org). One endpoint passes it on to the
//! others; each looks for the key of the site at its root, and then fetches the pages.

use std::collections::BTreeSet;

use serde_json::json;
use url::Position;

use super::{Engines, Pings};
use crate::domain::Clock;
use crate::store::pings::{self, ChangedPage};
use crate::store::{Store, StoreError};

const MEDIA_TYPE: &str = "application/json; charset=utf-8";

impl Pings {
    /// Whether search engines are told.
    pub fn has_engines(&self) -> bool {
        self.engines.is_some()
    }

    /// Tells search engines of all pages that are due, in one call and at most once a minute, and returns their number. If
    /// the process dies meanwhile, they are told again.
    ///
    /// # Errors
    /// If the database cannot be read or written. A failure of the endpoint is recorded.
    pub async fn tell_engines(&self, store: &Store, clock: &dyn Clock) -> Result<usize, StoreError> {
        let called = clock.now();
        let Some(engines) = &self.engines else {
            return Ok(0);
        };
        if !store.read(move |tx| pings::is_page_due(tx, called)).await? {
            return Ok(0);
        }
        let pages = store.write(move |tx| pings::claim_pages(tx, called)).await?;
        if pages.is_empty() {
            return Ok(0);
        }
        let count = pages.len();
        let body = self.pages_body(engines, &pages);
        let Err(cause) = self.send(&engines.endpoint, MEDIA_TYPE, body).await else {
            store.write(move |tx| pings::forget_pages(tx, &pages)).await?;
            tracing::debug!(pages = count, "search engines were told of pages");
            return Ok(count);
        };
        tracing::warn!(
            pages = count,
            error = cause,
            "search engines were not told of pages"
        );
        let now = clock.now();
        let given_up = store
            .write(move |tx| pings::postpone_pages(tx, &pages, called, now))
            .await?;
        if given_up > 0 {
            tracing::error!(
                pages = given_up,
                "search engines could not be told of pages for a day"
            );
        }
        Ok(count)
    }

    fn pages_body(&self, engines: &Engines, pages: &[ChangedPage]) -> String {
        let origin = self.origin();
        // Under its id a post has the same address whatever slugs it had.
        let urls: BTreeSet<String> = pages
            .iter()
            .map(|page| format!("{origin}{}", self.post_addresses.path(page.post, &page.slug)))
            .collect();
        json!({
            "host": &self.base[Position::BeforeHost..Position::AfterPort],
            "key": engines.key,
            "keyLocation": format!("{origin}/{}.txt", engines.key),
            "urlList": urls,
        })
        .to_string()
    }
}
