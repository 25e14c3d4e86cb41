//! Phrases: the index knows the words of posts, but not their order, which is read from the texts.

use fixedbitset::FixedBitSet;

use super::index::{Found, Index};
use crate::domain::search::{Condition, SearchQuery, Term, fold_collapsed, is_phrase};
use crate::store::engine::{StoreError, Transaction, each_integer, integers, params};

/// The most texts that a search reads. Where more posts have all words of a phrase, these are so common that its newest
/// posts are enough.
const TEXTS_MAX: usize = 1_000;

/// Selects the titles and texts of posts.
pub(in crate::store) const TEXTS: &str = concat!(
    "select p.seq, p.title, t.text
     from posts p join search_texts t on t.post_seq = p.seq
     where p.seq in ",
    each_integer!("?1")
);

/// A phrase of a query, folded.
struct Phrase<'query> {
    text: &'query str,
    is_title_only: bool,
    is_excluded: bool,
}

impl Phrase<'_> {
    fn is_in(&self, title: &str, text: &str) -> bool {
        title.contains(self.text) || (!self.is_title_only && text.contains(self.text))
    }
}

/// The row numbers of the posts that were read.
#[derive(Default)]
struct Read {
    /// Those with the required phrases and without the excluded ones.
    accepted: Vec<i64>,
    /// Those of them with all required phrases in the title.
    in_title: Vec<i64>,
    rejected: Vec<i64>,
}

/// Whether a query has a phrase.
pub(super) fn has_phrase(query: &SearchQuery) -> bool {
    !phrases_of(query).is_empty()
}

/// Removes what lacks a phrase of the query, or has an excluded one.
pub(super) fn restrict(
    transaction: Transaction<'_>,
    index: &Index,
    query: &SearchQuery,
    found: &mut Found,
) -> Result<(), StoreError> {
    let phrases = phrases_of(query);
    if phrases.is_empty() || found.anywhere.is_clear() {
        return Ok(());
    }
    if phrases.iter().any(|phrase| !phrase.is_excluded) {
        let seqs = index.newest(&found.anywhere, 0, TEXTS_MAX);
        let read = read(transaction, &phrases, &seqs)?;
        found.anywhere = index.of_posts(read.accepted);
        found.in_title.intersect_with(&index.of_posts(read.in_title));
    } else {
        let seqs = index.newest(&with_words_of_any(index, &phrases, &found.anywhere), 0, TEXTS_MAX);
        let rejected = index.of_posts(read(transaction, &phrases, &seqs)?.rejected);
        found.anywhere.difference_with(&rejected);
        found.in_title.difference_with(&rejected);
    }
    Ok(())
}

fn phrases_of(query: &SearchQuery) -> Vec<Phrase<'_>> {
    fn phrase(term: &Term) -> Option<Phrase<'_>> {
        let text = term.condition.text().filter(|text| is_phrase(text))?;
        Some(Phrase {
            text,
            is_title_only: matches!(term.condition, Condition::Title(_)),
            is_excluded: term.is_excluded,
        })
    }
    query.terms().filter_map(phrase).collect()
}

/// Returns the documents among some that have all words of one of the phrases.
fn with_words_of_any(index: &Index, phrases: &[Phrase<'_>], among: &FixedBitSet) -> FixedBitSet {
    let mut documents = FixedBitSet::with_capacity(among.len());
    for phrase in phrases {
        documents.union_with(&index.with_words_of(phrase.text, phrase.is_title_only, among.clone()));
    }
    documents
}

fn read(transaction: Transaction<'_>, phrases: &[Phrase<'_>], seqs: &[i64]) -> Result<Read, StoreError> {
    let mut read = Read::default();
    transaction.query_while(TEXTS, params![integers(seqs)], |row| {
        let seq = row.get(0)?;
        let (title, text) = (fold_collapsed(row.get_str(1)?), fold_collapsed(row.get_str(2)?));
        if phrases
            .iter()
            .all(|phrase| phrase.is_in(&title, &text) != phrase.is_excluded)
        {
            read.accepted.push(seq);
            let mut required = phrases.iter().filter(|phrase| !phrase.is_excluded);
            if required.all(|phrase| phrase.is_in(&title, "")) {
                read.in_title.push(seq);
            }
        } else {
            read.rejected.push(seq);
        }
        Ok(true)
    })?;
    Ok(read)
}
