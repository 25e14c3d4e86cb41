//! Demo content: sample posts, readers, comments and likes that were written for this project.

use std::collections::HashMap;

use rust_embed::RustEmbed;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::content::{self, ImageSizes};
use crate::domain::comment::CommentText;
use crate::domain::post::{Cover, NewPost, Status, Title};
use crate::domain::thread::Position;
use crate::domain::user::{EmailAddress, Name, NewUser};
use crate::domain::{
    AuthorId, Category, Clock, CommentId, Entropy, PostId, Slug, Time, UserId, ValidationError, avatar, tag,
};
use crate::store::comments::NewComment;
use crate::store::media::{MediaFormat, NewMedia};
use crate::store::{Store, StoreError, Tx, authors, comments, marks, media, posts, users, views};

const HOUR_MILLISECONDS: f64 = 3_600_000.0;
const COVER_SIZE: (u32, u32) = (1_600, 900);
const SMALL_COVER_SIZE: (u32, u32) = (480, 270);
/// The sample readers signed up before the first sample post.
const JOINED_DAYS_AGO: f64 = 120.0;

#[derive(RustEmbed)]
#[folder = "src/actions/demo"]
#[include = "demo.toml"]
#[include = "posts/*.html"]
#[include = "covers/*.webp"]
struct Files;

/// An error of seeding the sample.
#[derive(Debug, Error)]
pub enum DemoError {
    /// The database has posts already.
    #[error("the blog has posts already; add --force to put the sample beside them")]
    NotEmpty,
    /// A part of the sample is invalid.
    #[error("the sample is broken: {0}")]
    Broken(String),
    /// The database cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ValidationError> for DemoError {
    fn from(invalid: ValidationError) -> Self {
        Self::Broken(invalid.to_string())
    }
}

