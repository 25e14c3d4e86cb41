//! DTOs of the team.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::comment::Commenter;
use crate::http::api::comments::dto::CommenterBody;
use crate::http::api::dto::RoleName;
use crate::store::admins::Member;
use crate::store::author_requests::AuthorRequest;
use crate::store::invites::Invite;

/// A member of the team.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TeamMember)]
pub struct MemberBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    username: String,
    email: String,
    role: RoleName,
    /// Posts and drafts.
    post_count: u64,
    created_at: String,
}

impl From<Member> for MemberBody {
    fn from(member: Member) -> Self {
        let id = member.admin.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            username: member.admin.username,
            email: member.admin.email.shown().to_owned(),
            role: member.admin.role.into(),
            post_count: member.posts,
            created_at: member.admin.created_at.to_string(),
        }
    }
}

/// An invitation that nobody has used yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invite)]
pub struct InviteBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    email: String,
    role: RoleName,
    /// The name of the member who invited; null if they have left.
    #[schema(required)]
    invited_by: Option<String>,
    created_at: String,
    expires_at: String,
}

impl From<Invite> for InviteBody {
    fn from(invite: Invite) -> Self {
        let id = invite.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            email: invite.email.to_string(),
            role: invite.role.into(),
            invited_by: invite.invited_by,
            created_at: invite.created_at.to_string(),
            expires_at: invite.expires_at.to_string(),
        }
    }
}

/// A reader's request to write.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuthorRequest)]
pub struct AuthorRequestBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    user: CommenterBody,
    /// The address to which an invitation goes.
    email: String,
    /// The text in which the reader says why: plain text of at most 500 characters.
    note: String,
    created_at: String,
}

impl From<AuthorRequest> for AuthorRequestBody {
    fn from(request: AuthorRequest) -> Self {
        let id = request.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            user: Commenter::Reader(request.reader).into(),
            email: request.email.to_string(),
            note: request.note,
            created_at: request.created_at.to_string(),
        }
    }
}
