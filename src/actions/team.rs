//! The team: invitations, joining, changes of roles and removals.

use std::sync::Arc;

use thiserror::Error;

use crate::auth::link_token::LinkToken;
use crate::domain::admin::{Admin, AdminName};
use crate::domain::audit::{Action, AuditEntry};
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::user::EmailAddress;
use crate::domain::{AdminId, Entropy, InviteId, MailId, Role, Time};
use crate::mail::{EmailTemplates, TemplateError};
use crate::store::admins::NewAdmin;
use crate::store::invites::{Invite, NewInvite};
use crate::store::{StoreError, Tx, admins, audit, author_requests, invites, outbox};

/// An invitation is good for this long.
const INVITE_DAYS: i64 = 7;

/// Invites people to the staff.
pub struct Invitations {
    templates: EmailTemplates,
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
    UnknownHeir,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mail could not be written.
    #[error(transparent)]
    Template(#[from] TemplateError),
}

impl Invitations {
    /// Creates the invitations of one site.
    pub fn new(templates: EmailTemplates, entropy: Arc<dyn Entropy>) -> Self {
        Self { templates, entropy }
    }

    /// Stores an invitation and queues its mail. It replaces an earlier one to the same address, and answers the request
    /// of the reader who has it.
    pub fn send(
        &self,
        tx: &mut Tx<'_>,
        inviter: AdminId,
        email: &EmailAddress,
        role: Role,
        now: Time,
    ) -> Result<Invite, TeamError> {
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
        invites::insert(tx, &new, &token.hash())?;
        author_requests::delete_of(tx, email)?;
        let mail = self
            .templates
            .invitation(email, token.expose(), role, INVITE_DAYS)?;
        outbox::insert(tx, MailId::new(now, self.entropy.as_ref()), &mail, now)?;
        invites::by_id(tx, id)?.ok_or(TeamError::Unknown)
    }
}

/// Adds the holder of an invitation to the staff, and uses the invitation up. Returns `None` if it is not good any more.
/// The error [`StoreError::Conflict`] names a taken column.
pub fn join(
    tx: &mut Tx<'_>,
    token: &LinkToken,
    id: AdminId,
    username: AdminName,
    password_hash: String,
    now: Time,
) -> Result<Option<Admin>, StoreError> {
    let Some(invite) = invites::by_token(tx, &token.hash(), now)? else {
        return Ok(None);
    };
    let new = NewAdmin {
        id,
        username,
        email: invite.email,
        password_hash,
        role: invite.role,
        created_at: now,
    };
    add(tx, &new, Some(id))?;
    invites::delete(tx, invite.id)?;
    admins::by_id(tx, id)
}

/// Adds a member of the staff. `actor` is who did it: the command line, or the new member themselves.
pub fn add(tx: &mut Tx<'_>, new: &NewAdmin, actor: Option<AdminId>) -> Result<(), StoreError> {
    admins::insert(tx, new)?;
    let entry = AuditEntry::new(
        new.created_at,
        actor,
        Action::MemberJoined,
        &new.id,
        new.role.name(),
    );
    audit::insert(tx, &entry)
}

/// Gives a member of the staff another role, from their next request on.
pub fn change_role(
    tx: &mut Tx<'_>,
    actor: AdminId,
    id: AdminId,
    role: Role,
    now: Time,
) -> Result<(), TeamError> {
    let member = admins::by_id(tx, id)?.ok_or(TeamError::Unknown)?;
    if member.role == role {
        return Ok(());
    }
    require_other_admin(tx, &member)?;
    admins::set_role(tx, id, role)?;
    let entry = AuditEntry::new(
        now,
        Some(actor),
        Action::RoleChanged,
        &id,
        format!("{} to {}", member.role.name(), role.name()),
    );
    Ok(audit::insert(tx, &entry)?)
}

/// Removes a member of the staff, whose sessions end at once. `heir` becomes the author of their posts; without one, the
/// posts have no author. `actor` is `None` on the command line.
pub fn remove(
    tx: &mut Tx<'_>,
    actor: Option<AdminId>,
    id: AdminId,
    heir: Option<AdminId>,
    now: Time,
) -> Result<(), TeamError> {
    let member = admins::by_id(tx, id)?.ok_or(TeamError::Unknown)?;
    require_other_admin(tx, &member)?;
    if let Some(heir) = heir
        && (heir == id || admins::by_id(tx, heir)?.is_none())
    {
        return Err(TeamError::UnknownHeir);
    }
    admins::remove(tx, id, heir)?;
    let entry = AuditEntry::new(
        now,
        actor,
        Action::MemberRemoved,
        &id,
        heir.map_or_else(String::new, |heir| heir.to_string()),
    );
    Ok(audit::insert(tx, &entry)?)
}

/// Refuses to take the role from the last administrator.
fn require_other_admin(tx: &Tx<'_>, member: &Admin) -> Result<(), TeamError> {
    if member.role == Role::Admin && !admins::has_other_admin(tx, member.id)? {
        return Err(TeamError::LastAdmin);
    }
    Ok(())
}
