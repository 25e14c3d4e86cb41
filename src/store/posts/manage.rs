//! Posts as administrators see them: drafts as well.

use super::lists;
use crate::domain::post::{PostSummary, Status};
use crate::domain::search::Words;
use crate::domain::{Page, Paging};
use crate::store::engine::{StoreError, Tx, folded_words, has_every_word, params};

/// What all posts together have.
#[derive(Debug, Clone, Copy)]
pub struct Totals {
    /// Posts, drafts included.
    pub posts: u64,
    /// Times that one was opened.
    pub views: u64,
    /// Likes.
    pub likes: u64,
    /// Comments.
    pub comments: u64,
    /// Bookmarks.
    pub bookmarks: u64,
}

macro_rules! managed {
    ($columns:literal, $status:literal) => {
        concat!(
            "select ",
            $columns,
            " from posts p where (?1 is null or ",
            has_every_word!("p.title", "?1"),
            ")",
            $status
        )
    };
}

macro_rules! managed_page {
    ($status:literal) => {
        concat!(
            managed!("p.seq", $status),
            " order by p.created_at desc, p.seq desc limit ?2 offset ?3"
        )
    };
}

pub(in crate::store) const ALL: &str = managed_page!("");
pub(in crate::store) const PUBLISHED: &str = managed_page!(" and p.status = 'published'");
pub(in crate::store) const DRAFTS: &str = managed_page!(" and p.status = 'draft'");

/// A page of all posts with these words in the title, or of those of one status, newest first.
pub fn managed(
    tx: &Tx<'_>,
    words: &Words,
    status: Option<Status>,
    paging: Paging,
) -> Result<Page<PostSummary>, StoreError> {
    let (page, count, total) = match status {
        None => (ALL, managed!("count(*)", ""), "select posts from totals"),
        Some(Status::Published) => (
            PUBLISHED,
            managed!("count(*)", " and p.status = 'published'"),
            "select posts - drafts from totals",
        ),
        Some(Status::Draft) => (
            DRAFTS,
            managed!("count(*)", " and p.status = 'draft'"),
            "select drafts from totals",
        ),
    };
    let words = folded_words(words);
    let seqs: Vec<i64> = tx.query_all(page, params![words, paging.limit, paging.offset()], |row| {
        row.get(0)
    })?;
    let total = match words {
        Some(words) => lists::count(tx, count, params![words])?,
        None => lists::count(tx, total, params![])?,
    };
    lists::page(tx, total, &seqs, paging)
}

/// What all posts together have.
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
