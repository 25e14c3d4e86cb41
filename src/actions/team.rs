//! The team: invitations, joining, changes of roles and removals.

use std::sync::Arc;

use thiserror::Error;

use crate::actions::mail_queue::{MailQueue, QueueError};
use crate::auth::link_token::LinkToken;
use crate::domain::admin::{Admin, AdminName};
use crate::domain::audit::{Action, Auditor};
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::user::EmailAddress;
use crate::domain::{AdminId, Entropy, InviteId, Role};
use crate::mail::{EmailTemplates, TemplateError};
use crate::store::admins::NewAdmin;
use crate::store::invites::{Invite, NewInvite};
use crate::store::{StoreError, Tx, admins, audit, author_requests, invites};

/// An invitation is good for this long.
const INVITE_DAYS: i64 = 7;

/// The details of the audit log about invitations that were not withdrawn on their own.
const REPLACED: &str = "replaced";
const INVITER_DEMOTED: &str = "inviter demoted";
const INVITER_REMOVED: &str = "inviter removed";

/// Invites people to the staff.
pub struct Invitations {
    templates: EmailTemplates,
    mail_queue: Arc<MailQueue>,
    entropy: Arc<dyn Entropy>,
}

/// An error of a change of the team.
#[derive(Debug, Error)]
pub enum TeamError {
    /// There is no such member, or no such invitation.
    #[error("there is no such member of the staff")]
    Unknown,
    /// Without this member nobody could administer the site.
    #[error("the last administrator has to stay one")]
    LastAdmin,
    /// A member of the staff has the address.
    #[error("a member of the staff has this address")]
    EmailTaken,
    /// The posts can only go to another member of the staff.
    #[error("the posts go to another member of the staff")]
    UnknownNewAuthor,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mail could not be written.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The mail could not be queued.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

impl Invitations {
    /// Creates the invitations of one site.
    pub fn new(templates: EmailTemplates, mail_queue: Arc<MailQueue>, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            templates,
            mail_queue,
            entropy,
        }
    }

    /// Stores an invitation and queues its mail. It replaces an earlier one to the same address, and closes the request
    /// of the reader who has the address.
    pub fn send(
        &self,
        tx: &mut Tx<'_>,
        inviter: AdminId,
        email: &EmailAddress,
        role: Role,
        auditor: &Auditor,
    ) -> Result<Invite, TeamError> {
        let now = auditor.now;
        if admins::credentials(tx, email)?.is_some() {
            return Err(TeamError::EmailTaken);
        }
        let token = LinkToken::random(self.entropy.as_ref());
        let id = InviteId::new(now, self.entropy.as_ref());
        let new = NewInvite {
            id,
            email: email.clone(),
            role,
            invited_by: inviter,
            created_at: now,
            expires_at: now.plus_milliseconds(INVITE_DAYS * DAY_MILLISECONDS),
        };
        let replaced = invites::delete_to(tx, email)?;
        record_withdrawals(tx, &replaced, REPLACED, auditor)?;
        invites::insert(tx, &new, &token.hash())?;
        audit::insert(tx, &auditor.entry(Action::MemberInvited, &id, role.name()))?;
        author_requests::delete_of(tx, email)?;
        let mail = self
            .templates
            .invitation(email, token.expose(), role, INVITE_DAYS)?;
        self.mail_queue.add(tx, &mail, now)?;
        invites::by_id(tx, id)?.ok_or(TeamError::Unknown)
    }
}

/// Adds the holder of an invitation to the staff, and uses the invitation up. The error [`StoreError::Conflict`] names a
/// taken column.
pub fn join(
    tx: &mut Tx<'_>,
    invite: Invite,
    id: AdminId,
    username: AdminName,
    password_hash: String,
    auditor: &Auditor,
) -> Result<Option<Admin>, StoreError> {
    let new = NewAdmin {
        id,
        username,
        email: invite.email,
        password_hash,
        role: invite.role,
        created_at: auditor.now,
    };
    add(tx, &new, auditor)?;
    invites::delete(tx, invite.id)?;
    admins::by_id(tx, id)
}

/// Adds a member of the staff. The actor is the new member themselves, or the command line.
pub fn add(tx: &mut Tx<'_>, new: &NewAdmin, auditor: &Auditor) -> Result<(), StoreError> {
    admins::insert(tx, new)?;
    audit::insert(tx, &auditor.entry(Action::MemberJoined, &new.id, new.role.name()))
}

/// Gives a member of the staff another role, from their next request on, and returns whether it differs from the one
/// that they had. The invitations of somebody who is no administrator any more are withdrawn.
pub fn change_role(tx: &mut Tx<'_>, id: AdminId, role: Role, auditor: &Auditor) -> Result<bool, TeamError> {
    let member = admins::by_id(tx, id)?.ok_or(TeamError::Unknown)?;
    if member.role == role {
        return Ok(false);
    }
    require_other_admin(tx, &member)?;
    admins::set_role(tx, id, role)?;
    let roles = format!("{} to {}", member.role.name(), role.name());
    audit::insert(tx, &auditor.entry(Action::RoleChanged, &id, roles))?;
    if role < Role::Admin {
        let withdrawn = invites::delete_of(tx, id)?;
        record_withdrawals(tx, &withdrawn, INVITER_DEMOTED, auditor)?;
    }
    Ok(true)
}

/// Removes a member of the staff, whose sessions end at once, with the invitations that they sent. `new_author` becomes
/// the author of their posts; without one, the posts have no author.
pub fn remove(
    tx: &mut Tx<'_>,
    id: AdminId,
    new_author: Option<AdminId>,
    auditor: &Auditor,
) -> Result<(), TeamError> {
    let member = admins::by_id(tx, id)?.ok_or(TeamError::Unknown)?;
    require_other_admin(tx, &member)?;
    if let Some(new_author) = new_author
        && (new_author == id || admins::by_id(tx, new_author)?.is_none())
    {
        return Err(TeamError::UnknownNewAuthor);
    }
    let withdrawn = invites::delete_of(tx, id)?;
    record_withdrawals(tx, &withdrawn, INVITER_REMOVED, auditor)?;
    admins::remove(tx, id, new_author)?;
    let new_author = new_author.map_or_else(String::new, |id| id.to_string());
    Ok(audit::insert(
        tx,
        &auditor.entry(Action::MemberRemoved, &id, new_author),
    )?)
}

/// Adds the rows of the audit log about invitations that another change has withdrawn.
fn record_withdrawals(
    tx: &mut Tx<'_>,
    withdrawn: &[InviteId],
    reason: &str,
    auditor: &Auditor,
) -> Result<(), StoreError> {
    for id in withdrawn {
        audit::insert(tx, &auditor.entry(Action::InviteWithdrawn, id, reason))?;
    }
    Ok(())
}

/// Refuses to take the role from the last administrator.
fn require_other_admin(tx: &Tx<'_>, member: &Admin) -> Result<(), TeamError> {
    if member.role == Role::Admin && !admins::has_other_admin(tx, member.id)? {
        return Err(TeamError::LastAdmin);
    }
    Ok(())
}
