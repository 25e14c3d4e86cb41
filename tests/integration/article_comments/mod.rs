//! The comments on the page of a post, as the server draws them for everybody without scripts.

mod addresses;
mod gone;
mod hostile;
mod sizes;
mod threads;

use axum::http::Method;
use blog_app::domain::comment::CommentState;
use blog_app::domain::{Clock as _, CommentId};
use blog_app::store::{StoreError, comments};
use scraper::{ElementRef, Html, Selector};
use serde_json::{Value, json};

use crate::support::{Site, blocking, post};

/// A page of a post.
struct RenderedPage {
    html: String,
    document: Html,
}

impl RenderedPage {
    async fn load(site: &Site, path: &str) -> Self {
        let response = site.server.get(path).await;
        response.assert_status_ok();
        let html = response.text();
        Self {
            document: Html::parse_document(&html),
            html,
        }
    }

    fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        self.document
            .select(&Selector::parse(selector).unwrap())
            .collect()
    }

    fn texts(&self, selector: &str) -> Vec<String> {
        let texts = self.all(selector).into_iter();
        texts.map(|element| element.text().collect()).collect()
    }

    fn attributes(&self, selector: &str, name: &str) -> Vec<&str> {
        let elements = self.all(selector).into_iter();
        elements.filter_map(|element| element.attr(name)).collect()
    }

    /// Returns the only address of a selector.
    fn address(&self, selector: &str) -> &str {
        let addresses = self.attributes(selector, "href");
        assert_eq!(addresses.len(), 1, "{selector}: {}", self.html);
        addresses[0]
    }

    /// Returns the texts of all comments, in their order.
    fn comments(&self) -> Vec<String> {
        self.texts(".comment-text, .comment-gone")
    }

    /// Returns the texts of the first comments of the threads.
    fn roots(&self) -> Vec<String> {
        self.texts(".comment-thread > .comment .comment-text, .comment-thread > .comment .comment-gone")
    }

    /// Returns the responses of the API that are embedded in the page, by their paths.
    fn data(&self) -> Value {
        serde_json::from_str(&self.texts("#bootstrap-data")[0]).unwrap()
    }

    /// Whether the page draws this comment where a link to it leads.
    fn has_anchor(&self, comment: &str) -> bool {
        !self.all(&format!("article[id='comment-{comment}']")).is_empty()
    }
}

/// A site with two posts and a reader who writes comments on the first.
struct Commented {
    site: Site,
    token: String,
}

impl Commented {
    fn new() -> Self {
        Self::on(Site::new())
    }

    fn on(site: Site) -> Self {
        site.import(&[post(1), post(2)]);
        let token = site.reader("Bo Bell").token;
        Self { site, token }
    }

    /// Writes a comment a second later, and returns its id.
    async fn comment(&self, text: &str) -> String {
        self.comment_as(&self.token, text, None).await
    }

    async fn reply(&self, parent: &str, text: &str) -> String {
        self.comment_as(&self.token, text, Some(parent)).await
    }

    async fn comment_as(&self, token: &str, text: &str, parent: Option<&str>) -> String {
        self.send("/api/blogs/post-1/comments", token, text, parent).await
    }

    async fn send(&self, path: &str, token: &str, text: &str, parent: Option<&str>) -> String {
        self.site.clock.advance_seconds(1);
        let body = json!({"content": text, "parentId": parent});
        let response = self.site.request(Method::POST, path, token, Some(&body)).await;
        assert_eq!(response.status_code(), 201, "{}", response.text());
        response.json::<Value>()["comment"]["id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Writes a chain of replies below a comment, and returns their ids.
    async fn chain(&self, below: &str, length: usize) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        for number in 1..=length {
            let parent = ids.last().map_or(below, String::as_str).to_owned();
            ids.push(self.reply(&parent, &format!("Link {number}")).await);
        }
        ids
    }

    async fn delete(&self, comment: &str) {
        let path = format!("/api/blogs/comments/{comment}");
        let response = self.site.request(Method::DELETE, &path, &self.token, None).await;
        response.assert_status_ok();
    }

    async fn page(&self, query: &str) -> RenderedPage {
        RenderedPage::load(&self.site, &format!("/blog/post-1{query}")).await
    }

    /// Changes the state of a comment, as a moderator or a rule does.
    fn set_state(&self, comment: &str, state: CommentState) {
        let id = CommentId::parse(comment).unwrap();
        let (store, now) = (&self.site.store, self.site.clock.now());
        blocking(|| {
            store.write_blocking(move |tx| {
                let comment = comments::moderated(tx, id)?.unwrap();
                comments::set_state(tx, &comment, state, &[], now)?;
                Ok::<_, StoreError>(())
            })
        })
        .unwrap();
    }
}
