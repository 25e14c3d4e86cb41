//! Searches for published posts, with the places that they point at.

use std::collections::HashMap;

use super::lists::{Filter, published_only};
use crate::domain::post::{Author, Order, PostSummary};
use crate::domain::search::{Highlighter, Highlights, SearchQuery, SearchWords};
use crate::domain::{Category, Page, Paging, tag};
use crate::store::derived::search::{SearchFilter, Sorting};
use crate::store::engine::{StoreError, each_integer, integers, params};
use crate::store::{Tx, authors};

/// The most authors that a search names.
const AUTHORS_MAX: u32 = 3;

/// Selects the plain texts of posts.
pub(in crate::store) const TEXTS: &str = concat!(
    "select post_seq, text from search_texts where post_seq in ",
    each_integer!("?1")
);

/// The posts that a search finds.
#[derive(Debug)]
pub struct SearchResults {
    /// A page of them. Without an order, the best match comes first.
    pub page: Page<PostSummary>,
    /// The words that were taken for those of the query, of which no post has one.
    pub similar_words: Vec<String>,
    /// Corrected queries with results, if no post has all words of the query.
    pub corrections: Vec<String>,
}

/// Searches among the posts that match `filter`, and returns a page of those that meet all terms of the query.
pub fn search(
    tx: &Tx<'_>,
    query: &SearchQuery,
    filter: &Filter,
    order: Option<Order>,
    paging: Paging,
) -> Result<SearchResults, StoreError> {
    let sorting = match order {
        None => Sorting::BestMatch,
        Some(Order::Newest) => Sorting::Newest,
        Some(Order::Oldest) => Sorting::Oldest,
        Some(order) => Sorting::Ranked(order),
    };
    let search_filter = SearchFilter {
        query,
        category: filter.category.map(Category::name),
        tag: filter.tag.as_deref().map(tag::key),
        author: filter.author.map(|author| author.to_string()),
    };
    let hits = tx.search(&search_filter, sorting, paging.limit, paging.offset())?;
    Ok(SearchResults {
        page: Page {
            items: published_only(tx, &hits.seqs)?,
            total: hits.total,
            paging,
        },
        similar_words: hits.similar_words,
        corrections: hits.corrections,
    })
}

/// Returns the places in posts at which a search points, by row number.
pub fn highlights(
    tx: &Tx<'_>,
    posts: &[PostSummary],
    highlighter: &Highlighter,
) -> Result<HashMap<i64, Highlights>, StoreError> {
    let seqs: Vec<i64> = posts.iter().map(|post| post.seq).collect();
    let snippets = tx.query_all(TEXTS, params![integers(&seqs)], |row| {
        Ok((row.get::<i64>(0)?, highlighter.snippet(row.get_str(1)?)))
    })?;
    let mut snippets: HashMap<i64, _> = snippets.into_iter().collect();
    Ok(posts
        .iter()
        .filter_map(|post| {
            let highlights = Highlights {
                title: highlighter.title(&post.title),
                text: snippets.remove(&post.seq)?,
            };
            Some((post.seq, highlights))
        })
        .collect())
}

/// Returns the authors whom a search without operators names: those whose names have all its words.
pub fn named_authors(tx: &Tx<'_>, query: &SearchQuery) -> Result<Vec<Author>, StoreError> {
    let has_words_alone = query.terms().count() == query.plain_words().count();
    if !has_words_alone {
        return Ok(Vec::new());
    }
    authors::by_words(tx, &SearchWords::of_query(query), AUTHORS_MAX)
}
