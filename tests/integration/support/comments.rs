//! Posts with very many comments.

use blog_app::domain::comment::{CommentAuthor, CommentText};
use blog_app::domain::thread::Position;
use blog_app::domain::{Clock as _, CommentId, PostId, SystemEntropy, UserId};
use blog_app::store::comments::NewComment;
use blog_app::store::{StoreError, comments, posts};

use super::{Site, blocking};

/// The comments of a thread that reaches the greatest depth.
pub const LONGEST_LINE: usize = 21;
/// Comments per write.
const BATCH: usize = 500;

impl Site {
    /// Adds this many comments of a reader on a post, in threads of this size, and returns their ids in this order. Each
    /// comment of a thread replies to the one before it, and beyond depth 20 to the first.
    pub fn add_comments(&self, slug: &str, reader: UserId, count: usize, thread: usize) -> Vec<CommentId> {
        let (post, now) = (self.post_id(slug), self.clock.now());
        let text = CommentText::parse(&"One of many, and of some length. ".repeat(6)).unwrap();
        let mut added: Vec<NewComment> = Vec::with_capacity(count);
        for number in 0..count {
            let created_at = now.plus_milliseconds(i64::try_from(number).unwrap());
            let id = CommentId::new(created_at, &SystemEntropy);
            let within = number % thread;
            let position = match (within, added.last()) {
                (0, _) | (_, None) => Position::of_root(id),
                (_, Some(parent)) if !within.is_multiple_of(20) => parent.position.of_reply(parent.id, id),
                _ => {
                    let root = &added[number - within];
                    root.position.of_reply(root.id, id)
                }
            };
            added.push(NewComment {
                id,
                post,
                position,
                author: CommentAuthor::Reader(reader),
                text: text.clone(),
                text_hash: None,
                held_for: Vec::new(),
                created_at,
            });
        }
        for batch in added.chunks(BATCH) {
            let batch = batch.to_vec();
            let stored: Result<(), StoreError> = blocking(|| {
                self.store
                    .write_blocking(move |tx| batch.iter().try_for_each(|new| comments::insert(tx, new)))
            });
            stored.unwrap();
        }
        added.into_iter().map(|comment| comment.id).collect()
    }

    /// Returns the id of a post.
    pub fn post_id(&self, slug: &str) -> PostId {
        let slug = slug.to_owned();
        let found: Result<_, StoreError> = blocking(|| {
            self.store
                .read_blocking(move |tx| posts::by_id_or_slug(tx, &slug))
        });
        found.unwrap().unwrap().id
    }
}
