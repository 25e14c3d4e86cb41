//! Insertion of posts, with the rows of other tables.

use super::{rendered, slugs};
use crate::domain::post::{Cover, NewPost, Status};
use crate::domain::search::fold;
use crate::domain::tag;
use crate::store::commits::Change;
use crate::store::derived::search;
use crate::store::engine::{StoreError, each_text, params, strings};
use crate::store::{Tx, series, tags};

/// Stores posts, and returns the number of those whose slug was free; the others are skipped, also where a post had the
/// slug before.
pub fn insert_all(tx: &mut Tx<'_>, posts: &[NewPost]) -> Result<usize, StoreError> {
    let mut inserted = Vec::with_capacity(posts.len());
    let former = slugs::former_among(tx, posts.iter().map(|post| &post.slug))?;
    for post in posts {
        if former.iter().any(|slug| slug == post.slug.as_str()) {
            continue;
        }
        if let Some(seq) = insert(tx, post)? {
            inserted.push((seq, post));
        }
    }
    let published = inserted
        .iter()
        .filter(|(_, post)| post.article.status == Status::Published);
    search::index_all(
        tx,
        published.map(|(seq, post)| (*seq, &post.article.search_terms)),
    )?;
    Ok(inserted.len())
}

fn insert(tx: &mut Tx<'_>, post: &NewPost) -> Result<Option<i64>, StoreError> {
    let first_published_at = (post.article.status == Status::Published).then_some(post.created_at);
    let (cover_url, cover_media) = post.cover.as_ref().map_or((None, None), Cover::parts);
    let inserted = tx.query_value(
        "insert into posts (id, slug, title, title_folded, excerpt, read_minutes, category, tags, cover_url,
                            cover_media, author_id, status, is_featured, created_at, updated_at, first_published_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
         on conflict (slug) do nothing
         returning seq",
        params![
            post.id,
            post.slug,
            post.article.title,
            fold(post.article.title.as_str()),
            post.article.excerpt,
            post.article.read_minutes,
            post.article.category,
            strings(&post.article.tags),
            cover_url,
            cover_media,
            post.author,
            post.article.status,
            post.is_featured,
            post.created_at,
            post.updated_at,
            first_published_at,
        ],
    )?;
    let Some(seq) = inserted else {
        return Ok(None);
    };
    tx.execute(
        "insert into post_contents (post_seq, html) values (?1, ?2)",
        params![seq, post.article.html],
    )?;
    rendered::set(tx, seq, post.article.rendered.as_ref())?;
    insert_tags(tx, seq, &post.article.tags)?;
    tx.changed(Change::Post(post.id));
    if post.article.status == Status::Published {
        count_published(tx, seq, post.article.category.name())?;
    }
    Ok(Some(seq))
}

pub(super) fn insert_tags(tx: &mut Tx<'_>, seq: i64, names: &[String]) -> Result<(), StoreError> {
    if names.is_empty() {
        return Ok(());
    }
    let keys: Vec<String> = names.iter().map(|name| tag::key(name)).collect();
    tx.execute(
        concat!(
            "insert into post_tags (tag, post_seq) select value, ?2 from ",
            each_text!("?1"),
            " as tags where true on conflict do nothing"
        ),
        params![strings(&keys), seq],
    )?;
    tags::add_new(tx, names)
}

/// Counts a post that is published now in the totals of its category, its tags and its series.
pub(super) fn count_published(tx: &mut Tx<'_>, seq: i64, category: &str) -> Result<(), StoreError> {
    tags::count_post(tx, seq, 1)?;
    series::count_post(tx, seq, 1)?;
    tx.execute(
        "insert into category_totals (category, published) values (?1, 1)
         on conflict (category) do update set published = category_totals.published + 1",
        params![category],
    )?;
    Ok(())
}
