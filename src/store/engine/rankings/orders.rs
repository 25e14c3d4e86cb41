//! Published posts in every order that lists have.
//!
//! An order is made when it is first asked for. From then on a post that changes moves to its new place, which
//! takes a look for both places and a shift of what lies between them.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::sync::OnceLock;

use crate::domain::category::CATEGORIES;
use crate::domain::post::{Counts, Order};
use crate::domain::{Category, Time, ranking};

/// What a post is listed by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::store) struct RankedPost {
    /// The number of its row.
    pub(in crate::store) seq: i64,
    pub(in crate::store) category: Category,
    pub(in crate::store) created_at: Time,
    pub(in crate::store) counts: Counts,
}

/// A place in `Rankings::posts`.
type Place = u32;

#[derive(Debug, Default)]
pub(in crate::store) struct Rankings {
    /// Places of posts that have gone are used again.
    posts: Vec<RankedPost>,
    vacant: Vec<Place>,
    places: HashMap<i64, Place>,
    all: Orders,
    by_category: HashMap<Category, Orders>,
}

/// The orders of some of the posts, each best first.
#[derive(Debug, Default)]
struct Orders([OnceLock<Vec<Place>>; ORDERS.len()]);

const ORDERS: [Order; 9] = [
    Order::Newest,
    Order::Oldest,
    Order::MostViewed,
    Order::MostReaders,
    Order::MostLiked,
    Order::MostCommented,
    Order::Popular,
    Order::Trending,
    Order::Appealing,
];

/// Which of two posts comes first: the one of more weight, then the one of the later age.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Key {
    weight: f64,
    /// When it was created in milliseconds, and the number of its row; both below 0 where the oldest is first.
    age: (i64, i64),
}

impl Eq for Key {}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.weight
            .total_cmp(&other.weight)
            .then_with(|| self.age.cmp(&other.age))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl RankedPost {
    fn key(&self, order: Order) -> Key {
        let (created_at, seq) = (self.created_at.milliseconds(), self.seq);
        Key {
            weight: ranking::weight(order, &self.counts, self.created_at),
            age: if order == Order::Oldest {
                (-created_at, -seq)
            } else {
                (created_at, seq)
            },
        }
    }
}

impl Rankings {
    pub(super) fn new(posts: Vec<RankedPost>) -> Self {
        let places = (0..).zip(&posts).map(|(place, post)| (post.seq, place)).collect();
        let by_category = CATEGORIES
            .into_iter()
            .map(|category| (category, Orders::default()))
            .collect();
        Self {
            posts,
            vacant: Vec::new(),
            places,
            all: Orders::default(),
            by_category,
        }
    }

    /// The row numbers of the posts from `skip` on, at most `limit`, in one category or in all.
    pub(in crate::store) fn page(
        &self,
        category: Option<Category>,
        order: Order,
        skip: usize,
        limit: usize,
    ) -> Vec<i64> {
        let places = self.ranked(category, order).iter().skip(skip).take(limit);
        places.map(|place| self.posts[*place as usize].seq).collect()
    }

    /// All posts, the best first.
    pub(in crate::store) fn all(&self, order: Order) -> impl Iterator<Item = i64> {
        let places = self.ranked(None, order).iter();
        places.map(|place| self.posts[*place as usize].seq)
    }

    /// How many of these posts are published, in one category or in all, and the row numbers of a page of them.
    pub(in crate::store) fn page_among(
        &self,
        seqs: &[i64],
        category: Option<Category>,
        order: Order,
        skip: usize,
        limit: usize,
    ) -> (usize, Vec<i64>) {
        let mut ranked: Vec<(Reverse<Key>, i64)> = seqs
            .iter()
            .filter_map(|seq| self.places.get(seq))
            .map(|place| &self.posts[*place as usize])
            .filter(|post| category.is_none_or(|category| post.category == category))
            .map(|post| (Reverse(post.key(order)), post.seq))
            .collect();
        ranked.sort_unstable();
        let page = ranked.iter().skip(skip).take(limit);
        (ranked.len(), page.map(|(_, seq)| *seq).collect())
    }

    fn ranked(&self, category: Option<Category>, order: Order) -> &[Place] {
        let orders = category.map_or(Some(&self.all), |category| self.by_category.get(&category));
        orders.map_or(&[], |orders| {
            orders.get(order, || {
                let places = self.places.values().copied();
                places
                    .filter(|place| category.is_none_or(|it| self.posts[*place as usize].category == it))
                    .map(|place| (Reverse(self.posts[place as usize].key(order)), place))
                    .collect()
            })
        })
    }

    /// Notes what a post is now.
    pub(super) fn set(&mut self, post: RankedPost) {
        let known = self.places.get(&post.seq).copied();
        let Some(place) = known.filter(|place| self.posts[*place as usize].category == post.category) else {
            self.remove(post.seq);
            return self.add(post);
        };
        self.all.move_to_new_place(&self.posts, place, &post);
        if let Some(orders) = self.by_category.get_mut(&post.category) {
            orders.move_to_new_place(&self.posts, place, &post);
        }
        self.posts[place as usize] = post;
    }

