//! Readers.

mod account;
mod admin_list;
mod moved;
mod removal;

pub use account::{
    AccountStatus, Credentials, account_status, by_id, complete_onboarding, credentials_by_email,
    credentials_by_id, id_by_email, set_avatar, set_ban, set_email, set_email_hidden, set_password,
    set_pending_email, set_profile, set_standing, trust, verify,
};
#[cfg(test)]
pub(super) use admin_list::MANAGED;
pub use admin_list::list_for_admin;
#[cfg(test)]
pub(super) use moved::FOLLOWING;
pub use moved::{MovedUser, among, following, insert_moved, without_address_among};
pub use removal::{remove, remove_unverified, remove_unverified_by_email};

use account::{select_users, user};

use super::commits::Change;
use super::engine::{Row, StoreError, params};
use super::free_slug;
use crate::domain::search::fold;
use crate::domain::user::{NewUser, User};
use crate::domain::{Avatar, Page, Paging, UserId};
use crate::store::Tx;

/// Returns a page of the verified readers who are not banned, newest first.
pub fn list_public(tx: &Tx<'_>, paging: Paging) -> Result<Page<User>, StoreError> {
    let items = tx.query_all(PUBLIC, params![paging.limit, paging.offset()], user)?;
    let total = tx
        .query_value("select public_users from totals", params![])?
        .unwrap_or(0);
    Ok(Page { items, total, paging })
}

pub(super) const PUBLIC: &str = select_users!(
    "u.verified_at is not null and u.is_banned = 0 order by u.created_at desc, u.id desc limit ?1 offset ?2"
);

/// Returns the ids of the verified readers who are not banned, newest first, for the sitemap.
pub fn public_ids_for_sitemap(tx: &Tx<'_>) -> Result<Vec<UserId>, StoreError> {
    tx.query_column(PUBLIC_IDS, params![])
}

pub(super) const PUBLIC_IDS: &str =
    "select id from users where verified_at is not null and is_banned = 0 order by created_at desc, id desc";

/// Stores a new reader.
pub fn insert(tx: &mut Tx<'_>, user: &NewUser) -> Result<(), StoreError> {
    let username = free_slug!(tx, "users", "username", user.username)?;
    tx.execute(
        "insert into users (id, name, name_folded, username, email, password_hash, verified_at, onboarded, bio, avatar,
                            created_at, updated_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11)",
        params![
            user.id,
            user.name,
            fold(user.name.as_str()),
            username,
            user.email,
            user.password_hash,
            user.verified_at,
            user.onboarded,
            user.bio,
            user.avatar,
            user.created_at,
        ],
    )?;
    if user.verified_at.is_some() {
        tx.changed(Change::People);
    }
    Ok(())
}

/// Returns the avatar of a row that is joined with `avatars`, if one is set.
pub(super) fn avatar(row: &Row<'_>) -> Result<Option<Avatar>, StoreError> {
    let Some(url) = row.get("avatar_url")? else {
        return Ok(None);
    };
    Ok(Some(Avatar {
        url,
        name: row.get("avatar_name")?,
        description: row.get("avatar_description")?,
    }))
}
