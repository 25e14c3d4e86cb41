//! How browsers search the site from their address bar (OpenSearch 1.1).

use askama::Template;
use axum::extract::State;
use axum::http::header;
use axum::response::Response;

use super::xml;
use crate::http::answers::lasting;
use crate::http::{ApiError, AppState};

const MEDIA_TYPE: &str = "application/opensearchdescription+xml; charset=utf-8";
const KEPT: &str = "public, max-age=3600";
/// The most characters of each text (OpenSearch 1.1).
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
}

/// `/opensearch.xml`
pub(in crate::http) async fn answer(State(state): State<AppState>) -> Result<Response, ApiError> {
    let headers = [(header::CONTENT_TYPE, MEDIA_TYPE), (header::CACHE_CONTROL, KEPT)];
    Ok(lasting((headers, document(&state)?)))
}

/// The description of the site's search.
pub(in crate::http) fn document(state: &AppState) -> Result<String, ApiError> {
    let site = &state.config.site;
    xml::document(&OpenSearch {
        origin: state.config.server.origin(),
        short_name: cut(&site.name, SHORT_NAME_MAX),
        long_name: cut(&site.name, LONG_NAME_MAX),
        description: cut(&site.description, DESCRIPTION_MAX),
    })
}

/// The first `length` characters, without a space at their end.
fn cut(text: &str, length: usize) -> &str {
    text.char_indices()
        .nth(length)
        .map_or(text, |(end, _)| text[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_text_is_cut_by_characters() {
        for (text, expected) in [
            ("", ""),
            ("Köln", "Köln"),
            ("Kölner Blog", "Kölne"),
            ("Nach Köln", "Nach"),
        ] {
            assert_eq!(cut(text, 5), expected);
        }
    }
}
