//! Invitations to the staff.

use super::engine::{Row, StoreError, params};
use crate::domain::user::EmailAddress;
use crate::domain::{AdminId, InviteId, Page, Paging, Role, Time};
use crate::store::Tx;

/// An invitation that nobody has used yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invite {
    /// The id of the invitation.
    pub id: InviteId,
    /// The address that it was mailed to, with which the account will sign in.
    pub email: EmailAddress,
    /// The role that it gives.
    pub role: Role,
    /// The name of the member who invited; `None` if they have left.
    pub invited_by: Option<String>,
    /// When it was mailed.
    pub created_at: Time,
    /// The time from which it cannot be used.
    pub expires_at: Time,
}

/// An invitation to be stored.
#[derive(Debug, Clone)]
pub struct NewInvite {
    /// The id of the invitation.
    pub id: InviteId,
    /// The address that it is mailed to.
    pub email: EmailAddress,
    /// The role that it gives.
    pub role: Role,
    /// The member who invites.
    pub invited_by: AdminId,
    /// When it is mailed.
    pub created_at: Time,
    /// The time from which it cannot be used.
    pub expires_at: Time,
}

macro_rules! select_invites {
    ($rest:literal) => {
        concat!(
            "select i.id, i.email, i.role, a.username as invited_by, i.created_at, i.expires_at
             from invites i left join admins a on a.id = i.invited_by ",
            $rest
        )
    };
}

pub(super) const OF_INVITER: &str = "delete from invites where invited_by = ?1 returning id";

/// Stores an invitation to an address that has none.
pub fn insert(tx: &mut Tx<'_>, new: &NewInvite, token_hash: &str) -> Result<(), StoreError> {
    tx.execute(
        "insert into invites (id, email, role, token_hash, invited_by, created_at, expires_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            new.id,
            new.email,
            new.role,
            token_hash,
            new.invited_by,
            new.created_at,
            new.expires_at
        ],
    )?;
    Ok(())
}

/// Returns a page of the invitations that are still good, newest first.
pub fn list(tx: &Tx<'_>, now: Time, paging: Paging) -> Result<Page<Invite>, StoreError> {
    let items = tx.query_all(
        select_invites!("where i.expires_at > ?1 order by i.created_at desc, i.id desc limit ?2 offset ?3"),
        params![now, paging.limit, paging.offset()],
        invite,
    )?;
    let total = tx.query_value("select count(*) from invites where expires_at > ?1", params![now])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns the invitation with this id.
pub fn by_id(tx: &Tx<'_>, id: InviteId) -> Result<Option<Invite>, StoreError> {
    tx.query_one(select_invites!("where i.id = ?1"), params![id], invite)
}

/// Returns the invitation of the token with this hash, if it is still good.
pub fn by_token(tx: &Tx<'_>, token_hash: &str, now: Time) -> Result<Option<Invite>, StoreError> {
    tx.query_one(
        select_invites!("where i.token_hash = ?1 and i.expires_at > ?2"),
        params![token_hash, now],
        invite,
    )
}

/// Returns the invitation to this address, if it is still good.
pub fn by_email(tx: &Tx<'_>, email: &EmailAddress, now: Time) -> Result<Option<Invite>, StoreError> {
    tx.query_one(
        select_invites!("where i.email = ?1 and i.expires_at > ?2"),
        params![email, now],
        invite,
    )
}

/// Deletes an invitation, and returns whether it existed.
pub fn delete(tx: &mut Tx<'_>, id: InviteId) -> Result<bool, StoreError> {
    Ok(tx.execute("delete from invites where id = ?1", params![id])? > 0)
}

/// Deletes the invitation to this address, and returns its id, if there is one.
pub fn delete_to(tx: &mut Tx<'_>, email: &EmailAddress) -> Result<Vec<InviteId>, StoreError> {
    tx.query_column(
        "delete from invites where email = ?1 returning id",
        params![email],
    )
}

/// Deletes the invitations that this member of the staff sent, and returns their ids.
pub fn delete_of(tx: &mut Tx<'_>, inviter: AdminId) -> Result<Vec<InviteId>, StoreError> {
    tx.query_column(OF_INVITER, params![inviter])
}

/// Deletes the invitations that have expired by `now`, and returns their number.
pub fn delete_expired(tx: &mut Tx<'_>, now: Time) -> Result<usize, StoreError> {
    tx.execute("delete from invites where expires_at <= ?1", params![now])
}

fn invite(row: &Row<'_>) -> Result<Invite, StoreError> {
    Ok(Invite {
        id: row.get("id")?,
        email: row.get("email")?,
        role: row.get("role")?,
        invited_by: row.get("invited_by")?,
        created_at: row.get("created_at")?,
        expires_at: row.get("expires_at")?,
    })
}
