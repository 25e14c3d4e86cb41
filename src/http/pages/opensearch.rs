//! The description with which browsers search the site from their address bar (OpenSearch 1.1).

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::{file, xml};
use crate::domain::site::{IconForm, SiteIcon};
use crate::http::{ApiError, AppState};

const MEDIA_TYPE: &str = "application/opensearchdescription+xml; charset=utf-8";
/// The maximum length of each text, in characters (OpenSearch 1.1).
const SHORT_NAME_MAX: usize = 16;
const LONG_NAME_MAX: usize = 48;
const DESCRIPTION_MAX: usize = 1_024;

#[derive(Template)]
#[template(path = "http/pages/templates/opensearch.xml")]
struct OpenSearch<'site> {
    origin: String,
    short_name: &'site str,
    long_name: &'site str,
    description: &'site str,
    icon: String,
}

pub(in crate::http) async fn handler(State(state): State<AppState>) -> Result<Response, ApiError> {
    let site = state.site();
    let description = xml::document(&OpenSearch {
        origin: state.config.server.origin(),
        short_name: truncated(&site.name, SHORT_NAME_MAX),
        long_name: truncated(&site.name, LONG_NAME_MAX),
        description: truncated(&site.description, DESCRIPTION_MAX),
        icon: SiteIcon::url(site.icon.as_ref(), IconForm::Small),
    })?;
    Ok(file(MEDIA_TYPE, description))
}

/// Returns the first `length` characters, without trailing white space.
fn truncated(text: &str, length: usize) -> &str {
    text.char_indices()
        .nth(length)
        .map_or(text, |(end, _)| text[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::truncated;

    #[test]
    fn truncates_a_text_by_characters() {
        for (text, expected) in [
            ("", ""),
            ("Köln", "Köln"),
            ("Kölner Blog", "Kölne"),
            ("Nach Köln", "Nach"),
        ] {
            assert_eq!(truncated(text, 5), expected);
        }
    }
}
