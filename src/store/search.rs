//! Suggestions for searches, and the upkeep of the words of the search.

use super::derived::search;
use super::engine::{Row, StoreError, each_integer, integers, params};
use crate::domain::search::SearchWords;
use crate::domain::{PostId, Slug, tag};
use crate::store::Tx;

pub use super::derived::search::UnusedWords;

/// The most tags among the suggestions.
const TAGS_MAX: usize = 3;
/// The most tags that are compared by the number of their posts.
const TAGS_COMPARED_MAX: usize = 50;
/// The newest titles of which those are suggested first that begin with the text.
const TITLES_COMPARED_MAX: usize = 32;
/// Greater than any character of a tag.
const LAST_CHARACTER: char = char::MAX;

/// A suggestion for what is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suggestion {
    /// A tag of published posts, as tags are compared.
    Tag(String),
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

/// Selects the tags of published posts from one text to another, the most used first. Of the tags of a long list the first
/// by name are compared, each by at most 1,000 posts.
pub(in crate::store) const TAGS: &str = "
    with recursive found (tag, number) as (
        select min(tag), cast(1 as bigint) from post_tags where tag >= ?1 and tag < ?2
        union all
        select (select min(later.tag) from post_tags later where later.tag > found.tag and later.tag < ?2), number + 1
        from found where tag is not null and number < ?3)
    select tag
    from found
    where tag is not null
      and exists (select 1 from post_tags t join posts p on p.seq = t.post_seq
                  where t.tag = found.tag and p.status = 'published')
    order by (select count(*) from (select 1 from post_tags t where t.tag = found.tag limit 1000) as counted) desc, tag
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
    let mut suggestions: Vec<Suggestion> = tags(tx, &text)?.into_iter().map(Suggestion::Tag).collect();
    suggestions.extend(titles(tx, &text)?);
    suggestions.truncate(limit);
    Ok(suggestions)
}

fn tags(tx: &Tx<'_>, text: &str) -> Result<Vec<String>, StoreError> {
    let from = tag::key(text);
    let to = format!("{from}{LAST_CHARACTER}");
    tx.query_column(TAGS, params![from, to, TAGS_COMPARED_MAX, TAGS_MAX])
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
