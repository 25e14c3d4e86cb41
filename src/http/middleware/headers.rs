//! The headers of every response.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::http::AppState;

/// Scripts come from this site alone. Inline styles are allowed: the toasts, the dialogs' scroll lock and the colours of
/// articles are set at run time. Images of posts may be anywhere on the web.
///
/// Text becomes HTML through two Trusted Types policies: `rich-text` is for HTML that the server has sanitised;
/// `default` is created by the editor's page alone, and reduces HTML to what a post may contain. `formats`
/// names one script, the worker that reads date formats. All apply to every page, since the client navigates without
/// loading another document.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: https: http:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     frame-src https://www.youtube.com https://www.youtube-nocookie.com https://player.vimeo.com; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
     require-trusted-types-for 'script'; trusted-types rich-text formats default";

/// The features that neither the site nor its frames may use. Those that video players need, such as full screen, are
/// not listed.
const PERMISSIONS_POLICY: &str = "camera=(), display-capture=(), geolocation=(), hid=(), \
     idle-detection=(), local-fonts=(), microphone=(), midi=(), payment=(), serial=(), usb=(), \
     xr-spatial-tracking=()";

/// One year, in seconds. Subdomains are not included: under a bare domain they may be other sites. Of the cookies, those of
/// a sign-in have a prefix by which browsers take them from this host alone, and the number of a commit is nothing that
/// another one could misuse.
const STRICT_TRANSPORT_SECURITY: &str = "max-age=31536000";

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The capacity to reserve, since a growing map rehashes each time.
const HEADERS_ESTIMATE: usize = 16;

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
    headers.reserve(HEADERS_ESTIMATE);
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if let Some(resource_policy) = resource_policy(headers) {
        let resource_policy = HeaderValue::from_static(resource_policy);
        headers
            .entry(CROSS_ORIGIN_RESOURCE_POLICY)
            .or_insert(resource_policy);
    }
    if state.is_https() {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static(STRICT_TRANSPORT_SECURITY),
        );
    }
}

/// Returns the `Cross-Origin-Resource-Policy`: feed readers and other sites may embed images, and only this site may
/// embed anything else. A response without content has none.
fn resource_policy(headers: &HeaderMap) -> Option<&'static str> {
    let content_type = headers.get(header::CONTENT_TYPE)?;
    let is_image = content_type.as_bytes().starts_with(b"image/");
    Some(if is_image { "cross-origin" } else { "same-origin" })
}
