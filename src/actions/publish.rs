//! Creating, updating and deleting a post, from the form to the stored rows.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use url::Url;

use super::diagrams::{self, DrawnDiagram};
use super::post_addresses::{DraftAddresses, PostAddresses};
use crate::content::{self, ImageSizes, Size, TooComplex};
use crate::domain::post::{Article, CONTENT_BYTES_MAX, Cover, NewPost, Status, Title};
use crate::domain::{AuthorId, Category, PostId, PublishAtChange, Time, ValidationError, tag};
use crate::media::{self, ImageVariant, StoredImage, UploadError, UploadFormat};
use crate::store::media::{self as stored_media, MediaFormat, NewMedia};
use crate::store::{Store, StoreError, Tx, posts, previews};

/// The most pictures that a text may embed as `data:` URLs.
const PICTURES_MAX: usize = 50;
const REQUIRED: &str = "Title, content and featured image are required";

/// The form as an administrator submitted it.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// 1 to 200 characters.
    pub title: String,
    /// HTML; pictures may be embedded as `data:` URLs.
    pub content: String,
    /// One of the categories.
    pub category: String,
    /// At most 10, of at most 40 characters each.
    pub tags: Vec<String>,
    /// The picture above the text.
    pub cover: DraftCover,
    /// `draft` or `published`.
    pub status: String,
    /// The addresses, where they are chosen.
    pub addresses: DraftAddresses,
    /// When it is to be published; an empty text removes the time, and without one it stays.
    pub publish_at: Option<String>,
}

/// The picture above the text, as submitted.
#[derive(Debug, Clone, Default)]
pub enum DraftCover {
    /// The field is absent: the current cover stays.
    #[default]
    Absent,
    /// An http(s) or `data:` URL; an empty one counts as missing.
    Address(String),
    /// An upload with its declared media type.
    Upload(Vec<u8>, Option<String>),
}

/// A validated post with its embedded pictures and the drawings of its diagrams.
#[derive(Debug, Clone)]
pub struct Prepared {
    article: Article,
    cover: Option<Cover>,
    pictures: Vec<StoredImage>,
    drawn: Vec<DrawnDiagram>,
    addresses: PostAddresses,
    publish_at: PublishAtChange,
}

impl Prepared {
    /// The status that the post gets.
    pub fn status(&self) -> Status {
        self.article.status
    }

    /// The addresses that it gets.
    pub fn addresses(&self) -> &PostAddresses {
        &self.addresses
    }

    /// What becomes of the time at which it is to be published.
    pub fn publish_at(&self) -> PublishAtChange {
        self.publish_at
    }
}

/// The requirement on a draft's cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoverRule {
    /// A new post needs one.
    Required,
    /// The post has one, which can be replaced but not removed.
    Present,
    /// The post was imported without one, and can stay without.
    Optional,
}

impl CoverRule {
    /// Returns the rule for updates of an existing post.
    pub fn for_update(has_cover: bool) -> Self {
        if has_cover { Self::Present } else { Self::Optional }
    }

    fn refuses(self, given: &DraftCover) -> bool {
        let is_empty = match given {
            DraftCover::Absent => return self == Self::Required,
            DraftCover::Address(address) => address.trim().is_empty(),
            DraftCover::Upload(bytes, _) => bytes.is_empty(),
        };
        is_empty && self != Self::Optional
    }
}

/// Validates a draft, sanitises and renders its text, decodes its pictures and draws its diagrams. CPU-bound; reads the
/// sizes of the pictures that are stored already.
pub fn prepare<E>(store: &Store, draft: &Draft, cover_rule: CoverRule, now: Time) -> Result<Prepared, E>
where
    E: From<ValidationError> + From<StoreError>,
{
    refuse_missing(draft, cover_rule)?;
    let mut pictures = Vec::new();
    let cover = cover(&draft.cover, &mut pictures)?;
    let html = html(&draft.content, |picture| {
        let picture = picture.read()?;
        let address = format!("/media/{}.webp", picture.large.hash);
        pictures.push(picture);
        Ok(address)
    })?;
    if content::is_blank(&html) {
        return Err(ValidationError::new("content", REQUIRED).into());
    }
    let title = Title::parse(&draft.title)?;
    let category = Category::parse(&draft.category)?;
    let tags = tag::parse_all(draft.tags.iter().map(String::as_str))?;
    let status = Status::parse(&draft.status)?;
    let addresses = draft.addresses.parse()?;
    let publish_at = PublishAtChange::parse(draft.publish_at.as_deref(), status, now)?;
    let mut sizes = image_sizes(store, &html, &pictures)?;
    let drawn = diagrams::draw_all(&html);
    diagrams::add_sizes(&mut sizes, &drawn);
    Ok(Prepared {
        article: content::article(title, category, tags, status, html, &sizes),
        cover,
        pictures,
        drawn,
        addresses,
        publish_at,
    })
}

