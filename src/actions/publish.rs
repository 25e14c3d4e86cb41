//! An administrator's post, from what the form brings to what is stored.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use url::Url;

use crate::content::{self, Size, TooComplex};
use crate::domain::post::{Article, CONTENT_BYTES_MAX, Cover, NewPost, Status, Title};
use crate::domain::{AuthorId, Category, Invalid, PostId, Slug, Time, tag};
use crate::media::{self, Form, Kind, Picture, PictureError};
use crate::store::media::{self as stored_media, NewMedia};
use crate::store::{StoreError, Tx, posts, previews};

/// The most pictures that a text may bring along written out.
const PICTURES_MAX: usize = 50;
const REQUIRED: &str = "Title, content and featured image are required";

/// What an administrator wrote.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// 1 to 200 characters.
    pub title: String,
    /// HTML; pictures may be written out as `data:` addresses.
    pub content: String,
    /// One of the categories.
    pub category: String,
    /// At most 10 of 40 characters.
    pub tags: Vec<String>,
    /// The picture above the text.
    pub cover: GivenCover,
    /// `draft` or `published`.
    pub status: String,
}

/// The picture above the text, as it was given.
#[derive(Debug, Clone, Default)]
pub enum GivenCover {
    /// Nothing was said of it: the present one stays.
    #[default]
    Absent,
    /// An http(s) or `data:` address; an empty one is missing.
    Address(String),
    /// An upload, and what kind it is said to be.
    Upload(Vec<u8>, Option<String>),
}

/// A post that passed every rule, with the pictures that it brings.
#[derive(Debug, Clone)]
pub struct Prepared {
    article: Article,
    cover: Option<Cover>,
    pictures: Vec<Picture>,
}

/// Which cover a draft must bring, by the post that it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoverRule {
    /// A new post needs one.
    Required,
    /// The post has one: it can be replaced, but not removed.
    Present,
    /// The post was imported without one, and can stay so.
    Optional,
}

impl CoverRule {
    /// The rule for changes of a post that is there.
    pub fn of_update(has_cover: bool) -> Self {
        if has_cover { Self::Present } else { Self::Optional }
    }

    fn refuses(self, given: &GivenCover) -> bool {
        let is_empty = match given {
            GivenCover::Absent => return self == Self::Required,
            GivenCover::Address(address) => address.trim().is_empty(),
            GivenCover::Upload(bytes, _) => bytes.is_empty(),
        };
        is_empty && self != Self::Optional
    }
}

/// Checks a draft, sanitises its text and reads its pictures: pure work that takes a processor's time.
pub fn prepare(draft: &Draft, cover_rule: CoverRule) -> Result<Prepared, Invalid> {
    refuse_missing(draft, cover_rule)?;
    let mut pictures = Vec::new();
    let cover = cover(&draft.cover, &mut pictures)?;
    let html = html(&draft.content, |picture| {
        let picture = picture.read()?;
        let address = format!("/media/{}.webp", picture.large.hash);
        pictures.push(picture);
        Ok(address)
    })?;
    if content::shows_nothing(&html) {
        return Err(Invalid::new("content", REQUIRED));
    }
    let title = Title::parse(&draft.title)?;
    let category = Category::parse(&draft.category)?;
    let tags = tag::parse_all(draft.tags.iter().map(String::as_str))?;
    let status = Status::parse(&draft.status)?;
    Ok(Prepared {
        article: content::article(title, category, tags, status, html),
        cover,
        pictures,
    })
}

/// The sanitised text of a draft under the rules of [`prepare`]. Its pictures stay written out, for nothing
/// is stored.
pub fn unsaved(given: &str) -> Result<String, Invalid> {
    // An address as long as those that pictures get, so that the text is measured as it will be.
    html(given, |_| Ok(format!("/media/{:064}.webp", 0)))?;
    content::sanitise(given).map_err(too_complex)
}

/// The size of a picture that is written out, as far as it can be told without reading all of it.
pub fn size_of_written_out(address: &str) -> Option<Size> {
    let (width, height) = media::dimensions(&WrittenOut::parse(address).ok()?.bytes)?;
    Some(Size { width, height })
}

/// Stores a new post under a slug of its own.
pub fn create(
    tx: &mut Tx<'_>,
    prepared: Prepared,
    id: PostId,
    author: AuthorId,
    now: Time,
) -> Result<(), StoreError> {
    store_pictures(tx, &prepared.pictures, now)?;
    let slug = posts::free_slug(tx, &Slug::from_title(prepared.article.title.as_str()))?;
    let shown = content::media_hashes(&prepared.article.html);
    let post = NewPost {
        id,
        slug,
        article: prepared.article,
        cover: prepared.cover,
        author,
        is_featured: false,
        created_at: now,
        updated_at: now,
    };
    posts::insert_all(tx, &[post])?;
    posts::link_media(tx, id, &shown)
}

/// Stores what became of a post, and gives whether there was one. Its slug stays; its cover as well when the
/// draft said nothing of it.
pub fn update(tx: &mut Tx<'_>, prepared: &Prepared, id: PostId, now: Time) -> Result<bool, StoreError> {
    store_pictures(tx, &prepared.pictures, now)?;
    if !posts::update(tx, id, &prepared.article, prepared.cover.as_ref(), now)? {
        return Ok(false);
    }
    if prepared.cover.is_some() {
        previews::forget(tx, id)?;
    }
    posts::link_media(tx, id, &content::media_hashes(&prepared.article.html))?;
    stored_media::remove_unused(tx)?;
    Ok(true)
}

