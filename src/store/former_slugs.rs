//! The slugs of tags, authors and series: those that are free, and those that one of them had before.
//!
//! A slug that something had before leads to it as long as it exists, and no other one of its kind gets it.

use super::engine::{StoreError, each_text, params, strings};
use super::next_numbered;
use crate::domain::{CollectionKind, Slug};
use crate::store::Tx;

/// Selects who has a slug or had it before.
macro_rules! holders {
    ($kind:literal, $table:literal, $target:literal) => {
        concat!(
            "select ",
            $target,
            " as target from ",
            $table,
            " where slug = ?1 union all select target from former_slugs where kind = '",
            $kind,
            "' and slug = ?1"
        )
    };
}

/// Selects the slugs that begin with the wanted one, a hyphen and a digit: ':' follows '9' in ASCII.
macro_rules! numbered {
    ($kind:literal, $table:literal) => {
        concat!(
            "select slug from ",
            $table,
            " where slug >= ?1 || '-0' and slug < ?1 || '-:' and length(slug) <= length(?1) + 10
             union all select slug from former_slugs
             where kind = '",
            $kind,
            "' and slug >= ?1 || '-0' and slug < ?1 || '-:' and length(slug) <= length(?1) + 10"
        )
    };
}

pub(super) const fn holders(kind: CollectionKind) -> &'static str {
    match kind {
        CollectionKind::Tag => holders!("tag", "tags", "key"),
        CollectionKind::Author => holders!("author", "authors", "id"),
        CollectionKind::Series => holders!("series", "series", "id"),
    }
}

pub(super) const fn numbered(kind: CollectionKind) -> &'static str {
    match kind {
        CollectionKind::Tag => numbered!("tag", "tags"),
        CollectionKind::Author => numbered!("author", "authors"),
        CollectionKind::Series => numbered!("series", "series"),
    }
}

pub(super) const TARGET: &str = "select target from former_slugs where kind = ?1 and slug = ?2";

/// Returns the key or the id of what had this slug before.
pub(super) fn target(tx: &Tx<'_>, kind: CollectionKind, slug: &Slug) -> Result<Option<String>, StoreError> {
    tx.query_value(TARGET, params![kind, slug])
}

pub(super) const OF_TARGETS: &str = concat!(
    "select target, slug from former_slugs where kind = ?1 and target in ",
    each_text!("?2")
);

/// Returns the slugs that these had before, in their order, each with the key or the id of what had it.
pub fn of_targets(
    tx: &Tx<'_>,
    kind: CollectionKind,
    targets: &[String],
) -> Result<Vec<(String, Slug)>, StoreError> {
    let mut found: Vec<(String, Slug)> =
        tx.query_all(OF_TARGETS, params![kind, strings(targets)], |row| {
            Ok((row.get("target")?, row.get("slug")?))
        })?;
    // Sorted here: for the order the database would read all slugs of the kind.
    found.sort_unstable_by(|(_, one), (_, other)| one.as_str().cmp(other.as_str()));
    Ok(found)
}

/// Makes a slug lead to `owner`, as one that it had before, unless something of the kind has or had it.
pub(super) fn add(tx: &mut Tx<'_>, kind: CollectionKind, owner: &str, slug: &Slug) -> Result<(), StoreError> {
    if is_taken(tx, kind, slug, "")? {
        return Ok(());
    }
    keep(tx, kind, owner, slug)
}

/// Whether another one of the kind than `owner` has this slug or had it before.
pub fn is_taken(tx: &Tx<'_>, kind: CollectionKind, slug: &Slug, owner: &str) -> Result<bool, StoreError> {
    let holders: Vec<String> = tx.query_column(holders(kind), params![slug])?;
    Ok(holders.iter().any(|holder| holder != owner))
}

/// Returns the wanted slug, with the next free number appended if another one than `owner` has or had it. What is new owns
/// none yet: `owner` is empty.
pub fn free(tx: &Tx<'_>, kind: CollectionKind, wanted: &Slug, owner: &str) -> Result<Slug, StoreError> {
    if is_taken(tx, kind, wanted, owner)? {
        next_numbered(tx, wanted, numbered(kind))
    } else {
        Ok(wanted.clone())
    }
}

/// Keeps the slug that `owner` gives up, and forgets that it had the new one before.
pub(super) fn replace(
    tx: &mut Tx<'_>,
    kind: CollectionKind,
    owner: &str,
    given_up: &Slug,
    new: &Slug,
) -> Result<(), StoreError> {
    if given_up == new {
        return Ok(());
    }
    tx.execute(
        "delete from former_slugs where kind = ?1 and slug = ?2",
        params![kind, new],
    )?;
    keep(tx, kind, owner, given_up)
}

/// Keeps a slug that nothing has any more, so that it leads to `owner`.
pub(super) fn keep(
    tx: &mut Tx<'_>,
    kind: CollectionKind,
    owner: &str,
    slug: &Slug,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into former_slugs (kind, slug, target) values (?1, ?2, ?3)
         on conflict (kind, slug) do update set target = excluded.target",
        params![kind, slug, owner],
    )?;
    Ok(())
}

/// Makes what led to one lead to another.
pub(super) fn hand_over(
    tx: &mut Tx<'_>,
    kind: CollectionKind,
    from: &str,
    to: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "update former_slugs set target = ?3 where kind = ?1 and target = ?2",
        params![kind, from, to],
    )?;
    Ok(())
}
