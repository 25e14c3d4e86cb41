//! The stored rendered texts of posts.

use super::super::posts::{self, Position, UnrenderedPost};
use super::super::{StoreError, Tx, authors};
use super::Fixture;
use crate::content::{self, RENDERER_VERSION};
use crate::domain::post::{Article, NewPost, RenderedArticle, Status, Title};
use crate::domain::{AuthorId, Category, PostId, Slug, SystemEntropy, Time};
use crate::store::engine::params;

const OLDER_VERSION: u32 = RENDERER_VERSION - 1;
const NEWER_VERSION: u32 = RENDERER_VERSION + 1;
/// A text with an image that is not stored.
const WITH_MISSING_IMAGE: &str = "<p>Text <img src=\"/media/missing.webp\"></p>";

fn article(html: &str) -> Article {
    content::article(
        Title::parse("Title").unwrap(),
        Category::parse("Other").unwrap(),
        Vec::new(),
        Status::Draft,
        html.to_owned(),
        &content::ImageSizes::new(),
    )
}

impl Fixture {
    /// Inserts a post of this time, and returns its id and row number.
    fn insert_post(&self, slug: &'static str, created_at: i64, html: &str) -> (PostId, i64) {
        let time = Time::from_milliseconds(created_at);
        let id = PostId::new(time, &SystemEntropy);
        let article = article(html);
        self.store
            .write_blocking(move |tx| {
                let author = AuthorId::new(time, &SystemEntropy);
                let post = NewPost {
                    id,
                    slug: Slug::parse(slug).unwrap(),
                    article,
                    cover: None,
                    author: Some(authors::find_or_create_imported(tx, "Ada", author)?),
                    is_featured: false,
                    created_at: time,
                    updated_at: time,
                };
                posts::insert_all(tx, &[post])?;
                let seq = posts::by_id_or_slug(tx, slug)?.unwrap().seq;
                Ok::<_, StoreError>((id, seq))
            })
            .unwrap()
    }

    fn update_post(&self, id: PostId, html: &str) {
        let article = article(html);
        let updated = self
            .store
            .write_blocking(move |tx| posts::update(tx, id, &article, None, Time::from_milliseconds(9)));
        assert!(updated.unwrap());
    }

    fn rendered(&self, seq: i64) -> Option<RenderedArticle> {
        self.store
            .read_blocking(move |tx| posts::rendered(tx, seq))
            .unwrap()
    }

    /// Replaces all rendered texts by those of another version.
    fn render_by_version(&self, version: u32) {
        self.store
            .write_blocking(move |tx: &mut Tx<'_>| {
                tx.execute(
                    "update rendered_posts set renderer_version = ?1, html = 'of another version'",
                    params![version],
                )
            })
            .unwrap();
    }

    fn outdate_rendered_posts(&self) {
        self.render_by_version(OLDER_VERSION);
    }

    /// The version and the HTML of the rendered text.
    fn stored_text(&self, seq: i64) -> (u32, String) {
        let stored = self.store.read_blocking(move |tx| {
            tx.query_one(
                "select renderer_version, html from rendered_posts where post_seq = ?1",
                params![seq],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
        });
        stored.unwrap().unwrap()
    }

    fn without_current_rendering(&self, position: Position, limit: u32) -> Vec<UnrenderedPost> {
        self.store
            .read_blocking(move |tx| posts::without_current_rendering(tx, position, limit))
            .unwrap()
    }

    fn renew(&self, post: UnrenderedPost) {
        let rendered = article(&post.html).rendered.unwrap();
        self.store
            .write_blocking(move |tx| posts::renew_rendered(tx, &post, &rendered))
            .unwrap();
    }

    fn rendered_rows(&self) -> i64 {
        self.store
            .read_blocking(|tx| {
                tx.query_one("select count(*) from rendered_posts", params![], |row| row.get(0))
            })
            .unwrap()
            .unwrap()
    }
}

#[test]
fn stores_the_rendered_text_of_a_new_and_of_a_changed_post() {
    let fixture = Fixture::new();
    let (id, seq) = fixture.insert_post("a", 1, "<h2>One</h2>");
    let first = fixture.rendered(seq).unwrap();
    assert_eq!(Some(&first), article("<h2>One</h2>").rendered.as_ref());
    assert_eq!(first.headings[0].text, "One");
    fixture.update_post(id, "<h2>Two</h2>");
    assert_eq!(fixture.rendered(seq), article("<h2>Two</h2>").rendered);
}

#[test]
fn stores_no_rendered_text_while_an_image_is_missing() {
    let fixture = Fixture::new();
    let (id, seq) = fixture.insert_post("a", 1, WITH_MISSING_IMAGE);
    assert_eq!(fixture.rendered(seq), None);
    fixture.update_post(id, "<p>Text</p>");
    assert!(fixture.rendered(seq).is_some());
    fixture.update_post(id, WITH_MISSING_IMAGE);
    assert_eq!(fixture.rendered_rows(), 0);
}

