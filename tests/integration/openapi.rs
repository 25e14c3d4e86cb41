//! The description of the API, from which the web client's types are made.

use std::path::Path;

use serde_json::Value;

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
