//! A comment that waits for a moderator: for its author and the staff alone.

use axum::http::Method;
use serde_json::Value;

use super::Forum;

const SECRET: &str = "quagmire";

impl Forum {
    /// The addresses at which comments or what is counted of them could appear.
    fn addresses(&self, comment: &str) -> Vec<String> {
        let post = self.site.post_id("post-1");
        let ada = self.ada.id;
        let mut addresses: Vec<String> = [
            "/",
            "/blog/post-1",
            "/trending",
            "/treasure",
            "/treasure?search=quagmire",
            "/feed.xml",
            "/feed/other",
            "/sitemap.xml",
            "/api/blogs",
            "/api/blogs?search=quagmire",
            "/api/blogs/public?search=quagmire",
            "/api/blogs/trending",
            "/api/blogs/post-1",
            "/api/blogs/post-1?fields=reading",
            "/api/blogs/post-1/comments",
            "/api/blogs/post-1/comments?page=1&limit=50",
            "/api/blogs/post-1/comments?view=threads",
            "/api/blogs/post-1/comments?view=threads&sort=oldest",
            "/api/blogs/post-1/comments?view=threads&sort=mostLiked",
        ]
        .map(str::to_owned)
        .into();
        addresses.extend([
            format!("/profile/{ada}"),
            format!("/blog/post-1?comment={comment}"),
            format!("/blog/{post}"),
            format!("/api/blogs/{post}/comments"),
            format!("/api/blogs/comments/{comment}"),
            format!("/api/blogs/comments/{comment}/replies"),
        ]);
        addresses
    }

    async fn body(&self, path: &str, token: &str) -> String {
        self.site.request(Method::GET, path, token, None).await.text()
    }

    /// Asserts that neither the text nor the id of a comment is anywhere for visitors and for other readers.
    async fn assert_hidden(&self, comment: &str) {
        let signed_in = [
            format!("/api/users/{}/comments", self.ada.id),
            "/api/blogs/post-1/comments?view=held".to_owned(),
            "/api/blogs/recommended".to_owned(),
        ];
        for path in self.addresses(comment) {
            for token in ["", &self.bo.token] {
                let body = self.body(&path, token).await;
                assert!(!body.contains(SECRET) || path.contains(SECRET), "{path}: {body}");
                assert!(
                    !body.contains(comment) || path.contains(comment),
                    "{path}: {body}"
                );
            }
        }
        for path in signed_in {
            let body = self.body(&path, &self.bo.token).await;
            assert!(
                !body.contains(SECRET) && !body.contains(comment),
                "{path}: {body}"
            );
        }
        let single = format!("/api/blogs/comments/{comment}");
        for token in ["", &self.bo.token] {
            for path in [&single, &format!("{single}/replies")] {
                let response = self.site.request(Method::GET, path, token, None).await;
                assert_eq!(response.status_code(), 404, "{path}");
            }
        }
        let like = self.site.post_as(&format!("{single}/like"), &self.bo.token).await;
        assert_eq!(like.status_code(), 404);
    }

    /// Asserts that its author and the staff find a comment.
    async fn assert_there_for_author_and_staff(&self, comment: &str) {
        for path in [
            format!("/api/blogs/comments/{comment}"),
            "/api/blogs/post-1/comments?view=held".to_owned(),
            format!("/api/users/{}/comments", self.ada.id),
        ] {
            let body = self.body(&path, &self.ada.token).await;
            assert!(body.contains(SECRET) && body.contains(comment), "{path}: {body}");
        }
        for query in ["", "?state=held", "?search=quagmire"] {
            let body = self.queue(query).await.to_string();
            assert!(body.contains(SECRET) && body.contains(comment), "{query}: {body}");
        }
    }
}

#[tokio::test]
async fn a_comment_that_reports_hold_is_gone_for_others_and_back_when_approved() {
    let site = Forum::new();
    let known = site.known_readers(["Kay", "Lee", "Mia"]);
    let comment = site.said(&site.ada.token, None, "A quagmire of words").await;
    let page = site.body("/blog/post-1", "").await;
    assert!(page.contains(SECRET) || page.contains(&comment));
    for reader in &known {
        site.report(&reader.token, &comment).await.assert_status_ok();
    }
    site.assert_hidden(&comment).await;
    site.assert_there_for_author_and_staff(&comment).await;
    assert_eq!(site.counts("post-1").await, (0, 0));
    assert_eq!(site.decided("approve", &[&comment]).await, ["done"]);
    assert_eq!(site.counts("post-1").await, (1, 1));
    let flat = site.body("/api/blogs/post-1/comments", "").await;
    assert!(flat.contains(SECRET));
}

#[tokio::test]
async fn a_reply_that_is_held_from_the_start_is_hidden_and_not_counted() {
    let site = Forum::new();
    let root = site.said(&site.bo.token, None, "A root").await;
    let root_id = blog_app::domain::CommentId::parse(&root).unwrap();
    let reply = site
        .add("post-1", site.ada.id, Some(root_id), &["link"])
        .to_string();
    let secret = format!(
        "update comments set content = 'A quagmire of words', content_folded = 'a quagmire of words' where id = '{reply}'"
    );
    site.site.execute_elsewhere(&secret).await;
    site.assert_hidden(&reply).await;
    site.assert_there_for_author_and_staff(&reply).await;
    assert_eq!(site.counts("post-1").await, (1, 1));
    let thread: Value = site.site.get("/api/blogs/post-1/comments?view=threads").await;
    assert_eq!(thread["comments"][0]["replyCount"], 0);
    // Nobody replies to it.
    let body = serde_json::json!({"content": "A reply", "parentId": reply});
    let response = site
        .send(Method::POST, "/blogs/post-1/comments", &site.bo.token, body)
        .await;
    assert_eq!(response.status_code(), 400);
}
