//! DTOs of comments (product.md §3).

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::avatar;
use crate::domain::comment::{Comment, CommentState, Commenter, Reader, RepliedTo, Thread};
use crate::http::api::dto::ProfileImage;
use crate::store::marks::Marks;

/// The name of a commenter whose account was deleted (product.md §3).
const DELETED_USER: &str = "Deleted User";

/// The author of a comment. Only readers have an id; a deleted account has the name 'Deleted User'.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Commenter)]
pub struct CommenterBody {
    #[serde(rename = "_id")]
    #[schema(required)]
    underscore_id: Option<String>,
    #[schema(required)]
    pub(in crate::http) id: Option<String>,
    pub(in crate::http) name: String,
    username: String,
    #[schema(required)]
    pub(in crate::http) profile_image: Option<ProfileImage>,
}

/// The comment that another one replies to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RepliedTo)]
pub struct RepliedToBody {
    pub(in crate::http) id: String,
    /// The name of its author; null if the account or the comment has been deleted.
    #[schema(required)]
    pub(in crate::http) name: Option<String>,
}

/// A comment on a blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Comment)]
pub struct CommentBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    pub(in crate::http) id: String,
    /// Plain text with line breaks; empty once it is removed or deleted.
    pub(in crate::http) content: String,
    pub(in crate::http) created_at: String,
    /// Null for a comment that is no longer visible, which threads show in its place.
    #[schema(required)]
    pub(in crate::http) user: Option<CommenterBody>,
    is_liked: bool,
    pub(in crate::http) like_count: u64,
    /// The id of the comment that it replies to.
    #[schema(required)]
    parent_id: Option<String>,
    /// The id of the first comment of its thread.
    root_id: String,
    /// 0 for the first comment of a thread, at most 20.
    pub(in crate::http) depth: u32,
    /// `visible`, `held`, `removed` or `deleted`.
    pub(in crate::http) state: &'static str,
    /// The text as HTML.
    pub(in crate::http) content_html: String,
    /// The number of visible comments below it.
    pub(in crate::http) reply_count: u64,
    /// When its text was last changed.
    #[schema(required)]
    pub(in crate::http) edited_at: Option<String>,
    /// The role of a member of the staff: `contributor`, `author`, `editor` or `admin`.
    #[schema(required)]
    pub(in crate::http) role: Option<&'static str>,
    #[schema(required)]
    pub(in crate::http) in_reply_to: Option<RepliedToBody>,
}

/// A thread: its first comment with the first replies.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Thread)]
pub struct ThreadBody {
    #[serde(flatten)]
    pub(in crate::http) root: CommentBody,
    /// The first three comments below it, in the order of the thread.
    pub(in crate::http) replies: Vec<CommentBody>,
}

impl CommentBody {
    /// Creates the body of a comment as its author and the staff see it.
    pub(in crate::http::api) fn whole(comment: Comment, marks: &Marks) -> Self {
        let id = comment.id.to_string();
        let role = match &comment.commenter {
            Commenter::Staff { role, .. } => Some(role.name()),
            _ => None,
        };
        Self {
            underscore_id: id.clone(),
            id,
            content: comment.content,
            created_at: comment.created_at.to_string(),
            user: Some(comment.commenter.into()),
            is_liked: marks.liked_comments.contains(&comment.id),
            like_count: comment.likes,
            parent_id: comment.position.parent.map(|id| id.to_string()),
            root_id: comment.position.root.to_string(),
            depth: comment.position.depth,
            state: comment.state.name(),
            content_html: comment.html,
            reply_count: comment.replies,
            edited_at: comment.edited_at.map(|at| at.to_string()),
            role,
            in_reply_to: comment.replied_to.map(RepliedToBody::from),
        }
    }

    /// Creates the body of a comment for readers: of one that is not visible they see the place alone.
    pub(in crate::http::api) fn new(comment: Comment, marks: &Marks) -> Self {
        let is_visible = comment.state == CommentState::Visible;
        let body = Self::whole(comment, marks);
        if is_visible {
            return body;
        }
        Self {
            content: String::new(),
            content_html: String::new(),
            user: None,
            is_liked: false,
            like_count: 0,
            edited_at: None,
            role: None,
            ..body
        }
    }

    pub(in crate::http::api) fn all(comments: Vec<Comment>, marks: &Marks) -> Vec<Self> {
        comments
            .into_iter()
            .map(|comment| Self::new(comment, marks))
            .collect()
    }
}

impl ThreadBody {
    pub(in crate::http) fn new(thread: Thread, marks: &Marks) -> Self {
        Self {
            root: CommentBody::new(thread.root, marks),
            replies: CommentBody::all(thread.replies, marks),
        }
    }
}

impl From<RepliedTo> for RepliedToBody {
    fn from(replied_to: RepliedTo) -> Self {
        Self {
            id: replied_to.id.to_string(),
            name: replied_to.name,
        }
    }
}

impl CommenterBody {
    fn without_profile(name: &str) -> Self {
        Self {
            underscore_id: None,
            id: None,
            name: name.to_owned(),
            username: name.to_owned(),
            profile_image: None,
        }
    }
}

impl From<Commenter> for CommenterBody {
    fn from(commenter: Commenter) -> Self {
        match commenter {
            Commenter::Gone => Self::without_profile(DELETED_USER),
            Commenter::Imported(name) => Self::without_profile(&name),
            Commenter::Staff { name, .. } => Self {
                profile_image: Some(avatar::administrator().into()),
                ..Self::without_profile(&name)
            },
            Commenter::Reader(Reader {
                id,
                name,
                username,
                avatar,
            }) => {
                let id = id.to_string();
                Self {
                    underscore_id: Some(id.clone()),
                    id: Some(id),
                    name,
                    username,
                    profile_image: avatar.map(ProfileImage::from),
                }
            }
        }
    }
}
