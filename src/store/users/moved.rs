//! Readers for an export of the whole site, in the order of their ids, and as another site has exported them.

use super::account::{Credentials, select_users, with_credentials};
use super::insert;
use crate::domain::UserId;
use crate::domain::moderation::Standing;
use crate::domain::user::{BanReason, EmailAddress, NewUser, SocialLinks};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{StoreError, each_text, params, strings};

pub(in crate::store) const FOLLOWING: &str =
    select_users!("u.id > ?1 and u.verified_at is not null order by u.id limit ?2");

/// Returns at most `limit` readers whose address was verified, those that follow one in the order of their ids, or the first
/// ones.
pub fn following(tx: &Tx<'_>, last: Option<UserId>, limit: u32) -> Result<Vec<Credentials>, StoreError> {
    let last = last.map_or_else(String::new, |id| id.to_string());
    tx.query_all(FOLLOWING, params![last, limit], with_credentials)
}

/// Returns those of the given readers who exist.
pub fn among(tx: &Tx<'_>, ids: &[UserId]) -> Result<Vec<UserId>, StoreError> {
    let ids: Vec<String> = ids.iter().map(UserId::to_string).collect();
    tx.query_column(
        concat!("select id from users where id in ", each_text!("?1")),
        params![strings(&ids)],
    )
}

/// Returns those of the given readers who exist and have no address, since they were moved here without one. Nobody can log in
/// as one of them.
pub fn without_address_among(tx: &Tx<'_>, ids: &[UserId]) -> Result<Vec<UserId>, StoreError> {
    let ids: Vec<String> = ids.iter().map(UserId::to_string).collect();
    let found: Vec<(UserId, EmailAddress)> = tx.query_all(
        concat!("select id, email from users where id in ", each_text!("?1")),
        params![strings(&ids)],
        |row| Ok((row.get("id")?, row.get("email")?)),
    )?;
    let without = found.into_iter().filter(|(_, email)| email.is_of_moved());
    Ok(without.map(|(id, _)| id).collect())
}

/// A reader of another site of this kind to be stored as they were there.
#[derive(Debug, Clone)]
pub struct MovedUser {
    /// The account.
    pub user: NewUser,
    /// The social links.
    pub links: SocialLinks,
    /// Whether the address is hidden from other readers.
    pub hides_email: bool,
    /// Whether an administrator has banned them, and why.
    pub ban: Option<BanReason>,
    /// The rights that the staff gave or took.
    pub standing: Standing,
}

/// Stores a reader of another site of this kind. The address must be free; a username that is not gets a number.
pub fn insert_moved(tx: &mut Tx<'_>, moved: &MovedUser) -> Result<(), StoreError> {
    insert(tx, &moved.user)?;
    let (links, standing) = (&moved.links, moved.standing);
    tx.execute(
        "update users set website = ?2, github = ?3, linkedin = ?4, x = ?5, hides_email = ?6, is_banned = ?7,
                          ban_reason = ?8, silenced_until = ?9, banned_until = ?10, is_trusted = ?11
         where id = ?1",
        params![
            moved.user.id,
            links.website,
            links.github,
            links.linkedin,
            links.x,
            moved.hides_email,
            moved.ban.is_some(),
            moved.ban.as_ref().map_or("", BanReason::as_str),
            standing.silenced_until,
            standing.banned_until,
            standing.is_trusted
        ],
    )?;
    tx.changed(Change::Accounts);
    tx.changed(Change::People);
    Ok(())
}
