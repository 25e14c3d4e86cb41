//! The character U+0000, which PostgreSQL cannot store: parameters of the API and paths of pages and files that hold it
//! are rejected. In bodies and in the queries of pages it may be accepted or rejected, but it never causes an error of the
//! server.

use axum::http::Method;
use axum_test::TestResponse;
use serde_json::{Value, json};

use crate::support::accounts::PASSWORD;
use crate::support::{Site, post};

const ENCODED: &str = "a%00b";

/// Values of the fields of bodies and of the parameters of addresses, which are valid where they are expected.
const FIELDS: [(&str, &str); 21] = [
    ("email", "ada@example.org"),
    ("password", PASSWORD),
    ("currentPassword", PASSWORD),
    ("newPassword", "another horse"),
    ("otp", "123456"),
    ("code", "123456"),
    (
        "ticket",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    ),
    ("category", "Other"),
    ("status", "published"),
    ("featuredImage", "https://example.org/cover.png"),
    ("deviceType", "mobile"),
    ("url", "/avatars/mentor.svg"),
    ("decision", "approve"),
    ("publishAt", "2026-12-24T18:00:00Z"),
    ("reason", "spam"),
    ("how", "weekly"),
    ("kind", "author"),
    ("before", "2026-12-24T18:00:00Z"),
    ("silencedUntil", "2026-12-24T18:00:00Z"),
    ("bannedUntil", "2026-12-24T18:00:00Z"),
    ("authors", "0198c0de-0000-7000-8000-000000000000"),
];

/// An operation of the API, as its document describes it.
struct Operation {
    method: Method,
    path: String,
    parameters: Vec<(String, String)>,
    /// A valid body, if it takes one.
    body: Option<Value>,
}

async fn operations(site: &Site) -> Vec<Operation> {
    let document = site.get("/api/openapi.json").await;
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            operations.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: format!("/api{path}"),
                parameters: parameters
                    .map(|parameter| (text(&parameter["in"]), text(&parameter["name"])))
                    .collect(),
                body: (!schema.is_null()).then(|| example(&document, schema, "")),
            });
        }
    }
    operations
}

/// Returns a value of a field with this schema.
fn example(document: &Value, schema: &Value, field: &str) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        return example(
            document,
            document.pointer(name.trim_start_matches('#')).unwrap(),
            field,
        );
    }
    if let Some(first) = schema["oneOf"].as_array().or(schema["allOf"].as_array()) {
        return example(document, &first[0], field);
    }
    let kind = schema["type"]
        .as_array()
        .map_or(&schema["type"], |kinds| &kinds[0]);
    match kind.as_str().unwrap() {
        "object" => {
            let Some(properties) = schema["properties"].as_object() else {
                return json!({"a name": example(document, &schema["additionalProperties"], field)});
            };
            let properties = properties.iter();
            properties
                .map(|(name, schema)| (name.clone(), example(document, schema, name)))
                .collect()
        }
        "array" => json!([example(document, &schema["items"], field)]),
        "string" => {
            let known = FIELDS.iter().find(|(name, _)| *name == field);
            json!(known.map_or("a text", |(_, value)| value))
        }
        "integer" => json!(1),
        other => {
            assert_eq!(other, "boolean", "the test knows no such values: {schema}");
            json!(true)
        }
    }
}

/// Returns the body once for each text in it, with that text broken by U+0000, and with the path of the text.
fn broken(body: &Value) -> Vec<(String, Value)> {
    fn texts(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::String(_) => found.push(path.to_owned()),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    texts(item, &format!("{path}/{index}"), found);
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    texts(field, &format!("{path}/{name}"), found);
                }
            }
            _ => {}
        }
    }
    let mut paths = Vec::new();
    texts(body, "", &mut paths);
    let broken = paths.into_iter().map(|path| {
        let mut body = body.clone();
        let text = body.pointer_mut(&path).unwrap();
        *text = json!(format!("{}\0", text.as_str().unwrap()));
        (path, body)
    });
    broken.collect()
}

struct Fixture {
    site: Site,
    tokens: [String; 3],
}