/// Returns the sizes of the pictures and drawings of this site in the text, by hash: the stored ones, and the pictures
/// about to be stored.
fn image_sizes(store: &Store, html: &str, pictures: &[StoredImage]) -> Result<ImageSizes, StoreError> {
    let hashes = content::media_hashes(html);
    if hashes.is_empty() {
        return Ok(ImageSizes::new());
    }
    let mut sizes = store.read_blocking(move |tx| stored_media::sizes(tx, &hashes))?;
    for large in pictures.iter().map(|picture| &picture.large) {
        let (width, height) = (large.width, large.height);
        sizes.insert(large.hash.clone(), Size { width, height });
    }
    Ok(sizes)
}

/// Returns the sanitised text of a draft under the rules of [`prepare`]. Its pictures stay embedded, because nothing is
/// stored.
pub fn sanitise_unsaved(given: &str) -> Result<String, ValidationError> {
    // A placeholder as long as the address of a stored picture, so that the size limit applies as on publishing.
    html(given, |_| Ok(format!("/media/{:064}.webp", 0)))?;
    content::sanitise(given).map_err(too_complex)
}

/// Returns the size of a picture embedded as a `data:` URL, without decoding it.
pub fn data_url_size(address: &str) -> Option<Size> {
    let (width, height) = media::dimensions(&DataUrl::parse(address).ok()?.bytes)?;
    Some(Size { width, height })
}

/// Inserts a new post under the chosen slug, which must be free, else under one derived from its title.
pub fn create(
    tx: &mut Tx<'_>,
    prepared: Prepared,
    id: PostId,
    author: AuthorId,
    now: Time,
) -> Result<(), StoreError> {
    store_images(tx, &prepared.pictures, now)?;
    diagrams::store(tx, &prepared.drawn, now)?;
    let slug = prepared.addresses.slug_for(tx, prepared.article.title.as_str())?;
    let media_hashes = content::media_hashes(&prepared.article.html);
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
    prepared.addresses.apply_canonical_url(tx, id)?;
    posts::link_media(tx, id, &media_hashes)
}

/// Updates a post, if it exists. Its addresses and its cover stay where the draft's are absent.
pub fn update(tx: &mut Tx<'_>, prepared: &Prepared, id: PostId, now: Time) -> Result<(), StoreError> {
    store_images(tx, &prepared.pictures, now)?;
    diagrams::store(tx, &prepared.drawn, now)?;
    if !posts::update(tx, id, &prepared.article, prepared.cover.as_ref(), now)? {
        return Ok(());
    }
    prepared.addresses.apply(tx, id)?;
    if prepared.cover.is_some() {
        previews::delete(tx, id)?;
    }
    posts::link_media(tx, id, &content::media_hashes(&prepared.article.html))?;
    stored_media::remove_unused(tx).map(drop)
}

/// Removes a post with its dependent rows and the pictures that nothing else uses.
pub fn remove(tx: &mut Tx<'_>, id: PostId) -> Result<(), StoreError> {
    posts::remove(tx, id)?;
    stored_media::remove_unused(tx).map(drop)
}

fn refuse_missing(draft: &Draft, cover_rule: CoverRule) -> Result<(), ValidationError> {
    for (field, is_missing) in [
        ("title", draft.title.trim().is_empty()),
        ("content", draft.content.trim().is_empty()),
        ("featuredImage", cover_rule.refuses(&draft.cover)),
    ] {
        if is_missing {
            return ValidationError::reject(field, REQUIRED);
        }
    }
    Ok(())
}

