//! A reader's own account: who they are, what they prove it with, what they tell about themselves.

use std::sync::Arc;

use crate::domain::avatar::Preset;
use crate::domain::user::{BanReason, Email, Profile, SocialLinks, User};
use crate::domain::{Account, Time, TokenId, UserId};
use crate::store::engine::{Row, StoreError, Tx, params};
use crate::store::{parsed, sessions};

/// What of an account decides on a request.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Tokens of another epoch are dead.
    pub token_epoch: i64,
    /// Tokens of this epoch that are dead all the same: they were logged out.
    pub ended_tokens: Arc<[TokenId]>,
    /// Whether the address was shown to be theirs.
    pub is_verified: bool,
    /// Whether the first steps are done.
    pub onboarded: bool,
    /// Whether an administrator shut them out.
    pub is_banned: bool,
}

/// What a reader proves their password against.
pub struct Credentials {
    /// Who it is.
    pub user: User,
    /// A PHC string.
    pub password_hash: String,
    /// Goes into their tokens.
    pub token_epoch: i64,
}

macro_rules! select_users {
    ($condition:literal) => {
        concat!(
            "select u.id, u.name, u.username, u.email, u.pending_email, u.verified_at, u.onboarded, u.bio, u.hides_email,
                    u.website, u.github, u.linkedin, u.x, u.is_banned, u.ban_reason, u.created_at,
                    u.password_hash, u.token_epoch,
                    a.url as avatar_url, a.name as avatar_name, a.description as avatar_description
             from users u
             left join avatars a on a.slug = u.avatar
             where ",
            $condition
        )
    };
}

pub(super) use select_users;

/// The reader of this id.
pub fn by_id(tx: &Tx<'_>, id: UserId) -> Result<Option<User>, StoreError> {
    tx.query_one(select_users!("u.id = ?1"), params![id.to_string()], user)
}

/// The reader with this address, however it is written.
pub fn by_address(tx: &Tx<'_>, email: &str) -> Result<Option<UserId>, StoreError> {
    tx.query_one(
        "select id from users where email = lower(?1)",
        params![email],
        |row| parsed(row, "id", UserId::parse),
    )
}

/// The credentials of the reader with this address.
pub fn credentials(tx: &Tx<'_>, email: &Email) -> Result<Option<Credentials>, StoreError> {
    tx.query_one(
        select_users!("u.email = ?1"),
        params![email.as_str()],
        with_credentials,
    )
}

/// The credentials of the reader of this id.
pub fn credentials_of(tx: &Tx<'_>, id: UserId) -> Result<Option<Credentials>, StoreError> {
    tx.query_one(
        select_users!("u.id = ?1"),
        params![id.to_string()],
        with_credentials,
    )
}

/// What of this account decides on a request.
pub fn standing(tx: &Tx<'_>, id: UserId) -> Result<Option<Standing>, StoreError> {
    let ended_tokens: Arc<[TokenId]> = sessions::ended(tx, Account::Reader(id))?.into();
    tx.query_one(
        "select token_epoch, verified_at, onboarded, is_banned from users where id = ?1",
        params![id.to_string()],
        |row| {
            Ok(Standing {
                token_epoch: row.get("token_epoch")?,
                ended_tokens,
                is_verified: row.get::<Option<i64>>("verified_at")?.is_some(),
                onboarded: row.get("onboarded")?,
                is_banned: row.get("is_banned")?,
            })
        },
    )
}

/// The address is theirs.
pub fn verify(tx: &mut Tx<'_>, id: UserId, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update users set verified_at = coalesce(verified_at, ?2), updated_at = ?2 where id = ?1",
        params![id.to_string(), now.milliseconds()],
    )?;
    Ok(())
}

/// Sets another password, which ends all earlier tokens, and gives the epoch of the next ones.
pub fn set_password(
    tx: &mut Tx<'_>,
    id: UserId,
    password_hash: &str,
    now: Time,
) -> Result<Option<i64>, StoreError> {
    tx.query_one(
        "update users set password_hash = ?2, token_epoch = token_epoch + 1, updated_at = ?3 where id = ?1
         returning token_epoch",
        params![id.to_string(), password_hash, now.milliseconds()],
        |row| row.get(0),
    )
}