impl Fixture {
    fn new() -> Self {
        let site = Site::configured(&[
            ("RATE_LIMIT__ENABLED", "false"),
            ("AUTH__MASTER_PASSWORD", "the master of this site"),
        ]);
        site.import(&[post(1)]);
        let tokens = [String::new(), site.reader("Ada").token, site.admin("root").token];
        Self { site, tokens }
    }

    /// Sends a request with U+0000 in `broken`, as a visitor, a reader and an administrator. Returns the responses to
    /// those who may send it.
    async fn send(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        broken: &str,
    ) -> Vec<TestResponse> {
        let mut responses = Vec::new();
        for token in &self.tokens {
            let response = self.site.request(method.clone(), path, token, body).await;
            let status = response.status_code();
            let place = || {
                format!(
                    "{broken} of {method} {path} {body:?}: {status} {}",
                    response.text()
                )
            };
            assert!(!status.is_server_error(), "{}", place());
            if !matches!(status.as_u16(), 401 | 403) {
                responses.push(response);
            }
        }
        responses
    }
}

#[tokio::test]
async fn rejects_null_characters_in_every_parameter_of_the_api() {
    let fixture = Fixture::new();
    let mut checked = 0;
    for operation in operations(&fixture.site).await {
        let Operation {
            method,
            path,
            parameters,
            body,
        } = &operation;
        for (place, name) in parameters {
            let is_in_path = place == "path";
            let (path, status) = if is_in_path {
                (path.replace(&format!("{{{name}}}"), ENCODED), 404)
            } else {
                let path = path.replace("{id}", "post-1");
                (format!("{path}?{name}={ENCODED}"), 400)
            };
            for response in fixture.send(method, &path, body.as_ref(), name).await {
                let text = response.text();
                assert_eq!(response.status_code(), status, "{method} {path}: {text}");
                let names_parameter = response.json::<Value>()["errors"][name].is_string();
                assert_eq!(names_parameter, !is_in_path, "{method} {path}: {text}");
                checked += 1;
            }
        }
    }
    assert!(checked > 120, "{checked}");
}

#[tokio::test]
async fn null_characters_in_bodies_are_no_errors_of_the_server() {
    let fixture = Fixture::new();
    let mut texts = 0;
    for operation in operations(&fixture.site).await {
        let Some(body) = &operation.body else {
            continue;
        };
        for (text, body) in broken(body) {
            let path = operation.path.replace("{id}", "post-1");
            fixture.send(&operation.method, &path, Some(&body), &text).await;
            texts += 1;
        }
    }
    assert!(texts > 40, "{texts}");
}

#[tokio::test]
async fn rejects_null_characters_in_addresses_of_pages_and_files() {
    let fixture = Fixture::new();
    let id = "0195a000-0000-7000-8000-000000000000";
    for path in [
        format!("/blog/{ENCODED}"),
        format!("/page/{ENCODED}"),
        format!("/profile/{ENCODED}"),
        format!("/feed/{ENCODED}"),
        format!("/media/{ENCODED}.webp"),
        format!("/media/{ENCODED}"),
        "/media/%00.webp".to_owned(),
        format!("/media/preview/{ENCODED}.png"),
        format!("/media/preview/{id}-{ENCODED}.png"),
        format!("/sitemap-{ENCODED}.xml"),
        format!("/{ENCODED}"),
        format!("/assets/{ENCODED}.js"),
    ] {
        let response = fixture.site.server.get(&path).await;
        assert_eq!(response.status_code(), 404, "{path}: {}", response.text());
    }
    for page in ["/", "/treasure", "/trending", "/recent", "/bookmarks"] {
        for name in [
            "search", "tag", "category", "author", "sort", "page", "limit", "fields",
        ] {
            fixture
                .send(&Method::GET, &format!("{page}?{name}={ENCODED}"), None, name)
                .await;
        }
    }
    // As for every list that the API rejects.
    let page = fixture.site.server.get(&format!("/treasure?tag={ENCODED}")).await;
    page.assert_status_ok();
}
