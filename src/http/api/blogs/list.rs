//! The listing of all blogs: search, category, tag, order and page.

use std::collections::HashMap;
use std::io;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::streamed_lists::{CHUNK_BYTES, Content, streamed};
use super::wire::{AuthorBody, BlogSummary};
use crate::domain::page::LIMIT_MAX;
use crate::domain::post::{Author, Order, PostSummary};
use crate::domain::search::Words;
use crate::domain::{AuthorId, Category, Invalid, Page, Paging};
use crate::http::answers::{OwnMarks, Shared};
use crate::http::error::ErrorBody;
use crate::http::extract::{MaybePaging, PagingQuery, Query};
use crate::http::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::{StoreError, Tx};
use crate::store::{authors, posts};

/// The most posts whose texts are given at once (rulings §7).
const WITH_TEXTS_MAX: u32 = 20;
/// A list of more bytes than these is sent while it is read.
const WHOLE_BYTES_MAX: usize = 1 << 20;

/// Which blogs are asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Words that must all stand in the title or the text.
    pub(in crate::http) search: Option<String>,
    /// One of the categories; `All` means any.
    pub(in crate::http) category: Option<String>,
    /// A tag, whatever its letter case.
    pub(in crate::http) tag: Option<String>,
    /// The `author._id` of a blog: blogs by the same author.
    pub(in crate::http) author: Option<String>,
    /// newest, oldest, likes (by views), comments (by readers), mostLiked or mostCommented. When
    /// absent: the best match first with `search`, else the newest.
    pub(in crate::http) sort: Option<String>,
    /// `content` adds the text of each blog; `limit` is 1 to 20 then.
    pub(in crate::http) fields: Option<String>,
}

/// A page of blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogsAnswer {
    success: bool,
    pub(in crate::http) blogs: Vec<BlogSummary>,
    pub(in crate::http) total: u64,
    page: u32,
    pub(in crate::http) total_pages: u64,
    /// The author whose blogs were asked for, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::http) author: Option<AuthorBody>,
    /// Searches that find something, when this one finds nothing because of how its words are spelled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(in crate::http) suggestions: Vec<String>,
}

/// Published blogs. Without `page` and `limit`: all of them, up to 1,000; with `fields=content` the first 20.
#[utoipa::path(get, path = "/blogs", operation_id = "listBlogs", tag = "blogs",
    security((), ("bearer" = [])), params(ListQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of blogs", body = BlogsAnswer),
        (status = 400, description = "A parameter out of range", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody),
        (status = 503, description = "Too much is being sent just now; Retry-After says when to try again", body = ErrorBody)))]
pub async fn list(
    State(state): State<AppState>,
    OwnMarks(marks): OwnMarks,
    reservation: Reservation,
    query: Query<ListQuery>,
    paging: MaybePaging,
) -> Result<Response, ApiError> {
    answer(state, marks, &reservation, query, paging).await
}

/// Published blogs, for callers without a good token.
#[utoipa::path(get, path = "/blogs/public", operation_id = "listBlogsPublic", tag = "blogs", params(ListQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of blogs", body = BlogsAnswer),
        (status = 400, description = "A parameter out of range", body = ErrorBody),
        (status = 503, description = "Too much is being sent just now; Retry-After says when to try again", body = ErrorBody)))]
pub async fn list_public(
    State(state): State<AppState>,
    reservation: Reservation,
    query: Query<ListQuery>,
    paging: MaybePaging,
) -> Result<Response, ApiError> {
    answer(state, Marks::NONE, &reservation, query, paging).await
}

async fn answer(
    state: AppState,
    marks: Marks,
    reservation: &Reservation,
    query: Query<ListQuery>,
    paging: MaybePaging,
) -> Result<Response, ApiError> {
    if with_content(query.0.fields.as_deref())? {
        return with_texts(state, marks, reservation, query, paging).await;
    }
    let (found, order) = find(&state, query.0, paging.0).await?;
    let seqs = found.seqs();
    let list = shared(&state, found, order, &marks, Vec::new());
    if seqs.len() <= LIMIT_MAX as usize || json_bytes(&list.answer)? <= WHOLE_BYTES_MAX {
        return Ok(list.into_response());
    }
    let Shared { answer, markable, .. } = list;
    let charge = reservation.settle(2 * CHUNK_BYTES)?;
    streamed(state, answer, seqs, Content::None, marks, markable, charge)
}

