//! Lists of published posts: search, category, tag, order and page.

use std::collections::HashMap;
use std::io;

use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::dto::{AuthorBody, PostSummaryBody, PostsResponse};
use super::highlights::HighlightsBody;
use super::streamed_list::{CHUNK_BYTES, streamed};
use super::wants_text;
use crate::domain::page::LIMIT_MAX;
use crate::domain::post::{Author, Order, PostSummary, UNPAGED_MAX};
use crate::domain::search::{Highlighter, Highlights, SearchQuery};
use crate::domain::{AuthorId, Category, Page, Paging, ValidationError};
use crate::http::cache::SharedResponse;
use crate::http::extract::{MaybePaging, Query};
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::{StoreError, Tx, authors, posts};

/// The maximum number of posts in a list with texts (rulings §7).
const WITH_TEXTS_MAX: u32 = 20;
/// The maximum size of a list that is not streamed.
const UNSTREAMED_BYTES_MAX: usize = 1 << 20;

/// The filter and order of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Words that must all occur in the title or the text, each anywhere in a word. A phrase is in quotation marks, a hyphen
    /// before a term excludes it, and `author:`, `tag:`, `category:`, `title:`, `before:` and `after:` (a day, a month or a
    /// year) are operators. If no blog has all words, those with similar ones are returned.
    pub(in crate::http) search: Option<String>,
    /// One of the categories; `All` means any.
    pub(in crate::http) category: Option<String>,
    /// A tag, case-insensitive.
    pub(in crate::http) tag: Option<String>,
    /// The `author._id` of a blog: blogs by the same author.
    pub(in crate::http) author: Option<String>,
    /// `newest`, `oldest`, `likes` (by views), `comments` (by readers), `mostLiked` or `mostCommented`.
    /// When absent: best match first with `search`, else newest first.
    pub(in crate::http) sort: Option<String>,
    /// `content` adds the text of each blog; `limit` must then be 1 to 20.
    pub(in crate::http) fields: Option<String>,
}

/// Returns the response of the API: the list, streamed if it is long.
pub(super) async fn respond(
    state: AppState,
    marks: Marks,
    reservation: &Reservation,
    query: Query<ListQuery>,
    paging: MaybePaging,
) -> Result<Response, ApiError> {
    if wants_text(query.0.fields.as_deref(), "content")? {
        return respond_with_texts(state, marks, reservation, query, paging).await;
    }
    let found = find(&state, query.0, paging.0).await?;
    let seqs = found.seqs();
    let list = shared_response(&state, found, &marks, HashMap::new());
    if seqs.len() <= LIMIT_MAX as usize || json_bytes(&list.dto)? <= UNSTREAMED_BYTES_MAX {
        return Ok(list.into_response());
    }
    let SharedResponse { dto, markable, .. } = list;
    let charge = reservation.settle(2 * CHUNK_BYTES)?;
    streamed(state, dto, seqs, false, marks, markable, charge)
}

/// Returns the length of a list as JSON in bytes, without building the JSON.
fn json_bytes(list: &PostsResponse) -> Result<usize, serde_json::Error> {
    struct Counter(usize);

    impl io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut counter = Counter(0);
    serde_json::to_writer(&mut counter, list)?;
    Ok(counter.0)
}

/// Returns the list without the texts of its posts.
pub(in crate::http) async fn load_list(
    state: &AppState,
    marks: &Marks,
    Query(query): Query<ListQuery>,
    MaybePaging(paging): MaybePaging,
) -> Result<SharedResponse<PostsResponse>, ApiError> {
    let found = find(state, query, paging).await?;
    Ok(shared_response(state, found, marks, HashMap::new()))
}

async fn find(state: &AppState, query: ListQuery, paging: Option<Paging>) -> Result<Found, ApiError> {
    let wanted = Wanted::parse(state, &query).await?;
    state.read(move |tx| Found::read(tx, &wanted, paging)).await
}

/// What a request asks for.
struct Wanted {
    /// Empty for a list that is no search.
    query: SearchQuery,
    filter: posts::Filter,
    order: Option<Order>,
}

impl Wanted {
    /// Parses the query string. A search waits for its index.
    async fn parse(state: &AppState, query: &ListQuery) -> Result<Self, ApiError> {
        let wanted = Self {
            query: SearchQuery::parse(query.search.as_deref().unwrap_or_default())?,
            filter: filter(query)?,
            order: query.sort.as_deref().map(Order::parse).transpose()?,
        };
        if !wanted.query.is_empty() {
            state.store.wait_for_search_index().await;
        }
        Ok(wanted)
    }
}

