//! Readers.

mod account;
mod manage;
mod removal;

pub use account::{
    Credentials, Standing, by_address, by_id, credentials, credentials_of, onboard, set_avatar, set_ban,
    set_email, set_email_hidden, set_password, set_pending_email, set_profile, standing, verify,
};
#[cfg(test)]
pub(super) use manage::MANAGED;
pub use manage::{UserFilter, managed};
pub use removal::{remove, remove_unverified, remove_unverified_with};

use super::engine::{Row, StoreError, Tx, params};
use super::{free_slug, parsed};
use crate::domain::user::{NewUser, PublicUser};
use crate::domain::{Avatar, Page, Paging, Time, UserId};

/// A page of the verified, unbanned readers, newest first.
pub fn public(tx: &Tx<'_>, paging: Paging) -> Result<Page<PublicUser>, StoreError> {
    let items = tx.query_all(PUBLIC, params![paging.limit, paging.offset()], public_user)?;
    let total = tx
        .query_one("select public_users from totals", params![], |row| row.get(0))?
        .unwrap_or(0);
    Ok(Page { items, total, paging })
}

pub(super) const PUBLIC: &str = "
    select u.id, u.name, u.username, u.created_at,
           a.url as avatar_url, a.name as avatar_name, a.description as avatar_description
    from users u
    left join avatars a on a.slug = u.avatar
    where u.verified_at is not null and u.is_banned = 0
    order by u.created_at desc, u.rowid desc
    limit ?1 offset ?2";

/// Every verified, unbanned reader's id, newest first, for the sitemap.
pub fn public_ids(tx: &Tx<'_>) -> Result<Vec<UserId>, StoreError> {
    tx.query_all(
        "select id from users where verified_at is not null and is_banned = 0 order by created_at desc",
        params![],
        |row| parsed(row, "id", UserId::parse),
    )
}

/// Stores a new reader.
pub fn insert(tx: &mut Tx<'_>, user: &NewUser) -> Result<(), StoreError> {
    let username = free_slug!(tx, "users", "username", user.username)?;
    tx.execute(
        "insert into users (id, name, username, email, password_hash, verified_at, onboarded, bio, avatar,
                            created_at, updated_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10)",
        params![
            user.id.to_string(),
            user.name.as_str(),
            username.as_str(),
            user.email.as_str(),
            user.password_hash,
            user.verified_at.map(Time::milliseconds),
            user.onboarded,
            user.bio,
            user.avatar,
            user.created_at.milliseconds(),
        ],
    )?;
    Ok(())
}

fn public_user(row: &Row<'_>) -> Result<PublicUser, StoreError> {
    Ok(PublicUser {
        id: parsed(row, "id", UserId::parse)?,
        name: row.get("name")?,
        username: row.get("username")?,
        avatar: avatar(row)?,
        created_at: Time::from_milliseconds(row.get("created_at")?),
    })
}

/// The preset that a row joined with its `avatars` names, if one was chosen.
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
