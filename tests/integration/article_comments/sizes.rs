//! Pages of posts with very many comments.

use blog_app::domain::comment::{CommentAuthor, CommentText};
use blog_app::domain::thread::Position;
use blog_app::domain::{Clock as _, CommentId, PostId, SystemEntropy, UserId};
use blog_app::store::StoreError;
use blog_app::store::comments::{self, NewComment};

use super::Commented;
use crate::support::{Site, blocking};

const COMMENTS: usize = 10_000;
const DEPTH: usize = 20;
const TEXT_LENGTH: usize = 200;
const PAGE_BYTES_MAX: usize = 300 << 10;

/// Writes this many comments on a post, in threads of the greatest depth, and returns their ids in this order.
fn fill(site: &Site, post: PostId, reader: UserId, count: usize) -> Vec<CommentId> {
    let now = site.clock.now();
    let text = CommentText::parse(&"words and ".repeat(TEXT_LENGTH / 10)).unwrap();
    blocking(|| {
        site.store.write_blocking(move |tx| {
            let mut above: Option<(CommentId, Position)> = None;
            let mut ids = Vec::with_capacity(count);
            for number in 0..count {
                let at = now.plus_milliseconds(i64::try_from(number).unwrap_or_default());
                let id = CommentId::new(at, &SystemEntropy);
                let position = match above.take() {
                    Some((parent, position)) if number % (DEPTH + 1) > 0 => position.of_reply(parent, id),
                    _ => Position::of_root(id),
                };
                above = Some((id, position.clone()));
                let comment = NewComment {
                    id,
                    post,
                    position,
                    author: CommentAuthor::Reader(reader),
                    text: text.clone(),
                    text_hash: None,
                    held_for: Vec::new(),
                    created_at: at,
                };
                comments::insert(tx, &comment)?;
                ids.push(id);
            }
            Ok::<_, StoreError>(ids)
        })
    })
    .unwrap()
}

#[tokio::test]
async fn ten_thousand_comments_make_no_page_longer() {
    let blog = Commented::new();
    let reader = blog.site.reader("Cleo").id;
    let detail = blog.site.get("/api/blogs/post-1").await;
    let post = PostId::parse(detail["blog"]["_id"].as_str().unwrap()).unwrap();
    let ids = fill(&blog.site, post, reader, COMMENTS);
    let first = blog.page("").await;
    assert_eq!(first.texts(".comments-count"), ["10,000"]);
    assert_eq!(first.roots().len(), 20);
    assert_eq!(first.comments().len(), 20 * 4);
    let mut longest = first.html.len();
    for id in ids.iter().step_by(997) {
        let page = blog.page(&format!("?comment={id}")).await;
        assert!(page.has_anchor(&id.to_string()), "{id}");
        assert!(page.comments().len() <= 19 * 4 + 21, "{}", page.comments().len());
        longest = longest.max(page.html.len());
    }
    println!(
        "{} bytes for the first page, at most {longest} for one comment",
        first.html.len()
    );
    assert!(longest < PAGE_BYTES_MAX, "{longest}");
    let middle = blog.page("?comments=12&sort=oldest").await;
    assert_eq!(middle.roots().len(), 20);
}
