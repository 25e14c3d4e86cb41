//! The staff, whom the API calls administrators.

use super::commits::Change;
use super::engine::{Row, StoreError, each_text, params, strings};
use super::second_factors::has_second_factor;
use super::{authors, posts, series, sessions};
use crate::domain::admin::{Admin, AdminName};
use crate::domain::user::EmailAddress;
use crate::domain::{Account, AdminId, AuthorId, Page, Paging, Role, Time, TokenId, author};
use crate::store::Tx;

macro_rules! select_admins {
    ($rest:literal) => {
        concat!(
            "select id, username, email, pending_email, role, created_at, password_hash, token_epoch from admins ",
            $rest
        )
    };
}

/// Returns all administrators, oldest first.
pub fn all(tx: &Tx<'_>) -> Result<Vec<Admin>, StoreError> {
    tx.query_all(select_admins!("order by created_at, id"), params![], admin)
}

/// A member of the staff, with the number of their posts and drafts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The account.
    pub admin: Admin,
    /// Posts and drafts.
    pub posts: u64,
}

macro_rules! select_members {
    ($rest:literal) => {
        concat!(
            "select id, username, email, pending_email, role, created_at,
                    (select count(*) from posts where author_id = admins.id)
                        + (select count(*) from post_authors where author_id = admins.id) as posts
             from admins ",
            $rest
        )
    };
}

/// Returns a page of the staff, oldest first.
pub fn members(tx: &Tx<'_>, paging: Paging) -> Result<Page<Member>, StoreError> {
    let items = tx.query_all(
        select_members!("order by created_at, id limit ?1 offset ?2"),
        params![paging.limit, paging.offset()],
        member,
    )?;
    let total = tx.query_value("select count(*) from admins", params![])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}

/// Returns the member of the staff with this id.
pub fn member_by_id(tx: &Tx<'_>, id: AdminId) -> Result<Option<Member>, StoreError> {
    tx.query_one(select_members!("where id = ?1"), params![id], member)
}

pub(super) const FOLLOWING: &str = select_admins!("where id > ?1 order by id limit ?2");

/// Returns at most `limit` members of the staff, those that follow one in the order of their ids, or the first ones.
pub fn following(
    tx: &Tx<'_>,
    last: Option<AdminId>,
    limit: u32,
) -> Result<Vec<AdminCredentials>, StoreError> {
    let last = last.map_or_else(String::new, |id| id.to_string());
    tx.query_all(FOLLOWING, params![last, limit], with_credentials)
}

/// Returns those of the given members of the staff who exist.
pub fn among(tx: &Tx<'_>, ids: &[AdminId]) -> Result<Vec<AdminId>, StoreError> {
    let ids: Vec<String> = ids.iter().map(AdminId::to_string).collect();
    tx.query_column(
        concat!("select id from admins where id in ", each_text!("?1")),
        params![strings(&ids)],
    )
}

/// Whether a member of the staff has this name or this address.
pub fn is_taken(tx: &Tx<'_>, username: &AdminName, email: &EmailAddress) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from admins where username = ?1 or email = ?2 limit 1",
        params![username, email],
    )
}

/// Returns the address of a member of the staff.
pub fn email(tx: &Tx<'_>, id: AdminId) -> Result<Option<EmailAddress>, StoreError> {
    tx.query_value("select email from admins where id = ?1", params![id])
}

/// What a good token of a member of the staff permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaffRights {
    /// The present role.
    pub role: Role,
    /// Whether the member has a second factor.
    pub has_second_factor: bool,
}

/// Returns the rights of a member of the staff whose token is still good: of this epoch, and not logged out.
pub fn rights_of_session(
    tx: &Tx<'_>,
    id: AdminId,
    token: TokenId,
    epoch: i64,
) -> Result<Option<StaffRights>, StoreError> {
    tx.query_one(
        concat!(
            "select role, ",
            has_second_factor!("admins.id"),
            " as has_second_factor from admins where id = ?1 and token_epoch = ?2
             and not exists (select 1 from ended_tokens where id = ?3)"
        ),
        params![id, epoch, token],
        |row| {
            Ok(StaffRights {
                role: row.get("role")?,
                has_second_factor: row.get("has_second_factor")?,
            })
        },
    )
}

