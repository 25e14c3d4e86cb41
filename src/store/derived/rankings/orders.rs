//! Published posts in every order of lists.
//!
//! An order is sorted when it is first read. From then on, a changed post moves to its new position: two binary
//! searches and a shift of the posts between both positions.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::sync::OnceLock;

use crate::domain::category::CATEGORIES;
use crate::domain::post::{Order, PostCounters};
use crate::domain::{Category, PostId, Time, ranking};

/// The values by which a post is listed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::store) struct RankedPost {
    /// The row number.
    pub(in crate::store) seq: i64,
    pub(in crate::store) id: PostId,
    pub(in crate::store) category: Category,
    pub(in crate::store) created_at: Time,
    pub(in crate::store) counts: PostCounters,
}

/// An index in `Rankings::posts`.
type Slot = u32;

#[derive(Debug, Default)]
pub(in crate::store) struct Rankings {
    /// Slots of removed posts are reused.
    posts: Vec<RankedPost>,
    free: Vec<Slot>,
    slots: HashMap<i64, Slot>,
    seqs: HashMap<PostId, i64>,
    all: Orders,
    by_category: HashMap<Category, Orders>,
}

/// The orders of some of the posts, each best first.
#[derive(Debug, Default)]
struct Orders([OnceLock<Vec<Slot>>; ORDERS.len()]);

const ORDERS: [Order; 10] = [
    Order::Newest,
    Order::Oldest,
    Order::MostViewed,
    Order::MostReaders,
    Order::MostLiked,
    Order::MostCommented,
    Order::Popular,
    Order::Trending,
    Order::MostActive,
    Order::PersonalBase,
];

/// The sort key of a post. The greater key comes first: the greater weight, then the greater age.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Key {
    weight: f64,
    /// The time of creation in milliseconds and the row number; both negated for [`Order::Oldest`].
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
            weight: ranking::sort_key(order, &self.counts, self.created_at),
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
        let slots = (0..).zip(&posts).map(|(slot, post)| (post.seq, slot)).collect();
        let seqs = posts.iter().map(|post| (post.id, post.seq)).collect();
        let by_category = CATEGORIES
            .into_iter()
            .map(|category| (category, Orders::default()))
            .collect();
        Self {
            posts,
            free: Vec::new(),
            slots,
            seqs,
            all: Orders::default(),
            by_category,
        }
    }

    /// Returns the row numbers of at most `limit` posts from `skip` on, of one category or of all.
    pub(in crate::store) fn page(
        &self,
        category: Option<Category>,
        order: Order,
        skip: usize,
        limit: usize,
    ) -> Vec<i64> {
        let slots = self.ranked(category, order).iter().skip(skip).take(limit);
        slots.map(|slot| self.posts[*slot as usize].seq).collect()
    }

    /// Returns the row numbers of all posts, best first.
    pub(in crate::store) fn all(&self, order: Order) -> impl Iterator<Item = i64> {
        let slots = self.ranked(None, order).iter();
        slots.map(|slot| self.posts[*slot as usize].seq)
    }

    /// Returns the number of the given posts that are published, of one category or of all, and the row numbers of a
    /// page of them.
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
            .filter_map(|seq| self.slots.get(seq))
            .map(|slot| &self.posts[*slot as usize])
            .filter(|post| category.is_none_or(|category| post.category == category))
            .map(|post| (Reverse(post.key(order)), post.seq))
            .collect();
        ranked.sort_unstable();
        let page = ranked.iter().skip(skip).take(limit);
        (ranked.len(), page.map(|(_, seq)| *seq).collect())
    }

    /// Returns the row numbers of a page of all posts: those with a score by that, highest first, then the others. Ties go
    /// to the newer post.
    pub(in crate::store) fn page_by_score(
        &self,
        scores: &HashMap<i64, u64>,
        skip: usize,
        limit: usize,
    ) -> Vec<i64> {
        let mut active: Vec<(u64, Time, i64)> = scores
            .iter()
            .filter_map(|(seq, score)| {
                let post = &self.posts[*self.slots.get(seq)? as usize];
                Some((*score, post.created_at, *seq))
            })
            .collect();
        active.sort_unstable_by(|one, other| other.cmp(one));
        let others = self.all(Order::Newest).filter(|seq| !scores.contains_key(seq));
        let active = active.into_iter().map(|(_, _, seq)| seq);
        active.chain(others).skip(skip).take(limit).collect()
    }

    fn ranked(&self, category: Option<Category>, order: Order) -> &[Slot] {
        let orders = category.map_or(Some(&self.all), |category| self.by_category.get(&category));
        orders.map_or(&[], |orders| {
            orders.get(order, || {
                let slots = self.slots.values().copied();
                slots
                    .filter(|slot| category.is_none_or(|it| self.posts[*slot as usize].category == it))
                    .map(|slot| (Reverse(self.posts[slot as usize].key(order)), slot))
                    .collect()
            })
        })
    }

    pub(super) fn set(&mut self, post: RankedPost) {
        let current = self.slots.get(&post.seq).copied();
        let Some(slot) = current.filter(|slot| self.posts[*slot as usize].category == post.category) else {
            self.remove(post.id);
            return self.add(post);
        };
        self.all.reposition(&self.posts, slot, &post);
        if let Some(orders) = self.by_category.get_mut(&post.category) {
            orders.reposition(&self.posts, slot, &post);
        }
        self.posts[slot as usize] = post;
    }

    fn add(&mut self, post: RankedPost) {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.posts.push(post);
            Slot::try_from(self.posts.len() - 1).unwrap_or(Slot::MAX)
        });
        self.posts[slot as usize] = post;
        self.slots.insert(post.seq, slot);
        self.seqs.insert(post.id, post.seq);
        self.all.insert(&self.posts, slot);
        if let Some(orders) = self.by_category.get_mut(&post.category) {
            orders.insert(&self.posts, slot);
        }
    }

    pub(super) fn remove(&mut self, post: PostId) {
        let Some(slot) = self.seqs.remove(&post).and_then(|seq| self.slots.remove(&seq)) else {
            return;
        };
        self.all.remove(&self.posts, slot);
        if let Some(orders) = self.by_category.get_mut(&self.posts[slot as usize].category) {
            orders.remove(&self.posts, slot);
        }
        self.free.push(slot);
    }
}

