//! Full-text search: every word must occur in the title or the text, as a part of a word.
//!
//! FTS5's trigrams find words of three characters and more; shorter ones are found among all the runs
//! of one and two characters of a post.

use super::{StoreError, Tx, params};
use crate::domain::post::Order;
use crate::domain::search::{Findable, Words, gram};

/// Words shorter than this are no trigram.
const TRIGRAM: usize = 3;

/// What is looked for, and among which posts.
pub(in crate::store) struct SearchFilter<'filter> {
    /// All of them must occur.
    pub(in crate::store) words: &'filter Words,
    /// The name of a category.
    pub(in crate::store) category: Option<&'filter str>,
    /// The key of a tag.
    pub(in crate::store) tag: Option<String>,
}

/// How many posts are found, and the row numbers of a page of them. Without an order: posts that have
/// all words in the title first, then the newest.
pub(in crate::store) fn page(
    tx: &Tx<'_>,
    filter: &SearchFilter<'_>,
    order: Option<Order>,
    limit: u32,
    offset: u64,
) -> Result<(u64, Vec<i64>), StoreError> {
    let long = expression(filter.words, |word| word.chars().count() >= TRIGRAM, quoted);
    let short = expression(filter.words, |word| word.chars().count() < TRIGRAM, gram);
    let kind = match (&long, &short) {
        (_, None) => Kind::Long,
        (None, _) => Kind::Short,
        _ => Kind::Both,
    };
    let mut total = 0;
    let seqs = tx.query_all(
        page_statement(kind, order),
        params![
            long,
            short,
            long.as_ref().map(|long| in_title(long)),
            short.as_ref().map(|short| in_title(short)),
            filter.category,
            filter.tag,
            limit,
            offset
        ],
        |row| {
            total = row.get("total")?;
            row.get("seq")
        },
    )?;
    if seqs.is_empty() && offset > 0 {
        let total = tx.query_one(
            count_statement(kind),
            params![long, short, filter.category, filter.tag],
            |row| row.get(0),
        )?;
        return Ok((total.unwrap_or(0), seqs));
    }
    Ok((total, seqs))
}

/// Makes published posts findable.
pub(in crate::store) fn index_all<'post>(
    tx: &mut Tx<'_>,
    posts: impl Iterator<Item = (i64, &'post Findable)> + Clone,
) -> Result<(), StoreError> {
    for (seq, findable) in posts.clone() {
        tx.execute(
            "insert into post_words (rowid, title, text) values (?1, ?2, ?3)",
            params![seq, findable.title_words, findable.text_words],
        )?;
    }
    for (seq, findable) in posts {
        tx.execute(
            "insert into post_grams (rowid, title, text) values (?1, ?2, ?3)",
            params![seq, findable.title_grams, findable.text_grams],
        )?;
    }
    Ok(())
}

/// Makes a post no longer findable.
pub(in crate::store) fn forget(tx: &mut Tx<'_>, seq: i64) -> Result<(), StoreError> {
    tx.execute("delete from post_words where rowid = ?1", params![seq])?;
    tx.execute("delete from post_grams where rowid = ?1", params![seq])?;
    Ok(())
}

#[derive(Clone, Copy)]
enum Kind {
    Long,
    Short,
    Both,
}

macro_rules! found {
    (Long, $long:literal, $short:literal) => {
        concat!(
            "select rowid as seq from post_words where post_words match ",
            $long
        )
    };
    (Short, $long:literal, $short:literal) => {
        concat!(
            "select rowid as seq from post_grams where post_grams match ",
            $short
        )
    };
    (Both, $long:literal, $short:literal) => {
        concat!(
            "select rowid as seq from post_words where post_words match ",
            $long,
            " intersect select rowid as seq from post_grams where post_grams match ",
            $short
        )
    };
}

macro_rules! page_sql {
    ($kind:ident, $($order:expr),+) => {
        concat!(
            "select p.seq, count(*) over () as total from (",
            found!($kind, "?1", "?2"),
            ") as found join posts p on p.seq = found.seq
             where (?5 is null or p.category = ?5)
               and (?6 is null or p.seq in (select post_seq from post_tags where tag = ?6))
             order by ",
            $($order,)+
            " limit ?7 offset ?8"
        )
    };
}

macro_rules! pages_sql {
    ($kind:ident, $order:expr) => {
        match $order {
            None => page_sql!(
                $kind,
                "p.seq in (",
                found!($kind, "?3", "?4"),
                ") desc, p.created_at desc, p.seq desc"
            ),
            Some(Order::Newest) => page_sql!($kind, "p.created_at desc, p.seq desc"),
            Some(Order::Oldest) => page_sql!($kind, "p.created_at, p.seq"),
            Some(Order::MostViewed) => page_sql!($kind, "p.view_total desc, p.created_at desc, p.seq desc"),
            Some(Order::MostReaders) => page_sql!($kind, "p.view_unique desc, p.created_at desc, p.seq desc"),
            Some(Order::MostLiked) => page_sql!($kind, "p.like_count desc, p.created_at desc, p.seq desc"),
            Some(Order::MostCommented) => {
                page_sql!($kind, "p.comment_count desc, p.created_at desc, p.seq desc")
            }
        }
    };
}

fn page_statement(kind: Kind, order: Option<Order>) -> &'static str {
    match kind {
        Kind::Long => pages_sql!(Long, order),
        Kind::Short => pages_sql!(Short, order),
        Kind::Both => pages_sql!(Both, order),
    }
}

macro_rules! count_sql {
    ($kind:ident) => {
        concat!(
            "select count(*) from (",
            found!($kind, "?1", "?2"),
            ") as found join posts p on p.seq = found.seq
             where (?3 is null or p.category = ?3)
               and (?4 is null or p.seq in (select post_seq from post_tags where tag = ?4))"
        )
    };
}

fn count_statement(kind: Kind) -> &'static str {
    match kind {
        Kind::Long => count_sql!(Long),
        Kind::Short => count_sql!(Short),
        Kind::Both => count_sql!(Both),
    }
}

/// The FTS5 expression for all words that `belongs` picks, or none when there are none.
fn expression(
    words: &Words,
    belongs: impl Fn(&str) -> bool,
    term: impl Fn(&str) -> String,
) -> Option<String> {
    let terms: Vec<String> = words.iter().filter(|word| belongs(word)).map(term).collect();
    if terms.is_empty() {
        None
    } else {
        Some(terms.join(" "))
    }
}

fn in_title(expression: &str) -> String {
    format!("{{title}} : ({expression})")
}

fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('"', "\"\""))
}
