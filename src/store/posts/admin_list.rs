//! Lists of posts for the staff, including drafts.

use super::{co_authors, lists};
use crate::domain::post::{PostSummary, Review, Status};
use crate::domain::search::SearchWords;
use crate::domain::{AuthorId, Page, Paging};
use crate::store::Tx;
use crate::store::engine::{StoreError, folded_words, has_every_word, params};

/// The totals of all posts.
#[derive(Debug, Clone, Copy)]
pub struct Totals {
    /// Posts, including drafts.
    pub posts: u64,
    /// Views.
    pub views: u64,
    /// Likes.
    pub likes: u64,
    /// Comments.
    pub comments: u64,
    /// Bookmarks.
    pub bookmarks: u64,
}

macro_rules! admin_list {
    ($columns:literal, $status:literal) => {
        concat!(
            "select ",
            $columns,
            " from posts p where (cast(?1 as text) is null or ",
            has_every_word!("p.title_folded", "?1"),
            ")",
            $status
        )
    };
}

macro_rules! admin_list_page {
    ($status:literal) => {
        concat!(
            admin_list!("p.seq", $status),
            " order by p.created_at desc, p.seq desc limit ?2 offset ?3"
        )
    };
}

macro_rules! review_list {
    ($columns:literal, $review:literal) => {
        concat!(
            admin_list!($columns, " and p.review = "),
            $review,
            " and (cast(?2 as text) is null or p.status = ?2)"
        )
    };
}

macro_rules! review_list_page {
    ($review:literal) => {
        concat!(
            review_list!("p.seq", $review),
            " order by p.created_at desc, p.seq desc limit ?3 offset ?4"
        )
    };
}

macro_rules! own_list {
    ($columns:literal, $author:literal) => {
        concat!(
            admin_list!($columns, " and "),
            $author,
            " and (cast(?3 as text) is null or p.status = ?3) and (cast(?4 as text) is null or p.review = ?4)"
        )
    };
}

macro_rules! own_list_page {
    ($author:literal) => {
        concat!(
            own_list!("p.seq", $author),
            " order by p.created_at desc, p.seq desc limit ?5 offset ?6"
        )
    };
}

/// A filter of the lists.
#[derive(Debug, Clone, Default)]
pub struct ManagedFilter {
    /// Words that must all occur in the title.
    pub words: SearchWords,
    /// The status; both when absent.
    pub status: Option<Status>,
    /// The step of the review; any when absent.
    pub review: Option<Review>,
}

pub(in crate::store) const ALL: &str = admin_list_page!("");
pub(in crate::store) const PUBLISHED: &str = admin_list_page!(" and p.status = 'published'");
pub(in crate::store) const DRAFTS: &str = admin_list_page!(" and p.status = 'draft'");
pub(in crate::store) const SUBMITTED: &str = review_list_page!("'submitted'");
pub(in crate::store) const CHANGES_REQUESTED: &str = review_list_page!("'changesRequested'");
pub(in crate::store) const NOT_IN_REVIEW: &str = review_list_page!("'none'");

pub(in crate::store) const OWN: &str = own_list_page!("p.author_id = ?2");

/// Like [`OWN`], for an author who is another than the first one of some posts.
pub(in crate::store) const OWN_AND_SHARED: &str = own_list_page!(
    "p.seq in (select seq from posts where author_id = ?2
               union all select post_seq from post_authors where author_id = ?2)"
);

/// Returns a page of the posts of one author that match `filter`, newest first.
pub fn list_own(
    tx: &Tx<'_>,
    author: AuthorId,
    filter: &ManagedFilter,
    paging: Paging,
) -> Result<Page<PostSummary>, StoreError> {
    let (page, count) = if co_authors::is_co_author(tx, author)? {
        (
            OWN_AND_SHARED,
            own_list!(
                "count(*)",
                "p.seq in (select seq from posts where author_id = ?2
                           union all select post_seq from post_authors where author_id = ?2)"
            ),
        )
    } else {
        (OWN, own_list!("count(*)", "p.author_id = ?2"))
    };
    let words = folded_words(&filter.words);
    let (status, review) = (filter.status, filter.review);
    let seqs: Vec<i64> = tx.query_column(
        page,
        params![words, author, status, review, paging.limit, paging.offset()],
    )?;
    let total = lists::count(tx, count, params![words, author, status, review])?;
    lists::page(tx, total, &seqs, paging)
}

/// Returns a page of the posts that match `filter`, newest first.
pub fn list_for_admin(
    tx: &Tx<'_>,
    filter: &ManagedFilter,
    paging: Paging,
) -> Result<Page<PostSummary>, StoreError> {
    if let Some(review) = filter.review {
        return list_of_review(tx, filter, review, paging);
    }
    let (page, count, total) = match filter.status {
        None => (ALL, admin_list!("count(*)", ""), "select posts from totals"),
        Some(Status::Published) => (
            PUBLISHED,
            admin_list!("count(*)", " and p.status = 'published'"),
            "select posts - drafts from totals",
        ),
        Some(Status::Draft) => (
            DRAFTS,
            admin_list!("count(*)", " and p.status = 'draft'"),
            "select drafts from totals",
        ),
    };
    let words = folded_words(&filter.words);
    let seqs: Vec<i64> = tx.query_column(page, params![words, paging.limit, paging.offset()])?;
    let total = match words {
        Some(words) => lists::count(tx, count, params![words])?,
        None => lists::count(tx, total, params![])?,
    };
    lists::page(tx, total, &seqs, paging)
}

fn list_of_review(
    tx: &Tx<'_>,
    filter: &ManagedFilter,
    review: Review,
    paging: Paging,
) -> Result<Page<PostSummary>, StoreError> {
    let (page, count) = match review {
        Review::Submitted => (SUBMITTED, review_list!("count(*)", "'submitted'")),
        Review::ChangesRequested => (CHANGES_REQUESTED, review_list!("count(*)", "'changesRequested'")),
        Review::None => (NOT_IN_REVIEW, review_list!("count(*)", "'none'")),
    };
    let (words, status) = (folded_words(&filter.words), filter.status);
    let seqs: Vec<i64> = tx.query_column(page, params![words, status, paging.limit, paging.offset()])?;
    let total = lists::count(tx, count, params![words, status])?;
    lists::page(tx, total, &seqs, paging)
}

/// Returns the totals of all posts.
pub fn totals(tx: &Tx<'_>) -> Result<Totals, StoreError> {
    let totals = tx.query_one(
        "select posts, views, likes, comments, bookmarks from totals",
        params![],
        |row| {
            Ok(Totals {
                posts: row.get("posts")?,
                views: row.get("views")?,
                likes: row.get("likes")?,
                comments: row.get("comments")?,
                bookmarks: row.get("bookmarks")?,
            })
        },
    )?;
    totals.ok_or(StoreError::Corrupt("totals".to_owned()))
}
