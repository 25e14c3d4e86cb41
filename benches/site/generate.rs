//! Generates a dataset deterministically, through the import and the store as on a real site.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, ensure};
use blog_app::actions::import;
use blog_app::auth::secret::SigningSecret;
use blog_app::domain::admin::AdminName;
use blog_app::domain::user::{EmailAddress, Name, NewUser};
use blog_app::domain::{AdminId, Clock, CommentId, Entropy, PostId, Role, Time, UserId};
use blog_app::store::admins::NewAdmin;
use blog_app::store::comments::NewComment;
use blog_app::store::views::{self, Device, ViewClient};
use blog_app::store::{Store, StoreError, Tx, admins, avatars, comments, marks, posts, users};
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{Rng as _, RngExt as _, SeedableRng as _};

use crate::corpus::{LATEST, Texts};
use crate::folders::open_store;
use crate::report::print_line;
use crate::zipf::zipf;

const SEED: u64 = 20_261_101;
const READERS: usize = 5_000;
const BOOKMARKS_PER_READER: usize = 10;
const FEATURED: usize = 5;
/// Posts per import.
const IMPORT_BATCH: usize = 10_000;
/// Rows per write. In larger ones SQLite spends more time on the savepoint's journal than on the commit.
const BATCH: usize = 250;
const DAYS_30: i64 = 30 * 86_400_000;
/// No password has this hash.
const NO_PASSWORD: &str = "!";

/// The size of a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub posts: usize,
    pub comments: usize,
    pub likes: usize,
    pub views: usize,
}

impl Size {
    /// Returns a size whose activity does not depend on the number of posts.
    pub fn busy(posts: usize) -> Self {
        Self {
            posts,
            comments: 100_000,
            likes: 500_000,
            views: 500_000,
        }
    }

    /// Returns a size with the same activity per post as a busy dataset of 100,000 posts, for comparison with it.
    pub fn proportional(posts: usize) -> Self {
        Self {
            posts,
            comments: posts,
            likes: posts * 5,
            views: posts * 5,
        }
    }
}

/// A clock with a fixed time.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Time {
        Time::from_milliseconds(LATEST)
    }
}

/// Entropy from a seeded generator.
struct SeededEntropy(Mutex<StdRng>);

impl Entropy for SeededEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .fill_bytes(bytes);
    }
}

struct Generator {
    store: Store,
    random: StdRng,
    entropy: Arc<SeededEntropy>,
    texts: Texts,
    posts: Vec<PostId>,
    readers: Vec<UserId>,
}

/// Generates a dataset of this size in an empty folder.
pub fn generate(folder: &Path, size: Size) -> Result<()> {
    print_line(&format!(
        "generating a site of {} posts in {}",
        size.posts,
        folder.display()
    ));
    let entropy = Arc::new(SeededEntropy(Mutex::new(StdRng::seed_from_u64(SEED))));
    SigningSecret::load_or_create(&folder.join("secret"), entropy.as_ref())?;
    let mut generator = Generator {
        store: open_store(folder)?,
        random: StdRng::seed_from_u64(SEED),
        entropy,
        texts: Texts::read()?,
        posts: Vec::new(),
        readers: Vec::new(),
    };
    generator.accounts()?;
    generator.posts(size.posts)?;
    print_line("generating the activity of readers");
    generator.comments(size.comments)?;
    generator.likes(size.likes)?;
    generator.bookmarks()?;
    generator.views(size.views)
}

impl Generator {
    fn accounts(&mut self) -> Result<()> {
        let now = Time::from_milliseconds(LATEST - DAYS_30);
        let admin = NewAdmin {
            id: AdminId::new(now, self.entropy.as_ref()),
            username: AdminName::parse("ada")?,
            email: EmailAddress::parse("ada@example.org")?,
            password_hash: NO_PASSWORD.to_owned(),
            role: Role::Admin,
            created_at: now,
        };
        let readers = (0..READERS)
            .map(|number| reader(UserId::new(now, self.entropy.as_ref()), number, now))
            .collect::<Result<Vec<NewUser>>>()?;
        self.readers = readers.iter().map(|reader| reader.id).collect();
        self.store.write_blocking(move |tx| {
            avatars::seed(tx)?;
            admins::insert(tx, &admin)?;
            readers.iter().try_for_each(|reader| users::insert(tx, reader))
        })?;
        Ok(())
    }

