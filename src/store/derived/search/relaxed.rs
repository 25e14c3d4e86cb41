//! Searches that find nothing: what their words may mean instead.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;

use super::alternatives::{Alternative, Alternatives};
use super::index::Index;
use super::similar_words::SimilarWord;
use crate::domain::search::SearchQuery;
use crate::store::engine::{StoreError, Transaction, each_text, params, strings};

/// The most words of a search of which the meaning is guessed, so that all guesses together take no longer than one long
/// search.
const WORDS_MAX: usize = 5;
/// The most words of such a search that occur in no post and in no author's name.
const UNKNOWN_MAX: usize = 2;
/// The most corrections that are suggested.
const CORRECTIONS_MAX: usize = 3;

/// Selects the authors whose names have one of these words, with the word.
pub(in crate::store) const NAMED: &str = concat!(
    "select words.value, a.id from ",
    each_text!("?1"),
    " as words join authors a on instr(a.name_folded, words.value) > 0"
);

/// Selects the published posts of these authors, with the author.
pub(in crate::store) const BY_AUTHORS: &str = concat!(
    "select author_id, seq from posts where status = 'published' and author_id in ",
    each_text!("?1"),
    " union all
     select c.author_id, p.seq from post_authors c join posts p on p.seq = c.post_seq
     where p.status = 'published' and c.author_id in ",
    each_text!("?1")
);

/// What the words of a search may mean.
#[derive(Debug, Default)]
pub(super) struct Relaxed {
    /// Documents that match instead of those with a word: by authors of this name, and those with a similar word.
    pub(super) alternatives: Alternatives,
    /// The similar words.
    pub(super) similar_words: Vec<String>,
    /// The search with similar words in place of those that no post has: the nearest of each first.
    pub(super) corrections: Vec<SearchQuery>,
}

/// Returns what the words of a search that finds nothing may mean.
pub(super) fn relax(
    transaction: Transaction<'_>,
    index: &Index,
    query: &SearchQuery,
) -> Result<Relaxed, StoreError> {
    let words: Vec<(usize, &str)> = query.plain_words().collect();
    if words.is_empty() || words.len() > WORDS_MAX {
        return Ok(Relaxed::default());
    }
    let mut alternatives = by_authors(transaction, index, &words)?;
    let unknown: Vec<(usize, &str)> = words
        .into_iter()
        .filter(|(_, word)| !alternatives.has_word(word) && !index.occurs(word))
        .collect();
    if unknown.is_empty() || unknown.len() > UNKNOWN_MAX {
        return Ok(Relaxed {
            alternatives,
            ..Relaxed::default()
        });
    }
    let mut similar_words = Vec::new();
    let mut similar_by_position = Vec::new();
    for (position, word) in unknown {
        let mut similar = index.similar_words(word);
        similar_by_position.push((position, texts(&similar)));
        similar.retain(|similar| similar.is_forgiven_for(word));
        if !similar.is_empty() {
            alternatives.insert(word, index.with_any(&similar));
            similar_words.extend(texts(&similar));
        }
    }
    Ok(Relaxed {
        alternatives,
        similar_words,
        corrections: corrections(query, &similar_by_position),
    })
}

fn texts(words: &[SimilarWord]) -> Vec<String> {
    words.iter().map(|word| word.text.clone()).collect()
}

/// Returns the posts of authors whose names have a word. They match as if the texts had the word.
fn by_authors(
    transaction: Transaction<'_>,
    index: &Index,
    words: &[(usize, &str)],
) -> Result<Alternatives, StoreError> {
    let words: Vec<String> = words.iter().map(|(_, word)| (*word).to_owned()).collect();
    let named: Vec<(String, String)> = transaction.query_all(NAMED, params![strings(&words)], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    if named.is_empty() {
        return Ok(Alternatives::default());
    }
    let ids: Vec<String> = named.iter().map(|(_, author)| author.clone()).collect();
    let mut posts: HashMap<String, Vec<i64>> = HashMap::new();
    transaction.query_while(BY_AUTHORS, params![strings(&ids)], |row| {
        posts.entry(row.get(0)?).or_default().push(row.get(1)?);
        Ok(true)
    })?;
    let mut alternatives = Alternatives::default();
    for word in &words {
        let authors = named.iter().filter(|(name, _)| name == word);
        let seqs = authors
            .filter_map(|(_, author)| posts.get(author))
            .flatten()
            .copied();
        let anywhere = index.of_posts(seqs);
        if !anywhere.is_clear() {
            let in_title = FixedBitSet::new();
            alternatives.insert(word, Alternative { anywhere, in_title });
        }
    }
    Ok(alternatives)
}

/// Returns the query with the nearest word for each that no post has, then with the second nearest, as long as each has one.
fn corrections(query: &SearchQuery, similar: &[(usize, Vec<String>)]) -> Vec<SearchQuery> {
    let of_rank = |rank: usize| {
        let replacements: Option<Vec<(usize, &str)>> = similar
            .iter()
            .map(|(position, words)| Some((*position, words.get(rank)?.as_str())))
            .collect();
        replacements.map(|replacements| query.with_replaced(&replacements))
    };
    (0..CORRECTIONS_MAX).map_while(of_rank).collect()
}
