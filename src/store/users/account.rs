//! Accounts of readers: credentials, status and profile.

use std::sync::Arc;

use crate::domain::avatar::Preset;
use crate::domain::moderation::Standing;
use crate::domain::search::fold;
use crate::domain::user::{BanReason, EmailAddress, Profile, SocialLinks, User};
use crate::domain::{Account, Time, TokenId, UserId};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{Row, StoreError, params};
use crate::store::{sessions, webhooks};

/// The part of an account that authorises its requests.
#[derive(Debug, Clone)]
pub struct AccountStatus {
    /// The epoch of valid tokens.
    pub token_epoch: i64,
    /// Tokens of this epoch that were logged out.
    pub revoked_tokens: Arc<[TokenId]>,
    /// Whether the email address was verified.
    pub is_verified: bool,
    /// Whether onboarding is complete.
    pub onboarded: bool,
    /// Whether an administrator banned the reader.
    pub is_banned: bool,
    /// The rights that the staff gave or took, some for a time.
    pub standing: Standing,
}

/// The credentials of a reader.
pub struct Credentials {
    /// The reader.
    pub user: User,
    /// The password hash, a PHC string.
    pub password_hash: String,
    /// The epoch of new tokens.
    pub token_epoch: i64,
}

macro_rules! select_users {
    ($condition:literal) => {
        concat!(
            "select u.id, u.name, u.username, u.email, u.pending_email, u.verified_at, u.onboarded, u.bio, u.hides_email,
                    u.website, u.github, u.linkedin, u.x, u.is_banned, u.ban_reason, u.created_at,
                    u.silenced_until, u.banned_until, u.is_trusted, u.report_count,
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

/// Returns the reader with this id.
pub fn by_id(tx: &Tx<'_>, id: UserId) -> Result<Option<User>, StoreError> {
    tx.query_one(select_users!("u.id = ?1"), params![id], user)
}

/// Returns the id of the reader with this email address, ignoring case.
pub fn id_by_email(tx: &Tx<'_>, email: &str) -> Result<Option<UserId>, StoreError> {
    tx.query_value(
        "select id from users where email = ?1",
        params![EmailAddress::normalised(email)],
    )
}

/// Returns the credentials of the reader with this email address.
pub fn credentials_by_email(tx: &Tx<'_>, email: &EmailAddress) -> Result<Option<Credentials>, StoreError> {
    tx.query_one(select_users!("u.email = ?1"), params![email], with_credentials)
}

/// Returns the credentials of the reader with this id.
pub fn credentials_by_id(tx: &Tx<'_>, id: UserId) -> Result<Option<Credentials>, StoreError> {
    tx.query_one(select_users!("u.id = ?1"), params![id], with_credentials)
}

/// Returns the part of an account that authorises its requests.
pub fn account_status(tx: &Tx<'_>, id: UserId) -> Result<Option<AccountStatus>, StoreError> {
    let ended_tokens: Arc<[TokenId]> = sessions::revoked(tx, Account::Reader(id))?.into();
    tx.query_one(
        "select token_epoch, verified_at, onboarded, is_banned, silenced_until, banned_until, is_trusted
         from users where id = ?1",
        params![id],
        |row| {
            Ok(AccountStatus {
                token_epoch: row.get("token_epoch")?,
                revoked_tokens: ended_tokens,
                is_verified: row.get::<Option<i64>>("verified_at")?.is_some(),
                onboarded: row.get("onboarded")?,
                is_banned: row.get("is_banned")?,
                standing: standing(row)?,
            })
        },
    )
}

/// Returns when an account was created, and whether the staff trust the reader.
pub fn trust(tx: &Tx<'_>, id: UserId) -> Result<Option<(Time, bool)>, StoreError> {
    tx.query_one(
        "select created_at, is_trusted from users where id = ?1",
        params![id],
        |row| Ok((row.get("created_at")?, row.get("is_trusted")?)),
    )
}

/// Marks the email address as verified.
pub fn verify(tx: &mut Tx<'_>, id: UserId, now: Time) -> Result<(), StoreError> {
    let is_first = tx.exists(
        "select 1 from users where id = ?1 and verified_at is null",
        params![id],
    )?;
    tx.execute(
        "update users set verified_at = coalesce(verified_at, ?2), updated_at = ?2 where id = ?1",
        params![id, now],
    )?;
    if is_first {
        webhooks::user_joined(tx, id, now)?;
    }
    tx.changed(Change::Accounts);
    tx.changed(Change::People);
    Ok(())
}

/// Sets the password and returns the epoch of new tokens. All earlier tokens become invalid.
pub fn set_password(
    tx: &mut Tx<'_>,
    id: UserId,
    password_hash: &str,
    now: Time,
) -> Result<Option<i64>, StoreError> {
    tx.changed(Change::Accounts);
    sessions::delete_all(tx, Account::Reader(id))?;
    tx.query_value(
        "update users set password_hash = ?2, token_epoch = token_epoch + 1, updated_at = ?3 where id = ?1
         returning token_epoch",
        params![id, password_hash, now],
    )
}

/// Sets whether the email address is hidden from other readers.
pub fn set_email_hidden(tx: &mut Tx<'_>, id: UserId, is_hidden: bool) -> Result<(), StoreError> {
    tx.execute(
        "update users set hides_email = ?2 where id = ?1",
        params![id, is_hidden],
    )?;
    Ok(())
}

/// Sets or clears the new email address that is not confirmed yet.
pub fn set_pending_email(
    tx: &mut Tx<'_>,
    id: UserId,
    email: Option<&EmailAddress>,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "update users set pending_email = ?2, updated_at = ?3 where id = ?1",
        params![id, email, now],
    )?;
    Ok(())
}

/// Sets the email address. Returns a conflict on `users.email` if another account uses it.
pub fn set_email(tx: &mut Tx<'_>, id: UserId, email: &EmailAddress, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update users set email = ?2, pending_email = null, updated_at = ?3 where id = ?1",
        params![id, email, now],
    )?;
    Ok(())
}

/// Sets the profile of a reader.
pub fn set_profile(tx: &mut Tx<'_>, id: UserId, profile: &Profile, now: Time) -> Result<(), StoreError> {
    let links = &profile.links;
    tx.execute(
        "update users set name = ?2, name_folded = ?3, bio = ?4, website = ?5, github = ?6, linkedin = ?7, x = ?8,
                          updated_at = ?9
         where id = ?1",
        params![
            id,
            profile.name,
            fold(profile.name.as_str()),
            profile.bio,
            links.website,
            links.github,
            links.linkedin,
            links.x,
            now
        ],
    )?;
    tx.changed(Change::People);
    Ok(())
}

/// Sets the avatar.
pub fn set_avatar(tx: &mut Tx<'_>, id: UserId, avatar: &Preset, now: Time) -> Result<(), StoreError> {
    tx.execute(
        "update users set avatar = ?2, updated_at = ?3 where id = ?1",
        params![id, avatar.slug, now],
    )?;
    tx.changed(Change::People);
    Ok(())
}

/// Bans a reader, which invalidates all their tokens, or lifts the ban. Returns whether the reader exists.
pub fn set_ban(tx: &mut Tx<'_>, id: UserId, is_banned: bool, reason: &BanReason) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "update users set is_banned = ?2, ban_reason = ?3, token_epoch = token_epoch + ?2 where id = ?1",
        params![id, is_banned, if is_banned { reason.as_str() } else { "" }],
    )?;
    tx.changed(Change::Accounts);
    tx.changed(Change::People);
    Ok(changed > 0)
}

