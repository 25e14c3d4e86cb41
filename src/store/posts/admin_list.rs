//! Lists of posts for the staff, including drafts.

use super::lists;
use crate::domain::post::{PostSummary, Status};
use crate::domain::search::SearchQuery;
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

macro_rules! own_list {
    ($columns:literal) => {
        admin_list!(
            $columns,
            " and p.author_id = ?2 and (cast(?3 as text) is null or p.status = ?3)"
        )
    };
}

pub(in crate::store) const ALL: &str = admin_list_page!("");
pub(in crate::store) const PUBLISHED: &str = admin_list_page!(" and p.status = 'published'");
pub(in crate::store) const DRAFTS: &str = admin_list_page!(" and p.status = 'draft'");

pub(in crate::store) const OWN: &str = concat!(
    own_list!("p.seq"),
    " order by p.created_at desc, p.seq desc limit ?4 offset ?5"
);

/// Returns a page of the posts of one author with all words in the title, of one status or of both, newest first.
pub fn list_own(
    tx: &Tx<'_>,
    author: AuthorId,
    words: &SearchQuery,
    status: Option<Status>,
    paging: Paging,
) -> Result<Page<PostSummary>, StoreError> {
    let words = folded_words(words);
    let seqs: Vec<i64> =
        tx.query_column(OWN, params![words, author, status, paging.limit, paging.offset()])?;
    let total = lists::count(tx, own_list!("count(*)"), params![words, author, status])?;
    lists::page(tx, total, &seqs, paging)
}

/// Returns a page of the posts with all words in the title, of one status or of both, newest first.
pub fn list_for_admin(
    tx: &Tx<'_>,
    words: &SearchQuery,
    status: Option<Status>,
    paging: Paging,
) -> Result<Page<PostSummary>, StoreError> {
    let (page, count, total) = match status {
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
    let words = folded_words(words);
    let seqs: Vec<i64> = tx.query_column(page, params![words, paging.limit, paging.offset()])?;
    let total = match words {
        Some(words) => lists::count(tx, count, params![words])?,
        None => lists::count(tx, total, params![])?,
    };
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
