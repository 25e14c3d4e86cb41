//! The pages of the site. The first answer holds what a reader without JavaScript, a crawler or a link
//! preview looks for, laid out as the client lays it out, and the data with which the client takes over.

mod article;
mod bundle;
mod cover;
mod data;
pub(super) mod feed;
mod frame;
mod head;
mod home;
mod lists;
pub(super) mod manifest;
pub(super) mod opensearch;
mod others;
mod profile;
pub(super) mod robots;
pub(super) mod sitemap;
mod texts;
mod xml;

use askama::Template;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::{Html, IntoResponse, Response};

pub(super) use article::blog;
pub(super) use home::home;
pub(super) use lists::{treasure, trending};
pub(super) use others::{application, application_list, recent, undo_email_change};
pub(super) use profile::profile;

use super::{ApiError, AppState, assets};
use crate::config::Config;
use bundle::{Bundle, Files, Icons};
use data::Answers;
use head::{Head, Site};

/// What all pages of one site are made with.
pub(super) struct Pages {
    site: Site,
    icons: Icons,
    home: Files,
    trending: Files,
    treasure: Files,
    recent: Files,
    article: Files,
    profile: Files,
    missing: Files,
    application: Files,
}

impl Pages {
    /// The pages of a site with these settings.
    pub(super) fn new(config: &Config) -> Self {
        let bundle = Bundle::embedded();
        let page = |name: &str| bundle.files(&format!("src/app/routes/{name}.tsx"), false);
        Self {
            site: Site::new(config),
            icons: Icons::embedded(),
            home: page("reader/home"),
            trending: page("reader/trending"),
            treasure: page("reader/treasure"),
            recent: page("reader/recent"),
            article: bundle.files("src/app/routes/reader/blog.tsx", true),
            profile: page("reader/public-profile"),
            missing: page("not-found"),
            application: bundle.files("index.html", false),
        }
    }

    fn page<'site>(&'site self, files: &'site Files, place: &'static str, head: Head) -> Page<'site> {
        Page {
            site: &self.site,
            icons: &self.icons,
            files,
            place,
            head,
            answers: Answers::default(),
        }
    }
}

/// What stands around every page, as its template reads it.
struct Page<'site> {
    site: &'site Site,
    icons: &'site Icons,
    files: &'site Files,
    /// The path of the way to go that leads here.
    place: &'static str,
    head: Head,
    /// Data that the client finds in the document.
    answers: Answers,
}

impl Page<'_> {
    fn with(mut self, answers: Answers) -> Self {
        self.answers = answers;
        self
    }
}

/// The page that a template makes.
fn drawn(status: StatusCode, template: &impl Template) -> Result<Response, ApiError> {
    let html = template
        .render()
        .map_err(|error| ApiError::Internal(Box::new(error)))?;
    Ok((status, Html(html)).into_response())
}

/// What no route names: a file of the client, or the page that says that there is none.
pub(super) fn file_or_missing(state: &AppState, request: &Request) -> Result<Response, ApiError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(ApiError::MethodNotAllowed);
    }
    match assets::public_file(request.uri().path(), request.headers()) {
        Some(file) => Ok(file),
        None => others::missing(&state.pages),
    }
}
