//! The changes of commits, and the dependencies of reads.
//!
//! A write function records its changes ([`Change`]) in the transaction, a query function its dependencies
//! ([`Dependencies`]). The changes of a commit are applied to all derived memory before the commit is acknowledged, so
//! that nothing in memory is older than an acknowledged write.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::domain::PostId;

/// The number of slots that posts share. Two posts in one slot invalidate each other's responses, which costs a little
/// work but is always correct.
const SLOTS: usize = 65_536;

/// A change of a write that affects derived memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// The views of a post. Responses may lag behind by a second.
    PostViews(PostId),
    /// The likes or comments of a post, and so the rankings.
    PostActivity(PostId),
    /// A post was created, edited, featured or removed: any list may contain other posts.
    Post(PostId),
    /// Names or pictures of people, which any page may show.
    People,
    /// The settings of the site, which every page shows.
    Site,
    /// A static page.
    StaticPage,
    /// The redirects, which stand in for pages that are missing.
    Redirects,
    /// A tag or a series: its name, its address or its posts.
    Collections,
    /// The status of accounts: passwords, tokens, verification, bans.
    Accounts,
    /// Anything, of any number of posts, possibly by another process.
    Everything,
}

/// The most changes of which a commit lists each; more are [`Change::Everything`].
const LISTED_MAX: usize = 200;

impl Change {
    fn parse(text: &str) -> Option<Self> {
        let post = |id| PostId::parse(id);
        match text.split_once(':') {
            Some(("views", id)) => post(id).map(Self::PostViews),
            Some(("activity", id)) => post(id).map(Self::PostActivity),
            Some(("post", id)) => post(id).map(Self::Post),
            None if text == "people" => Some(Self::People),
            None if text == "site" => Some(Self::Site),
            None if text == "static-page" => Some(Self::StaticPage),
            None if text == "redirects" => Some(Self::Redirects),
            None if text == "collections" => Some(Self::Collections),
            None if text == "accounts" => Some(Self::Accounts),
            _ => None,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PostViews(post) => write!(formatter, "views:{post}"),
            Self::PostActivity(post) => write!(formatter, "activity:{post}"),
            Self::Post(post) => write!(formatter, "post:{post}"),
            Self::People => formatter.write_str("people"),
            Self::Site => formatter.write_str("site"),
            Self::StaticPage => formatter.write_str("static-page"),
            Self::Redirects => formatter.write_str("redirects"),
            Self::Collections => formatter.write_str("collections"),
            Self::Accounts => formatter.write_str("accounts"),
            Self::Everything => formatter.write_str("everything"),
        }
    }
}

/// Returns the changes of a commit as a text for other nodes: words of `a` to `z`, digits, colons and hyphens.
pub(in crate::store) fn to_text(changes: &[Change]) -> String {
    let distinct: HashSet<Change> = changes.iter().copied().collect();
    if distinct.len() > LISTED_MAX {
        return Change::Everything.to_string();
    }
    let words: Vec<String> = distinct.iter().map(Change::to_string).collect();
    words.join(" ")
}

/// Returns the changes of such a text. Words of a newer version of the program may mean anything.
pub(in crate::store) fn from_text(text: &str) -> impl Iterator<Item = Change> {
    let words = text.split(' ').filter(|word| !word.is_empty());
    words.map(|word| Change::parse(word).unwrap_or(Change::Everything))
}

/// The dependencies of a response beside the content of the site. They decide which commits invalidate it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dependencies {
    /// Whether it depends on an order of posts by activity.
    ranking: bool,
    /// Whether it depends on there being no redirect.
    redirects: bool,
    /// The slots of the posts whose activity it shows, sorted and without duplicates.
    slots: Vec<u32>,
}

impl Dependencies {
    pub(in crate::store) fn add_post(&mut self, post: PostId) {
        self.add_slot(slot(post));
    }

    fn add_slot(&mut self, slot: u32) {
        if let Err(index) = self.slots.binary_search(&slot) {
            self.slots.insert(index, slot);
        }
    }

    /// Adds the activity of all posts, by which they are ordered.
    pub(in crate::store) fn add_ranking(&mut self) {
        self.ranking = true;
    }

    /// Adds all redirects.
    pub(in crate::store) fn add_redirects(&mut self) {
        self.redirects = true;
    }

    fn merge(&mut self, other: Self) {
        self.ranking |= other.ranking;
        self.redirects |= other.redirects;
        for slot in other.slots {
            self.add_slot(slot);
        }
    }

    /// The size on the heap, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }
}

fn slot(post: PostId) -> u32 {
    // The remainder is less than `SLOTS`, which fits.
    u32::try_from(post.random_part() % SLOTS).unwrap_or_default()
}

