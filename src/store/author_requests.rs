//! Readers who ask to write.

use super::engine::{Row, StoreError, params};
use super::users;
use crate::domain::comment::Reader;
use crate::domain::user::{AuthorNote, EmailAddress};
use crate::domain::{AuthorRequestId, Page, Paging, Time, UserId};
use crate::store::Tx;

/// A reader's request to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorRequest {
    /// The id of the request.
    pub id: AuthorRequestId,
    /// The reader who asks.
    pub reader: Reader,
    /// Their address, to which an invitation goes.
    pub email: EmailAddress,
    /// The text in which they say why.
    pub note: String,
    /// When they asked.
    pub created_at: Time,
}

/// Stores a request. Returns `false` if the reader has asked already.
pub fn insert(
    tx: &mut Tx<'_>,
    id: AuthorRequestId,
    reader: UserId,
    note: &AuthorNote,
    now: Time,
) -> Result<bool, StoreError> {
    let inserted = tx.execute(
        "insert into author_requests (id, user_id, note, created_at) values (?1, ?2, ?3, ?4)
         on conflict (user_id) do nothing",
        params![id, reader, note, now],
    )?;
    Ok(inserted > 0)
}

/// Returns a page of the requests, oldest first. Those of banned readers are left out.
pub fn list(tx: &Tx<'_>, paging: Paging) -> Result<Page<AuthorRequest>, StoreError> {
    let items = tx.query_all(
        "select r.id, r.note, r.created_at, u.id as user_id, u.name, u.username, u.email,
                a.url as avatar_url, a.name as avatar_name, a.description as avatar_description
         from author_requests r
         join users u on u.id = r.user_id
         left join avatars a on a.slug = u.avatar
         where u.is_banned = 0
         order by r.created_at, r.id limit ?1 offset ?2",
        params![paging.limit, paging.offset()],
        request,
    )?;
    let total = tx.query_value(
        "select count(*) from author_requests r join users u on u.id = r.user_id where u.is_banned = 0",
        params![],
    )?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Deletes a request, and returns the reader who made it, if it existed.
pub fn delete(tx: &mut Tx<'_>, id: AuthorRequestId) -> Result<Option<UserId>, StoreError> {
    tx.query_value(
        "delete from author_requests where id = ?1 returning user_id",
        params![id],
    )
}

/// Deletes the request of the reader with this address, if there is one.
pub fn delete_of(tx: &mut Tx<'_>, email: &EmailAddress) -> Result<(), StoreError> {
    tx.execute(
        "delete from author_requests where user_id = (select id from users where email = ?1)",
        params![email],
    )?;
    Ok(())
}

fn request(row: &Row<'_>) -> Result<AuthorRequest, StoreError> {
    Ok(AuthorRequest {
        id: row.get("id")?,
        reader: Reader {
            id: row.get("user_id")?,
            name: row.get("name")?,
            username: row.get("username")?,
            avatar: users::avatar(row)?,
        },
        email: row.get("email")?,
        note: row.get("note")?,
        created_at: row.get("created_at")?,
    })
}
