//! DTOs of comments (product.md §3).

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::comment::{Comment, Commenter};
use crate::http::api::dto::ProfileImage;
use crate::store::marks::Marks;

/// The name of a commenter whose account was deleted (product.md §3).
const DELETED_USER: &str = "Deleted User";

/// The author of a comment. A deleted account has no id and the name 'Deleted User'.
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

/// A comment on a blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Comment)]
pub struct CommentBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    pub(in crate::http) id: String,
    /// Plain text with line breaks.
    pub(in crate::http) content: String,
    pub(in crate::http) created_at: String,
    pub(in crate::http) user: CommenterBody,
    is_liked: bool,
    pub(in crate::http) like_count: u64,
}

impl CommentBody {
    pub fn new(comment: Comment, marks: &Marks) -> Self {
        let id = comment.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            content: comment.content,
            created_at: comment.created_at.to_string(),
            user: comment.commenter.into(),
            is_liked: marks.liked_comments.contains(&comment.id),
            like_count: comment.likes,
        }
    }

    pub(in crate::http::api) fn all(comments: Vec<Comment>, marks: &Marks) -> Vec<Self> {
        comments
            .into_iter()
            .map(|comment| Self::new(comment, marks))
            .collect()
    }
}

impl From<Option<Commenter>> for CommenterBody {
    fn from(commenter: Option<Commenter>) -> Self {
        let Some(commenter) = commenter else {
            return Self {
                underscore_id: None,
                id: None,
                name: DELETED_USER.to_owned(),
                username: DELETED_USER.to_owned(),
                profile_image: None,
            };
        };
        let id = commenter.id.to_string();
        Self {
            underscore_id: Some(id.clone()),
            id: Some(id),
            name: commenter.name,
            username: commenter.username,
            profile_image: commenter.avatar.map(ProfileImage::from),
        }
    }
}
