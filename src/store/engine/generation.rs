//! How writes make answers old: every commit that changes what the site shows raises a number, and each
//! post remembers the number at which it last changed.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use crate::domain::PostId;

/// Posts share so many places: two that share one make each other's answers old, which costs a little work
/// and is never wrong.
const PLACES: usize = 65_536;

/// What a write changes of what the site shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touched {
    /// Nothing that is shown to everybody, and nothing about who may do what.
    Nothing,
    /// How often a post was opened, which may be shown a second later.
    Views(PostId),
    /// The likes and comments of a post, and so whatever is ranked by them.
    Post(PostId),
    /// Who may do what, but nothing that is shown to everybody: tokens and passwords.
    Accounts,
    /// Anything.
    Anything,
}

/// What an answer shows, and so which writes make it old.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Shown {
    /// Whatever a write can touch.
    #[default]
    Everything,
    /// Some posts, chosen by nothing that their readers can change.
    Posts(Box<[usize]>),
}

impl Shown {
    /// These posts with their counts and comments, in an order that likes, comments and views do not change.
    pub fn posts(posts: impl IntoIterator<Item = PostId>) -> Self {
        Self::Posts(posts.into_iter().map(place).collect())
    }
}

fn place(post: PostId) -> usize {
    post.spread() % PLACES
}

/// A point in the order of the commits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(u64);

#[derive(Debug)]
pub(super) struct Generation {
    number: AtomicU64,
    /// The number at which something changed that is not just one post.
    anything: AtomicU64,
    /// The number at which each place last changed.
    posts: Box<[AtomicU64]>,
    /// The places whose views are to be shown soon, and whether there are any.
    viewed: Box<[AtomicBool]>,
    is_viewed: AtomicBool,
    /// Raised by whatever may change who may do what.
    accounts: AtomicU64,
    data_version: AtomicI64,
}

impl Default for Generation {
    fn default() -> Self {
        Self {
            number: AtomicU64::default(),
            anything: AtomicU64::default(),
            posts: (0..PLACES).map(|_| AtomicU64::default()).collect(),
            viewed: (0..PLACES).map(|_| AtomicBool::default()).collect(),
            is_viewed: AtomicBool::default(),
            accounts: AtomicU64::default(),
            data_version: AtomicI64::default(),
        }
    }
}

impl Generation {
    pub(super) fn moment(&self) -> Moment {
        Moment(self.number.load(Ordering::Acquire))
    }

    /// Another number whenever something about accounts may have changed.
    pub(super) fn of_accounts(&self) -> u64 {
        self.accounts.load(Ordering::Acquire)
    }

    fn accounts_changed(&self) {
        self.accounts.fetch_add(1, Ordering::AcqRel);
    }

    /// Whether an answer that was begun at `moment` is still what would be answered now.
    pub(super) fn is_current(&self, moment: Moment, shown: &Shown) -> bool {
        let is_before = |number: &AtomicU64| number.load(Ordering::Acquire) <= moment.0;
        is_before(&self.number)
            || match shown {
                Shown::Everything => false,
                Shown::Posts(places) => {
                    is_before(&self.anything) && places.iter().all(|place| is_before(&self.posts[*place]))
                }
            }
    }

    /// What was committed just now. To be called by one thread alone, before anybody is told.
    pub(super) fn note(&self, touched: impl Iterator<Item = Touched> + Clone) {
        let is_seen = |touched: &Touched| matches!(touched, Touched::Post(_) | Touched::Anything);
        let number = if touched.clone().any(|touched| is_seen(&touched)) {
            self.number.fetch_add(1, Ordering::AcqRel) + 1
        } else {
            0
        };
        for touched in touched {
            match touched {
                Touched::Nothing => {}
                Touched::Views(post) => {
                    self.viewed[place(post)].store(true, Ordering::Release);
                    self.is_viewed.store(true, Ordering::Release);
                }
                Touched::Post(post) => self.posts[place(post)].store(number, Ordering::Release),
                Touched::Accounts => self.accounts_changed(),
                Touched::Anything => {
                    self.anything.store(number, Ordering::Release);
                    self.accounts_changed();
                }
            }
        }
    }

