//! What the import of a site has made ready to be stored.

use crate::actions::moving::MovingError;
use crate::actions::moving::collector::BATCH;
use crate::actions::moving::entries::UsedPicture;
use crate::actions::moving::report::ReportItem;
use crate::content::CompressedHtml;
use crate::domain::collection::CollectionDescription;
use crate::domain::comment::{CommentState, CommentText};
use crate::domain::post::{Article, Cover, RenderedArticle, Status, Title};
use crate::domain::redirect::Redirect;
use crate::domain::series::SeriesTitle;
use crate::domain::site::StoredSite;
use crate::domain::spam::SpamRules;
use crate::domain::static_page::Description;
use crate::domain::user::{Bio, SocialLinks};
use crate::domain::{
    AdminId, AuthorId, CanonicalUrl, CommentId, PostId, SeriesId, Slug, StaticPageId, Time, UserId,
};
use crate::media::{IconSet, ImageVariant};
use crate::moving::item::LeftOutItem;
use crate::store::admins::NewAdmin;
use crate::store::posts::PostHistory;
use crate::store::users::MovedUser;

/// The bytes of a batch, about.
const BATCH_BYTES: usize = 4 << 20;

/// A batch on its way to the writer.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    pub(super) entries: Vec<Entry>,
    /// The bytes of the export that have been read.
    pub(super) bytes: u64,
    /// The error that ended the reading before the end of the export.
    pub(super) failure: Option<MovingError>,
    size: usize,
}

impl Prepared {
    /// Begins the batch after so many bytes of the export.
    pub(super) fn after(bytes: u64) -> Self {
        Self {
            bytes,
            ..Self::default()
        }
    }

    /// Adds an entry, and returns whether the batch is full.
    pub(super) fn add(&mut self, entry: Entry) -> bool {
        self.size += entry.size();
        self.entries.push(entry);
        self.entries.len() >= BATCH || self.size >= BATCH_BYTES
    }
}

/// Something of an export.
#[derive(Debug)]
pub(super) enum Entry {
    Person(Box<NewPerson>),
    Tag(Box<NewTag>),
    Series(Box<NewSeries>),
    Text(Box<NewText>),
    Comment(Box<NewComment>),
    Redirect(Redirect),
    Settings(Box<NewSettings>),
    /// What is not stored.
    Done(ReportItem),
    /// What is not meant to be stored.
    LeftOut(LeftOutItem),
}

impl Entry {
    /// The bytes that it takes in memory, about.
    fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.size,
            Self::Comment(comment) => comment.size(),
            Self::Settings(_) => BATCH_BYTES,
            Self::Person(_) | Self::Tag(_) => 3_000,
            // Its posts are ids.
            Self::Series(_) => 10_000,
            Self::Redirect(_) | Self::Done(_) | Self::LeftOut(_) => 500,
        }
    }
}

/// Somebody to be stored.
#[derive(Debug)]
pub(super) struct NewPerson {
    pub(super) body: Person,
    pub(super) report: ReportItem,
}

/// Who it is.
#[derive(Debug)]
pub(super) enum Person {
    Author(AuthorId, String, Box<AuthorPage>),
    Member(Box<NewAdmin>, Box<AuthorPage>),
    Reader(Box<MovedUser>),
}

/// The page of an author.
#[derive(Debug, Default)]
pub(super) struct AuthorPage {
    /// The readable part of its address; the name makes one if there is none.
    pub(super) slug: Option<Slug>,
    pub(super) former_slugs: Vec<Slug>,
    pub(super) bio: Bio,
    pub(super) links: SocialLinks,
}

/// A tag to be stored.
#[derive(Debug)]
pub(super) struct NewTag {
    pub(super) name: String,
    pub(super) slug: Slug,
    pub(super) former_slugs: Vec<Slug>,
    pub(super) description: CollectionDescription,
    pub(super) cover: Option<Cover>,
    /// The hash of the picture of its page, if that is in the export and not read yet.
    pub(super) picture_hash: Option<String>,
    /// That picture.
    pub(super) picture: Option<UsedPicture>,
    pub(super) report: ReportItem,
    /// The entry of a picture that was refused.
    pub(super) refused: Option<ReportItem>,
}

