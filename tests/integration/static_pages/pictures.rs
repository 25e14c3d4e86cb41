//! The pictures of pages, which stay as long as a revision shows them.

use std::path::Path;

use axum::http::Method;
use serde_json::json;

use super::{Editor, id_of, page};
use crate::api::posts_admin::{data_url, png};
use crate::support::database;

#[tokio::test]
async fn a_picture_is_stored_and_goes_with_the_page() {
    let editor = Editor::new();
    let mut body = page("Faces", "published");
    body["content"] = json!(format!(
        "<p><img src=\"{}\" alt=\"us\"></p>",
        data_url(&png(10, 100))
    ));
    let made = editor.created(body).await;
    let content = made["content"].as_str().unwrap();
    let address = content.split('"').find(|part| part.starts_with("/media/"));
    let address = address.unwrap();
    assert_eq!(editor.status(address).await, 200);
    let html = editor.text("/page/faces").await;
    assert!(
        html.contains("width=\"100\" height=\"50\""),
        "its room is kept free: {html}"
    );

    let without = editor.updated(&made, json!({"content": "<p>Gone.</p>"})).await;
    assert_eq!(editor.status(address).await, 200, "a revision shows it");
    let other = editor.created(page("Other", "draft")).await;
    let path = format!("/{}", id_of(&other));
    editor.send(Method::DELETE, &path, None).await.assert_status_ok();
    assert_eq!(editor.status(address).await, 200, "another page was deleted");
    let path = format!("/{}", id_of(&without));
    editor.send(Method::DELETE, &path, None).await.assert_status_ok();
    assert_eq!(editor.status(address).await, 404);
}

#[tokio::test]
async fn a_diagram_is_drawn() {
    let editor = Editor::new();
    let mut body = page("Structure", "published");
    body["content"] = json!("<pre><code class=\"language-mermaid\">flowchart LR\nA --&gt; B</code></pre>");
    editor.created(body).await;
    let html = editor.text("/page/structure").await;
    let address = html.split('"').find(|part| {
        part.starts_with("/media/") && Path::new(part).extension().is_some_and(|kind| kind == "svg")
    });
    assert_eq!(editor.status(address.unwrap()).await, 200);
    let stored = "select count(*) from static_page_media";
    assert_eq!(
        database::query(editor.site.folder(), stored),
        ["2"],
        "one for each scheme"
    );
}
