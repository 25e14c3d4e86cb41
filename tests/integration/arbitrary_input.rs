//! Arbitrary input never causes a server error.

use axum_test::TestRequest;
use proptest::prelude::*;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::support::{Site, post_with_changes};

const BOUNDARY: &str = "----boundary";
/// Each case is a request through the whole router.
const CASES: u32 = 200;

struct Fixture {
    runtime: Runtime,
    site: Site,
}

impl Fixture {
    fn new() -> Self {
        let runtime = Runtime::new().unwrap();
        let _context = runtime.enter();
        let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
        site.import(&[post_with_changes(
            1,
            json!({"title": "It's a \"title\" AND more*"}),
        )]);
        Self { runtime, site }
    }

    fn status(&self, request: TestRequest) -> u16 {
        let response = self.runtime.block_on(async { request.await });
        response.status_code().as_u16()
    }
}

/// Generates arbitrary texts, and texts of the operators of full-text search.
fn search_text() -> impl Strategy<Value = String> {
    let words = proptest::sample::select(vec![
        "\"", "'", "*", "^", "(", ")", "{", "}", ":", "-", "+", ",", "AND", "OR", "NOT", "NEAR(", "title",
        " ", "%", "_", "\\", "\u{feff}", "ab", "ς",
    ]);
    prop_oneof![
        any::<String>(),
        proptest::collection::vec(words, 0..12).prop_map(|words| words.concat()),
    ]
}

#[test]
fn a_search_for_any_text_succeeds_or_is_rejected() {
    let fixture = Fixture::new();
    proptest!(ProptestConfig::with_cases(CASES), |(text in search_text(), path in proptest::sample::select(vec![
        "/api/blogs", "/treasure",
    ]))| {
        let status = fixture.status(fixture.site.server.get(path).add_query_param("search", &text));
        prop_assert!(status == 200 || status == 400, "{}", status);
    });
}

/// Generates pieces of a multipart form in any order, mixed with arbitrary bytes.
fn mangled_form() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        "--",
        BOUNDARY,
        "\r\n",
        "\n",
        "--\r\n",
        "Content-Disposition: form-data; name=\"title\"\r\n\r\n",
        "Content-Disposition: form-data; name=\"featuredImage\"; filename=\"a.png\"\r\n",
        "Content-Type: image/png\r\n\r\n",
        "Content-Disposition: form-data; name=\"tags\"\r\n\r\n",
        "[\"a\",",
        "Content-Disposition: form-data; name=\"\"\r\n\r\n",
        "\u{89}PNG\r\n\u{1a}\n",
        "Content-Disposition: ;;;=\"\r\n",
    ];
    let piece = proptest::sample::select(pieces.map(str::as_bytes).to_vec()).prop_map(<[u8]>::to_vec);
    let noise = proptest::collection::vec(any::<u8>(), 0..40);
    proptest::collection::vec(prop_oneof![5 => piece, 1 => noise], 0..24).prop_map(|pieces| pieces.concat())
}

#[test]
fn rejects_any_malformed_form() {
    let fixture = Fixture::new();
    let token = fixture.site.admin("root").token;
    proptest!(ProptestConfig::with_cases(CASES), |(body in mangled_form(), is_begun in any::<bool>())| {
        let begin = if is_begun { format!("--{BOUNDARY}\r\n") } else { String::new() };
        let request = fixture.site.server.post("/api/blogs/create")
            .authorization_bearer(&token)
            .bytes([begin.as_bytes(), &body].concat().into())
            .content_type(&format!("multipart/form-data; boundary={BOUNDARY}"));
        let status = fixture.status(request);
        prop_assert!((400..500).contains(&status) && status != 401, "{}", status);
    });
}