/// Removes a post with everything that hangs on it, and the pictures that nothing else uses. Gives whether
/// there was one.
pub fn remove(tx: &mut Tx<'_>, id: PostId) -> Result<bool, StoreError> {
    let was_there = posts::remove(tx, id)?;
    if was_there {
        stored_media::remove_unused(tx)?;
    }
    Ok(was_there)
}

fn refuse_missing(draft: &Draft, cover_rule: CoverRule) -> Result<(), Invalid> {
    for (field, is_missing) in [
        ("title", draft.title.trim().is_empty()),
        ("content", draft.content.trim().is_empty()),
        ("featuredImage", cover_rule.refuses(&draft.cover)),
    ] {
        if is_missing {
            return Err(Invalid::new(field, REQUIRED));
        }
    }
    Ok(())
}

fn cover(given: &GivenCover, pictures: &mut Vec<Picture>) -> Result<Option<Cover>, Invalid> {
    let refuse = |error: PictureError| Invalid::new("featuredImage", error.to_string());
    let picture = match given {
        GivenCover::Absent => return Ok(None),
        GivenCover::Address(address) if address.trim().is_empty() => return Ok(None),
        GivenCover::Upload(bytes, _) if bytes.is_empty() => return Ok(None),
        GivenCover::Address(address) if !is_written_out(address) => {
            return Cover::from_address(address).map(Some);
        }
        GivenCover::Address(address) => WrittenOut::parse(address)
            .and_then(|picture| picture.read())
            .map_err(refuse)?,
        GivenCover::Upload(bytes, media_type) => {
            let declared = declared(media_type.as_deref()).map_err(refuse)?;
            Picture::read(bytes, declared).map_err(refuse)?
        }
    };
    let cover = Cover::Media {
        hash: picture.large.hash.clone(),
        small_hash: picture.small.as_ref().map(|small| small.hash.clone()),
    };
    pictures.push(picture);
    Ok(Some(cover))
}

/// The kind that an upload is said to be; a type that says nothing is none.
fn declared(media_type: Option<&str>) -> Result<Option<Kind>, PictureError> {
    match media_type {
        None | Some("" | "application/octet-stream") => Ok(None),
        Some(name) => Kind::from_media_type(name).map(Some).ok_or(PictureError::Invalid),
    }
}

/// The sanitised text, each picture that it brings along at the address that `keep` gives it.
fn html(
    given: &str,
    mut keep: impl FnMut(&WrittenOut) -> Result<String, PictureError>,
) -> Result<String, Invalid> {
    if given.contains('\0') {
        return Err(Invalid::new(
            "content",
            "The content cannot hold the character U+0000",
        ));
    }
    let mut brought = 0;
    let refuse = |error: PictureError| Invalid::new("content", error.to_string());
    let mut parsed = content::Unsafe::parse(given).map_err(too_complex)?;
    parsed.store_pictures(|address| {
        if brought == PICTURES_MAX {
            let message = "A post brings at most 50 pictures along";
            return Err(Invalid::new("content", message));
        }
        brought += 1;
        keep(&WrittenOut::parse(address).map_err(refuse)?).map_err(refuse)
    })?;
    // Measured once the pictures are out of it.
    refuse_large(parsed.size())?;
    let html = parsed.sanitised().map_err(too_complex)?;
    refuse_large(html.len())?;
    Ok(html)
}

fn refuse_large(size: usize) -> Result<(), Invalid> {
    if size > CONTENT_BYTES_MAX {
        return Err(Invalid::new("content", "The content must be at most 1 MiB large"));
    }
    Ok(())
}

fn too_complex(reason: TooComplex) -> Invalid {
    Invalid::new("content", reason.to_string())
}

fn is_written_out(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme() == "data")
}

/// A picture in a `data:` address, by what a browser would read in it.
struct WrittenOut {
    kind: Kind,
    bytes: Vec<u8>,
}

impl WrittenOut {
    fn parse(address: &str) -> Result<Self, PictureError> {
        let url = Url::parse(address).map_err(|_| PictureError::Invalid)?;
        let (head, body) = url.path().split_once(',').ok_or(PictureError::Invalid)?;
        let media_type = head.strip_suffix(";base64").ok_or(PictureError::Invalid)?;
        Ok(Self {
            kind: Kind::from_media_type(media_type).ok_or(PictureError::Invalid)?,
            bytes: STANDARD.decode(body).map_err(|_| PictureError::Invalid)?,
        })
    }

    fn read(&self) -> Result<Picture, PictureError> {
        Picture::read(&self.bytes, Some(self.kind))
    }
}

fn store_pictures(tx: &mut Tx<'_>, pictures: &[Picture], now: Time) -> Result<(), StoreError> {
    for picture in pictures {
        if let Some(small) = &picture.small {
            stored_media::insert(tx, &new_media(small, None), now)?;
        }
        let small_hash = picture.small.as_ref().map(|small| small.hash.as_str());
        stored_media::insert(tx, &new_media(&picture.large, small_hash), now)?;
    }
    Ok(())
}

fn new_media<'form>(form: &'form Form, small_hash: Option<&'form str>) -> NewMedia<'form> {
    NewMedia {
        hash: &form.hash,
        width: form.width,
        height: form.height,
        bytes: &form.bytes,
        small_hash,
    }
}
