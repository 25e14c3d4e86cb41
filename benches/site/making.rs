//! Makes a world, the same one each time: through the import and the store, as a site would fill.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, ensure};
use blog_app::actions::import;
use blog_app::auth::secret::SigningSecret;
use blog_app::domain::admin::AdminName;
use blog_app::domain::user::{Email, Name, NewUser};
use blog_app::domain::{AdminId, Clock, CommentId, Entropy, PostId, Time, UserId};
use blog_app::store::views::{self, Device, Visitor};
use blog_app::store::{Store, StoreError, Tx, admins, avatars, comments, marks, posts, users};
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{Rng as _, RngExt as _, SeedableRng as _};

use crate::report::say;
use crate::texts::{LATEST, Texts};
use crate::world::{Size, open_store};

const SEED: u64 = 20_261_101;
const READERS: usize = 5_000;
const BOOKMARKS_OF_EACH: usize = 10;
const FEATURED: usize = 5;
/// Posts that are imported together.
const IMPORTED: usize = 10_000;
/// Rows that are written together: beyond, SQLite takes longer over what it keeps to undo them than over the commit.
const BATCH: usize = 250;
const DAYS_30: i64 = 30 * 86_400_000;
/// Nobody signs in with a password here.
const NO_PASSWORD: &str = "!";

/// A moment that is the same each time.
struct LatestMoment;

impl Clock for LatestMoment {
    fn now(&self) -> Time {
        Time::from_milliseconds(LATEST)
    }
}

/// Bytes that are the same each time.
struct Repeatable(Mutex<StdRng>);

impl Entropy for Repeatable {
    fn fill(&self, bytes: &mut [u8]) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .fill_bytes(bytes);
    }
}

struct Making {
    store: Store,
    random: StdRng,
    entropy: Arc<Repeatable>,
    texts: Texts,
    posts: Vec<PostId>,
    readers: Vec<UserId>,
}

/// Makes a world of this size in an empty folder.
pub fn make(folder: &Path, size: Size) -> Result<()> {
    say(&format!(
        "making a site of {} posts, which is kept in {}",
        size.posts,
        folder.display()
    ));
    let entropy = Arc::new(Repeatable(Mutex::new(StdRng::seed_from_u64(SEED))));
    SigningSecret::kept_in(&folder.join("secret"), entropy.as_ref())?;
    let mut making = Making {
        store: open_store(folder)?,
        random: StdRng::seed_from_u64(SEED),
        entropy,
        texts: Texts::read()?,
        posts: Vec::new(),
        readers: Vec::new(),
    };
    making.people()?;
    making.posts(size.posts)?;
    say("the posts are there; now what readers did");
    making.comments(size.comments)?;
    making.likes(size.likes)?;
    making.bookmarks()?;
    making.views(size.views)
}

impl Making {
    fn people(&mut self) -> Result<()> {
        let now = Time::from_milliseconds(LATEST - DAYS_30);
        let admin = AdminId::new(now, self.entropy.as_ref());
        let name = AdminName::parse("ada")?;
        let email = Email::parse("ada@example.org")?;
        let readers = (0..READERS)
            .map(|number| reader(UserId::new(now, self.entropy.as_ref()), number, now))
            .collect::<Result<Vec<NewUser>>>()?;
        self.readers = readers.iter().map(|reader| reader.id).collect();
        self.store.write_blocking(move |tx| {
            avatars::seed(tx)?;
            admins::insert(tx, admin, &name, &email, NO_PASSWORD, now)?;
            readers.iter().try_for_each(|reader| users::insert(tx, reader))
        })?;
        Ok(())
    }

    fn posts(&mut self, count: usize) -> Result<()> {
        for first in (0..count).step_by(IMPORTED) {
            let mut lines = String::new();
            for number in first..count.min(first + IMPORTED) {
                lines.push_str(&self.texts.post(number, count, &mut self.random));
                lines.push('\n');
            }
            let report = import::posts(
                &self.store,
                &LatestMoment,
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
            .read_blocking(posts::published_names)?
            .into_iter()
            .map(|(id, ..)| id)
            .collect();
        let featured = self.posts[..FEATURED.min(self.posts.len())].to_vec();
        self.store.write_blocking(move |tx| {
            featured
                .into_iter()
                .try_for_each(|post| posts::set_featured(tx, post, true).map(drop))
        })?;
        // From here on the first ones are those that everybody reads.
        self.posts.shuffle(&mut self.random);
        Ok(())
    }

    fn comments(&mut self, count: usize) -> Result<()> {
        self.in_batches(count, |making| {
            let (post, reader, at) = (making.post(), making.reader(), making.moment());
            let id = CommentId::new(at, making.entropy.as_ref());
            let text = making.texts.comment(&mut making.random)?;
            Ok(move |tx: &mut Tx<'_>| comments::insert(tx, id, post, reader, &text, at).map(drop))
        })
    }

    fn likes(&mut self, count: usize) -> Result<()> {
        let mut known = HashSet::with_capacity(count);
        self.in_batches(count, move |making| {
            let (post, reader) = loop {
                let like = (making.post(), making.reader());
                if known.insert(like) {
                    break like;
                }
            };
            let at = making.moment();
            Ok(move |tx: &mut Tx<'_>| marks::set_like(tx, post, reader, true, at).map(drop))
        })
    }

    fn bookmarks(&mut self) -> Result<()> {
        let mut number = 0;
        self.in_batches(READERS * BOOKMARKS_OF_EACH, |making| {
            // Neighbours in a shuffled list: ten different ones for each reader.
            let post = making.posts[number % making.posts.len()];
            let (reader, at) = (making.readers[number / BOOKMARKS_OF_EACH], making.moment());
            number += 1;
            Ok(move |tx: &mut Tx<'_>| marks::set_bookmark(tx, post, reader, true, at).map(drop))
        })
    }

    fn views(&mut self, count: usize) -> Result<()> {
        self.in_batches(count, |making| {
            let (post, at) = (making.post(), making.moment());
            let visitor = Visitor {
                session: making.random.random(),
                network: None,
                device: if making.random.random() {
                    Device::Mobile
                } else {
                    Device::Desktop
                },
            };
            Ok(move |tx: &mut Tx<'_>| views::record(tx, post, visitor, at).map(drop))
        })
    }

    /// Writes `count` rows, hundreds in each commit.
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

    /// A few posts have most of everything, as it is where people read.
    fn post(&mut self) -> PostId {
        self.posts[zipf(&mut self.random, self.posts.len())]
    }

    fn reader(&mut self) -> UserId {
        self.readers[self.random.random_range(0..self.readers.len())]
    }

    fn moment(&mut self) -> Time {
        Time::from_milliseconds(LATEST - self.random.random_range(0..DAYS_30))
    }
}

/// One of `count` places, the nth about 1/n times as often as the first (Zipf's law).
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are far below 2^52, and a power of at least 1 is positive"
)]
pub fn zipf(random: &mut StdRng, count: usize) -> usize {
    let place = (count as f64).powf(random.random()) as usize;
    place.clamp(1, count) - 1
}

fn reader(id: UserId, number: usize, now: Time) -> Result<NewUser> {
    let name = Name::parse(&format!("Reader {number}"))?;
    Ok(NewUser {
        id,
        username: name.username(),
        name,
        email: Email::parse(&format!("reader-{number}@example.org"))?,
        password_hash: NO_PASSWORD.to_owned(),
        verified_at: Some(now),
        onboarded: true,
        bio: String::new(),
        avatar: None,
        created_at: now,
    })
}
