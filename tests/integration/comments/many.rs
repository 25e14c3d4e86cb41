//! Ten thousand comments on a post: its pages cost about as much as those of a post with fifty.

use std::time::{Duration, Instant};

use blog_app::domain::comment::{CommentAuthor, CommentText};
use blog_app::domain::thread::Position;
use blog_app::domain::{Clock as _, CommentId, PostId, SystemEntropy, UserId};
use blog_app::store::comments::NewComment;
use blog_app::store::{StoreError, comments, posts};
use serde_json::Value;

use super::Discussion;
use crate::support::{blocking, database, post};

/// How often each response is measured; the fastest counts, since others disturb the machine.
const MEASUREMENTS: usize = 12;
/// What a response may cost beyond the allowed multiple, as noise.
const NOISE: Duration = Duration::from_millis(3);
/// Depth 20 below each root.
const THREAD: usize = 21;

impl Discussion {
    /// Adds this many comments on a post, in threads of this size: each comment of a thread replies to the one before it,
    /// and beyond depth 20 to the root. Returns the ids of them all.
    fn add_many(&self, slug: &'static str, count: usize, thread: usize) -> Vec<CommentId> {
        let (reader, now) = (self.ada.id, self.site.clock.now());
        let post = self.post(slug);
        let mut places: Vec<(CommentId, Position)> = Vec::new();
        for number in 0..count {
            let at = now.plus_milliseconds(i64::try_from(number).unwrap());
            let id = CommentId::new(at, &SystemEntropy);
            let within = number % thread;
            let position = match (within, places.last()) {
                (0, _) | (_, None) => Position::of_root(id),
                (_, Some((parent, position))) if !within.is_multiple_of(20) => position.of_reply(*parent, id),
                _ => {
                    let (root, position) = &places[number - within];
                    position.of_reply(*root, id)
                }
            };
            places.push((id, position));
        }
        for (batch, places) in places.chunks(500).enumerate() {
            let places = places.to_vec();
            let added: Result<(), StoreError> = blocking(|| {
                self.site.store.write_blocking(move |tx| {
                    for (number, (id, position)) in places.into_iter().enumerate() {
                        let at = i64::try_from(batch * 500 + number).unwrap();
                        let comment = new(id, post, position, reader, now.plus_milliseconds(at));
                        comments::insert(tx, &comment)?;
                    }
                    Ok(())
                })
            });
            added.unwrap();
        }
        places.into_iter().map(|(id, _)| id).collect()
    }

    fn post(&self, slug: &'static str) -> PostId {
        let found: Result<_, StoreError> = blocking(|| {
            self.site
                .store
                .read_blocking(move |tx| posts::by_id_or_slug(tx, slug))
        });
        found.unwrap().unwrap().id
    }

    /// Returns the least time of a response to this path, and its body.
    async fn cost(&self, path: &str) -> (Duration, Value) {
        let mut least = Duration::MAX;
        for _ in 0..MEASUREMENTS {
            let start = Instant::now();
            let response = self.site.server.get(path).await;
            least = least.min(start.elapsed());
            response.assert_status_ok();
        }
        (least, self.site.get(path).await)
    }

    async fn assert_costs_at_most(&self, many: &str, few: &str, multiple: u32) {
        let ((cost, body), (usual, _)) = (self.cost(many).await, self.cost(few).await);
        println!("{many}: {cost:?}, {few}: {usual:?}");
        assert!(
            cost <= usual * multiple + NOISE,
            "{many}: {cost:?} instead of {usual:?}, {} bytes",
            body.to_string().len()
        );
    }
}

fn new(
    id: CommentId,
    post: PostId,
    position: Position,
    reader: UserId,
    at: blog_app::domain::Time,
) -> NewComment {
    NewComment {
        id,
        post,
        position,
        author: CommentAuthor::Reader(reader),
        text: CommentText::parse("One of many, and of some length.").unwrap(),
        text_hash: None,
        held_for: Vec::new(),
        created_at: at,
    }
}

#[tokio::test]
async fn pages_of_ten_thousand_comments_cost_no_more_than_those_of_fifty() {
    let site = Discussion::configured(&[("SERVER__CACHE_MEGABYTES", "0")]);
    site.site.import(&[post(3)]);
    let many = site.add_many("post-1", 10_000, THREAD);
    let few = site.add_many("post-2", 50, THREAD);
    let long = site.add_many("post-3", 10_000, 10_000);
    if database::is_postgres() {
        database::execute(site.site.folder(), "analyze");
    }
    let path = |slug: &str, query: &str| format!("/api/blogs/{slug}/comments?view=threads&limit=2{query}");
    for sort in ["newest", "oldest", "mostLiked"] {
        let query = format!("&sort={sort}");
        let usual = path("post-2", &query);
        // A page of the same number of threads.
        for slug in ["post-1", "post-3"] {
            site.assert_costs_at_most(&path(slug, &query), &usual, 3).await;
        }
    }
    let flat = |slug: &str| format!("/api/blogs/{slug}/comments?limit=20");
    site.assert_costs_at_most(&flat("post-1"), &flat("post-2"), 3)
        .await;
    // A comment in the middle, at depth 10, with the pages on which it is found.
    let single = |id: &CommentId| format!("/api/blogs/comments/{id}");
    let replies = |id: &CommentId| format!("/api/blogs/comments/{id}/replies");
    let (middle, usual) = (238 * THREAD + 10, THREAD + 10);
    site.assert_costs_at_most(&single(&many[middle]), &single(&few[usual]), 3)
        .await;
    site.assert_costs_at_most(&replies(&many[middle - 10]), &replies(&few[usual - 10]), 3)
        .await;
    site.assert_costs_at_most(&replies(&many[middle]), &replies(&few[usual]), 3)
        .await;
    // In one thread of ten thousand a page costs a count of its index, which is a few milliseconds.
    site.assert_costs_at_most(&single(&long[5_010]), &single(&few[usual]), 10)
        .await;
    site.assert_costs_at_most(&replies(&long[0]), &replies(&few[usual - 10]), 10)
        .await;
    let middle = site.get(&format!("/blogs/comments/{}", many[middle])).await;
    assert_eq!((&middle["page"], &middle["repliesPage"]), (&12.into(), &1.into()));
    site.site.assert_counts_are_correct();
}