    fn posts(&mut self, count: usize) -> Result<()> {
        for first in (0..count).step_by(IMPORT_BATCH) {
            let mut lines = String::new();
            for number in first..count.min(first + IMPORT_BATCH) {
                lines.push_str(&self.texts.post(number, count, &mut self.random));
                lines.push('\n');
            }
            let report = import::posts(
                &self.store,
                &FixedClock,
                self.entropy.as_ref(),
                lines.as_bytes(),
                |_| {},
            )?;
            ensure!(
                report.refused + report.skipped == 0,
                "posts were refused: {report:?}"
            );
        }
        self.posts = self
            .store
            .read_blocking(posts::published_for_sitemap)?
            .into_iter()
            .map(|(id, ..)| id)
            .collect();
        let featured = self.posts[..FEATURED.min(self.posts.len())].to_vec();
        self.store.write_blocking(move |tx| {
            featured
                .into_iter()
                .try_for_each(|post| posts::set_featured(tx, post, true))
        })?;
        // From here on the first posts are the popular ones.
        self.posts.shuffle(&mut self.random);
        Ok(())
    }

    fn comments(&mut self, count: usize) -> Result<()> {
        self.in_batches(count, |generator| {
            let (post, reader, at) = (generator.post(), generator.reader(), generator.random_time());
            let id = CommentId::new(at, generator.entropy.as_ref());
            let text = generator.texts.comment(&mut generator.random)?;
            Ok(move |tx: &mut Tx<'_>| {
                comments::insert(tx, &NewComment::of_reader(id, post, reader, text.clone(), at))
            })
        })
    }

    fn likes(&mut self, count: usize) -> Result<()> {
        let mut used = HashSet::with_capacity(count);
        self.in_batches(count, move |generator| {
            let (post, reader) = loop {
                let like = (generator.post(), generator.reader());
                if used.insert(like) {
                    break like;
                }
            };
            let at = generator.random_time();
            Ok(move |tx: &mut Tx<'_>| marks::LIKE.set(tx, post, reader, true, at).map(drop))
        })
    }

    fn bookmarks(&mut self) -> Result<()> {
        let mut number = 0;
        self.in_batches(READERS * BOOKMARKS_PER_READER, |generator| {
            // Consecutive posts of the shuffled list: ten different ones for each reader.
            let post = generator.posts[number % generator.posts.len()];
            let (reader, at) = (
                generator.readers[number / BOOKMARKS_PER_READER],
                generator.random_time(),
            );
            number += 1;
            Ok(move |tx: &mut Tx<'_>| marks::BOOKMARK.set(tx, post, reader, true, at).map(drop))
        })
    }

    fn views(&mut self, count: usize) -> Result<()> {
        self.in_batches(count, |generator| {
            let (post, at) = (generator.post(), generator.random_time());
            let visitor = ViewClient {
                session: generator.random.random(),
                network: None,
                device: if generator.random.random() {
                    Device::Mobile
                } else {
                    Device::Desktop
                },
            };
            Ok(move |tx: &mut Tx<'_>| views::record(tx, post, visitor, None, at).map(drop))
        })
    }

    /// Writes `count` rows, [`BATCH`] in each commit.
    fn in_batches<Write>(
        &mut self,
        count: usize,
        mut next: impl FnMut(&mut Self) -> Result<Write>,
    ) -> Result<()>
    where
        Write: FnOnce(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static,
    {
        for first in (0..count).step_by(BATCH) {
            let writes = (first..count.min(first + BATCH))
                .map(|_| next(self))
                .collect::<Result<Vec<_>>>()?;
            self.store
                .write_blocking(move |tx| writes.into_iter().try_for_each(|write| write(tx)))?;
        }
        Ok(())
    }

    /// Returns a random post; few posts are chosen most often, as on real sites.
    fn post(&mut self) -> PostId {
        self.posts[zipf(&mut self.random, self.posts.len())]
    }

    fn reader(&mut self) -> UserId {
        self.readers[self.random.random_range(0..self.readers.len())]
    }

    fn random_time(&mut self) -> Time {
        Time::from_milliseconds(LATEST - self.random.random_range(0..DAYS_30))
    }
}

fn reader(id: UserId, number: usize, now: Time) -> Result<NewUser> {
    let name = Name::parse(&format!("Reader {number}"))?;
    Ok(NewUser {
        id,
        username: name.username(),
        name,
        email: EmailAddress::parse(&format!("reader-{number}@example.org"))?,
        password_hash: NO_PASSWORD.to_owned(),
        verified_at: Some(now),
        onboarded: true,
        bio: String::new(),
        avatar: None,
        created_at: now,
    })
}