    fn add(&mut self, post: RankedPost) {
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.posts.push(post);
            Place::try_from(self.posts.len() - 1).unwrap_or(Place::MAX)
        });
        self.posts[place as usize] = post;
        self.places.insert(post.seq, place);
        self.all.insert(&self.posts, place);
        if let Some(orders) = self.by_category.get_mut(&post.category) {
            orders.insert(&self.posts, place);
        }
    }

    /// Notes that a post is no longer to be listed.
    pub(super) fn remove(&mut self, seq: i64) {
        let Some(place) = self.places.remove(&seq) else {
            return;
        };
        self.all.remove(&self.posts, place);
        if let Some(orders) = self.by_category.get_mut(&self.posts[place as usize].category) {
            orders.remove(&self.posts, place);
        }
        self.vacant.push(place);
    }
}

impl Orders {
    fn get(&self, order: Order, members: impl FnOnce() -> Vec<(Reverse<Key>, Place)>) -> &[Place] {
        let Some(number) = ORDERS.iter().position(|kept| *kept == order) else {
            return &[];
        };
        self.0[number].get_or_init(|| {
            let mut members = members();
            members.sort_unstable();
            members.into_iter().map(|(_, place)| place).collect()
        })
    }

    fn made(&mut self) -> impl Iterator<Item = (Order, &mut Vec<Place>)> {
        let lists = self.0.iter_mut().map(OnceLock::get_mut);
        ORDERS
            .into_iter()
            .zip(lists)
            .filter_map(|(order, list)| Some((order, list?)))
    }

    fn insert(&mut self, posts: &[RankedPost], place: Place) {
        for (order, list) in self.made() {
            let key = posts[place as usize].key(order);
            list.insert(better_than(list, posts, order, key), place);
        }
    }

    fn remove(&mut self, posts: &[RankedPost], place: Place) {
        for (order, list) in self.made() {
            let key = posts[place as usize].key(order);
            list.remove(better_than(list, posts, order, key));
        }
    }

    /// `posts` still holds what the post was before.
    fn move_to_new_place(&mut self, posts: &[RankedPost], place: Place, after: &RankedPost) {
        for (order, list) in self.made() {
            let (old, new) = (posts[place as usize].key(order), after.key(order));
            if new == old {
                continue;
            }
            let from = better_than(list, posts, order, old);
            if new > old {
                let to = better_than(&list[..from], posts, order, new);
                list[to..=from].rotate_right(1);
            } else {
                let to = from + better_than(&list[from + 1..], posts, order, new);
                list[from..=to].rotate_left(1);
            }
        }
    }
}

/// How many of a list are better than `key`.
fn better_than(list: &[Place], posts: &[RankedPost], order: Order, key: Key) -> usize {
    list.partition_point(|other| posts[*other as usize].key(order) > key)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const POSTS: i64 = 12;

    /// Few values, so that many posts stand equal.
    fn post() -> impl Strategy<Value = RankedPost> {
        let counts = (0..3_u64, 0..3_u64, 0..3_u64, 0..3_u64);
        (0..POSTS, 0..2_usize, 0..3_i64, counts).prop_map(|(seq, category, day, counts)| RankedPost {
            seq,
            category: CATEGORIES[category],
            created_at: Time::from_milliseconds(day * 86_400_000),
            counts: Counts {
                likes: counts.0,
                comments: counts.1,
                views: counts.2,
                unique_views: counts.3,
            },
        })
    }

    #[derive(Debug, Clone)]
    enum Step {
        Set(RankedPost),
        Remove(i64),
        Read(Option<Category>, Order),
    }

    fn order() -> impl Strategy<Value = Order> {
        prop::sample::select(ORDERS.to_vec())
    }

    fn category() -> impl Strategy<Value = Option<Category>> {
        prop::option::of(prop::sample::select(CATEGORIES[..2].to_vec()))
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            4 => post().prop_map(Step::Set),
            1 => (0..POSTS).prop_map(Step::Remove),
            2 => (category(), order()).prop_map(|(category, order)| Step::Read(category, order)),
        ]
    }

    fn sorted(posts: &HashMap<i64, RankedPost>, category: Option<Category>, order: Order) -> Vec<i64> {
        let by = if order == Order::Oldest {
            Order::Newest
        } else {
            order
        };
        let mut posts: Vec<_> = posts
            .values()
            .filter(|post| category.is_none_or(|category| post.category == category))
            .collect();
        posts.sort_by_key(|post| Reverse(post.key(by)));
        let mut seqs: Vec<i64> = posts.iter().map(|post| post.seq).collect();
        if order == Order::Oldest {
            seqs.reverse();
        }
        seqs
    }

    proptest! {
        #[test]
        fn every_order_is_that_of_a_sort_whatever_was_changed_before(
            first in vec(post(), 0..8),
            steps in vec(step(), 0..60),
        ) {
            let mut posts: HashMap<i64, RankedPost> = first.into_iter().map(|post| (post.seq, post)).collect();
            let mut rankings = Rankings::new(posts.values().copied().collect());
            for step in steps {
                match step {
                    Step::Set(post) => {
                        posts.insert(post.seq, post);
                        rankings.set(post);
                    }
                    Step::Remove(seq) => {
                        posts.remove(&seq);
                        rankings.remove(seq);
                    }
                    Step::Read(category, order) => {
                        let expected = sorted(&posts, category, order);
                        let page = rankings.page(category, order, 1, 4);
                        prop_assert_eq!(&page, &expected.iter().skip(1).take(4).copied().collect::<Vec<_>>());
                        let seqs: Vec<i64> = (0..POSTS + 3).collect();
                        let (total, page) = rankings.page_among(&seqs, category, order, 0, usize::MAX);
                        prop_assert_eq!(total, expected.len());
                        prop_assert_eq!(page, expected);
                    }
                }
            }
        }
    }
}
