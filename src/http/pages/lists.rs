//! The pages that are lists of posts.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::frame::{Pagination, with_query};
use super::{Answers, Head, Page, cover, drawn, frame, texts};
use crate::domain::Paging;
use crate::domain::category::CATEGORIES;
use crate::http::api::blogs::{self, BlogSummary, BlogsAnswer, ListQuery};
use crate::http::extract::{MaybePaging, MaybeReader, Query};
use crate::http::{ApiError, AppState};

/// Posts on a page of a list (product.md §9).
const ON_A_PAGE: u32 = 9;

/// What stands in the place of an empty list: an icon, a title, and a way out with its address.
type Nothing = (&'static str, &'static str, &'static str, String);

#[derive(Template)]
#[template(path = "http/pages/templates/treasure.html")]
struct Treasure<'site> {
    page: Page<'site>,
    query: &'site TreasureQuery,
    categories: Vec<&'static str>,
    blogs: &'site [BlogSummary],
    pagination: Pagination,
    nothing: Nothing,
}

#[derive(Template)]
#[template(path = "http/pages/templates/trending.html")]
struct Trending<'site> {
    page: Page<'site>,
    blogs: &'site [BlogSummary],
    pagination: Pagination,
    nothing: Nothing,
}

/// What narrows and orders the list of all posts; empty where nothing does.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::http) struct TreasureQuery {
    search: String,
    category: String,
    tag: String,
    sort: String,
    page: String,
}

impl TreasureQuery {
    fn parameters(&self) -> Vec<(&'static str, String)> {
        vec![
            ("search", self.search.clone()),
            ("category", self.category.clone()),
            ("tag", self.tag.clone()),
            ("sort", self.sort.clone()),
        ]
    }

    fn without_tag(&self) -> String {
        with_query(
            "/treasure",
            &[
                ("search", &self.search),
                ("category", &self.category),
                ("sort", &self.sort),
            ],
        )
    }

    /// Searches are endless; what is found by them has an address of its own.
    fn canonical(&self, page: u32) -> Option<String> {
        let number = if page > 1 { page.to_string() } else { String::new() };
        self.search.is_empty().then(|| {
            with_query(
                "/treasure",
                &[
                    ("category", &self.category),
                    ("tag", &self.tag),
                    ("sort", &self.sort),
                    ("page", &number),
                ],
            )
        })
    }

    fn title(&self) -> String {
        let subject = [&self.search, &self.tag, &self.category]
            .into_iter()
            .find(|text| !text.is_empty());
        subject.map_or_else(
            || "Blog Treasure".to_owned(),
            |text| format!("{text} · Blog Treasure"),
        )
    }
}

/// The page of a list that an address asks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::http) struct PageQuery {
    page: String,
}

/// All posts, searched, narrowed and ordered.
pub(in crate::http) async fn treasure(
    State(state): State<AppState>,
    Query(query): Query<TreasureQuery>,
) -> Result<Response, ApiError> {
    let number = page_number(&query.page);
    let asked = blogs_query(&query.search, &query.category, &query.tag, &query.sort);
    let found = first_blogs(&state, asked, number, ON_A_PAGE).await;
    let pages = &state.pages;
    let mut page = pages.page(
        &pages.treasure,
        "/treasure",
        Head::of_page(&pages.site, &query.title(), query.canonical(number)),
    );
    let (blogs, total, total_pages) = match found {
        Ok(found) => {
            let mut parameters = query.parameters();
            parameters.extend([("page", number.to_string()), ("limit", ON_A_PAGE.to_string())]);
            let given: Vec<(&str, &str)> = parameters
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            page = page.with(&Answers::default().with(with_query("/blogs", &given), &found)?);
            (found.blogs, found.total, found.total_pages)
        }
        // The client says what is wrong with what the address asks for.
        Err(ApiError::Invalid(_)) => (Vec::new(), 0, 0),
        Err(error) => return Err(error),
    };
    drawn(
        StatusCode::OK,
        &Treasure {
            page,
            blogs: &blogs,
            categories: CATEGORIES.iter().map(|category| category.name()).collect(),
            nothing: if total > 0 {
                past_the_end(with_query("/treasure", &borrowed(&query.parameters())))
            } else {
                let title = "No blogs found matching your criteria";
                ("Gem", title, "Show all posts", "/treasure".to_owned())
            },
            pagination: Pagination::new("/treasure", query.parameters(), number, total, total_pages),
            query: &query,
        },
    )
}

/// The posts that are read and talked about now.
pub(in crate::http) async fn trending(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
) -> Result<Response, ApiError> {
    let number = page_number(&query.page);
    let paging = Paging::new(Some(number), Some(ON_A_PAGE))?;
    let Json(found) = blogs::trending(State(state.clone()), MaybeReader(None), paging).await?;
    let address = format!("/blogs/trending?page={number}&limit={ON_A_PAGE}");
    let pagination = Pagination::new("/trending", Vec::new(), number, found.total, found.total_pages);
    let pages = &state.pages;
    let canonical = pagination.address(&number.into());
    let head = Head::of_page(&pages.site, "Trending", Some(canonical));
    let page = pages.page(&pages.trending, "/trending", head);
    drawn(
        StatusCode::OK,
        &Trending {
            page: page.with(&Answers::default().with(address, &found)?),
            blogs: &found.trending_blogs,
            nothing: if found.total > 0 {
                past_the_end("/trending".to_owned())
            } else {
                let title = "No trending blogs found";
                ("TrendingUp", title, "Browse all posts", "/treasure".to_owned())
            },
            pagination,
        },
    )
}

/// What the list call of the API is asked for; empty is not asked.
pub(super) fn blogs_query(search: &str, category: &str, tag: &str, sort: &str) -> ListQuery {
    let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    ListQuery {
        search: given(search),
        category: given(category),
        tag: given(tag),
        sort: given(sort),
        fields: None,
    }
}

/// What the list call of the API answers a visitor.
pub(super) async fn first_blogs(
    state: &AppState,
    query: ListQuery,
    page: u32,
    limit: u32,
) -> Result<BlogsAnswer, ApiError> {
    let paging = MaybePaging(Some(Paging::new(Some(page), Some(limit))?));
    let Json(answer) = blogs::list_public(State(state.clone()), Query(query), paging).await?;
    Ok(answer)
}

fn past_the_end(first: String) -> Nothing {
    (
        "FileQuestion",
        "There is no such page",
        "Go to the first page",
        first,
    )
}

fn borrowed<'text>(parameters: &'text [(&'static str, String)]) -> Vec<(&'static str, &'text str)> {
    parameters
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect()
}

/// From 1, and 1 when the address asks for nothing that can be.
fn page_number(text: &str) -> u32 {
    text.parse()
        .ok()
        .filter(|number| (1..=1 << 31).contains(number))
        .unwrap_or(1)
}