impl Orders {
    fn get(&self, order: Order, members: impl FnOnce() -> Vec<(Reverse<Key>, Slot)>) -> &[Slot] {
        let Some(number) = ORDERS.iter().position(|other| *other == order) else {
            return &[];
        };
        self.0[number].get_or_init(|| {
            let mut members = members();
            members.sort_unstable();
            members.into_iter().map(|(_, slot)| slot).collect()
        })
    }

    fn initialized(&mut self) -> impl Iterator<Item = (Order, &mut Vec<Slot>)> {
        let lists = self.0.iter_mut().map(OnceLock::get_mut);
        ORDERS
            .into_iter()
            .zip(lists)
            .filter_map(|(order, list)| Some((order, list?)))
    }

    fn insert(&mut self, posts: &[RankedPost], slot: Slot) {
        for (order, list) in self.initialized() {
            let key = posts[slot as usize].key(order);
            list.insert(count_better(list, posts, order, key), slot);
        }
    }

    fn remove(&mut self, posts: &[RankedPost], slot: Slot) {
        for (order, list) in self.initialized() {
            let key = posts[slot as usize].key(order);
            list.remove(count_better(list, posts, order, key));
        }
    }

    /// Moves a post to its new position. `posts` still contains its state before the change.
    fn reposition(&mut self, posts: &[RankedPost], slot: Slot, after: &RankedPost) {
        for (order, list) in self.initialized() {
            let (old, new) = (posts[slot as usize].key(order), after.key(order));
            if new == old {
                continue;
            }
            let from = count_better(list, posts, order, old);
            if new > old {
                let to = count_better(&list[..from], posts, order, new);
                list[to..=from].rotate_right(1);
            } else {
                let to = from + count_better(&list[from + 1..], posts, order, new);
                list[from..=to].rotate_left(1);
            }
        }
    }
}

/// The number of posts of a list whose key is greater than `key`.
fn count_better(list: &[Slot], posts: &[RankedPost], order: Order, key: Key) -> usize {
    list.partition_point(|other| posts[*other as usize].key(order) > key)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const POSTS: i64 = 12;

    /// Few distinct values, so that many posts tie.
    fn post() -> impl Strategy<Value = RankedPost> {
        let counts = (0..3_u64, 0..3_u64, 0..3_u64, 0..3_u64);
        (0..POSTS, 0..2_usize, 0..3_i64, counts).prop_map(|(seq, category, day, counts)| RankedPost {
            seq,
            id: id(seq),
            category: CATEGORIES[category],
            created_at: Time::from_milliseconds(day * 86_400_000),
            counts: PostCounters {
                likes: counts.0,
                comments: counts.1,
                views: counts.2,
                unique_views: counts.3,
            },
        })
    }

    fn id(seq: i64) -> PostId {
        PostId::parse(&format!("00000000-0000-7000-8000-{seq:012}")).unwrap()
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
        let key_order = if order == Order::Oldest {
            Order::Newest
        } else {
            order
        };
        let mut posts: Vec<_> = posts
            .values()
            .filter(|post| category.is_none_or(|category| post.category == category))
            .collect();
        posts.sort_by_key(|post| Reverse(post.key(key_order)));
        let mut seqs: Vec<i64> = posts.iter().map(|post| post.seq).collect();
        if order == Order::Oldest {
            seqs.reverse();
        }
        seqs
    }

    #[test]
    fn orders_posts_by_score_and_those_without_by_age() {
        let post = |seq: i64, day: i64| RankedPost {
            seq,
            id: id(seq),
            category: CATEGORIES[0],
            created_at: Time::from_milliseconds(day * 86_400_000),
            counts: PostCounters::default(),
        };
        let rankings = Rankings::new(vec![post(1, 5), post(2, 4), post(3, 3), post(4, 2), post(5, 1)]);
        // The post 9 is not published.
        let scores = HashMap::from([(3, 2), (4, 7), (5, 2), (9, 8)]);
        assert_eq!(rankings.page_by_score(&scores, 0, 9), [4, 3, 5, 1, 2]);
        assert_eq!(rankings.page_by_score(&scores, 2, 2), [5, 1]);
        assert!(rankings.page_by_score(&scores, 5, 2).is_empty());
    }

    proptest! {
        #[test]
        fn every_order_equals_a_sort_after_any_changes(
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
                        rankings.remove(id(seq));
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
