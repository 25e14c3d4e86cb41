//! Words of the index that no post has any more.

use std::collections::HashSet;

use fixedbitset::FixedBitSet;

use super::posting_list::numbers;
use super::shared::latest_change;
use crate::store::engine::{StoreError, Transaction, each_integer, integers, params};

/// The words that no post of a snapshot has.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct UnusedWords {
    /// Their ids.
    pub ids: Vec<i64>,
    /// The last change of a post in the snapshot.
    last_change: i64,
}

/// Selects the words of the posts that were written since a change.
pub(in crate::store) const WRITTEN_SINCE: &str =
    "select words from search_posts where id > ?1 and words is not null";

/// Returns the words that no post has. Reads the index once, without its words.
pub(in crate::store) fn unused_words(transaction: Transaction<'_>) -> Result<UnusedWords, StoreError> {
    let mut used = FixedBitSet::new();
    transaction.query_while(WRITTEN_SINCE, params![0_i64], |row| {
        for number in numbers(row.get_bytes(0)?.unwrap_or_default()) {
            used.grow(number as usize + 1);
            used.insert(number as usize);
        }
        Ok(true)
    })?;
    let mut ids: Vec<i64> = transaction.query_column("select id from search_words order by id", params![])?;
    ids.retain(|id| !used.contains(usize::try_from(id - 1).unwrap_or(usize::MAX)));
    Ok(UnusedWords {
        ids,
        last_change: latest_change(transaction)?,
    })
}

/// Removes those of some unused words that no post has got since, and returns their number.
pub(in crate::store) fn remove_words(
    transaction: &mut Transaction<'_>,
    unused: &UnusedWords,
) -> Result<usize, StoreError> {
    let mut used = HashSet::new();
    transaction.query_while(WRITTEN_SINCE, params![unused.last_change], |row| {
        used.extend(numbers(row.get_bytes(0)?.unwrap_or_default()).map(|number| i64::from(number) + 1));
        Ok(true)
    })?;
    let ids: Vec<i64> = unused
        .ids
        .iter()
        .copied()
        .filter(|id| !used.contains(id))
        .collect();
    transaction.execute(
        concat!("delete from search_words where id in ", each_integer!("?1")),
        params![integers(&ids)],
    )
}

impl UnusedWords {
    /// Returns the words in parts of at most this length.
    pub fn chunks(&self, length: usize) -> impl Iterator<Item = Self> {
        let last_change = self.last_change;
        self.ids.chunks(length).map(move |ids| Self {
            ids: ids.to_vec(),
            last_change,
        })
    }
}
