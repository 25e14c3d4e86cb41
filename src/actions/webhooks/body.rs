//! The body of a call: the event and what it is about. It holds no text of a post or a comment and no address of a person:
//! those may be changed or erased later, and who may read them gets them from the API.

use serde_json::{Map, Value, json};

use crate::config::PostUrlStyle;
use crate::domain::webhook::Delivery;

/// Returns the body, the same with each try.
pub(super) fn of(delivery: &Delivery, origin: &str, post_addresses: PostUrlStyle) -> String {
    let mut data = Map::new();
    let subject = &delivery.subject;
    let post_url = subject
        .post
        .as_ref()
        .map(|(id, slug, _)| format!("{origin}{}", post_addresses.path(id, slug)));
    if let (Some((id, slug, title)), Some(url)) = (&subject.post, &post_url) {
        let (id, slug) = (id.to_string(), slug.as_str());
        data.insert(
            "blog".to_owned(),
            json!({"_id": id, "id": id, "slug": slug, "title": title, "url": url}),
        );
    }
    if let Some(comment) = subject.comment {
        let id = comment.to_string();
        let url = post_url.map(|url| format!("{url}#comment-{id}"));
        data.insert("comment".to_owned(), json!({"_id": id, "id": id, "url": url}));
    }
    if let Some(user) = subject.user {
        let id = user.to_string();
        let url = format!("{origin}/profile/{id}");
        data.insert("user".to_owned(), json!({"_id": id, "id": id, "url": url}));
    }
    json!({
        "id": delivery.event_id.to_string(),
        "event": delivery.event.name(),
        "createdAt": delivery.at.to_string(),
        "data": Value::Object(data),
    })
    .to_string()
}