/// The length of a list as JSON, which is not built for it.
fn json_bytes(list: &BlogsAnswer) -> Result<usize, serde_json::Error> {
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

/// The list without the texts of its posts.
pub(in crate::http) async fn listed(
    state: &AppState,
    marks: &Marks,
    Query(query): Query<ListQuery>,
    MaybePaging(paging): MaybePaging,
) -> Result<Shared<BlogsAnswer>, ApiError> {
    let (found, order) = find(state, query, paging).await?;
    Ok(shared(state, found, order, marks, Vec::new()))
}

async fn find(
    state: &AppState,
    query: ListQuery,
    paging: Option<Paging>,
) -> Result<(Found, Option<Order>), ApiError> {
    let filter = filter(&query)?;
    let order = query.sort.as_deref().map(Order::parse).transpose()?;
    if !filter.words.is_empty() {
        state.store.search_is_prepared().await;
    }
    let found = state
        .store
        .read(move |tx| Found::read(tx, &filter, order, paging))
        .await?;
    Ok((found, order))
}

/// The list with the texts of its posts: built whole when they are short, else sent while they are read.
async fn with_texts(
    state: AppState,
    marks: Marks,
    reservation: &Reservation,
    Query(query): Query<ListQuery>,
    MaybePaging(paging): MaybePaging,
) -> Result<Response, ApiError> {
    let paging = paging.unwrap_or(Paging::first(WITH_TEXTS_MAX));
    if paging.limit > WITH_TEXTS_MAX {
        return Err(Invalid::new("limit", "limit must be between 1 and 20 with fields=content").into());
    }
    let filter = filter(&query)?;
    let order = query.sort.as_deref().map(Order::parse).transpose()?;
    if !filter.words.is_empty() {
        state.store.search_is_prepared().await;
    }
    let (found, seqs, longest, texts) = state
        .store
        .read(move |tx| {
            let found = Found::read(tx, &filter, order, Some(paging))?;
            let seqs = found.seqs();
            let (bytes, longest) = posts::html_bytes(tx, &seqs)?;
            let is_short = bytes <= WHOLE_BYTES_MAX;
            let texts = if is_short {
                Some(posts::htmls(tx, &seqs)?)
            } else {
                None
            };
            Ok::<_, StoreError>((found, seqs, longest, texts))
        })
        .await?;
    if let Some(texts) = texts {
        return Ok(shared(&state, found, order, &marks, texts).into_response());
    }
    // Written as JSON, a text is hardly ever more than twice as long.
    let charge = reservation.settle(2 * longest)?;
    let Shared { answer, markable, .. } = shared(&state, found, order, &marks, Vec::new());
    streamed(state, answer, seqs, Content::Html, marks, markable, charge)
}

/// What answers a list.
struct Found {
    page: Page<PostSummary>,
    author: Option<Author>,
    suggestions: Vec<String>,
}

impl Found {
    fn read(
        tx: &Tx<'_>,
        filter: &posts::Filter,
        order: Option<Order>,
        paging: Option<Paging>,
    ) -> Result<Self, StoreError> {
        let page = match paging {
            Some(paging) => posts::list(tx, filter, order, paging)?,
            None => posts::unpaged(tx, filter, order)?,
        };
        let suggestions = if page.total == 0 && !filter.words.is_empty() {
            posts::suggestions(tx, filter)?
        } else {
            Vec::new()
        };
        let author = match filter.author {
            Some(id) => authors::name(tx, id)?.map(|name| Author {
                id: Some(id),
                name: Some(name),
            }),
            None => None,
        };
        Ok(Self {
            page,
            author,
            suggestions,
        })
    }

    /// The row numbers of the posts.
    fn seqs(&self) -> Vec<i64> {
        self.page.items.iter().map(|post| post.seq).collect()
    }
}

fn shared(
    state: &AppState,
    found: Found,
    order: Option<Order>,
    marks: &Marks,
    texts: Vec<(i64, String)>,
) -> Shared<BlogsAnswer> {
    let is_ranked = order.is_some_and(Order::is_ranked);
    let Found {
        page,
        author,
        suggestions,
    } = found;
    Shared::list(page, is_ranked, |page| BlogsAnswer {
        success: true,
        total: page.total,
        page: page.paging.page,
        total_pages: page.total_pages(),
        author: author.map(|author| AuthorBody::new(author, state)),
        suggestions,
        blogs: blogs(state, page, marks, texts.into_iter().collect()),
    })
}

fn blogs(
    state: &AppState,
    page: Page<PostSummary>,
    marks: &Marks,
    mut contents: HashMap<i64, String>,
) -> Vec<BlogSummary> {
    page.items
        .into_iter()
        .map(|post| {
            let content = contents.remove(&post.seq);
            BlogSummary::new(post, marks, state).with_content(content)
        })
        .collect()
}

fn filter(query: &ListQuery) -> Result<posts::Filter, Invalid> {
    let category = query
        .category
        .as_deref()
        .filter(|name| !name.is_empty() && *name != "All");
    let author = query.author.as_deref().filter(|id| !id.is_empty());
    Ok(posts::Filter {
        words: Words::parse(query.search.as_deref().unwrap_or_default())?,
        category: category.map(Category::parse).transpose()?,
        tag: query.tag.clone().filter(|tag| !tag.trim().is_empty()),
        author: author.map(author_id).transpose()?,
    })
}

fn author_id(text: &str) -> Result<AuthorId, Invalid> {
    AuthorId::parse(text).ok_or_else(|| Invalid::new("author", "author is the id of an author"))
}

fn with_content(fields: Option<&str>) -> Result<bool, Invalid> {
    match fields {
        None | Some("") => Ok(false),
        Some("content") => Ok(true),
        Some(_) => Err(Invalid::new("fields", "fields can be content")),
    }
}
