//! Redirects.

use super::commits::Change;
use super::engine::{Row, StoreError, folded_words, has_every_word, params};
use crate::domain::redirect::{CountedRedirect, Destination, Redirect, RedirectPath, RedirectTarget};
use crate::domain::search::SearchWords;
use crate::domain::{Page, Paging, RedirectId, Time};
use crate::store::Tx;

macro_rules! select_redirects {
    ($rest:literal) => {
        concat!(
            "select id, path, target, status, source, hits, last_at from redirects ",
            $rest
        )
    };
}

macro_rules! with_words {
    () => {
        concat!(
            "where (cast(?1 as text) is null or ",
            has_every_word!("folded", "?1"),
            ")"
        )
    };
}

pub(super) const BY_PATH: &str = select_redirects!("where path = ?1");
pub(super) const BY_ID: &str = select_redirects!("where id = ?1");
pub(super) const PAGE: &str = concat!(
    select_redirects!(""),
    with_words!(),
    " order by path limit ?2 offset ?3"
);
pub(super) const FOLLOWING: &str = select_redirects!("where path > ?1 order by path limit ?2");
pub(super) const ADD_HITS: &str = "
    update redirects set hits = hits + ?2, last_at = case when last_at > ?3 then last_at else ?3 end
    where id = ?1";

/// Returns the redirect from a path. What is shown where there is none depends on all of them.
pub fn by_path(tx: &Tx<'_>, path: &RedirectPath) -> Result<Option<Redirect>, StoreError> {
    tx.depends_on_redirects();
    tx.query_one(BY_PATH, params![path], redirect)
}

/// Returns the redirect that a request to an address follows: one from the path with its parameter, or else from the path
/// alone.
pub fn of_address(tx: &Tx<'_>, address: &RedirectPath) -> Result<Option<Redirect>, StoreError> {
    match (by_path(tx, address)?, address.without_parameter()) {
        (None, Some(path)) => by_path(tx, &path),
        (found, _) => Ok(found),
    }
}

/// Returns the redirect with this id.
pub fn by_id(tx: &Tx<'_>, id: RedirectId) -> Result<Option<CountedRedirect>, StoreError> {
    tx.query_one(BY_ID, params![id], counted)
}

/// Returns the number of redirects.
pub fn count(tx: &Tx<'_>) -> Result<u64, StoreError> {
    let count = tx.query_value("select count(*) from redirects", params![])?;
    Ok(count.unwrap_or(0))
}

/// Returns a page of the redirects whose path and target have all words, in the order of their paths.
pub fn list(tx: &Tx<'_>, words: &SearchWords, paging: Paging) -> Result<Page<CountedRedirect>, StoreError> {
    let words = folded_words(words);
    let items = tx.query_all(PAGE, params![words, paging.limit, paging.offset()], counted)?;
    let total = if words.is_some() {
        tx.query_value(
            concat!("select count(*) from redirects ", with_words!()),
            params![words],
        )?
    } else {
        Some(count(tx)?)
    };
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns at most `limit` redirects, those that follow a path in their order, or the first ones.
pub fn following(tx: &Tx<'_>, last: Option<&RedirectPath>, limit: u32) -> Result<Vec<Redirect>, StoreError> {
    // Every path comes after the empty text.
    let last = last.map_or("", RedirectPath::as_str);
    tx.query_all(FOLLOWING, params![last, limit], redirect)
}

/// Adds a redirect, and returns whether it did: one from the same path stays.
pub fn insert(tx: &mut Tx<'_>, redirect: &Redirect) -> Result<bool, StoreError> {
    let inserted = tx.execute(
        "insert into redirects (path, id, target, status, source, folded) values (?1, ?2, ?3, ?4, ?5, ?6)
         on conflict (path) do nothing",
        params![
            redirect.path,
            redirect.id,
            redirect.destination.target(),
            redirect.destination.status(),
            redirect.source,
            redirect.folded()
        ],
    )?;
    if inserted > 0 {
        tx.changed(Change::Redirects);
    }
    Ok(inserted > 0)
}

/// Changes the path and the destination of a redirect. No other one has the path.
pub fn update(tx: &mut Tx<'_>, redirect: &Redirect) -> Result<(), StoreError> {
    tx.execute(
        "update redirects set path = ?2, target = ?3, status = ?4, folded = ?5 where id = ?1",
        params![
            redirect.id,
            redirect.path,
            redirect.destination.target(),
            redirect.destination.status(),
            redirect.folded()
        ],
    )?;
    tx.changed(Change::Redirects);
    Ok(())
}

/// Deletes a redirect, and returns whether it existed.
pub fn delete(tx: &mut Tx<'_>, id: RedirectId) -> Result<bool, StoreError> {
    let deleted = tx.execute("delete from redirects where id = ?1", params![id])?;
    tx.changed(Change::Redirects);
    Ok(deleted > 0)
}

/// Adds requests to those of a redirect, if it still exists. No response to visitors shows them.
pub fn add_hits(tx: &mut Tx<'_>, id: RedirectId, hits: u64, last_at: Time) -> Result<(), StoreError> {
    tx.execute(ADD_HITS, params![id, hits, last_at])?;
    Ok(())
}

fn counted(row: &Row<'_>) -> Result<CountedRedirect, StoreError> {
    Ok(CountedRedirect {
        redirect: redirect(row)?,
        hits: row.get("hits")?,
        last_at: row.get("last_at")?,
    })
}

fn redirect(row: &Row<'_>) -> Result<Redirect, StoreError> {
    let (status, target): (u16, Option<RedirectTarget>) = (row.get("status")?, row.get("target")?);
    let destination = Destination::new(status, target);
    Ok(Redirect {
        id: row.get("id")?,
        path: row.get("path")?,
        destination: destination.map_err(|_| StoreError::Corrupt("redirects.status".to_owned()))?,
        source: row.get("source")?,
    })
}