/// A series to be stored.
#[derive(Debug)]
pub(super) struct NewSeries {
    pub(super) id: SeriesId,
    pub(super) slug: Slug,
    pub(super) former_slugs: Vec<Slug>,
    pub(super) title: SeriesTitle,
    pub(super) description: CollectionDescription,
    /// Whose it is, with the name, by which somebody is found who is not here.
    pub(super) author: Option<(AuthorId, String)>,
    /// Its posts in their order, each once.
    pub(super) posts: Vec<PostId>,
    pub(super) created_at: Time,
    pub(super) updated_at: Time,
    pub(super) report: ReportItem,
}

/// A post or a page to be stored.
#[derive(Debug)]
pub(super) struct NewText {
    pub(super) slug: Slug,
    pub(super) body: Body,
    pub(super) created_at: Time,
    pub(super) updated_at: Time,
    pub(super) pictures: Vec<UsedPicture>,
    /// The pictures of this site that the text shows.
    pub(super) media_hashes: Vec<String>,
    pub(super) report: ReportItem,
    /// The entries of pictures that were refused.
    pub(super) refused: Vec<ReportItem>,
    pub(super) size: usize,
}

/// What only a post or only a page has.
#[derive(Debug)]
pub(super) enum Body {
    Post(Box<NewPostBody>),
    Page(Box<NewPageBody>),
}

#[derive(Debug)]
pub(super) struct NewPostBody {
    pub(super) id: PostId,
    pub(super) article: Article,
    /// The authors with their names, by which those are found who are not here.
    pub(super) authors: Vec<(AuthorId, String)>,
    pub(super) cover: Option<Cover>,
    pub(super) former_slugs: Vec<Slug>,
    pub(super) is_featured: bool,
    pub(super) comments_closed: bool,
    pub(super) canonical_url: Option<CanonicalUrl>,
    pub(super) history: PostHistory,
}

#[derive(Debug)]
pub(super) struct NewPageBody {
    pub(super) id: StaticPageId,
    pub(super) title: Title,
    pub(super) description: Description,
    pub(super) excerpt: String,
    pub(super) html: String,
    pub(super) compressed: CompressedHtml,
    pub(super) rendered: Option<RenderedArticle>,
    pub(super) status: Status,
}

/// A comment to be stored.
#[derive(Debug)]
pub(super) struct NewComment {
    pub(super) id: CommentId,
    pub(super) post: PostId,
    pub(super) parent: Option<CommentId>,
    pub(super) reader: Option<UserId>,
    pub(super) member: Option<AdminId>,
    /// Whether it is believed that these have written it. Whoever makes an export could name anybody.
    pub(super) is_by_owner: bool,
    /// The name of who wrote it, for whom there is no account here.
    pub(super) name: Option<String>,
    pub(super) state: CommentState,
    pub(super) held_for: Vec<String>,
    pub(super) text: Option<CommentText>,
    pub(super) created_at: Time,
    pub(super) edited_at: Option<Time>,
    pub(super) removed_at: Option<Time>,
    pub(super) edits: Vec<(CommentText, Time)>,
    pub(super) report: ReportItem,
}

impl NewComment {
    /// The bytes that it takes in memory, about.
    pub(super) fn size(&self) -> usize {
        let texts = self.text.iter().chain(self.edits.iter().map(|(text, _)| text));
        texts.map(|text| text.as_str().len()).sum::<usize>() + 700
    }
}

/// A group of settings to be stored.
#[derive(Debug)]
pub(super) struct NewSettings {
    pub(super) body: SettingsBody,
    pub(super) report: ReportItem,
}

/// Which group it is.
#[derive(Debug)]
pub(super) enum SettingsBody {
    /// The settings of the site with the pictures that stand for it.
    Site(Box<StoredSite>, Option<ImageVariant>, Option<IconSet>),
    /// The rules against spam.
    SpamRules(Box<SpamRules>),
}