    /// Whether another process has written since the last time that this caught up.
    pub(super) fn is_elsewhere(&self, data_version: i64) -> bool {
        self.data_version.load(Ordering::Acquire) != data_version
    }

    /// Shows what was to be seen soon, and what another process wrote: SQLite's `data_version` of the
    /// writer's connection changes with the commits of others alone. To be called by the thread that notes.
    pub(super) fn catch_up(&self, data_version: i64) {
        let is_elsewhere = self.is_elsewhere(data_version);
        self.data_version.store(data_version, Ordering::Release);
        let is_viewed = self.is_viewed.swap(false, Ordering::AcqRel);
        if !is_viewed && !is_elsewhere {
            return;
        }
        let number = self.number.fetch_add(1, Ordering::AcqRel) + 1;
        if is_elsewhere {
            self.anything.store(number, Ordering::Release);
            self.accounts_changed();
        }
        for (viewed, post) in self.viewed.iter().zip(&self.posts) {
            if viewed.swap(false, Ordering::AcqRel) {
                post.store(number, Ordering::Release);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{SystemEntropy, Time};

    fn post() -> PostId {
        PostId::new(Time::from_milliseconds(1_000), &SystemEntropy)
    }

    /// Two posts that share no place.
    fn two_posts() -> (PostId, PostId) {
        let one = post();
        let other = std::iter::repeat_with(post).find(|other| place(*other) != place(one));
        (one, other.unwrap())
    }

    fn is_current_after(touched: Touched, shown: &Shown) -> bool {
        let generation = Generation::default();
        let moment = generation.moment();
        generation.note([touched].into_iter());
        generation.is_current(moment, shown)
    }

    #[test]
    fn a_write_makes_old_what_shows_what_it_touched() {
        let (one, other) = two_posts();
        let shows_one = Shown::posts([one]);
        for (touched, everything, one_post) in [
            (Touched::Nothing, true, true),
            (Touched::Views(one), true, true),
            (Touched::Post(other), false, true),
            (Touched::Post(one), false, false),
            (Touched::Accounts, true, true),
            (Touched::Anything, false, false),
        ] {
            assert_eq!(
                is_current_after(touched, &Shown::Everything),
                everything,
                "{touched:?}"
            );
            assert_eq!(is_current_after(touched, &shows_one), one_post, "{touched:?}");
        }
    }

    #[test]
    fn a_write_makes_old_what_accounts_may_do_when_it_can_have_changed_that() {
        let of_accounts_changes = |write: &dyn Fn(&Generation)| {
            let generation = Generation::default();
            let before = generation.of_accounts();
            write(&generation);
            generation.of_accounts() != before
        };
        for (touched, changes) in [
            (Touched::Nothing, false),
            (Touched::Views(post()), false),
            (Touched::Post(post()), false),
            (Touched::Accounts, true),
            (Touched::Anything, true),
        ] {
            let note = |generation: &Generation| generation.note([touched].into_iter());
            assert_eq!(of_accounts_changes(&note), changes, "{touched:?}");
        }
        assert!(
            of_accounts_changes(&|generation| generation.catch_up(8)),
            "another process"
        );
    }

    #[test]
    fn views_are_shown_when_it_catches_up_and_only_where_they_were() {
        let (one, other) = two_posts();
        let generation = Generation::default();
        generation.catch_up(7);
        let moment = generation.moment();
        generation.note([Touched::Views(one)].into_iter());
        generation.catch_up(7);
        assert!(!generation.is_current(moment, &Shown::posts([one])));
        assert!(!generation.is_current(moment, &Shown::Everything));
        assert!(generation.is_current(moment, &Shown::posts([other])));
        let moment = generation.moment();
        generation.catch_up(7);
        assert_eq!(generation.moment(), moment, "nothing is due twice");
    }

    #[test]
    fn another_process_may_have_changed_anything() {
        let generation = Generation::default();
        generation.catch_up(7);
        let moment = generation.moment();
        generation.catch_up(8);
        assert!(!generation.is_current(moment, &Shown::posts([])));
    }
}
