//! Rows of lists of posts.

use std::collections::HashMap;

use super::{co_authors, slugs};
use crate::domain::post::{Author, PostCounters, PostSummary};
use crate::domain::{PostId, Slug};
use crate::store::engine::{Row, StoreError, each_integer, each_text, integers, params, strings};
use crate::store::{Tx, media};

/// The reference by which a post is asked for.
enum PostReference {
    Id(PostId),
    Slug(Slug),
}

impl PostReference {
    /// Returns `None` for a text that no post can have.
    fn parse(text: &str) -> Option<Self> {
        let id = PostId::parse(text).map(Self::Id);
        id.or_else(|| Slug::parse(text).ok().map(Self::Slug))
    }
}

macro_rules! select_summaries {
    ($condition:expr) => {
        concat!(
            "select p.seq, p.id, p.slug, p.title, p.excerpt, p.read_minutes, p.category, p.tags,
                    p.cover_url, p.cover_media, cover.small_hash,
                    p.author_id, coalesce(admin.username, author.name) as author_name, author.slug as author_slug,
                    p.status, p.is_featured, p.like_count, p.comment_count, p.thread_count, p.comments_closed,
                    p.view_total, p.view_unique,
                    p.created_at, p.updated_at, p.canonical_url, p.review, p.publish_at, p.revision, p.has_co_authors,
                    p.announce, p.announced_at, in_series.series_id
             from posts p
             left join media cover on cover.hash = p.cover_media
             left join authors author on author.id = p.author_id
             left join admins admin on admin.id = author.admin_id
             left join series_posts in_series on in_series.post_seq = p.seq
             where ",
            $condition
        )
    };
}

/// Returns the id of the published post with this id or slug.
pub fn published_id_by_id_or_slug(tx: &Tx<'_>, reference: &str) -> Result<Option<PostId>, StoreError> {
    find(tx, reference, |reference| match reference {
        PostReference::Id(id) => tx.query_value(
            "select id from posts where id = ?1 and status = 'published'",
            params![id],
        ),
        PostReference::Slug(slug) => tx.query_value(
            "select id from posts where slug = ?1 and status = 'published'",
            params![slug],
        ),
    })
}

/// Returns the published post with this id or slug.
pub fn published_by_id_or_slug(tx: &Tx<'_>, reference: &str) -> Result<Option<PostSummary>, StoreError> {
    let post = find(tx, reference, |reference| match reference {
        PostReference::Id(id) => tx.query_one(
            select_summaries!("p.id = ?1 and p.status = 'published'"),
            params![id],
            row,
        ),
        PostReference::Slug(slug) => tx.query_one(
            select_summaries!("p.slug = ?1 and p.status = 'published'"),
            params![slug],
            row,
        ),
    })?;
    let post = post.map(|row| with_co_authors(tx, row)).transpose()?;
    if let Some(post) = &post {
        tx.depends_on_post(post.id);
    }
    Ok(post)
}

/// Returns the post with this id or slug, published or draft.
pub fn by_id_or_slug(tx: &Tx<'_>, reference: &str) -> Result<Option<PostSummary>, StoreError> {
    let post = find(tx, reference, |reference| match reference {
        PostReference::Id(id) => tx.query_one(select_summaries!("p.id = ?1"), params![id], row),
        PostReference::Slug(slug) => tx.query_one(select_summaries!("p.slug = ?1"), params![slug], row),
    })?;
    post.map(|row| with_co_authors(tx, row)).transpose()
}

/// Finds a post by its id or slug. Where no post has the slug, the one that had it before is found by its id.
fn find<Found>(
    tx: &Tx<'_>,
    reference: &str,
    query: impl Fn(&PostReference) -> Result<Option<Found>, StoreError>,
) -> Result<Option<Found>, StoreError> {
    let Some(reference) = PostReference::parse(reference) else {
        return Ok(None);
    };
    let found = query(&reference)?;
    let PostReference::Slug(slug) = reference else {
        return Ok(found);
    };
    if found.is_some() {
        return Ok(found);
    }
    match slugs::by_former_slug(tx, &slug)? {
        Some(id) => query(&PostReference::Id(id)),
        None => Ok(None),
    }
}

pub(in crate::store) const BY_SEQS: &str = select_summaries!(concat!("p.seq in ", each_integer!("?1")));

