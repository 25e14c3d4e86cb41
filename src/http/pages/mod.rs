//! The HTML pages of the site. The server renders what browsers without JavaScript, crawlers and link
//! previews need, in the client's layout, and adds the bootstrap data with which the client hydrates.

mod accent;
mod article;
mod bootstrap_data;
mod bundle;
mod collections;
mod comments;
mod cover;
pub(super) mod feed;
mod frame;
mod head;
mod home;
mod indexnow;
mod json_ld;
mod labels;
mod lists;
mod mail_links;
pub(super) mod manifest;
mod markdown;
mod moved;
mod newsletter;
pub(super) mod opensearch;
mod preview;
mod profile;
mod redirects;
pub(super) mod robots;
pub(super) mod site_icon;
mod site_style;
pub(super) mod sitemap;
mod static_pages;
mod texts;
mod trending;
mod written_page;
mod xml;

use askama::Template;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

pub(super) use article::post;
pub(super) use collections::{author, series, tag};
pub(super) use home::home;
pub(super) use lists::treasure;
pub(super) use mail_links::{confirm, confirmation, end_mails, unsubscribe};
pub(super) use newsletter::{newsletter, subscribe};
pub(super) use preview::preview;
pub(super) use profile::profile;
pub(super) use redirects::stand_in_for_missing;
pub(super) use static_pages::{application, application_list, application_of_link, recent};
pub(super) use trending::trending;
pub(super) use written_page::{about, written_page};

use super::{ApiError, AppState, assets};
use bootstrap_data::BootstrapData;
use bundle::{Bundle, Files, Icons};
use head::{Head, Site};

/// The data that all pages of the site share.
pub(super) struct Pages {
    icons: Icons,
    home: Files,
    trending: Files,
    treasure: Files,
    recent: Files,
    tag: Files,
    author: Files,
    series: Files,
    article: Files,
    preview: Files,
    written_page: Files,
    profile: Files,
    newsletter: Files,
    missing: Files,
    /// Those of a page that the client does not draw.
    gone: Files,
    application: Files,
}

impl Pages {
    pub(super) fn new() -> Self {
        let bundle = Bundle::embedded();
        let page = |name: &str| bundle.files(&format!("src/app/routes/{name}.tsx"), false);
        Self {
            icons: Icons::embedded(),
            home: page("reader/home"),
            trending: page("reader/trending"),
            treasure: page("reader/treasure"),
            recent: page("reader/recent"),
            tag: page("reader/tag"),
            author: page("reader/author"),
            series: page("reader/series"),
            article: bundle.files("src/app/routes/reader/post.tsx", true),
            preview: bundle.files("src/app/routes/reader/preview.tsx", true),
            written_page: bundle.files("src/app/routes/reader/static-page.tsx", true),
            profile: page("reader/public-profile"),
            newsletter: page("reader/newsletter"),
            missing: page("not-found"),
            gone: page("not-found").without_client(),
            application: bundle.files("index.html", false),
        }
    }

    fn page<'site>(
        &'site self,
        site: &'site Site,
        files: &'site Files,
        active_path: &'static str,
        head: Head,
    ) -> Page<'site> {
        Page {
            site,
            icons: &self.icons,
            files,
            active_path,
            head,
            bootstrap_data: BootstrapData::default(),
        }
    }
}

/// The frame of a page, as its template reads it.
struct Page<'site> {
    site: &'site Site,
    icons: &'site Icons,
    files: &'site Files,
    active_path: &'static str,
    head: Head,
    bootstrap_data: BootstrapData,
}

impl Page<'_> {
    fn with(mut self, bootstrap_data: BootstrapData) -> Self {
        self.bootstrap_data = bootstrap_data;
        self
    }
}

fn render(status: StatusCode, template: &impl Template) -> Result<Response, ApiError> {
    let html = template.render().map_err(ApiError::internal)?;
    Ok((status, Html(html)).into_response())
}

/// Returns a generated file that caches may serve for an hour.
fn hourly_file(media_type: &'static str, document: String) -> Response {
    let cache_control = [(header::CACHE_CONTROL, "public, max-age=3600")];
    (cache_control, file(media_type, document)).into_response()
}

/// Returns a generated file that changes with the settings of the site.
fn file(media_type: &'static str, document: String) -> Response {
    ([(header::CONTENT_TYPE, media_type)], document).into_response()
}

/// Handles a path without a route: returns a file of the client, where the redirect from it leads, or the 404 page.
pub(super) async fn file_or_missing(state: &AppState, request: &Parts) -> Result<Response, ApiError> {
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return Err(ApiError::MethodNotAllowed);
    }
    match assets::public_file(request.uri.path(), &request.headers) {
        Some(file) => Ok(file),
        None => redirects::stand_in(state, &request.uri, static_pages::missing(state)?).await,
    }
}
