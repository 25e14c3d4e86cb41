//! The rows of tags, which their pages need.

use std::collections::{HashMap, HashSet};

use crate::domain::search::fold_collapsed;
use crate::domain::tag;
use crate::store::engine::{StoreError, Transaction, params};

/// Whether there are tags of posts, but no rows of them.
pub(super) fn are_missing(transaction: Transaction<'_>) -> Result<bool, StoreError> {
    Ok(!transaction.exists("select 1 from tags limit 1", params![])?
        && transaction.exists("select 1 from post_tags limit 1", params![])?)
}

/// Adds the tags of all posts if there is none, written as the latest post writes each. The most used ones get the slugs
/// without numbers.
pub(super) fn add_missing(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    if !are_missing(*transaction)? {
        return Ok(());
    }
    let names = names(*transaction)?;
    let mut tags: Vec<(String, u64)> = transaction.query_all(
        "select t.tag, count(*) filter (where p.status = 'published') as posts
         from post_tags t join posts p on p.seq = t.post_seq group by t.tag",
        params![],
        |row| Ok((row.get("tag")?, row.get("posts")?)),
    )?;
    tags.sort_by(|(one, posts), (other, more)| more.cmp(posts).then_with(|| one.cmp(other)));
    tracing::info!(tags = tags.len(), "making pages of all tags");
    let mut taken = HashSet::new();
    for (key, posts) in tags {
        let name = names.get(&key).unwrap_or(&key);
        let slug = tag::slug(name).take(&mut taken);
        transaction.execute(
            "insert into tags (key, slug, name, name_folded, post_count) values (?1, ?2, ?3, ?4, ?5)",
            params![key, slug, name, fold_collapsed(name), posts],
        )?;
    }
    Ok(())
}

/// Returns how the latest post with each tag writes it, by its key.
fn names(transaction: Transaction<'_>) -> Result<HashMap<String, String>, StoreError> {
    let mut names = HashMap::new();
    let select = "select tags from posts where tags <> '[]' order by seq";
    transaction.query_while(select, params![], |row| {
        let tags: Vec<String> = row.get_json("tags")?;
        names.extend(tags.into_iter().map(|name| (tag::key(&name), name)));
        Ok(true)
    })?;
    Ok(names)
}
