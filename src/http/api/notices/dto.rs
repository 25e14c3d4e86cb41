//! DTOs of notices.

use serde::Serialize;
use utoipa::ToSchema;

use crate::http::api::dto::ProfileImage;
use crate::store::notices::{Actor, ListedNotice, PostOfNotice};

/// The person whose act a notice is about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationActor)]
pub struct ActorBody {
    id: String,
    name: String,
    #[schema(required)]
    profile_image: Option<ProfileImage>,
}

/// The blog that a notice is about.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NotificationBlog)]
pub struct PostOfNoticeBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    slug: String,
    title: String,
    /// `draft` or `published`. Only notices of the kind `review` are about drafts.
    status: &'static str,
}

/// A notice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notification)]
pub struct NoticeBody {
    id: String,
    /// `reply`, `mention`, `thread`, `comment`, `post`, `moderation` or `review`.
    kind: &'static str,
    /// Null once the account is deleted, and for what nobody in particular has done.
    #[schema(required)]
    actor: Option<ActorBody>,
    #[schema(required)]
    blog: Option<PostOfNoticeBody>,
    /// The id of the comment; of several the newest.
    #[schema(required)]
    comment_id: Option<String>,
    /// The number of events that it stands for: more than 1 only for the kind `thread`.
    count: u64,
    /// The step of a review: `submitted`, `approved`, `changesRequested` or `note`; empty for other kinds.
    detail: String,
    at: String,
    /// When it was read.
    #[schema(required)]
    read_at: Option<String>,
}

impl From<Actor> for ActorBody {
    fn from(actor: Actor) -> Self {
        Self {
            id: actor.id.to_string(),
            name: actor.name,
            profile_image: actor.avatar.map(ProfileImage::from),
        }
    }
}

impl From<PostOfNotice> for PostOfNoticeBody {
    fn from(post: PostOfNotice) -> Self {
        let id = post.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            slug: post.slug.to_string(),
            title: post.title,
            status: post.status.name(),
        }
    }
}

impl From<ListedNotice> for NoticeBody {
    fn from(notice: ListedNotice) -> Self {
        Self {
            id: notice.id.to_string(),
            kind: notice.kind.name(),
            actor: notice.actor.map(ActorBody::from),
            blog: notice.post.map(PostOfNoticeBody::from),
            comment_id: notice.comment.map(|id| id.to_string()),
            count: notice.count,
            detail: notice.detail,
            at: notice.at.to_string(),
            read_at: notice.read_at.map(|at| at.to_string()),
        }
    }
}
