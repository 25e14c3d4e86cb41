//! The page with the trending posts, of now or of a span of time.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::frame::{Pagination, numbered, page_number, parameter, with_query};
use super::labels::{IMAGE_SIZES, LISTS, Sort};
use super::lists::{EmptyState, PAGE_SIZE, past_the_end};
use super::{BootstrapData, Head, Page, Site, cover, frame, render, texts};
use crate::domain::Paging;
use crate::domain::ranking::ActivityWindow;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::api::posts::trending as trending_posts;
use crate::http::cache::ExpiresAt;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

const PATH: &str = "/trending";

#[derive(Template)]
#[template(path = "http/pages/templates/trending.html")]
struct Trending<'site> {
    page: Page<'site>,
    windows: Vec<WindowTab>,
    posts: &'site [PostSummaryBody],
    pagination: Pagination,
    empty_state: EmptyState,
}

/// A link to the list of a span of time.
struct WindowTab {
    label: &'static str,
    address: String,
    is_present: bool,
}

/// Returns the page with the trending posts, of now or of a span of time.
pub(in crate::http) async fn trending(
    State(state): State<AppState>,
    RawQuery(address): RawQuery,
) -> Result<Response, ApiError> {
    let address = address.unwrap_or_default();
    let number = page_number(&address);
    let window = ActivityWindow::parse(&parameter(&address, "window")).ok();
    let paging = Paging::new(Some(number), Some(PAGE_SIZE))?;
    let (found, expires_at) = trending_posts::load(&state, &Marks::EMPTY, window, paging).await?;
    let found = found.dto;
    let name = window.map_or("", ActivityWindow::name);
    let list = with_query(PATH, &[("window", name)]);
    let pagination = Pagination {
        total: found.total,
        total_pages: found.total_pages,
        page: number.into(),
        path: PATH.to_owned(),
        query: vec![("window", name.to_owned())],
    };
    let (page, limit) = (number.to_string(), PAGE_SIZE.to_string());
    let parameters = [("window", name), ("page", &page), ("limit", &limit)];
    let bootstrap_data = BootstrapData::default().with(with_query("/blogs/trending", &parameters), &found)?;
    let (pages, site) = (&state.pages, Site::of(&state));
    let canonical = pagination.address(&number.into());
    let head = Head::of_page(&site, &trending_title(name, number), Some(canonical));
    let page = pages.page(&site, &pages.trending, PATH, head);
    let response = render(
        StatusCode::OK,
        &Trending {
            page: page.with(bootstrap_data),
            windows: window_tabs(name),
            posts: &found.trending_blogs,
            empty_state: if found.total > 0 {
                past_the_end(list)
            } else {
                let (title, link) = (LISTS.nothing_trending, LISTS.browse_all);
                ("TrendingUp", title, link, "/treasure".to_owned())
            },
            pagination,
        },
    )?;
    Ok(ExpiresAt::add_to(expires_at, response))
}

fn window_tabs(present: &str) -> Vec<WindowTab> {
    let tab = |window: &Sort| WindowTab {
        label: window.label,
        address: with_query(PATH, &[("window", window.value)]),
        is_present: window.value == present,
    };
    LISTS.trending_windows.iter().map(tab).collect()
}

fn trending_title(window: &str, number: u32) -> String {
    let label = LISTS.trending_windows.iter().find(|known| known.value == window);
    let label = label.filter(|known| !known.value.is_empty());
    let title = label.map_or_else(
        || LISTS.trending_title.to_owned(),
        |known| format!("{}: {}", LISTS.trending_title, known.label),
    );
    numbered(&title, number)
}
