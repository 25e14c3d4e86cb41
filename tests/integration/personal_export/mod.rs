//! What is stored about a reader, for the reader.

mod access;
mod contents;
mod schema;

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use axum::http::Method;
use axum_test::TestResponse;
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::support::Site;
use crate::support::accounts::PASSWORD;

/// Asks for the data of a reader.
async fn ask(site: &Site, id: impl std::fmt::Display, token: &str, body: Value) -> TestResponse {
    let path = format!("/api/users/{id}/export");
    site.request(Method::POST, &path, token, Some(&body)).await
}

/// Returns the files of a reader's archive as texts.
async fn exported(site: &Site, id: impl std::fmt::Display, token: &str) -> BTreeMap<String, String> {
    exported_with(site, id, token, json!({"password": PASSWORD})).await
}

async fn exported_with(
    site: &Site,
    id: impl std::fmt::Display,
    token: &str,
    body: Value,
) -> BTreeMap<String, String> {
    let response = ask(site, id, token, body).await;
    assert_eq!(response.status_code(), 200, "{}", response.text());
    let mut archive = ZipArchive::new(Cursor::new(response.as_bytes().to_vec())).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).unwrap();
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            (file.name().unwrap().into_owned(), text)
        })
        .collect()
}

fn parsed(files: &BTreeMap<String, String>, list: &str) -> Value {
    serde_json::from_str(&files[&format!("{list}.json")]).unwrap()
}
