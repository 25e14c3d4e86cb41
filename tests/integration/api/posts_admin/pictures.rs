//! Images in posts.

use axum::http::Method;
use axum_test::multipart::{MultipartForm, Part};
use serde_json::{Value, json};

use super::{AdminClient, REQUIRED, data_url, png, post_body, post_body_with};
use crate::support::accounts::assert_rejected;
use crate::support::post_with_changes;

#[tokio::test]
async fn stores_images_from_data_urls_as_media() {
    let admin = AdminClient::new();
    let (large, small) = (data_url(&png(200, 2_000)), data_url(&png(10, 100)));
    let content = format!("<p>Look: <img src=\"{small}\" alt=\"a\"> and <img src=\"{small}\"></p>");
    let created = admin
        .created(post_body_with(
            json!({"content": content, "featuredImage": large}),
        ))
        .await;
    let content = created["content"].as_str().unwrap();
    assert!(!content.contains("data:"), "{content}");
    let addresses: Vec<&str> = content
        .split('"')
        .filter(|part| part.starts_with("/media/"))
        .collect();
    assert_eq!(addresses.len(), 2);
    assert_eq!(addresses[0], addresses[1], "the same image is stored once");
    for address in [
        &created["featuredImage"],
        &created["featuredImageSmall"],
        &json!(addresses[0]),
    ] {
        assert_eq!(admin.media(address).await, 200, "{address}");
    }

    // Saving the content unchanged does not change it.
    let id = created["_id"].as_str().unwrap();
    let unchanged = admin
        .updated(id, json!({
            "title": created["title"], "content": content, "category": "Other", "tags": [], "status": "published"
        }))
        .await;
    assert_eq!(
        (&unchanged["content"], &unchanged["featuredImage"]),
        (&json!(content), &created["featuredImage"])
    );
    assert_eq!(admin.media(&json!(addresses[0])).await, 200);

    // An earlier revision shows the images yet; they are deleted with the post.
    let replaced = admin
        .updated(
            id,
            post_body_with(json!({"featuredImage": "https://example.org/other.png"})),
        )
        .await;
    assert_eq!(replaced["featuredImage"], "https://example.org/other.png");
    let images = [
        &created["featuredImage"],
        &created["featuredImageSmall"],
        &json!(addresses[0]),
    ];
    for address in images {
        assert_eq!(admin.media(address).await, 200, "{address}");
    }
    let path = format!("/api/blogs/{id}");
    let deleted = admin.site.request(Method::DELETE, &path, &admin.token, None);
    deleted.await.assert_status_ok();
    for address in images {
        assert_eq!(admin.media(address).await, 404, "{address}");
    }
}

#[tokio::test]
async fn accepts_a_cover_in_a_multipart_form() {
    let admin = AdminClient::new();
    let created = admin.created(post_body()).await;
    let path = format!("/api/blogs/update/{}", created["_id"].as_str().unwrap());
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
        admin
            .site
            .request(Method::PUT, &path, &admin.token, None)
            .multipart(form)
    };
    let response = send(form(png(1, 800), "image/png")).await;
    response.assert_status_ok();
    let changed = response.json::<Value>()["blog"].clone();
    assert_eq!(
        (&changed["title"], &changed["tags"], &changed["status"]),
        (&json!("A form"), &json!(["one", "two"]), &json!("draft"))
    );
    assert_eq!(admin.media(&changed["featuredImage"]).await, 200);
    assert_eq!(admin.media(&changed["featuredImageSmall"]).await, 200);

    for (file, media_type) in [
        (b"<svg/>".to_vec(), "image/svg+xml"),
        (b"no picture".to_vec(), "image/png"),
        (png(1, 10), "image/jpeg"),
    ] {
        assert_rejected(&send(form(file, media_type)).await, 400, "Invalid image");
    }
    let large = send(form(vec![0; 9 << 20], "image/png")).await;
    assert_rejected(&large, 400, "The image must be at most 8 MiB large");
    let huge = send(form(vec![0; 33 << 20], "image/png")).await;
    assert_eq!(huge.status_code(), 413);
    let unchanged = send(
        MultipartForm::new()
            .add_text("title", "Without a file")
            .add_text("content", "<p>Words</p>")
            .add_text("category", "Other")
            .add_text("status", "published")
            .add_text("featuredImage", "{}"),
    )
    .await;
    assert_eq!(
        unchanged.json::<Value>()["blog"]["featuredImage"],
        changed["featuredImage"]
    );
}

#[tokio::test]
async fn saves_a_post_that_was_imported_without_an_image() {
    let admin = AdminClient::new();
    admin
        .site
        .import(&[post_with_changes(1, json!({"featuredImage": null}))]);
    let list = admin.site.get_as(&admin.token, "/api/blogs/admin/blogs").await;
    assert_eq!(list["blogs"][0]["featuredImage"], Value::Null);
    let id = list["blogs"][0]["_id"].as_str().unwrap();
    for image in [None, Some(json!("")), Some(json!({})), Some(Value::Null)] {
        let mut body = post_body_with(json!({"title": format!("Saved with {image:?}")}));
        match &image {
            Some(image) => body["featuredImage"] = image.clone(),
            None => drop(body.as_object_mut().unwrap().remove("featuredImage")),
        }
        for status in ["draft", "published"] {
            body["status"] = json!(status);
            let saved = admin.updated(id, body.clone()).await;
            assert_eq!(saved["title"], body["title"]);
            assert_eq!(
                (&saved["status"], &saved["featuredImage"]),
                (&json!(status), &Value::Null)
            );
        }
    }

    // Once it has an image, it must keep one.
    let cover = data_url(&png(20, 100));
    let with_image = admin
        .updated(id, post_body_with(json!({"featuredImage": cover})))
        .await;
    assert!(with_image["featuredImage"].is_string());
    let removal = admin
        .update(id, &post_body_with(json!({"featuredImage": " "})))
        .await;
    assert_rejected(&removal, 400, REQUIRED);
}
