//! The conditions of a search that the tables tell: categories, tags and authors.

use fixedbitset::FixedBitSet;

use super::SearchFilter;
use super::index::Index;
use crate::domain::Category;
use crate::domain::search::{Condition, Term};
use crate::store::engine::{StoreError, Transaction, each_text, params, strings};

/// Selects the published posts of categories.
pub(in crate::store) const OF_CATEGORIES: &str = concat!(
    "select seq from posts where status = 'published' and category in ",
    each_text!("?1")
);
/// Selects the posts and drafts with a tag.
pub(in crate::store) const OF_TAG: &str = "select post_seq from post_tags where tag = ?1";
/// Selects the published posts of an author, who may be any of their authors.
pub(in crate::store) const BY_AUTHOR: &str = "
    select seq from posts where author_id = ?1 and status = 'published'
    union all
    select p.seq from post_authors c join posts p on p.seq = c.post_seq
    where c.author_id = ?1 and p.status = 'published'";

/// Selects the published posts of which an author's name has a part.
pub(in crate::store) const BY_AUTHOR_NAME: &str = "
    select seq from posts
    where status = 'published' and author_id in (select id from authors where instr(name_folded, ?1) > 0)
    union all
    select p.seq from post_authors c join posts p on p.seq = c.post_seq
    where p.status = 'published' and c.author_id in (select id from authors where instr(name_folded, ?1) > 0)";

/// Returns the documents that meet the parameters of a search and the operators in its query.
pub(super) fn allowed(
    transaction: Transaction<'_>,
    index: &Index,
    filter: &SearchFilter<'_>,
) -> Result<FixedBitSet, StoreError> {
    let mut allowed = index.live();
    for (statement, value) in [
        (
            OF_CATEGORIES,
            filter.category.map(|name| strings(&[name.to_owned()])),
        ),
        (OF_TAG, filter.tag.clone()),
        (BY_AUTHOR, filter.author.clone()),
    ] {
        if let Some(value) = value {
            let seqs: Vec<i64> = transaction.query_column(statement, params![value])?;
            allowed.intersect_with(&index.of_posts(seqs));
        }
    }
    for Term {
        condition,
        is_excluded,
    } in filter.query.terms()
    {
        let (statement, value) = match condition {
            Condition::Author(part) => (BY_AUTHOR_NAME, part.clone()),
            Condition::Tag(key) => (OF_TAG, key.clone()),
            Condition::Category(part) => (OF_CATEGORIES, strings(&names_with(part))),
            Condition::Text(_) | Condition::Title(_) | Condition::Before(_) | Condition::After(_) => continue,
        };
        let seqs: Vec<i64> = transaction.query_column(statement, params![value])?;
        let documents = index.of_posts(seqs);
        if *is_excluded {
            allowed.difference_with(&documents);
        } else {
            allowed.intersect_with(&documents);
        }
    }
    Ok(allowed)
}

fn names_with(part: &str) -> Vec<String> {
    let categories = Condition::categories(part);
    categories.map(Category::name).map(str::to_owned).collect()
}
