//! Readers as administrators see them.

use super::account::{select_users, user};
use crate::domain::search::Words;
use crate::domain::user::User;
use crate::domain::{Page, Paging};
use crate::store::engine::{StoreError, Tx, folded_words, has_every_word, params};

/// Which readers are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserFilter {
    /// All of them.
    All,
    /// Those who are let in.
    Active,
    /// Those who are shut out.
    Banned,
}

macro_rules! with_words {
    () => {
        concat!(
            "(?1 is null or ",
            has_every_word!("u.name || ' ' || u.username || ' ' || u.email", "?1"),
            ") and (?2 is null or u.is_banned = ?2)"
        )
    };
}

pub(in crate::store) const MANAGED: &str = concat!(
    select_users!(""),
    with_words!(),
    " order by u.created_at desc, u.rowid desc limit ?3 offset ?4"
);

/// A page of all readers with these words in name, username or address, newest first.
pub fn managed(
    tx: &Tx<'_>,
    words: &Words,
    filter: UserFilter,
    paging: Paging,
) -> Result<Page<User>, StoreError> {
    let words = folded_words(words);
    let is_banned = match filter {
        UserFilter::All => None,
        UserFilter::Active => Some(false),
        UserFilter::Banned => Some(true),
    };
    let items = tx.query_all(
        MANAGED,
        params![words, is_banned, paging.limit, paging.offset()],
        user,
    )?;
    let count = if words.is_some() {
        concat!("select count(*) from users u where ", with_words!())
    } else {
        "select case ?2 when 1 then banned_users when 0 then users - banned_users else users end
         from totals where ?1 is null"
    };
    let total = tx.query_one(count, params![words, is_banned], |row| row.get(0))?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}