/// Returns the posts with the given row numbers, in this order. Numbers without a row are skipped.
pub(super) fn by_seqs(tx: &Tx<'_>, seqs: &[i64]) -> Result<Vec<PostSummary>, StoreError> {
    let posts = by_seqs_without_activity(tx, seqs)?;
    for post in &posts {
        tx.depends_on_post(post.id);
    }
    Ok(posts)
}

/// Like [`by_seqs`], but records no dependency on the activity of the posts, for responses that do not show it.
pub(super) fn by_seqs_without_activity(tx: &Tx<'_>, seqs: &[i64]) -> Result<Vec<PostSummary>, StoreError> {
    let rows = tx.query_all(BY_SEQS, params![integers(seqs)], row)?;
    let posts = all_with_co_authors(tx, rows)?;
    let mut found: HashMap<i64, PostSummary> = posts.into_iter().map(|post| (post.seq, post)).collect();
    Ok(seqs.iter().filter_map(|seq| found.remove(seq)).collect())
}

pub(in crate::store) const BY_IDS: &str = select_summaries!(concat!("p.id in ", each_text!("?1")));

/// Returns the posts with these ids, published or not, in this order, for responses that do not show their activity. Ids
/// without a post are skipped.
pub fn by_ids(tx: &Tx<'_>, ids: &[PostId]) -> Result<Vec<PostSummary>, StoreError> {
    let texts: Vec<String> = ids.iter().map(PostId::to_string).collect();
    let rows = tx.query_all(BY_IDS, params![strings(&texts)], row)?;
    let posts = all_with_co_authors(tx, rows)?;
    let mut found: HashMap<PostId, PostSummary> = posts.into_iter().map(|post| (post.id, post)).collect();
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// A row of the table, whose other authors are read by a second query if it has any.
struct SummaryRow {
    post: PostSummary,
    has_co_authors: bool,
}

/// Returns the posts of rows with all authors, by one query.
fn all_with_co_authors(tx: &Tx<'_>, rows: Vec<SummaryRow>) -> Result<Vec<PostSummary>, StoreError> {
    let shared: Vec<i64> = rows
        .iter()
        .filter(|row| row.has_co_authors)
        .map(|row| row.post.seq)
        .collect();
    let mut posts: Vec<PostSummary> = rows.into_iter().map(|row| row.post).collect();
    let mut others: HashMap<i64, Vec<Author>> = HashMap::new();
    for (seq, author) in co_authors::of_posts(tx, &shared)? {
        others.entry(seq).or_default().push(author);
    }
    for post in &mut posts {
        post.co_authors = others.remove(&post.seq).unwrap_or_default();
    }
    Ok(posts)
}

fn with_co_authors(tx: &Tx<'_>, row: SummaryRow) -> Result<PostSummary, StoreError> {
    let mut post = row.post;
    if row.has_co_authors {
        let authors = co_authors::of_posts(tx, &[post.seq])?;
        post.co_authors = authors.into_iter().map(|(_, author)| author).collect();
    }
    Ok(post)
}

fn row(row: &Row<'_>) -> Result<SummaryRow, StoreError> {
    Ok(SummaryRow {
        has_co_authors: row.get("has_co_authors")?,
        post: summary(row)?,
    })
}

fn summary(row: &Row<'_>) -> Result<PostSummary, StoreError> {
    Ok(PostSummary {
        seq: row.get("seq")?,
        id: row.get("id")?,
        slug: row.get("slug")?,
        title: row.get("title")?,
        excerpt: row.get("excerpt")?,
        read_minutes: row.get("read_minutes")?,
        category: row.get("category")?,
        tags: row.get_json("tags")?,
        cover: media::cover(row)?,
        author: Author {
            id: row.get("author_id")?,
            name: row.get("author_name")?,
            slug: row.get("author_slug")?,
        },
        co_authors: Vec::new(),
        status: row.get("status")?,
        is_featured: row.get("is_featured")?,
        counts: PostCounters {
            likes: row.get("like_count")?,
            comments: row.get("comment_count")?,
            views: row.get("view_total")?,
            unique_views: row.get("view_unique")?,
        },
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        canonical_url: row.get("canonical_url")?,
        review: row.get("review")?,
        publish_at: row.get("publish_at")?,
        revision: row.get("revision")?,
        threads: row.get("thread_count")?,
        comments_closed: row.get("comments_closed")?,
        announce: row.get("announce")?,
        announced_at: row.get("announced_at")?,
        series: row.get("series_id")?,
    })
}
