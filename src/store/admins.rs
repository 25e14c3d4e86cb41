//! Administrators.

use super::engine::{Row, StoreError, Tx, params};
use super::parsed;
use crate::domain::admin::{Admin, AdminName};
use crate::domain::user::Email;
use crate::domain::{AdminId, AuthorId, Time};

macro_rules! select_admins {
    ($rest:literal) => {
        concat!(
            "select id, username, email, pending_email, created_at, password_hash, token_epoch from admins ",
            $rest
        )
    };
}

/// All administrators, the first one first.
pub fn all(tx: &Tx<'_>) -> Result<Vec<Admin>, StoreError> {
    tx.query_all(select_admins!("order by created_at, id"), params![], admin)
}

/// The administrator of this id.
pub fn by_id(tx: &Tx<'_>, id: AdminId) -> Result<Option<Admin>, StoreError> {
    tx.query_one(select_admins!("where id = ?1"), params![id.to_string()], admin)
}

/// The epoch of an administrator's tokens; none when there is no such administrator.
pub fn token_epoch(tx: &Tx<'_>, id: AdminId) -> Result<Option<i64>, StoreError> {
    tx.query_one(
        "select token_epoch from admins where id = ?1",
        params![id.to_string()],
        |row| row.get(0),
    )
}

/// What an administrator proves their password against.
pub struct AdminCredentials {
    /// Who it is.
    pub admin: Admin,
    /// A PHC string.
    pub password_hash: String,
    /// Goes into their tokens.
    pub token_epoch: i64,
}

/// The credentials of the administrator with this address.
pub fn credentials(tx: &Tx<'_>, email: &Email) -> Result<Option<AdminCredentials>, StoreError> {
    tx.query_one(
        select_admins!("where email = ?1"),
        params![email.as_str()],
        with_credentials,
    )
}

/// The credentials of the administrator of this id.
pub fn credentials_of(tx: &Tx<'_>, id: AdminId) -> Result<Option<AdminCredentials>, StoreError> {
    tx.query_one(
        select_admins!("where id = ?1"),
        params![id.to_string()],
        with_credentials,
    )
}

/// Sets another password, which ends all earlier tokens, and gives the epoch of the next ones.
pub fn change_password(tx: &mut Tx<'_>, id: AdminId, password_hash: &str) -> Result<Option<i64>, StoreError> {
    tx.query_one(
        "update admins set password_hash = ?2, token_epoch = token_epoch + 1 where id = ?1
         returning token_epoch",
        params![id.to_string(), password_hash],
        |row| row.get(0),
    )
}

/// Sets the name. A conflict names the column of what is taken.
pub fn set_username(tx: &mut Tx<'_>, id: AdminId, username: &AdminName) -> Result<(), StoreError> {
    tx.execute(
        "update admins set username = ?2 where id = ?1",
        params![id.to_string(), username.as_str()],
    )?;
    Ok(())
}

/// Notes the address that waits for its code, or that none does.
pub fn set_pending_email(tx: &mut Tx<'_>, id: AdminId, email: Option<&Email>) -> Result<(), StoreError> {
    tx.execute(
        "update admins set pending_email = ?2 where id = ?1",
        params![id.to_string(), email.map(Email::as_str)],
    )?;
    Ok(())
}

/// Puts another address into effect. A conflict names the column of what is taken.
pub fn set_email(tx: &mut Tx<'_>, id: AdminId, email: &Email) -> Result<(), StoreError> {
    tx.execute(
        "update admins set email = ?2, pending_email = null where id = ?1",
        params![id.to_string(), email.as_str()],
    )?;
    Ok(())
}

/// Removes an administrator. Their posts are by `heir` from then on, or by nobody in particular.
pub fn remove(tx: &mut Tx<'_>, id: AdminId, heir: Option<AdminId>) -> Result<(), StoreError> {
    if let Some(heir) = heir {
        tx.execute(
            "update posts set author_id = ?2 where author_id = ?1",
            params![AuthorId::from(id).to_string(), AuthorId::from(heir).to_string()],
        )?;
    }
    tx.execute("delete from admins where id = ?1", params![id.to_string()])?;
    Ok(())
}

/// The administrator of this username or address.
pub fn by_name(tx: &Tx<'_>, email_or_username: &str) -> Result<Option<Admin>, StoreError> {
    tx.query_one(
        select_admins!("where email = lower(?1) or username = ?1 order by email = lower(?1) desc limit 1"),
        params![email_or_username],
        admin,
    )
}

/// Stores a new administrator, and the author under whose name they write.
pub fn insert(
    tx: &mut Tx<'_>,
    id: AdminId,
    username: &AdminName,
    email: &Email,
    password_hash: &str,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into admins (id, username, email, password_hash, created_at)
         values (?1, ?2, ?3, ?4, ?5)",
        params![
            id.to_string(),
            username.as_str(),
            email.as_str(),
            password_hash,
            now.milliseconds()
        ],
    )?;
    tx.execute(
        "insert into authors (id, admin_id) values (?1, ?2)",
        params![AuthorId::from(id).to_string(), id.to_string()],
    )?;
    Ok(())
}

fn with_credentials(row: &Row<'_>) -> Result<AdminCredentials, StoreError> {
    Ok(AdminCredentials {
        admin: admin(row)?,
        password_hash: row.get("password_hash")?,
        token_epoch: row.get("token_epoch")?,
    })
}

fn admin(row: &Row<'_>) -> Result<Admin, StoreError> {
    let pending_email: Option<String> = row.get("pending_email")?;
    Ok(Admin {
        pending_email: pending_email.map(Email::from_stored),
        id: parsed(row, "id", AdminId::parse)?,
        username: row.get("username")?,
        email: Email::from_stored(row.get("email")?),
        created_at: Time::from_milliseconds(row.get("created_at")?),
    })
}
