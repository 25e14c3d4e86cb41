//! The site that is measured: its posts, its readers, and what they did. It is made once and kept in `target/bench`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use blog_app::auth::secret::SigningSecret;
use blog_app::auth::token::{Subject, Tokens};
use blog_app::domain::{AdminId, Clock as _, PostId, SystemClock, SystemEntropy, UserId};
use blog_app::store::{Store, StoreError, StoreOptions, admins, posts, users};

use crate::making;

/// Raised by whoever changes what a world is made of: worlds of another number are made anew.
const FORMAT: u32 = 1;
const MARKER: &str = "complete";
const TOKEN_HOURS: u32 = 24;

/// How much there is in a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub posts: usize,
    pub comments: usize,
    pub likes: usize,
    pub views: usize,
}

impl Size {
    /// What readers did is the same, however many posts there are.
    pub fn busy(posts: usize) -> Self {
        Self {
            posts,
            comments: 100_000,
            likes: 500_000,
            views: 500_000,
        }
    }

    /// As much on each post as a busy world of 100,000 posts has, so that the two can be compared.
    pub fn like_the_largest(posts: usize) -> Self {
        Self {
            posts,
            comments: posts,
            likes: posts * 5,
            views: posts * 5,
        }
    }
}

/// A world that is there, and who and what is in it.
pub struct World {
    pub folder: PathBuf,
    /// Newest first.
    pub posts: Vec<PostId>,
    pub readers: Vec<UserId>,
    admin: AdminId,
    tokens: Tokens,
}

impl World {
    /// A copy of the world of this size, to be written to. The world itself is made when there is none yet.
    pub fn copy_of(size: Size) -> Result<Self> {
        let kept = bench_folder().join(size.posts.to_string());
        let marker = format!("{FORMAT} {size:?}");
        if fs::read_to_string(kept.join(MARKER)).ok().as_ref() != Some(&marker) {
            make_folder_anew(&kept)?;
            making::make(&kept, size)?;
            fs::write(kept.join(MARKER), marker)?;
        }
        let copy = bench_folder().join(format!("{}-copy", size.posts));
        make_folder_anew(&copy)?;
        for file in ["blog.db", "secret"] {
            fs::copy(kept.join(file), copy.join(file)).with_context(|| format!("cannot copy {file}"))?;
        }
        Self::open(copy)
    }

    fn open(folder: PathBuf) -> Result<Self> {
        let store = open_store(&folder)?;
        let (posts, readers, admins) = store.read_blocking(|tx| {
            Ok::<_, StoreError>((
                posts::published_names(tx)?,
                users::public_ids(tx)?,
                admins::all(tx)?,
            ))
        })?;
        let secret = SigningSecret::kept_in(&folder.join("secret"), &SystemEntropy)?;
        Ok(Self {
            posts: posts.into_iter().map(|(id, ..)| id).collect(),
            readers,
            admin: admins.first().context("the world has no administrator")?.id,
            tokens: Tokens::new(&secret, TOKEN_HOURS, Arc::new(SystemEntropy)),
            folder,
        })
    }

    /// What a reader signs in with. Numbers beyond the last reader begin again.
    pub fn reader_token(&self, number: usize) -> Result<String> {
        let reader = self.readers[number % self.readers.len()];
        Ok(self.tokens.issue(Subject::Reader(reader), 0, SystemClock.now())?)
    }

    /// What the administrator signs in with.
    pub fn admin_token(&self) -> Result<String> {
        Ok(self
            .tokens
            .issue(Subject::Admin(self.admin), 0, SystemClock.now())?)
    }
}

/// Opens the database in `folder`, or makes it.
pub fn open_store(folder: &Path) -> Result<Store> {
    Ok(Store::open(&StoreOptions::new(folder.join("blog.db"), 1))?)
}

/// Where everything lies that the benchmark makes.
pub fn bench_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench")
}

/// An empty folder in the place of whatever was there.
pub fn make_folder_anew(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