/// Sets whether other readers see the address.
pub fn set_email_hidden(tx: &mut Tx<'_>, id: UserId, is_hidden: bool) -> Result<(), StoreError> {
    tx.execute(
        "update users set hides_email = ?2 where id = ?1",
        params![id.to_string(), is_hidden],
    )?;
    Ok(())
}

/// Notes the address that waits for its code, or that none does.
pub fn set_pending_email(
    tx: &mut Tx<'_>,
    id: UserId,
    email: Option<&Email>,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "update users set pending_email = ?2, updated_at = ?3 where id = ?1",
        params![id.to_string(), email.map(Email::as_str), now.milliseconds()],
    )?;
    Ok(())
}

/// Puts another address into effect. A conflict on `users.email` says that somebody has it.
pub fn set_email(tx: &mut Tx<'_>, id: UserId, email: &Email, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update users set email = ?2, pending_email = null, updated_at = ?3 where id = ?1",
        params![id.to_string(), email.as_str(), now.milliseconds()],
    )?;
    Ok(())
}

/// Sets what a reader tells about themselves.
pub fn set_profile(tx: &mut Tx<'_>, id: UserId, profile: &Profile, now: Time) -> Result<(), StoreError> {
    let links = &profile.links;
    tx.execute(
        "update users set name = ?2, bio = ?3, website = ?4, github = ?5, linkedin = ?6, x = ?7, updated_at = ?8
         where id = ?1",
        params![
            id.to_string(),
            profile.name.as_str(),
            profile.bio.as_str(),
            links.website,
            links.github,
            links.linkedin,
            links.x,
            now.milliseconds()
        ],
    )?;
    Ok(())
}

/// Sets the picture.
pub fn set_avatar(tx: &mut Tx<'_>, id: UserId, avatar: &Preset, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update users set avatar = ?2, updated_at = ?3 where id = ?1",
        params![id.to_string(), avatar.slug, now.milliseconds()],
    )?;
    Ok(())
}

/// Shuts a reader out, which ends all their tokens, or lets them in again.
pub fn set_ban(tx: &mut Tx<'_>, id: UserId, is_banned: bool, reason: &BanReason) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "update users set is_banned = ?2, ban_reason = ?3, token_epoch = token_epoch + ?2 where id = ?1",
        params![
            id.to_string(),
            is_banned,
            if is_banned { reason.as_str() } else { "" }
        ],
    )?;
    Ok(changed > 0)
}

/// The first steps are done.
pub fn onboard(tx: &mut Tx<'_>, id: UserId) -> Result<(), StoreError> {
    tx.execute(
        "update users set onboarded = 1 where id = ?1",
        params![id.to_string()],
    )?;
    Ok(())
}

fn with_credentials(row: &Row<'_>) -> Result<Credentials, StoreError> {
    Ok(Credentials {
        user: user(row)?,
        password_hash: row.get("password_hash")?,
        token_epoch: row.get("token_epoch")?,
    })
}

pub(super) fn user(row: &Row<'_>) -> Result<User, StoreError> {
    let pending_email: Option<String> = row.get("pending_email")?;
    Ok(User {
        id: parsed(row, "id", UserId::parse)?,
        name: row.get("name")?,
        username: row.get("username")?,
        email: Email::from_stored(row.get("email")?),
        pending_email: pending_email.map(Email::from_stored),
        is_verified: row.get::<Option<i64>>("verified_at")?.is_some(),
        onboarded: row.get("onboarded")?,
        hides_email: row.get("hides_email")?,
        bio: row.get("bio")?,
        avatar: super::avatar(row)?,
        links: SocialLinks {
            website: row.get("website")?,
            github: row.get("github")?,
            linkedin: row.get("linkedin")?,
            x: row.get("x")?,
        },
        is_banned: row.get("is_banned")?,
        ban_reason: row.get("ban_reason")?,
        created_at: Time::from_milliseconds(row.get("created_at")?),
    })
}
