//! Suggestions for searches, and the upkeep of the words of the search.

use super::derived::search;
use super::engine::{Row, StoreError, each_integer, integers, params};
use crate::domain::search::SearchWords;
use crate::domain::{PostId, Slug};
use crate::store::Tx;

pub use super::derived::search::UnusedWords;

/// The most tags among the suggestions.
const TAGS_MAX: usize = 3;
/// The most tags that are compared by the number of their posts: the first by name of those that begin with the text.
const TAGS_COMPARED_MAX: usize = 1_000;
/// The newest titles of which those are suggested first that begin with the text.
const TITLES_COMPARED_MAX: usize = 32;
/// Greater than any character of a tag.
const LAST_CHARACTER: char = char::MAX;

/// A suggestion for what is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suggestion {
    /// A tag of published posts.
    Tag {
        /// How it is written.
        name: String,
        /// The last part of the path of its page.
        slug: Slug,
    },
    /// A published post.
    Post {
        /// Its id.
        id: PostId,
        /// Its slug.
        slug: Slug,
        /// Its title.
        title: String,
    },
}

/// Selects the tags of published posts whose folded names are between two texts, the most used first.
pub(in crate::store) const TAGS: &str = "
    select name, slug
    from (select name, slug, post_count, name_folded from tags
          where name_folded >= ?1 and name_folded < ?2 and post_count > 0
          order by name_folded, key limit ?3) as found
    order by post_count desc, name_folded, slug
    limit ?4";

/// Selects the titles of published posts.
pub(in crate::store) const TITLES: &str = concat!(
    "select seq, id, slug, title, title_folded from posts where status = 'published' and seq in ",
    each_integer!("?1")
);

/// Returns at most `limit` suggestions for a typed text: tags that begin with it, and posts with all its words in their
/// titles, first those whose titles begin with it, then the newest.
pub fn suggestions(tx: &Tx<'_>, typed: &SearchWords, limit: usize) -> Result<Vec<Suggestion>, StoreError> {
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let words: Vec<&str> = typed.iter().collect();
    let text = words.join(" ");
    let mut suggestions = tags(tx, &text)?;
    suggestions.extend(titles(tx, &text)?);
    suggestions.truncate(limit);
    Ok(suggestions)
}

fn tags(tx: &Tx<'_>, text: &str) -> Result<Vec<Suggestion>, StoreError> {
    let end = format!("{text}{LAST_CHARACTER}");
    tx.query_all(TAGS, params![text, end, TAGS_COMPARED_MAX, TAGS_MAX], |row| {
        Ok(Suggestion::Tag {
            name: row.get("name")?,
            slug: row.get("slug")?,
        })
    })
}

struct Title {
    seq: i64,
    begins_with_text: bool,
    suggestion: Suggestion,
}

fn titles(tx: &Tx<'_>, text: &str) -> Result<impl Iterator<Item = Suggestion>, StoreError> {
    let seqs = tx.posts_with_title(text, TITLES_COMPARED_MAX)?;
    let title = |row: &Row<'_>| {
        Ok(Title {
            seq: row.get("seq")?,
            suggestion: Suggestion::Post {
                id: row.get("id")?,
                slug: row.get("slug")?,
                title: row.get("title")?,
            },
            begins_with_text: row.get_str("title_folded")?.starts_with(text),
        })
    };
    let mut titles = tx.query_all(TITLES, params![integers(&seqs)], title)?;
    titles.sort_by_key(|title| {
        let rank = seqs.iter().position(|seq| *seq == title.seq);
        (!title.begins_with_text, rank)
    });
    Ok(titles.into_iter().map(|title| title.suggestion))
}

/// Returns the words of the search that no post has any more.
pub fn unused_words(tx: &Tx<'_>) -> Result<UnusedWords, StoreError> {
    tx.unused_words()
}

/// Removes those of some unused words that no post has got since, and returns their number.
pub fn remove_words(tx: &mut Tx<'_>, unused: &UnusedWords) -> Result<usize, StoreError> {
    search::remove_words(tx, unused)
}
