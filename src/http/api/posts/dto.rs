//! DTOs of posts (product.md §3).

use serde::Serialize;
use utoipa::ToSchema;

use super::highlights::HighlightsBody;
use super::series_place::SeriesPlaceBody;
use super::text::PostText;
use crate::domain::post::{Author, Cover, PostSummary};
use crate::http::AppState;
use crate::http::api::comments::dto::CommentBody;
use crate::http::api::dto::ProfileImage;
use crate::store::marks::Marks;

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
    /// The last part of the path of their page, `/author/{slug}`; null when the administrator's account was deleted.
    #[schema(required)]
    pub(in crate::http) slug: Option<String>,
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
#[schema(as = BlogSummary)]
pub(in crate::http) struct PostSummaryBody {
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
    /// The first of `authors`.
    pub(in crate::http) author: AuthorBody,
    /// All authors, at most five, in their order.
    pub(in crate::http) authors: Vec<AuthorBody>,
    /// `draft` or `published`.
    status: &'static str,
    is_featured: bool,
    pub(in crate::http) created_at: String,
    pub(in crate::http) updated_at: String,
    /// The address of the text elsewhere, where it was published first.
    #[schema(required)]
    pub(in crate::http) canonical_url: Option<String>,
    pub(in crate::http) stats: StatsBody,
    pub(in crate::http) views: ViewsBody,
    /// Minutes.
    pub(in crate::http) read_time: u32,
    is_liked: bool,
    is_bookmarked: bool,
    /// HTML, only with `fields=content`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) content: Option<String>,
    /// Only in the results of a search, of which the list has at most 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::http) highlights: Option<HighlightsBody>,
}

impl PostSummaryBody {
    pub(super) fn new(post: PostSummary, marks: &Marks, state: &AppState) -> Self {
        let id = post.id.to_string();
        let authors = post.authors().cloned();
        let authors = authors.map(|author| AuthorBody::new(author, state)).collect();
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
            authors,
            author: AuthorBody::new(post.author, state),
            status: post.status.name(),
            is_featured: post.is_featured,
            created_at: post.created_at.to_string(),
            updated_at: post.updated_at.to_string(),
            canonical_url: post.canonical_url.map(|url| url.as_str().to_owned()),
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
            highlights: None,
        }
    }

    pub(in crate::http) fn all(posts: Vec<PostSummary>, marks: &Marks, state: &AppState) -> Vec<Self> {
        posts
            .into_iter()
            .map(|post| Self::new(post, marks, state))
            .collect()
    }
}

impl AuthorBody {
    pub(in crate::http::api) fn new(author: Author, state: &AppState) -> Self {
        let id = author.id.map(|id| id.to_string());
        let picture = author.avatar();
        let name = author.name.unwrap_or_else(|| state.site().default_author.clone());
        Self {
            underscore_id: id.clone(),
            id,
            username: name.clone(),
            name,
            avatar: picture.url.clone(),
            slug: author.slug.map(|slug| slug.to_string()),
            profile_image: picture.into(),
        }
    }
}

/// A blog with its text, comments and related blogs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Blog)]
pub(in crate::http) struct PostBody {
    #[serde(flatten)]
    pub(in crate::http) summary: PostSummaryBody,
    #[serde(flatten)]
    pub(super) text: PostText,
    /// The newest 50 comments; none with `fields=reading`.
    pub(in crate::http) comments: Vec<CommentBody>,
    /// Whether readers cannot comment on it: its authors have closed the comments, or it is too old.
    #[serde(rename = "commentsClosed")]
    pub(in crate::http) comments_closed: bool,
    /// The last parts of the paths of the pages of `tags`, `/tag/{slug}`, in the same order.
    #[serde(rename = "tagSlugs")]
    pub(in crate::http) tag_slugs: Vec<String>,
    /// Its place in a series, among the published blogs of that.
    #[schema(required)]
    pub(in crate::http) series: Option<SeriesPlaceBody>,
    /// At most three blogs with the same tags or category.
    pub(in crate::http) related: Vec<PostSummaryBody>,
}

/// A page of blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlogsResponse)]
pub struct PostsResponse {
    pub(super) success: bool,
    #[serde(rename = "blogs")]
    pub(in crate::http) posts: Vec<PostSummaryBody>,
    pub(in crate::http) total: u64,
    pub(super) page: u32,
    pub(in crate::http) total_pages: u64,
    /// The author from the `author` parameter, if they exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::http) author: Option<AuthorBody>,
    /// Searches with corrected spelling that find something, when no blog has all words of this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(in crate::http) suggestions: Vec<String>,
    /// Whether the blogs have words that are spelled like those of the search, since no blog has these.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub(in crate::http) has_similar_words: bool,
    /// On the first page of a search for words alone: at most three authors whose names have all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(in crate::http) named_authors: Vec<AuthorBody>,
}

impl PostsResponse {
    pub(in crate::http) fn empty(page: u32) -> Self {
        Self {
            success: true,
            posts: Vec::new(),
            total: 0,
            page,
            total_pages: 0,
            author: None,
            suggestions: Vec::new(),
            has_similar_words: false,
            named_authors: Vec::new(),
        }
    }
}

/// A blog or draft in a list of the staff. Nothing that it adds to a summary is ever in a public response.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedBlog)]
pub(super) struct ManagedPost {
    #[serde(flatten)]
    summary: PostSummaryBody,
    /// `none`, `submitted` or `changesRequested`.
    review: &'static str,
    /// When the draft is to be published.
    #[schema(required)]
    publish_at: Option<String>,
    /// The number of the revision that is its text; 0 until one is stored.
    revision: u32,
    /// The id of the series that it is in.
    #[schema(required)]
    series_id: Option<String>,
}

impl ManagedPost {
    pub(super) fn new(post: PostSummary, state: &AppState) -> Self {
        Self {
            review: post.review.name(),
            publish_at: post.publish_at.map(|time| time.to_string()),
            revision: post.revision,
            series_id: post.series.map(|id| id.to_string()),
            summary: PostSummaryBody::new(post, &Marks::EMPTY, state),
        }
    }
}

/// A post with its text, for the editor.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditableBlog)]
pub(super) struct EditablePost {
    #[serde(flatten)]
    post: ManagedPost,
    /// HTML.
    content: String,
    /// Whether its authors have closed it for comments of readers.
    #[serde(rename = "commentsClosed")]
    comments_closed: bool,
    /// Whether its followers are told when it is published for the first time.
    announce: bool,
    /// When they were told.
    #[serde(rename = "announcedAt")]
    #[schema(required)]
    announced_at: Option<String>,
}

impl EditablePost {
    pub(super) fn new(post: PostSummary, content: String, state: &AppState) -> Self {
        Self {
            comments_closed: post.comments_closed,
            announce: post.announce,
            announced_at: post.announced_at.map(|at| at.to_string()),
            post: ManagedPost::new(post, state),
            content,
        }
    }
}
