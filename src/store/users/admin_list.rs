//! Lists of readers for administrators.

use super::account::{select_users, user};
use crate::domain::search::SearchWords;
use crate::domain::user::User;
use crate::domain::{Page, Paging};
use crate::store::Tx;
use crate::store::engine::{StoreError, folded_words, has_every_word, params};

macro_rules! with_words {
    () => {
        concat!(
            "(cast(?1 as text) is null or ",
            has_every_word!(
                "u.name_folded || ' ' || u.username || ' ' || replace(u.email, '''', '')",
                "?1"
            ),
            ") and (cast(?2 as bigint) is null or u.is_banned = ?2)"
        )
    };
}

pub(in crate::store) const MANAGED: &str = concat!(
    select_users!(""),
    with_words!(),
    " order by u.created_at desc, u.id desc limit ?3 offset ?4"
);

/// Returns a page of the readers with all words in name, username or email address, newest first: the banned ones, the
/// others, or both.
pub fn list_for_admin(
    tx: &Tx<'_>,
    words: &SearchWords,
    is_banned: Option<bool>,
    paging: Paging,
) -> Result<Page<User>, StoreError> {
    let words = folded_words(words);
    let items = tx.query_all(
        MANAGED,
        params![words, is_banned, paging.limit, paging.offset()],
        user,
    )?;
    let count = if words.is_some() {
        concat!("select count(*) from users u where ", with_words!())
    } else {
        "select case cast(?2 as bigint) when 1 then banned_users when 0 then users - banned_users else users end
         from totals where cast(?1 as text) is null"
    };
    let total = tx.query_value(count, params![words, is_banned])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}
