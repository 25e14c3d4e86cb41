//! The measured dataset: posts, readers and their activity. It is generated once and stored in `target/bench`.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use blog_app::auth::secret::SigningSecret;
use blog_app::auth::token::TokenIssuer;
use blog_app::domain::{Account, AdminId, Clock as _, PostId, SystemClock, SystemEntropy, UserId};
use blog_app::store::{StoreError, admins, posts, users};

use crate::folders::{bench_folder, open_store, recreate_folder};
use crate::generate::{self, Size};

/// The version of the generated data, to be raised on changes: datasets of other versions are generated again.
const FORMAT: u32 = 2;
const MARKER: &str = "complete";
const TOKEN_HOURS: u32 = 24;

/// A dataset on disk with the ids of its rows.
pub struct Dataset {
    pub folder: PathBuf,
    /// Newest first.
    pub posts: Vec<PostId>,
    pub readers: Vec<UserId>,
    admin: AdminId,
    tokens: TokenIssuer,
}

impl Dataset {
    /// Returns a writable copy of the dataset of this size, which is generated if it does not exist.
    pub fn copy(size: Size) -> Result<Self> {
        let original = bench_folder().join(size.posts.to_string());
        let marker = format!("{FORMAT} {size:?}");
        if fs::read_to_string(original.join(MARKER)).ok().as_ref() != Some(&marker) {
            recreate_folder(&original)?;
            generate::generate(&original, size)?;
            fs::write(original.join(MARKER), marker)?;
        }
        let copy = bench_folder().join(format!("{}-copy", size.posts));
        recreate_folder(&copy)?;
        for file in ["blog.db", "secret"] {
            fs::copy(original.join(file), copy.join(file)).with_context(|| format!("cannot copy {file}"))?;
        }
        Self::open(copy)
    }

    fn open(folder: PathBuf) -> Result<Self> {
        let store = open_store(&folder)?;
        let (posts, readers, admins) = store.read_blocking(|tx| {
            Ok::<_, StoreError>((
                posts::published_for_sitemap(tx)?,
                users::public_ids_for_sitemap(tx)?,
                admins::all(tx)?,
            ))
        })?;
        let secret = SigningSecret::load_or_create(&folder.join("secret"), &SystemEntropy)?;
        Ok(Self {
            posts: posts.into_iter().map(|(id, ..)| id).collect(),
            readers,
            admin: admins.first().context("the dataset has no administrator")?.id,
            tokens: TokenIssuer::new(&secret, TOKEN_HOURS, Arc::new(SystemEntropy)),
            folder,
        })
    }

    /// Returns the token of a reader. Numbers beyond the last reader wrap around.
    pub fn reader_token(&self, number: usize) -> Result<String> {
        let reader = self.readers[number % self.readers.len()];
        Ok(self
            .tokens
            .issue(Account::Reader(reader), 0, SystemClock.now())?
            .text)
    }

    /// Returns the token of the administrator.
    pub fn admin_token(&self) -> Result<String> {
        Ok(self
            .tokens
            .issue(Account::Admin(self.admin), 0, SystemClock.now())?
            .text)
    }
}