tokio::task_local! {
    /// The dependencies of the reads of the current task.
    static RECORDED: RefCell<Dependencies>;
}

/// Runs `work` and returns its output with the dependencies of its reads. Reads of spawned tasks are not recorded.
pub async fn record_dependencies<T>(work: impl Future<Output = T>) -> (T, Dependencies) {
    RECORDED
        .scope(RefCell::default(), async {
            let output = work.await;
            (output, RECORDED.with(RefCell::take))
        })
        .await
}

/// Records the dependencies of a read of the current task, inside of [`record_dependencies`].
pub(super) fn record(dependencies: Dependencies) {
    // Outside of it there is nothing to do.
    RECORDED
        .try_with(|recorded| recorded.borrow_mut().merge(dependencies))
        .unwrap_or_default();
}

/// A number that increases with every commit that may invalidate responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generation(u64);

#[derive(Debug)]
pub(super) struct Generations {
    latest: AtomicU64,
    /// The last change other than the activity of posts and redirects.
    content: AtomicU64,
    /// The last change of redirects.
    redirects: AtomicU64,
    /// The last change of post activity, by slot.
    posts: Box<[AtomicU64]>,
    /// The slots with unpublished views.
    viewed: Box<[AtomicBool]>,
    /// Whether any slot has unpublished views.
    any_viewed: AtomicBool,
    /// The number of changes of accounts.
    accounts: AtomicU64,
}

impl Default for Generations {
    fn default() -> Self {
        Self {
            latest: AtomicU64::default(),
            content: AtomicU64::default(),
            redirects: AtomicU64::default(),
            posts: (0..SLOTS).map(|_| AtomicU64::default()).collect(),
            viewed: (0..SLOTS).map(|_| AtomicBool::default()).collect(),
            any_viewed: AtomicBool::default(),
            accounts: AtomicU64::default(),
        }
    }
}

impl Generations {
    pub(super) fn latest(&self) -> Generation {
        Generation(self.latest.load(Ordering::Acquire))
    }

    /// A number that increases with every change of accounts.
    pub(super) fn accounts(&self) -> u64 {
        self.accounts.load(Ordering::Acquire)
    }

    /// Whether a response that was started at `generation` is still valid.
    pub(super) fn is_current(&self, generation: Generation, dependencies: &Dependencies) -> bool {
        let is_unchanged = |changed: &AtomicU64| changed.load(Ordering::Acquire) <= generation.0;
        let is_slot_unchanged = |slot: &u32| self.posts.get(*slot as usize).is_none_or(is_unchanged);
        is_unchanged(&self.latest)
            || (!dependencies.ranking
                && is_unchanged(&self.content)
                && (!dependencies.redirects || is_unchanged(&self.redirects))
                && dependencies.slots.iter().all(is_slot_unchanged))
    }

    /// Publishes the views since the last call. Calls of this and [`Generations::apply_all`] must not overlap.
    pub(super) fn publish_views(&self) {
        if !self.any_viewed.swap(false, Ordering::AcqRel) {
            return;
        }
        let generation = self.next();
        for (viewed, post) in self.viewed.iter().zip(&self.posts) {
            if viewed.swap(false, Ordering::AcqRel) {
                post.store(generation, Ordering::Release);
            }
        }
    }

    /// Applies the changes of commits. Has to be called in their order.
    pub(super) fn apply_all(&self, changes: &[Change]) {
        let has_generation = |change: &Change| !matches!(change, Change::PostViews(_) | Change::Accounts);
        let generation = if changes.iter().any(has_generation) {
            self.next()
        } else {
            0
        };
        for change in changes {
            self.apply(*change, generation);
        }
    }

    fn next(&self) -> u64 {
        self.latest.fetch_add(1, Ordering::AcqRel) + 1
    }

    fn apply(&self, change: Change, generation: u64) {
        match change {
            Change::PostViews(post) => {
                self.viewed[slot(post) as usize].store(true, Ordering::Release);
                self.any_viewed.store(true, Ordering::Release);
            }
            Change::PostActivity(post) => {
                self.posts[slot(post) as usize].store(generation, Ordering::Release);
            }
            Change::Accounts => {
                self.accounts.fetch_add(1, Ordering::AcqRel);
            }
            Change::Post(_) | Change::People | Change::Site | Change::StaticPage | Change::Collections => {
                self.content.store(generation, Ordering::Release);
            }
            Change::Redirects => self.redirects.store(generation, Ordering::Release),
            Change::Everything => {
                self.content.store(generation, Ordering::Release);
                self.accounts.fetch_add(1, Ordering::AcqRel);
            }
        }
    }
}
