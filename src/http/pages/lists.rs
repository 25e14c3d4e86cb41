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
use crate::http::api::blogs::{self, AuthorBody, BlogSummary, BlogsAnswer, ListQuery};
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
    heading: String,
    query: &'site TreasureQuery,
    categories: Vec<&'static str>,
    blogs: &'site [BlogSummary],
    /// Searches that find something, when this one finds nothing.
    suggestions: &'site [String],
    pagination: Pagination,
    nothing: Nothing,
    is_unknown_author: bool,
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
    /// The id of an author.
    author: String,
    sort: String,
}

impl TreasureQuery {
    fn of(query: &str) -> Self {
        Self {
            search: parameter(query, "search"),
            category: parameter(query, "category"),
            tag: parameter(query, "tag"),
            author: parameter(query, "author"),
            sort: parameter(query, "sort"),
        }
    }

    fn parameters(&self) -> [(&'static str, &str); 5] {
        [
            ("search", &self.search),
            ("category", &self.category),
            ("tag", &self.tag),
            ("author", &self.author),
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

    fn to_list_query(&self) -> ListQuery {
        let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        ListQuery {
            search: given(&self.search),
            category: given(&self.category),
            tag: given(&self.tag),
            author: given(&self.author),
            sort: given(&self.sort),
            fields: None,
        }
    }

    fn with_search(&self, search: &str) -> String {
        with_query(
            "/treasure",
            &[
                ("search", search),
                ("category", &self.category),
                ("tag", &self.tag),
                ("author", &self.author),
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
                ("author", &self.author),
                ("sort", &self.sort),
            ],
        )
    }

    /// None for a search, of which there are endless ones, and for an author who is not known.
    fn canonical(&self, page: u32, is_unknown_author: bool) -> Option<String> {
        let is_listed = self.search.is_empty() && !is_unknown_author;
        let number = if page > 1 { page.to_string() } else { String::new() };
        is_listed.then(|| {
            with_query(
                "/treasure",
                &[
                    ("category", &self.category),
                    ("tag", &self.tag),
                    ("author", &self.author),
                    ("sort", &self.sort),
                    ("page", &number),
                ],
            )
        })
    }

    fn heading(&self, author: Option<&AuthorBody>) -> String {
        if self.author.is_empty() {
            return "Blog Treasure".to_owned();
        }
        let name = author.map_or("this author", |author| &author.username);
        format!("Posts by {name}")
    }

    fn title(&self, heading: &str) -> String {
        let subject = [&self.search, &self.tag, &self.category]
            .into_iter()
            .find(|text| !text.is_empty());
        subject.map_or_else(|| heading.to_owned(), |text| format!("{text} · {heading}"))
    }

    /// In the place of a list without posts.
    fn nothing(&self, total: u64, is_unknown_author: bool) -> Nothing {
        if total > 0 {
            return past_the_end(with_query("/treasure", &self.parameters()));
        }
        let title = if is_unknown_author {
            "This author is not known here"
        } else {
            "No blogs found matching your criteria"
        };
        ("Gem", title, "Show all posts", "/treasure".to_owned())
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
    let found = match first_blogs(&state, query.to_list_query(), number, ON_A_PAGE).await {
        // The client says what is wrong with what the address asks for.
        Err(ApiError::Invalid(_)) => None,
        found => Some(found?),
    };
    let shown = found
        .as_ref()
        .map(|found| found.shown.clone())
        .unwrap_or_default();
    let found = found.map(|found| found.answer);
    let author = found.as_ref().and_then(|found| found.author.as_ref());
    let is_unknown_author = !query.author.is_empty() && author.is_none();
    let heading = query.heading(author);
    let title = numbered(&query.title(&heading), number);
    let head = Head::of_page(&pages.site, &title, query.canonical(number, is_unknown_author));
    let page = pages.page(&pages.treasure, "/treasure", head);
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
            nothing: query.nothing(total, is_unknown_author),
            is_unknown_author,
            heading,
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