/// Returns the list with the texts of its posts. Long ones are streamed.
async fn respond_with_texts(
    state: AppState,
    marks: Marks,
    reservation: &Reservation,
    Query(query): Query<ListQuery>,
    MaybePaging(paging): MaybePaging,
) -> Result<Response, ApiError> {
    let paging = paging.unwrap_or(Paging::first(WITH_TEXTS_MAX));
    if paging.limit > WITH_TEXTS_MAX {
        return Err(
            ValidationError::new("limit", "limit must be between 1 and 20 with fields=content").into(),
        );
    }
    let wanted = Wanted::parse(&state, &query).await?;
    let (found, seqs, longest, texts) = state
        .read(move |tx| {
            let found = Found::read(tx, &wanted, Some(paging))?;
            let seqs = found.seqs();
            let (bytes, longest) = posts::html_sizes(tx, &seqs)?;
            let is_short = bytes <= UNSTREAMED_BYTES_MAX;
            let texts = is_short.then(|| posts::htmls(tx, &seqs)).transpose()?;
            Ok::<_, StoreError>((found, seqs, longest, texts))
        })
        .await?;
    if let Some(texts) = texts {
        return Ok(shared_response(&state, found, &marks, texts.into_iter().collect()).into_response());
    }
    // JSON escaping rarely more than doubles the length of a text.
    let charge = reservation.settle(2 * longest)?;
    let SharedResponse { dto, markable, .. } = shared_response(&state, found, &marks, HashMap::new());
    streamed(state, dto, seqs, true, marks, markable, charge)
}

/// The rows of a list.
struct Found {
    page: Page<PostSummary>,
    author: Option<Author>,
    search: SearchDetails,
}

/// What a search tells of its results; empty for a list that is no search.
#[derive(Default)]
struct SearchDetails {
    /// By row number.
    highlights: HashMap<i64, Highlights>,
    suggestions: Vec<String>,
    has_similar_words: bool,
    named_authors: Vec<Author>,
}

impl Found {
    fn read(tx: &Tx<'_>, wanted: &Wanted, paging: Option<Paging>) -> Result<Self, StoreError> {
        let Wanted { query, filter, order } = wanted;
        let paging = paging.unwrap_or(Paging::first(UNPAGED_MAX));
        let (page, search) = if query.is_empty() {
            let page = posts::list(tx, filter, *order, paging)?;
            (page, SearchDetails::default())
        } else {
            let results = posts::search(tx, query, filter, *order, paging)?;
            let details = SearchDetails::read(tx, query, &results)?;
            (results.page, details)
        };
        let author = match filter.author {
            Some(id) => authors::by_id(tx, id)?,
            None => None,
        };
        Ok(Self { page, author, search })
    }

    /// Returns the row numbers of the posts.
    fn seqs(&self) -> Vec<i64> {
        self.page.items.iter().map(|post| post.seq).collect()
    }
}

impl SearchDetails {
    /// Lists that are no longer than a page can be have the places at which the search points: each takes reading a text.
    fn read(tx: &Tx<'_>, query: &SearchQuery, results: &posts::SearchResults) -> Result<Self, StoreError> {
        let mut details = Self {
            suggestions: results.corrections.clone(),
            has_similar_words: results.page.total > 0 && !results.similar_words.is_empty(),
            ..Self::default()
        };
        if results.page.items.len() <= LIMIT_MAX as usize {
            let highlighter = Highlighter::new(query, &results.similar_words);
            details.highlights = posts::highlights(tx, &results.page.items, &highlighter)?;
        }
        if results.page.paging.page == 1 {
            details.named_authors = posts::named_authors(tx, query)?;
        }
        Ok(details)
    }
}

fn shared_response(
    state: &AppState,
    found: Found,
    marks: &Marks,
    mut texts: HashMap<i64, String>,
) -> SharedResponse<PostsResponse> {
    let body = |author| AuthorBody::new(author, state);
    let mut highlights = found.search.highlights;
    SharedResponse::list(found.page, |page| PostsResponse {
        success: true,
        total: page.total,
        page: page.paging.page,
        total_pages: page.total_pages(),
        author: found.author.map(body),
        suggestions: found.search.suggestions,
        has_similar_words: found.search.has_similar_words,
        named_authors: found.search.named_authors.into_iter().map(body).collect(),
        posts: page
            .items
            .into_iter()
            .map(|post| {
                let content = texts.remove(&post.seq);
                let highlights = highlights.remove(&post.seq);
                let mut summary = PostSummaryBody::new(post, marks, state);
                summary.content = content;
                summary.highlights = highlights.map(HighlightsBody::new);
                summary
            })
            .collect(),
    })
}

fn filter(query: &ListQuery) -> Result<posts::Filter, ValidationError> {
    let category = query
        .category
        .as_deref()
        .filter(|name| !name.is_empty() && *name != "All");
    let tag = query.tag.clone().filter(|tag| !tag.trim().is_empty());
    if tag.as_deref().is_some_and(|tag| tag.contains('\0')) {
        return ValidationError::reject("tag", "A tag cannot hold the character U+0000");
    }
    let author = query.author.as_deref().filter(|id| !id.is_empty());
    let invalid_author = || ValidationError::new("author", "author is the id of an author");
    Ok(posts::Filter {
        category: category.map(Category::parse).transpose()?,
        tag,
        author: author
            .map(|id| AuthorId::parse(id).ok_or_else(invalid_author))
            .transpose()?,
    })
}