/// Sets the rights that the staff gave or took, from the next request on.
pub fn set_standing(tx: &mut Tx<'_>, id: UserId, standing: Standing) -> Result<(), StoreError> {
    tx.execute(
        "update users set silenced_until = ?2, banned_until = ?3, is_trusted = ?4 where id = ?1",
        params![
            id,
            standing.silenced_until,
            standing.banned_until,
            standing.is_trusted
        ],
    )?;
    tx.changed(Change::Accounts);
    Ok(())
}

/// Marks onboarding as complete.
pub fn complete_onboarding(tx: &mut Tx<'_>, id: UserId) -> Result<(), StoreError> {
    tx.execute("update users set onboarded = 1 where id = ?1", params![id])?;
    tx.changed(Change::Accounts);
    Ok(())
}

pub(super) fn with_credentials(row: &Row<'_>) -> Result<Credentials, StoreError> {
    Ok(Credentials {
        user: user(row)?,
        password_hash: row.get("password_hash")?,
        token_epoch: row.get("token_epoch")?,
    })
}

pub(super) fn user(row: &Row<'_>) -> Result<User, StoreError> {
    Ok(User {
        id: row.get("id")?,
        name: row.get("name")?,
        username: row.get("username")?,
        email: row.get("email")?,
        pending_email: row.get("pending_email")?,
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
        standing: standing(row)?,
        reports: row.get("report_count")?,
        created_at: row.get("created_at")?,
    })
}

fn standing(row: &Row<'_>) -> Result<Standing, StoreError> {
    Ok(Standing {
        silenced_until: row.get("silenced_until")?,
        banned_until: row.get("banned_until")?,
        is_trusted: row.get("is_trusted")?,
    })
}