/// Whether there is a member of the staff with the role admin who has a password. One who was moved here without it cannot
/// sign in.
pub fn has_admin(tx: &Tx<'_>) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from admins where role = 'admin' and password_hash <> '' limit 1",
        params![],
    )
}

/// Whether there is a member of the staff with the role admin who has a password, other than this one.
pub fn has_other_admin(tx: &Tx<'_>, id: AdminId) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from admins where role = 'admin' and password_hash <> '' and id <> ?1 limit 1",
        params![id],
    )
}

/// Returns all administrators by name, at most `limit`.
pub fn by_name(tx: &Tx<'_>, limit: u32) -> Result<Vec<Admin>, StoreError> {
    tx.query_all(
        select_admins!("order by username, id limit ?1"),
        params![limit],
        admin,
    )
}

/// Sets the role, from the next request on.
pub fn set_role(tx: &mut Tx<'_>, id: AdminId, role: Role) -> Result<(), StoreError> {
    tx.execute("update admins set role = ?2 where id = ?1", params![id, role])?;
    tx.changed(Change::Accounts);
    // Comments show the role of their author.
    tx.changed(Change::People);
    Ok(())
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
    sessions::delete_all(tx, Account::Admin(id))?;
    tx.query_value(
        "update admins set password_hash = ?2, token_epoch = token_epoch + 1 where id = ?1
         returning token_epoch",
        params![id, password_hash],
    )
}

/// Sets the username. Returns a conflict with the column if it is taken.
pub fn set_username(tx: &mut Tx<'_>, id: AdminId, username: &AdminName) -> Result<(), StoreError> {
    let old_name = authors::name(tx, id.into())?;
    tx.execute(
        "update admins set username = ?2 where id = ?1",
        params![id, username],
    )?;
    authors::rename(
        tx,
        id.into(),
        old_name.as_deref().unwrap_or_default(),
        username.as_str(),
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

/// Removes a member of the staff. `new_author` takes their place among the authors of their posts, gets their series, and
/// is where the address of their page leads; without one, the posts have one author less, or none.
pub fn remove(tx: &mut Tx<'_>, id: AdminId, new_author: Option<AdminId>) -> Result<(), StoreError> {
    let new_author = new_author.map(AuthorId::from);
    posts::replace_author(tx, id.into(), new_author)?;
    if let Some(new_author) = new_author {
        series::replace_author(tx, id.into(), new_author)?;
        authors::hand_over_page(tx, id.into(), new_author)?;
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

/// A member of the staff to be stored.
#[derive(Debug, Clone)]
pub struct NewAdmin {
    /// The id, which never changes.
    pub id: AdminId,
    /// The username, which must be free.
    pub username: AdminName,
    /// The email address, which must be free.
    pub email: EmailAddress,
    /// The password hash, a PHC string.
    pub password_hash: String,
    /// The role.
    pub role: Role,
    /// When the account was created.
    pub created_at: Time,
}

/// Stores a new member of the staff and their author. Returns a conflict with the column if a name is taken.
pub fn insert(tx: &mut Tx<'_>, new: &NewAdmin) -> Result<(), StoreError> {
    tx.execute(
        "insert into admins (id, username, email, password_hash, role, created_at)
         values (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            new.id,
            new.username,
            new.email,
            new.password_hash,
            new.role,
            new.created_at
        ],
    )?;
    let slug = authors::free_slug(tx, new.username.as_str())?;
    tx.execute(
        "insert into authors (id, admin_id, slug, name_folded) values (?1, ?2, ?3, ?4)",
        params![
            AuthorId::from(new.id),
            new.id,
            slug,
            author::folded_name(new.username.as_str())
        ],
    )?;
    tx.changed(Change::People);
    Ok(())
}

fn member(row: &Row<'_>) -> Result<Member, StoreError> {
    Ok(Member {
        admin: admin(row)?,
        posts: row.get("posts")?,
    })
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
        role: row.get("role")?,
        created_at: row.get("created_at")?,
    })
}
