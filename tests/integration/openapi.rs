//! The document of the API, from which the web client's types are generated.

use std::path::Path;

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::support::Site;

/// The variable that updates the document in `web/`.
const UPDATE: &str = "UPDATE_OPENAPI";

#[tokio::test]
async fn the_document_of_the_client_is_current() {
    let mut document = Site::new().get("/api/openapi.json").await;
    document.sort_all_objects();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/openapi.json");
    let text = format!("{}\n", serde_json::to_string_pretty(&document).unwrap());
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    assert!(
        std::fs::read_to_string(&file).unwrap() == text,
        "the API has changed: run `make types` and commit web/openapi.json with the types made from it"
    );
}

#[tokio::test]
async fn every_operation_has_a_unique_id_and_describes_its_responses() {
    let document = Site::new().get("/api/openapi.json").await;
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            ids.push(operation["operationId"].as_str().unwrap().to_owned());
            let responses = operation["responses"].as_object().unwrap();
            let has_success = ["200", "201", "202", "303"]
                .iter()
                .any(|status| responses.contains_key(*status));
            assert!(has_success, "{method} {path}");
            for response in responses.values() {
                let shared = response["$ref"].as_str().map(|path| path.trim_start_matches('#'));
                let response = shared.map_or(response, |path| document.pointer(path).unwrap());
                assert!(response["description"].is_string(), "{method} {path}");
            }
        }
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

/// There are two schemas of readers; the smaller one must not match the larger one.
#[tokio::test]
async fn the_public_schema_of_a_reader_allows_no_other_fields() {
    let document = Site::new().get("/api/openapi.json").await;
    assert_eq!(
        document["components"]["schemas"]["PublicUserBody"]["additionalProperties"],
        false
    );
}

#[tokio::test]
async fn exactly_the_operations_that_require_a_token_declare_it() {
    let site = Site::with_demo_content();
    let document = site.get("/api/openapi.json").await;
    assert_eq!(
        document["components"]["securitySchemes"]["bearer"],
        json!({"type": "http", "scheme": "bearer"})
    );
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let name: Method = method.to_uppercase().parse().unwrap();
            let response = site.server.method(name, &format!("/api{path}")).await;
            let declares_token = operation["security"] == json!([{"bearer": []}]);
            let requires_token = response.status_code() == StatusCode::UNAUTHORIZED;
            assert_eq!(declares_token, requires_token, "{method} {path}");
        }
    }
}
