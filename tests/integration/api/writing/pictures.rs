//! Pictures that a post brings along.

use axum::http::Method;
use axum_test::multipart::{MultipartForm, Part};
use serde_json::{Value, json};

use super::{Desk, REQUIRED, data_address, draft, picture, with};
use crate::support::people::assert_refused;
use crate::support::post_with;

#[tokio::test]
async fn pictures_that_are_written_out_become_media() {
    let desk = Desk::new();
    let (large, small) = (
        data_address(&picture(200, 2_000)),
        data_address(&picture(10, 100)),
    );
    let content = format!("<p>Look: <img src=\"{small}\" alt=\"a\"> and <img src=\"{small}\"></p>");
    let made = desk
        .created(with(json!({"content": content, "featuredImage": large})))
        .await;
    let content = made["content"].as_str().unwrap();
    assert!(!content.contains("data:"), "{content}");
    let addresses: Vec<&str> = content
        .split('"')
        .filter(|part| part.starts_with("/media/"))
        .collect();
    assert_eq!(addresses.len(), 2);
    assert_eq!(addresses[0], addresses[1], "the same picture is kept once");
    for address in [
        &made["featuredImage"],
        &made["featuredImageSmall"],
        &json!(addresses[0]),
    ] {
        assert_eq!(desk.media(address).await, 200, "{address}");
    }

    // What is saved again as it was read stays as it is.
    let id = made["_id"].as_str().unwrap();
    let again = desk
        .updated(id, json!({
            "title": made["title"], "content": content, "category": "Other", "tags": [], "status": "published"
        }))
        .await;
    assert_eq!(
        (&again["content"], &again["featuredImage"]),
        (&json!(content), &made["featuredImage"])
    );
    assert_eq!(desk.media(&json!(addresses[0])).await, 200);

    // What no post shows any more goes.
    let without = desk
        .updated(
            id,
            with(json!({"featuredImage": "https://example.org/other.png"})),
        )
        .await;
    assert_eq!(without["featuredImage"], "https://example.org/other.png");
    for address in [
        &made["featuredImage"],
        &made["featuredImageSmall"],
        &json!(addresses[0]),
    ] {
        assert_eq!(desk.media(address).await, 404, "{address}");
    }
}

#[tokio::test]
async fn a_cover_is_uploaded_with_a_form() {
    let desk = Desk::new();
    let made = desk.created(draft()).await;
    let path = format!("/api/blogs/update/{}", made["_id"].as_str().unwrap());
    let form = |file: Vec<u8>, media_type: &str| {
        MultipartForm::new()
            .add_text("title", "A form")
            .add_text("content", "<p>Words</p>")
            .add_text("category", "Other")
            .add_text("tags", "one, two")
            .add_text("status", "draft")
            .add_part(
                "featuredImage",
                Part::bytes(file).file_name("cover.png").mime_type(media_type),
            )
    };
    let send = |form| {
        desk.site
            .call(Method::PUT, &path, &desk.token, None)
            .multipart(form)
    };
    let response = send(form(picture(1, 800), "image/png")).await;
    response.assert_status_ok();
    let changed = response.json::<Value>()["blog"].clone();
    assert_eq!(
        (&changed["title"], &changed["tags"], &changed["status"]),
        (&json!("A form"), &json!(["one", "two"]), &json!("draft"))
    );
    assert_eq!(desk.media(&changed["featuredImage"]).await, 200);
    assert_eq!(desk.media(&changed["featuredImageSmall"]).await, 200);

    for (file, media_type) in [
        (b"<svg/>".to_vec(), "image/svg+xml"),
        (b"no picture".to_vec(), "image/png"),
        (picture(1, 10), "image/jpeg"),
    ] {
        assert_refused(&send(form(file, media_type)).await, 400, "Invalid image");
    }
    let large = send(form(vec![0; 9 << 20], "image/png")).await;
    assert_refused(&large, 400, "The image must be at most 8 MiB large");
    let huge = send(form(vec![0; 33 << 20], "image/png")).await;
    assert_eq!(huge.status_code(), 413);
    let kept = send(
        MultipartForm::new()
            .add_text("title", "Without a file")
            .add_text("content", "<p>Words</p>")
            .add_text("category", "Other")
            .add_text("status", "published")
            .add_text("featuredImage", "{}"),
    )
    .await;
    assert_eq!(
        kept.json::<Value>()["blog"]["featuredImage"],
        changed["featuredImage"]
    );
}

#[tokio::test]
async fn a_post_that_was_imported_without_a_picture_is_saved_without_one() {
    let desk = Desk::new();
    desk.site.import(&[post_with(1, json!({"featuredImage": null}))]);
    let list = desk.site.get_as(&desk.token, "/api/blogs/admin/blogs").await;
    assert_eq!(list["blogs"][0]["featuredImage"], Value::Null);
    let id = list["blogs"][0]["_id"].as_str().unwrap();
    for image in [None, Some(json!("")), Some(json!({})), Some(Value::Null)] {
        let mut body = with(json!({"title": format!("Saved with {image:?}")}));
        match &image {
            Some(image) => body["featuredImage"] = image.clone(),
            None => drop(body.as_object_mut().unwrap().remove("featuredImage")),
        }
        for status in ["draft", "published"] {
            body["status"] = json!(status);
            let saved = desk.updated(id, body.clone()).await;
            assert_eq!(saved["title"], body["title"]);
            assert_eq!(
                (&saved["status"], &saved["featuredImage"]),
                (&json!(status), &Value::Null)
            );
        }
    }

    // Once it has a picture, it keeps one.
    let cover = data_address(&picture(20, 100));
    let with_picture = desk.updated(id, with(json!({"featuredImage": cover}))).await;
    assert!(with_picture["featuredImage"].is_string());
    let removal = desk.update(id, &with(json!({"featuredImage": " "}))).await;
    assert_refused(&removal, 400, REQUIRED);
}