fn cover(given: &DraftCover, pictures: &mut Vec<StoredImage>) -> Result<Option<Cover>, ValidationError> {
    let refuse = |error: UploadError| ValidationError::new("featuredImage", error.to_string());
    let picture = match given {
        DraftCover::Absent => return Ok(None),
        DraftCover::Address(address) if address.trim().is_empty() => return Ok(None),
        DraftCover::Upload(bytes, _) if bytes.is_empty() => return Ok(None),
        DraftCover::Address(address) if !content::is_data_url(address) => {
            return Cover::from_address(address).map(Some);
        }
        DraftCover::Address(address) => DataUrl::parse(address)
            .and_then(|picture| picture.read())
            .map_err(refuse)?,
        DraftCover::Upload(bytes, media_type) => {
            let declared = declared(media_type.as_deref()).map_err(refuse)?;
            StoredImage::read(bytes, declared).map_err(refuse)?
        }
    };
    let cover = Cover::Media {
        hash: picture.large.hash.clone(),
        small_hash: picture.small.as_ref().map(|small| small.hash.clone()),
    };
    pictures.push(picture);
    Ok(Some(cover))
}

/// Returns the declared kind of an upload; generic media types count as undeclared.
fn declared(media_type: Option<&str>) -> Result<Option<UploadFormat>, UploadError> {
    match media_type {
        None | Some("" | "application/octet-stream") => Ok(None),
        Some(name) => UploadFormat::from_media_type(name)
            .map(Some)
            .ok_or(UploadError::Invalid),
    }
}

/// Returns the sanitised text, with each embedded picture replaced by the address that `store` returns for it.
fn html(
    given: &str,
    mut store: impl FnMut(&DataUrl) -> Result<String, UploadError>,
) -> Result<String, ValidationError> {
    if given.contains('\0') {
        return ValidationError::reject("content", "The content cannot hold the character U+0000");
    }
    let mut embedded = 0;
    let refuse = |error: UploadError| ValidationError::new("content", error.to_string());
    let mut parsed = content::UnsanitisedHtml::parse(given).map_err(too_complex)?;
    parsed.store_images(|address| {
        if embedded == PICTURES_MAX {
            return ValidationError::reject("content", "A post brings at most 50 pictures along");
        }
        embedded += 1;
        store(&DataUrl::parse(address).map_err(refuse)?).map_err(refuse)
    })?;
    // Measured without the embedded pictures.
    refuse_large(parsed.size())?;
    let html = parsed.sanitised().map_err(too_complex)?;
    refuse_large(html.len())?;
    Ok(html)
}

fn refuse_large(size: usize) -> Result<(), ValidationError> {
    if size > CONTENT_BYTES_MAX {
        return ValidationError::reject("content", "The content must be at most 1 MiB large");
    }
    Ok(())
}

fn too_complex(reason: TooComplex) -> ValidationError {
    ValidationError::new("content", reason.to_string())
}

/// A picture in a `data:` URL, parsed as browsers do.
struct DataUrl {
    kind: UploadFormat,
    bytes: Vec<u8>,
}

impl DataUrl {
    fn parse(address: &str) -> Result<Self, UploadError> {
        let url = Url::parse(address).map_err(|_| UploadError::Invalid)?;
        let (head, body) = url.path().split_once(',').ok_or(UploadError::Invalid)?;
        let media_type = head.strip_suffix(";base64").ok_or(UploadError::Invalid)?;
        Ok(Self {
            kind: UploadFormat::from_media_type(media_type).ok_or(UploadError::Invalid)?,
            bytes: STANDARD.decode(body).map_err(|_| UploadError::Invalid)?,
        })
    }

    fn read(&self) -> Result<StoredImage, UploadError> {
        StoredImage::read(&self.bytes, Some(self.kind))
    }
}

fn store_images(tx: &mut Tx<'_>, pictures: &[StoredImage], now: Time) -> Result<(), StoreError> {
    for picture in pictures {
        if let Some(small) = &picture.small {
            stored_media::insert(tx, &new_media(small, None), now)?;
        }
        let small_hash = picture.small.as_ref().map(|small| small.hash.as_str());
        stored_media::insert(tx, &new_media(&picture.large, small_hash), now)?;
    }
    Ok(())
}

fn new_media<'a>(variant: &'a ImageVariant, small_hash: Option<&'a str>) -> NewMedia<'a> {
    NewMedia {
        hash: &variant.hash,
        width: variant.width,
        height: variant.height,
        format: MediaFormat::WebP,
        bytes: &variant.bytes,
        small_hash,
    }
}
