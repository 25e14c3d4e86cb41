//! The rows of tags that posts are the first to have.

use std::collections::HashSet;

use crate::domain::search::fold_collapsed;
use crate::domain::{Slug, tag};
use crate::store::Tx;
use crate::store::engine::{StoreError, each_text, params, strings};

pub(in crate::store) const MISSING: &str = concat!(
    "select wanted.value from ",
    each_text!("?1"),
    " as wanted where not exists (select 1 from tags where key = wanted.value)"
);

/// Selects the present and former slugs that are one of the given ones, or one of them with a number: ':' follows '9' in
/// ASCII. The cross joins keep their order.
pub(in crate::store) const SIMILAR_SLUGS: &str = concat!(
    "select t.slug from ",
    each_text!("?1"),
    " as wanted cross join tags t where t.slug = wanted.value
     union all select t.slug from ",
    each_text!("?1"),
    " as wanted cross join tags t where t.slug >= wanted.value || '-0' and t.slug < wanted.value || '-:'
     union all select f.slug from ",
    each_text!("?1"),
    " as wanted cross join former_slugs f where f.kind = 'tag' and f.slug = wanted.value
     union all select f.slug from ",
    each_text!("?1"),
    " as wanted cross join former_slugs f
     where f.kind = 'tag' and f.slug >= wanted.value || '-0' and f.slug < wanted.value || '-:'"
);

/// Adds those of the tags of a post that no post had before.
pub(in crate::store) fn add_new(tx: &mut Tx<'_>, names: &[String]) -> Result<(), StoreError> {
    let keys: Vec<String> = names.iter().map(|name| tag::key(name)).collect();
    let missing: Vec<String> = tx.query_column(MISSING, params![strings(&keys)])?;
    if missing.is_empty() {
        return Ok(());
    }
    let new: Vec<(&String, &String)> = keys
        .iter()
        .zip(names)
        .filter(|(key, _)| missing.contains(key))
        .collect();
    let wanted: Vec<String> = new.iter().map(|(_, name)| tag::slug(name).to_string()).collect();
    let similar: Vec<Slug> = tx.query_column(SIMILAR_SLUGS, params![strings(&wanted)])?;
    let mut taken: HashSet<Slug> = similar.into_iter().collect();
    for (key, name) in new {
        let slug = tag::slug(name).take(&mut taken);
        tx.execute(
            "insert into tags (key, slug, name, name_folded) values (?1, ?2, ?3, ?4)",
            params![key, slug, name, fold_collapsed(name)],
        )?;
    }
    Ok(())
}
