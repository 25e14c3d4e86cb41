//! The flat list and the comments of a post are, byte for byte, what clients without threads know, but for added fields.

use super::Discussion;

#[tokio::test]
async fn old_fields_of_comments_are_unchanged_and_come_first() {
    let site = Discussion::new();
    let ada = &site.ada.token;
    let first = site.said(ada, None, "Two\nlines & <b>no</b> markup").await;
    let reply = site.said(&site.bo.token, Some(&first), "A \"reply\"").await;
    site.like(ada, &reply).await.assert_status_ok();
    let user = |name: &str, username: &str, id: String| {
        format!(
            r#"{{"_id":"{id}","id":"{id}","name":"{name}","username":"{username}","profileImage":{{"url":"/avatars/mentor.svg","name":"The Mentor","description":"#
        )
    };
    let comment = |id: &str, content: &str, at: &str, user: String| {
        format!(r#"{{"_id":"{id}","id":"{id}","content":"{content}","createdAt":"{at}","user":{user}"#)
    };
    let comments = [
        comment(
            &reply,
            r#"A \"reply\""#,
            "2026-03-01T12:00:02.000Z",
            user("Bo", "bo", site.bo.id.to_string()),
        ),
        comment(
            &first,
            r"Two\nlines & <b>no</b> markup",
            "2026-03-01T12:00:01.000Z",
            user("Ada", "ada", site.ada.id.to_string()),
        ),
    ];
    let flat = text(&site, "/api/blogs/post-1/comments").await;
    let blog = text(&site, "/api/blogs/post-1").await;
    assert!(
        flat.starts_with(&format!(r#"{{"success":true,"comments":[{}"#, comments[0])),
        "{flat}"
    );
    assert!(
        flat.ends_with(r#"],"total":2,"page":1,"totalPages":1}"#),
        "{flat}"
    );
    for body in [&flat, &blog] {
        for (comment, likes) in comments.iter().zip([1, 0]) {
            let (_, rest) = body.split_once(comment.as_str()).unwrap();
            let (_, rest) = rest.split_once('}').unwrap();
            // What comes after the likes is new.
            let old = format!(r#"}}}},"isLiked":false,"likeCount":{likes},"parentId":"#);
            let rest = format!("}}{rest}");
            assert!(rest.starts_with(&old), "{rest}");
        }
    }
    let new = format!(
        r#""likeCount":0,"parentId":null,"rootId":"{first}","depth":0,"state":"visible","contentHtml":""#
    );
    assert!(flat.contains(&new), "{flat}");
    let tail = r#""replyCount":1,"editedAt":null,"role":null,"inReplyTo":null}"#;
    assert!(flat.contains(tail), "{flat}");
    let tail = format!(
        r#""replyCount":0,"editedAt":null,"role":null,"inReplyTo":{{"id":"{first}","name":"Ada"}}}}"#
    );
    assert!(flat.contains(&tail), "{flat}");
    let comments = blog.split_once(r#""comments":["#).unwrap().1;
    assert!(comments.starts_with(r#"{"_id":""#), "{blog}");
}

async fn text(site: &Discussion, path: &str) -> String {
    let response = site.site.server.get(path).await;
    response.assert_status_ok();
    response.text()
}