/// The numbers of inserted rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Seeded {
    /// New posts.
    pub posts: usize,
    /// New readers.
    pub readers: usize,
    /// New comments.
    pub comments: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    readers: Vec<SampleReader>,
    posts: Vec<SamplePost>,
    comments: Vec<SampleComment>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleReader {
    name: String,
    avatar: String,
    bio: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SamplePost {
    slug: String,
    title: String,
    category: String,
    tags: Vec<String>,
    author: String,
    days_ago: f64,
    #[serde(default)]
    featured: bool,
    likes: usize,
    bookmarks: usize,
    views: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleComment {
    post: String,
    reader: String,
    /// The name by which replies to it refer to it.
    key: Option<String>,
    /// The key of the comment before it to which it replies.
    reply_to: Option<String>,
    hours_after: f64,
    text: String,
    likes: usize,
}

/// Inserts the sample into an empty database, or with `force` into any, in one write.
///
/// # Errors
/// If there are posts and `force` is false, or if the database cannot be written.
pub fn seed(
    store: &Store,
    clock: &dyn Clock,
    entropy: &dyn Entropy,
    force: bool,
) -> Result<Seeded, DemoError> {
    if !force && store.read_blocking(posts::any_exists)? {
        return Err(DemoError::NotEmpty);
    }
    let sample: Sample =
        toml::from_str(&file("demo.toml")?).map_err(|error| DemoError::Broken(error.to_string()))?;
    let now = clock.now();
    let readers = sample.readers.iter();
    let readers: Vec<NewUser> = readers
        .map(|reader| new_reader(reader, now, entropy))
        .collect::<Result<_, _>>()?;
    let posts: Vec<(SamplePost, NewPost)> = sample
        .posts
        .into_iter()
        .map(|post| new_post(&post, now, entropy).map(|new| (post, new)))
        .collect::<Result<_, _>>()?;
    let published: HashMap<String, Time> = posts
        .iter()
        .map(|(post, new)| (post.slug.clone(), new.created_at))
        .collect();
    let comments: Vec<(SampleComment, CommentId, Time)> = sample
        .comments
        .into_iter()
        .map(|comment| {
            let published_at = published.get(&comment.post).copied().unwrap_or(now);
            let written_at = hours_later(published_at, comment.hours_after).min(now);
            // The order of replies is that of their ids.
            (comment, CommentId::new(written_at, entropy), written_at)
        })
        .collect();
    store.write_blocking(move |tx| write(tx, now, &readers, posts, comments))
}

fn write(
    tx: &mut Tx<'_>,
    now: Time,
    readers: &[NewUser],
    posts: Vec<(SamplePost, NewPost)>,
    comments: Vec<(SampleComment, CommentId, Time)>,
) -> Result<Seeded, DemoError> {
    let mut seeded = Seeded {
        readers: readers.len(),
        ..Seeded::default()
    };
    for reader in readers {
        users::insert(tx, reader)?;
    }
    let mut posts_by_slug = HashMap::new();
    for (sample, mut post) in posts {
        // A new author gets the same id as the post.
        let new_author = AuthorId::parse(&post.id.to_string());
        post.author = new_author
            .map(|new_id| authors::find_or_create_imported(tx, &sample.author, new_id))
            .transpose()?;
        write_cover(tx, &sample.slug, now)?;
        if posts::insert_all(tx, std::slice::from_ref(&post))? == 0 {
            continue;
        }
        write_marks(tx, &sample, &post, readers)?;
        posts_by_slug.insert(sample.slug, post.id);
        seeded.posts += 1;
    }
    let mut positions: HashMap<String, (CommentId, Position)> = HashMap::new();
    for (sample, id, written_at) in comments {
        let Some(post) = posts_by_slug.get(&sample.post) else {
            continue;
        };
        let reader = readers
            .iter()
            .find(|reader| reader.name.as_str() == sample.reader)
            .ok_or_else(|| DemoError::Broken(format!("nobody is called {}", sample.reader)))?;
        let position = match &sample.reply_to {
            None => Position::of_root(id),
            Some(key) => {
                let parent = positions.get(key);
                let (parent, above) =
                    parent.ok_or_else(|| DemoError::Broken(format!("no comment is {key}")))?;
                above.of_reply(*parent, id)
            }
        };
        if let Some(key) = sample.key {
            positions.insert(key, (id, position.clone()));
        }
        let text = CommentText::parse(&sample.text)?;
        let comment = NewComment {
            position,
            ..NewComment::of_reader(id, *post, reader.id, text, written_at)
        };
        comments::insert(tx, &comment)?;
        for reader in readers.iter().take(sample.likes) {
            marks::set_comment_like(tx, id, reader.id, true, written_at)?;
        }
        seeded.comments += 1;
    }
    Ok(seeded)
}

fn new_reader(reader: &SampleReader, now: Time, entropy: &dyn Entropy) -> Result<NewUser, DemoError> {
    let joined_at = hours_later(now, -24.0 * JOINED_DAYS_AGO);
    let name = Name::parse(&reader.name)?;
    let username = name.username();
    let preset = avatar::PRESETS
        .iter()
        .find(|preset| preset.slug == reader.avatar)
        .ok_or_else(|| DemoError::Broken(format!("there is no avatar {}", reader.avatar)))?;
    Ok(NewUser {
        id: UserId::new(now, entropy),
        email: EmailAddress::parse(&format!("{username}@example.org"))?,
        name,
        username,
        password_hash: String::new(),
        verified_at: Some(joined_at),
        onboarded: true,
        bio: reader.bio.clone(),
        avatar: Some(preset.slug),
        created_at: joined_at,
    })
}

fn new_post(post: &SamplePost, now: Time, entropy: &dyn Entropy) -> Result<NewPost, DemoError> {
    let html = content::sanitise(&file(&format!("posts/{}.html", post.slug))?)
        .map_err(|reason| DemoError::Broken(reason.to_string()))?;
    let title = Title::parse(&post.title)?;
    let category = Category::parse(&post.category)?;
    let tags = tag::parse_all(post.tags.iter().map(String::as_str))?;
    let created_at = hours_later(now, -24.0 * post.days_ago);
    let (large, small) = covers(&post.slug)?;
    Ok(NewPost {
        id: PostId::new(now, entropy),
        slug: Slug::parse(&post.slug)?,
        article: content::article(title, category, tags, Status::Published, html, &ImageSizes::new()),
        cover: Some(Cover::Media {
            hash: hash(&large),
            small_hash: Some(hash(&small)),
        }),
        // The write finds or makes it.
        author: None,
        is_featured: post.featured,
        created_at,
        updated_at: created_at,
    })
}

fn write_cover(tx: &mut Tx<'_>, slug: &str, now: Time) -> Result<(), DemoError> {
    let (large, small) = covers(slug)?;
    let (large_hash, small_hash) = (hash(&large), hash(&small));
    for (hash, bytes, (width, height), small_hash) in [
        (&small_hash, &small, SMALL_COVER_SIZE, None),
        (&large_hash, &large, COVER_SIZE, Some(small_hash.as_str())),
    ] {
        let picture = NewMedia {
            hash,
            width,
            height,
            format: MediaFormat::WebP,
            bytes,
            small_hash,
        };
        media::insert(tx, &picture, now)?;
    }
    Ok(())
}

fn write_marks(
    tx: &mut Tx<'_>,
    sample: &SamplePost,
    post: &NewPost,
    readers: &[NewUser],
) -> Result<(), DemoError> {
    for reader in readers.iter().take(sample.likes) {
        marks::LIKE.set(tx, post.id, reader.id, true, post.created_at)?;
    }
    for reader in readers.iter().rev().take(sample.bookmarks) {
        marks::BOOKMARK.set(tx, post.id, reader.id, true, post.created_at)?;
    }
    for session in 0..sample.views {
        let device = if session % 3 == 0 {
            views::Device::Mobile
        } else {
            views::Device::Desktop
        };
        let visitor = views::ViewClient {
            session: i64::from(session),
            network: None,
            device,
        };
        views::record(tx, post.id, visitor, None, post.created_at)?;
    }
    Ok(())
}

/// Returns the cover of a post, and its small variant.
fn covers(slug: &str) -> Result<(Vec<u8>, Vec<u8>), DemoError> {
    Ok((
        bytes(&format!("covers/{slug}.webp"))?,
        bytes(&format!("covers/{slug}-480.webp"))?,
    ))
}

fn bytes(name: &str) -> Result<Vec<u8>, DemoError> {
    Files::get(name)
        .map(|file| file.data.into_owned())
        .ok_or_else(|| DemoError::Broken(format!("{name} is missing")))
}

fn file(name: &str) -> Result<String, DemoError> {
    String::from_utf8(bytes(name)?).map_err(|error| DemoError::Broken(format!("{name}: {error}")))
}

fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

fn hours_later(time: Time, hours: f64) -> Time {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the sample spans months, not aeons"
    )]
    let milliseconds = (hours * HOUR_MILLISECONDS) as i64;
    time.plus_milliseconds(milliseconds)
}
