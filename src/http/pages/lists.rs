//! The pages that are lists of posts.

use askama::Template;
use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use super::frame::{Pagination, numbered, page_number, parameter, with_query};
use super::{Answers, Head, Page, cover, drawn, frame, texts};
use crate::domain::Paging;
use crate::domain::category::CATEGORIES;
use crate::http::answers::{OwnMarks, Shared};
use crate::http::api::blogs::{self, BlogSummary, BlogsAnswer, ListQuery};
use crate::http::extract::{MaybePaging, Query};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

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
    /// Searches that find something, when this one finds nothing.
    suggestions: &'site [String],
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
#[derive(Debug)]
struct TreasureQuery {
    search: String,
    category: String,
    tag: String,
    sort: String,
}

impl TreasureQuery {
    fn of(query: &str) -> Self {
        Self {
            search: parameter(query, "search"),
            category: parameter(query, "category"),
            tag: parameter(query, "tag"),
            sort: parameter(query, "sort"),
        }
    }

    fn parameters(&self) -> [(&'static str, &str); 4] {
        [
            ("search", &self.search),
            ("category", &self.category),
            ("tag", &self.tag),
            ("sort", &self.sort),
        ]
    }

    fn owned(&self) -> Vec<(&'static str, String)> {
        self.parameters()
            .map(|(name, value)| (name, value.to_owned()))
            .to_vec()
    }

    /// The call of the API that the client would make for this list.
    fn api_address(&self, page: u32) -> String {
        let (page, limit) = (page.to_string(), ON_A_PAGE.to_string());
        let paging = [("page", page.as_str()), ("limit", limit.as_str())];
        with_query("/blogs", &[&self.parameters()[..], &paging].concat())
    }

    fn with_search(&self, search: &str) -> String {
        with_query(
            "/treasure",
            &[
                ("search", search),
                ("category", &self.category),
                ("tag", &self.tag),
                ("sort", &self.sort),
            ],
        )
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

/// All posts, searched, narrowed and ordered.
pub(in crate::http) async fn treasure(
    State(state): State<AppState>,
    RawQuery(address): RawQuery,
) -> Result<Response, ApiError> {
    let address = address.unwrap_or_default();
    let query = TreasureQuery::of(&address);
    let number = page_number(&address);
    let pages = &state.pages;
    let title = numbered(&query.title(), number);
    let head = Head::of_page(&pages.site, &title, query.canonical(number));
    let page = pages.page(&pages.treasure, "/treasure", head);
    let asked = blogs_query(&query.search, &query.category, &query.tag, &query.sort);
    let found = match first_blogs(&state, asked, number, ON_A_PAGE).await {
        // The client says what is wrong with what the address asks for.
        Err(ApiError::Invalid(_)) => None,
        found => Some(found?),
    };
    let shown = found
        .as_ref()
        .map(|found| found.shown.clone())
        .unwrap_or_default();
    let found = found.map(|found| found.answer);
    let answers = found.as_ref().map_or_else(
        || Ok(Answers::default()),
        |found| Answers::default().with(query.api_address(number), found),
    )?;
    let (total, total_pages) = found
        .as_ref()
        .map_or((0, 0), |found| (found.total, found.total_pages));
    let document = drawn(
        StatusCode::OK,
        &Treasure {
            page: page.with(answers),
            blogs: found.as_ref().map_or(&[], |found| &found.blogs),
            suggestions: found.as_ref().map_or(&[], |found| &found.suggestions),
            categories: CATEGORIES.iter().map(|category| category.name()).collect(),
            nothing: if total > 0 {
                past_the_end(with_query("/treasure", &query.parameters()))
            } else {
                let title = "No blogs found matching your criteria";
                ("Gem", title, "Show all posts", "/treasure".to_owned())
            },
            pagination: Pagination::new("/treasure", query.owned(), number, total, total_pages),
            query: &query,
        },
    )?;
    Ok((Extension(shown), document).into_response())
}

/// The posts that are read and talked about now.
pub(in crate::http) async fn trending(
    State(state): State<AppState>,
    RawQuery(address): RawQuery,
) -> Result<Response, ApiError> {
    let number = page_number(&address.unwrap_or_default());
    let paging = Paging::new(Some(number), Some(ON_A_PAGE))?;
    let found = blogs::trending(State(state.clone()), OwnMarks(Marks::NONE), paging)
        .await?
        .answer;
    let address = format!("/blogs/trending?page={number}&limit={ON_A_PAGE}");
    let pagination = Pagination::new("/trending", Vec::new(), number, found.total, found.total_pages);
    let pages = &state.pages;
    let canonical = pagination.address(&number.into());
    let head = Head::of_page(&pages.site, &numbered("Trending", number), Some(canonical));
    let page = pages.page(&pages.trending, "/trending", head);
    drawn(
        StatusCode::OK,
        &Trending {
            page: page.with(Answers::default().with(address, &found)?),
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
) -> Result<Shared<BlogsAnswer>, ApiError> {
    let paging = MaybePaging(Some(Paging::new(Some(page), Some(limit))?));
    blogs::listed(state, &Marks::NONE, Query(query), paging).await
}

fn past_the_end(first: String) -> Nothing {
    (
        "FileQuestion",
        "There is no such page",
        "Go to the first page",
        first,
    )
}
