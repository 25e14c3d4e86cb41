//! The description of the API, from which the web client's types are made.

use std::path::Path;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::Site;

/// Set to write the document anew after a change of the API.
const UPDATE: &str = "UPDATE_OPENAPI";

#[tokio::test]
async fn the_client_is_made_from_the_present_document() {
    let document = Site::new().get("/api/openapi.json").await;
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
async fn every_call_has_a_name_of_its_own_and_describes_its_answers() {
    let document = Site::new().get("/api/openapi.json").await;
    assert_eq!(document["openapi"], "3.1.0");
    let mut names = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            names.push(call["operationId"].as_str().unwrap().to_owned());
            let answers = call["responses"].as_object().unwrap();
            let goes_well = answers.contains_key("200") || answers.contains_key("201");
            assert!(goes_well, "{method} {path}");
            assert!(
                answers
                    .values()
                    .all(|answer| answer["description"] != Value::Null),
                "{method} {path}"
            );
        }
    }
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// Readers are listed in two forms, and the smaller one must not also describe the larger one.
#[tokio::test]
async fn what_everybody_may_know_of_a_reader_is_described_as_all_there_is() {
    let document = Site::new().get("/api/openapi.json").await;
    assert_eq!(
        document["components"]["schemas"]["PublicUserBody"]["additionalProperties"],
        false
    );
}

/// A call that is refused without a token says so, and no other call asks for one.
#[tokio::test]
async fn calls_that_want_a_token_are_described_so() {
    let site = Site::with_sample();
    let document = site.get("/api/openapi.json").await;
    assert_eq!(
        document["components"]["securitySchemes"]["bearer"],
        json!({"type": "http", "scheme": "bearer"})
    );
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let name: Method = method.to_uppercase().parse().unwrap();
            let response = site.server.method(name, &format!("/api{path}")).await;
            let wants_token = call["security"] == json!([{"bearer": []}]);
            let was_refused = response.status_code() == StatusCode::UNAUTHORIZED;
            assert_eq!(wants_token, was_refused, "{method} {path}");
        }
    }
}
