//! What an import has made ready to be stored.

use std::sync::Arc;

use super::authors::NewAuthor;
use super::pictures::Picture;
use super::report::ReportItem;
use crate::content::CompressedHtml;
use crate::domain::comment::CommentText;
use crate::domain::post::{Article, Cover, RenderedArticle, Status, Title};
use crate::domain::redirect::{Redirect, RedirectPath};
use crate::domain::static_page::Description;
use crate::domain::{CanonicalUrl, CommentId, PostId, Slug, StaticPageId, Time};
use crate::moving::item::LeftOutItem;

/// Something of an export.
#[derive(Debug)]
pub(super) enum Entry {
    Text(Box<NewText>),
    Comment(Box<NewComment>),
    Redirect(Redirect),
    /// A text that is here already, with the redirects that were made for it.
    Here(ReportItem, Vec<Redirect>),
    /// What is not stored: it was refused.
    Done(ReportItem),
    /// What is not meant to be stored.
    LeftOut(LeftOutItem),
}

impl Entry {
    /// The bytes that it takes in memory, about.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.size,
            Self::Comment(comment) => comment.size(),
            Self::Redirect(_) | Self::Here(..) | Self::Done(_) | Self::LeftOut(_) => 500,
        }
    }
}

/// A post or a page to be stored.
#[derive(Debug)]
pub(super) struct NewText {
    pub(super) source_id: String,
    pub(super) slug: Slug,
    pub(super) body: Body,
    pub(super) created_at: Time,
    pub(super) updated_at: Time,
    pub(super) pictures: Vec<UsedPicture>,
    /// The pictures of this site that the text shows.
    pub(super) media_hashes: Vec<String>,
    pub(super) redirects: Vec<Redirect>,
    pub(super) report: ReportItem,
    /// The entries of pictures that were refused.
    pub(super) refused: Vec<ReportItem>,
    pub(super) size: usize,
}

/// What only a post or only a page has.
#[derive(Debug)]
pub(super) enum Body {
    Post(PostId, Box<NewPostBody>),
    Page(StaticPageId, Box<NewPageBody>),
}

#[derive(Debug)]
pub(super) struct NewPostBody {
    pub(super) article: Article,
    pub(super) authors: Vec<NewAuthor>,
    pub(super) cover: Option<Cover>,
    pub(super) is_featured: bool,
    pub(super) comments_closed: bool,
    pub(super) canonical_url: Option<CanonicalUrl>,
    pub(super) publish_at: Option<Time>,
}

#[derive(Debug)]
pub(super) struct NewPageBody {
    pub(super) title: Title,
    pub(super) description: Description,
    pub(super) excerpt: String,
    pub(super) html: String,
    pub(super) compressed: CompressedHtml,
    pub(super) rendered: Option<RenderedArticle>,
    pub(super) status: Status,
}

/// A picture that a text shows, with the address that it had there.
#[derive(Debug)]
pub(super) struct UsedPicture {
    pub(super) address: String,
    pub(super) picture: Arc<Picture>,
}

/// A comment to be stored.
#[derive(Debug)]
pub(super) struct NewComment {
    pub(super) id: CommentId,
    pub(super) source_id: String,
    pub(super) on: CommentedPost,
    pub(super) parent: Option<String>,
    pub(super) name: String,
    pub(super) text: CommentText,
    pub(super) is_visible: bool,
    pub(super) created_at: Time,
    pub(super) report: ReportItem,
}

impl NewComment {
    /// The bytes that it takes in memory, about.
    pub(super) fn size(&self) -> usize {
        self.text.as_str().len() + 500
    }
}

/// What a comment is on.
#[derive(Debug)]
pub(super) enum CommentedPost {
    /// A post of this export.
    Planned(PostId),
    /// The post that was imported under this id.
    Source(String),
    /// The post that has or had this path.
    Path(RedirectPath),
}
