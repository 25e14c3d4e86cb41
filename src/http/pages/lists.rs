//! The page with all posts, and what lists of posts share.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::frame::{Pagination, numbered, page_number, parameter, with_query};
use super::labels::{IMAGE_SIZES, LISTS, SEARCH};
use super::{BootstrapData, Head, Page, Site, cover, frame, render, texts};
use crate::domain::{Paging, tag};
use crate::http::api::posts::dto::{AuthorBody, PostSummaryBody, PostsResponse};
use crate::http::api::posts::listing::{self, ListQuery};
use crate::http::cache::SharedResponse;
use crate::http::extract::{MaybePaging, Query};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::tags;

/// The number of posts on a page of a list (product.md §9).
pub(super) const PAGE_SIZE: u32 = 9;

/// The placeholder of an empty list: an icon, a title, and a link with its address.
pub(super) type EmptyState = (&'static str, &'static str, &'static str, String);

#[derive(Template)]
#[template(path = "http/pages/templates/treasure.html")]
struct Treasure<'site> {
    page: Page<'site>,
    heading: String,
    query: &'site TreasureQuery,
    categories: &'static [&'static str],
    posts: &'site [PostSummaryBody],
    /// Corrected searches that find something, when no post has all words of this one.
    suggestions: &'site [String],
    /// Whether the posts have similar words instead.
    has_similar_words: bool,
    /// The authors whom the search names.
    named_authors: &'site [AuthorBody],
    pagination: Pagination,
    empty_state: EmptyState,
    is_unknown_author: bool,
}

/// The filters and order of the list of all posts; empty if not set.
#[derive(Debug)]
struct TreasureQuery {
    search: String,
    category: String,
    tag: String,
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

    /// Returns the API request that the client sends for this list.
    fn api_address(&self, page: u32) -> String {
        let (page, limit) = (page.to_string(), PAGE_SIZE.to_string());
        let paging = [("page", page.as_str()), ("limit", limit.as_str())];
        with_query("/blogs", &[&self.parameters()[..], &paging].concat())
    }

    fn to_list_query(&self) -> ListQuery {
        let non_empty = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        ListQuery {
            search: non_empty(&self.search),
            category: non_empty(&self.category),
            tag: non_empty(&self.tag),
            author: non_empty(&self.author),
            sort: non_empty(&self.sort),
            fields: None,
        }
    }

    /// Returns the address of the list with another value of one parameter.
    fn with(&self, changed: &str, value: &str) -> String {
        let parameters = self.parameters();
        with_query(
            "/treasure",
            &parameters.map(|(name, own)| (name, if name == changed { value } else { own })),
        )
    }

    /// Returns the canonical path; none for searches, which are unlimited in number, and for unknown authors.
    fn canonical(&self, page: u32, is_unknown_author: bool) -> Option<String> {
        let is_listed = self.search.is_empty() && !is_unknown_author;
        is_listed.then(|| at_page(&with_query("/treasure", &self.parameters()), page))
    }

    /// Whether a tag or an author alone restricts the list, and the newest post comes first.
    fn is_of_collection(&self) -> bool {
        let is_unordered = matches!(self.sort.as_str(), "" | "newest");
        is_unordered
            && self.search.is_empty()
            && self.category.is_empty()
            && self.tag.is_empty() != self.author.is_empty()
    }

    fn heading(&self, author: Option<&AuthorBody>) -> String {
        if self.author.is_empty() {
            return LISTS.treasure_title.to_owned();
        }
        let name = author.map_or(LISTS.this_author, |author| &author.username);
        format!("Posts by {name}")
    }

    fn title(&self, heading: &str) -> String {
        let subject = [&self.search, &self.tag, &self.category]
            .into_iter()
            .find(|text| !text.is_empty());
        subject.map_or_else(|| heading.to_owned(), |text| format!("{text} · {heading}"))
    }

    fn empty_state(&self, total: u64, is_unknown_author: bool) -> EmptyState {
        if total > 0 {
            return past_the_end(with_query("/treasure", &self.parameters()));
        }
        let title = if is_unknown_author {
            LISTS.unknown_author
        } else {
            LISTS.nothing_found
        };
        ("Gem", title, LISTS.show_all, "/treasure".to_owned())
    }
}

/// Returns the page with all posts, filtered and ordered.
pub(in crate::http) async fn treasure(
    State(state): State<AppState>,
    RawQuery(address): RawQuery,
) -> Result<Response, ApiError> {
    let address = address.unwrap_or_default();
    let query = TreasureQuery::of(&address);
    let number = page_number(&address);
    let pages = &state.pages;
    let site = Site::of(&state);
    let found = match list_for_visitor(&state, query.to_list_query(), number, PAGE_SIZE).await {
        // The client shows an empty list too where the API rejects the query.
        Err(ApiError::Invalid(_)) => PostsResponse::empty(number),
        found => found?.dto,
    };
    let author = found.author.as_ref();
    let is_unknown_author = !query.author.is_empty() && author.is_none();
    let heading = query.heading(author);
    let title = numbered(&query.title(&heading), number);
    let canonical = match page_of_collection(&state, &query, &found).await? {
        Some(path) => Some(at_page(&path, number)),
        None => query.canonical(number, is_unknown_author),
    };
    let head = Head::of_page(&site, &title, canonical);
    let page = pages.page(&site, &pages.treasure, "/treasure", head);
    let bootstrap_data = BootstrapData::default().with(query.api_address(number), &found)?;
    let (total, total_pages) = (found.total, found.total_pages);
    render(
        StatusCode::OK,
        &Treasure {
            page: page.with(bootstrap_data),
            posts: &found.posts,
            suggestions: &found.suggestions,
            has_similar_words: found.has_similar_words,
            named_authors: &found.named_authors,
            categories: &LISTS.categories,
            empty_state: query.empty_state(total, is_unknown_author),
            is_unknown_author,
            heading,
            pagination: Pagination {
                total,
                total_pages,
                page: number.into(),
                path: "/treasure".to_owned(),
                query: query
                    .parameters()
                    .map(|(name, value)| (name, value.to_owned()))
                    .into(),
            },
            query: &query,
        },
    )
}

/// Returns the path of the page of a tag or an author that lists the same posts.
async fn page_of_collection(
    state: &AppState,
    query: &TreasureQuery,
    found: &PostsResponse,
) -> Result<Option<String>, ApiError> {
    if !query.is_of_collection() || found.total == 0 {
        return Ok(None);
    }
    if query.tag.is_empty() {
        let slug = found.author.as_ref().and_then(|author| author.slug.as_deref());
        return Ok(slug.map(frame::author_path));
    }
    let key = tag::key(&query.tag);
    let tag = state.read(move |tx| tags::by_key(tx, &key)).await?;
    Ok(tag.map(|tag| frame::tag_path(tag.slug.as_str())))
}

/// Returns the address of a page of a list.
fn at_page(list: &str, number: u32) -> String {
    let separator = if list.contains('?') { '&' } else { '?' };
    if number > 1 {
        format!("{list}{separator}page={number}")
    } else {
        list.to_owned()
    }
}

/// Returns the response of the API's list for a visitor.
pub(super) async fn list_for_visitor(
    state: &AppState,
    query: ListQuery,
    page: u32,
    limit: u32,
) -> Result<SharedResponse<PostsResponse>, ApiError> {
    let paging = MaybePaging(Some(Paging::new(Some(page), Some(limit))?));
    listing::load_list(state, &Marks::EMPTY, Query(query), paging).await
}

pub(super) fn past_the_end(first: String) -> EmptyState {
    ("FileQuestion", LISTS.past_the_end, LISTS.first_page, first)
}
