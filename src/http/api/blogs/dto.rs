//! DTOs of posts and comments (product.md §3).

use serde::Serialize;
use utoipa::ToSchema;

use super::text::BlogText;
use crate::domain::comment::{Comment, Commenter};
use crate::domain::post::{Author, Cover, PostSummary};
use crate::http::AppState;
use crate::http::api::dto::ProfileImage;
use crate::store::marks::Marks;

/// The name of a commenter whose account was deleted (product.md §3).
const DELETED_USER: &str = "Deleted User";

/// The author of a blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Author)]
pub(in crate::http) struct AuthorBody {
    /// Null when the administrator's account was deleted.
    #[serde(rename = "_id")]
    #[schema(required)]
    underscore_id: Option<String>,
    #[schema(required)]
    pub(in crate::http) id: Option<String>,
    pub(in crate::http) username: String,
    name: String,
    profile_image: ProfileImage,
    pub(in crate::http) avatar: String,
}

/// The numbers of likes and comments of a blog.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Stats)]
pub(in crate::http) struct StatsBody {
    pub(in crate::http) like_count: u64,
    pub(in crate::http) comment_count: u64,
}

/// The number of views of a blog, and of different sessions among them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Views)]
pub(in crate::http) struct ViewsBody {
    pub(in crate::http) total: u64,
    unique: u64,
}

/// A blog in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BlogSummary {
    #[serde(rename = "_id")]
    underscore_id: String,
    pub(in crate::http) id: String,
    pub(in crate::http) title: String,
    pub(in crate::http) slug: String,
    /// Plain text of at most 150 characters.
    pub(in crate::http) excerpt: String,
    pub(in crate::http) category: &'static str,
    pub(in crate::http) tags: Vec<String>,
    #[schema(required)]
    pub(in crate::http) featured_image: Option<String>,
    /// The same picture at most 480 px wide, if this site stores it.
    #[schema(required)]
    pub(in crate::http) featured_image_small: Option<String>,
    pub(in crate::http) author: AuthorBody,
    /// `draft` or `published`.
    status: &'static str,
    is_featured: bool,
    pub(in crate::http) created_at: String,
    pub(in crate::http) updated_at: String,
    pub(in crate::http) stats: StatsBody,
    pub(in crate::http) views: ViewsBody,
    /// Minutes.
    pub(in crate::http) read_time: u32,
    is_liked: bool,
    is_bookmarked: bool,
    /// HTML, only with `fields=content`.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

impl BlogSummary {
    /// Creates the dto of a post for a viewer with these marks.
    pub(super) fn new(post: PostSummary, marks: &Marks, state: &AppState) -> Self {
        let id = post.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            title: post.title,
            slug: post.slug.to_string(),
            excerpt: post.excerpt,
            category: post.category.name(),
            tags: post.tags,
            featured_image: post.cover.as_ref().map(Cover::url),
            featured_image_small: post.cover.as_ref().and_then(Cover::small_url),
            author: AuthorBody::new(post.author, state),
            status: post.status.name(),
            is_featured: post.is_featured,
            created_at: post.created_at.to_string(),
            updated_at: post.updated_at.to_string(),
            stats: StatsBody {
                like_count: post.counts.likes,
                comment_count: post.counts.comments,
            },
            views: ViewsBody {
                total: post.counts.views,
                unique: post.counts.unique_views,
            },
            read_time: post.read_minutes,
            is_liked: marks.liked.contains(&post.id),
            is_bookmarked: marks.bookmarked.contains(&post.id),
            content: None,
        }
    }

    /// Creates the dtos of several posts.
    pub(super) fn all(posts: Vec<PostSummary>, marks: &Marks, state: &AppState) -> Vec<Self> {
        posts
            .into_iter()
            .map(|post| Self::new(post, marks, state))
            .collect()
    }

    /// Sets the text.
    #[must_use]
    pub(super) fn with_content(mut self, html: Option<String>) -> Self {
        self.content = html;
        self
    }
}

impl AuthorBody {
    /// Creates the dto of an author.
    pub(super) fn new(author: Author, state: &AppState) -> Self {
        let id = author.id.map(|id| id.to_string());
        let picture = author.avatar();
        let default_author = &state.config.site.default_author;
        let name = author.name.unwrap_or_else(|| default_author.clone());
        Self {
            underscore_id: id.clone(),
            id,
            username: name.clone(),
            name,
            avatar: picture.url.clone(),
            profile_image: picture.into(),
        }
    }
}

/// A blog with its text, comments and related blogs.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::http) struct Blog {
    #[serde(flatten)]
    pub(in crate::http) summary: BlogSummary,
    #[serde(flatten)]
    text: BlogText,
    /// The newest 50 comments.
    pub(in crate::http) comments: Vec<CommentBody>,
    /// At most three blogs with the same tags or category.
    pub(in crate::http) related: Vec<BlogSummary>,
}

impl Blog {
    /// Creates the dto of a post with everything that its page displays.
    pub(super) fn new(
        summary: BlogSummary,
        text: BlogText,
        comments: Vec<CommentBody>,
        related: Vec<BlogSummary>,
    ) -> Self {
        Self {
            summary,
            text,
            comments,
            related,
        }
    }
}

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
    /// Creates the dto of a comment for a viewer with these marks.
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

    /// Creates the dtos of several comments.
    pub(super) fn all(comments: Vec<Comment>, marks: &Marks) -> Vec<Self> {
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
