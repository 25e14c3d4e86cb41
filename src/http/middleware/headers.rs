//! Headers that every answer carries.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::http::AppState;

/// Scripts come from this site alone. Styles may stand in the page: the toasts, the dialogs' scroll
/// lock and the colours of articles write them at run time. Pictures of posts are anywhere on the web.
///
/// Text becomes HTML through two policies (Trusted Types): `rich-text` shows what the server has
/// sanitised; `default` is made by the editor's code alone, and cuts what Quill writes down to what may
/// stand in a post. `formats` names one script, the worker that reads how dates are written.
/// They hold on every page, since the client goes from one to the other by itself.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: https: http:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     frame-src https://www.youtube.com https://www.youtube-nocookie.com https://player.vimeo.com; \
     base-uri 'self'; form-action 'self'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types rich-text formats default";

/// What neither the site nor anything framed in it may ask for. What the players of videos need, such as
/// the full screen, is not named.
const PERMISSIONS_POLICY: &str = "camera=(), display-capture=(), geolocation=(), hid=(), \
     idle-detection=(), local-fonts=(), microphone=(), midi=(), payment=(), serial=(), usb=(), \
     xr-spatial-tracking=()";

/// A year. Subdomains are left out: under a bare domain they are other sites, which are not ours to decide
/// on, and there is no cookie that one of them could read or set.
const STRICT_TRANSPORT_SECURITY: &str = "max-age=31536000";

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Room for as many at once: a map that grows is laid out anew each time.
const HEADERS_USUAL: usize = 16;

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY),
];

/// Adds the headers that the handler did not set itself.
pub(in crate::http) fn complete(state: &AppState, headers: &mut HeaderMap) {
    headers.reserve(HEADERS_USUAL);
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if let Some(embedders) = embedders(headers) {
        let embedders = HeaderValue::from_static(embedders);
        headers.entry(CROSS_ORIGIN_RESOURCE_POLICY).or_insert(embedders);
    }
    if state.config.server.base_url.scheme() == "https" {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static(STRICT_TRANSPORT_SECURITY),
        );
    }
}

/// Who may put the answer into a page: pictures are shown by readers of feeds and by whoever links here,
/// everything else is for this site. An answer without content does not say.
fn embedders(headers: &HeaderMap) -> Option<&'static str> {
    let kind = headers.get(header::CONTENT_TYPE)?;
    let is_picture = kind.as_bytes().starts_with(b"image/");
    Some(if is_picture { "cross-origin" } else { "same-origin" })
}