#[test]
fn ignores_a_rendered_text_of_another_version() {
    let fixture = Fixture::new();
    let (_, seq) = fixture.insert_post("a", 1, "<p>Text</p>");
    for version in [OLDER_VERSION, NEWER_VERSION] {
        fixture.render_by_version(version);
        assert_eq!(fixture.rendered(seq), None);
    }
}

#[test]
fn keeps_the_rendered_text_of_a_newer_version() {
    let fixture = Fixture::new();
    let (_, seq) = fixture.insert_post("a", 1, "<p>Text</p>");
    fixture.outdate_rendered_posts();
    let [found] = <[_; 1]>::try_from(fixture.without_current_rendering(Position::START, 9)).unwrap();
    fixture.render_by_version(NEWER_VERSION);
    assert!(fixture.without_current_rendering(Position::START, 9).is_empty());
    // The newer version was faster.
    fixture.renew(found);
    assert_eq!(
        fixture.stored_text(seq),
        (NEWER_VERSION, "of another version".to_owned())
    );
}

#[test]
fn a_changed_post_has_no_rendered_text_of_a_newer_version_until_that_renders_it() {
    let fixture = Fixture::new();
    let (id, seq) = fixture.insert_post("a", 1, "<p>Before</p>");
    fixture.render_by_version(NEWER_VERSION);
    fixture.update_post(id, "<p>After</p>");
    let (version, html) = fixture.stored_text(seq);
    assert_eq!(version, RENDERER_VERSION);
    assert!(html.contains("After"));
    let found_by_newer = fixture.store.read_blocking(move |tx| {
        tx.query_all(
            posts::plans::NOT_CURRENT,
            params![i64::MAX, i64::MAX, NEWER_VERSION, 9_i64],
            |row| row.get::<i64>("seq"),
        )
    });
    assert_eq!(found_by_newer.unwrap(), [seq]);

    fixture.render_by_version(NEWER_VERSION);
    fixture.update_post(id, WITH_MISSING_IMAGE);
    assert_eq!(fixture.rendered_rows(), 0);
}

#[test]
fn deletes_the_rendered_text_with_its_post() {
    let fixture = Fixture::new();
    let (id, _) = fixture.insert_post("a", 1, "<p>Text</p>");
    assert_eq!(fixture.rendered_rows(), 1);
    fixture
        .store
        .write_blocking(move |tx| posts::remove(tx, id))
        .unwrap();
    assert_eq!(fixture.rendered_rows(), 0);
}

#[test]
fn lists_posts_without_a_current_rendering_newest_first() {
    let fixture = Fixture::new();
    for (slug, created_at) in [("a", 2), ("b", 3), ("c", 1), ("d", 2)] {
        fixture.insert_post(slug, created_at, &format!("<p>{slug}</p>"));
    }
    assert!(fixture.without_current_rendering(Position::START, 9).is_empty());
    fixture.outdate_rendered_posts();
    let texts = |posts: &[UnrenderedPost]| posts.iter().map(|post| post.html.clone()).collect::<Vec<_>>();
    let first = fixture.without_current_rendering(Position::START, 2);
    assert_eq!(texts(&first), ["<p>b</p>", "<p>d</p>"]);
    let rest = fixture.without_current_rendering(first[1].position, 9);
    assert_eq!(texts(&rest), ["<p>a</p>", "<p>c</p>"]);
}

#[test]
fn renews_a_rendered_text_without_recording_a_change() {
    let fixture = Fixture::new();
    let (_, seq) = fixture.insert_post("a", 1, "<p>Text</p>");
    fixture.outdate_rendered_posts();
    let generation = fixture.store.generation();
    let [post] = <[_; 1]>::try_from(fixture.without_current_rendering(Position::START, 9)).unwrap();
    fixture.renew(post);
    assert_eq!(fixture.rendered(seq), article("<p>Text</p>").rendered);
    assert_eq!(fixture.store.generation(), generation);
}

#[test]
fn keeps_the_rendered_text_of_a_post_that_changed_or_was_deleted_meanwhile() {
    let fixture = Fixture::new();
    let (changed, seq) = fixture.insert_post("a", 2, "<p>Before</p>");
    let (deleted, _) = fixture.insert_post("b", 1, "<p>Deleted</p>");
    fixture.outdate_rendered_posts();
    let posts = fixture.without_current_rendering(Position::START, 9);
    fixture.update_post(changed, "<p>After</p>");
    fixture
        .store
        .write_blocking(move |tx| posts::remove(tx, deleted))
        .unwrap();
    for post in posts {
        fixture.renew(post);
    }
    assert_eq!(fixture.rendered(seq), article("<p>After</p>").rendered);
    assert_eq!(fixture.rendered_rows(), 1);
}
