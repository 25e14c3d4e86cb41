//! Administrators.

use super::commits::Change;
use super::engine::{Row, StoreError, params};
use crate::domain::admin::{Admin, AdminName};
use crate::domain::user::EmailAddress;
use crate::domain::{AdminId, AuthorId, Time};
use crate::store::Tx;

macro_rules! select_admins {
    ($rest:literal) => {
        concat!(
            "select id, username, email, pending_email, created_at, password_hash, token_epoch from admins ",
            $rest
        )
    };
}

/// Returns all administrators, oldest first.
pub fn all(tx: &Tx<'_>) -> Result<Vec<Admin>, StoreError> {
    tx.query_all(select_admins!("order by created_at, id"), params![], admin)
}

/// Returns the administrator with this id.
pub fn by_id(tx: &Tx<'_>, id: AdminId) -> Result<Option<Admin>, StoreError> {
    tx.query_one(select_admins!("where id = ?1"), params![id], admin)
}

/// The credentials of an administrator.
pub struct AdminCredentials {
    /// The administrator.
    pub admin: Admin,
    /// The password hash, a PHC string.
    pub password_hash: String,
    /// The epoch of new tokens.
    pub token_epoch: i64,
}

/// Returns the credentials of the administrator with this email address.
pub fn credentials(tx: &Tx<'_>, email: &EmailAddress) -> Result<Option<AdminCredentials>, StoreError> {
    tx.query_one(
        select_admins!("where email = ?1"),
        params![email],
        with_credentials,
    )
}

/// Returns the credentials of the administrator with this id.
pub fn credentials_of(tx: &Tx<'_>, id: AdminId) -> Result<Option<AdminCredentials>, StoreError> {
    tx.query_one(select_admins!("where id = ?1"), params![id], with_credentials)
}

/// Sets the password and returns the epoch of new tokens. All earlier tokens become invalid.
pub fn set_password(tx: &mut Tx<'_>, id: AdminId, password_hash: &str) -> Result<Option<i64>, StoreError> {
    tx.changed(Change::Accounts);
    tx.query_value(
        "update admins set password_hash = ?2, token_epoch = token_epoch + 1 where id = ?1
         returning token_epoch",
        params![id, password_hash],
    )
}

/// Sets the username. Returns a conflict with the column if it is taken.
pub fn set_username(tx: &mut Tx<'_>, id: AdminId, username: &AdminName) -> Result<(), StoreError> {
    tx.execute(
        "update admins set username = ?2 where id = ?1",
        params![id, username],
    )?;
    tx.changed(Change::People);
    Ok(())
}

/// Sets or clears the new email address that is not confirmed yet.
pub fn set_pending_email(
    tx: &mut Tx<'_>,
    id: AdminId,
    email: Option<&EmailAddress>,
) -> Result<(), StoreError> {
    tx.execute(
        "update admins set pending_email = ?2 where id = ?1",
        params![id, email],
    )?;
    Ok(())
}

/// Sets the email address. Returns a conflict with the column if it is taken.
pub fn set_email(tx: &mut Tx<'_>, id: AdminId, email: &EmailAddress) -> Result<(), StoreError> {
    tx.execute(
        "update admins set email = ?2, pending_email = null where id = ?1",
        params![id, email],
    )?;
    Ok(())
}

/// Removes an administrator. `heir` becomes the author of their posts; without one, the posts have no author.
pub fn remove(tx: &mut Tx<'_>, id: AdminId, heir: Option<AdminId>) -> Result<(), StoreError> {
    if let Some(heir) = heir {
        tx.execute(
            "update posts set author_id = ?2 where author_id = ?1",
            params![AuthorId::from(id), AuthorId::from(heir)],
        )?;
    }
    tx.execute("delete from admins where id = ?1", params![id])?;
    tx.changed(Change::Everything);
    Ok(())
}

/// Returns the administrator with this username or email address.
pub fn by_email_or_username(tx: &Tx<'_>, email_or_username: &str) -> Result<Option<Admin>, StoreError> {
    tx.query_one(
        select_admins!("where email = ?2 or username = ?1 order by email = ?2 desc limit 1"),
        params![email_or_username, EmailAddress::normalised(email_or_username)],
        admin,
    )
}

/// Stores a new administrator and their author.
pub fn insert(
    tx: &mut Tx<'_>,
    id: AdminId,
    username: &AdminName,
    email: &EmailAddress,
    password_hash: &str,
    now: Time,
) -> Result<(), StoreError> {
    tx.execute(
        "insert into admins (id, username, email, password_hash, created_at)
         values (?1, ?2, ?3, ?4, ?5)",
        params![id, username, email, password_hash, now],
    )?;
    tx.execute(
        "insert into authors (id, admin_id) values (?1, ?2)",
        params![AuthorId::from(id), id],
    )?;
    tx.changed(Change::People);
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
    Ok(Admin {
        pending_email: row.get("pending_email")?,
        id: row.get("id")?,
        username: row.get("username")?,
        email: row.get("email")?,
        created_at: row.get("created_at")?,
    })
}
