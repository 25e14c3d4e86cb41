//! Redirects in files, both ways.

use axum::http::Method;
use axum_test::TestResponse;
use serde_json::{Value, json};

use super::{Editor, PATH, leads};
use crate::support::accounts::assert_has_code;

impl Editor {
    async fn import(&self, content_type: &str, file: impl Into<Vec<u8>>) -> TestResponse {
        let request = self
            .site
            .request(Method::POST, &format!("{PATH}/import"), &self.token, None);
        let bytes: Vec<u8> = file.into();
        request.bytes(bytes.into()).content_type(content_type).await
    }

    async fn imported(&self, content_type: &str, file: &str) -> Value {
        let response = self.import(content_type, file).await;
        assert_eq!(response.status_code(), 200, "{}", response.text());
        response.json()
    }

    async fn export(&self) -> String {
        let path = format!("{PATH}/export");
        let response = self
            .site
            .server
            .get(&path)
            .authorization_bearer(&self.token)
            .await;
        response.assert_status_ok();
        assert_eq!(response.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(
            response.header("content-disposition"),
            "attachment; filename=\"redirects.csv\""
        );
        assert_eq!(response.header("cache-control"), "private, no-store");
        response.text()
    }
}

#[tokio::test]
async fn what_is_exported_can_be_imported() {
    let editor = Editor::new();
    let rows = "/?p=7,/treasure?tag=rust,301\n\
                /a,\"https://example.org/a,b\",302\n\
                /gone,,410\n\
                /%C3%BCber,/blog/post-1,301\n";
    let imported = editor
        .imported("text/csv", &format!("path,target,status\n{rows}"))
        .await;
    assert_eq!(imported["totals"], json!({"new": 4, "skipped": 0, "refused": 0}));
    let exported = editor.export().await;
    let mut lines: Vec<&str> = exported.lines().collect();
    assert_eq!(lines.remove(0), "path,target,status");
    lines.sort_unstable();
    let mut expected: Vec<&str> = rows.lines().collect();
    expected.sort_unstable();
    assert_eq!(lines, expected);

    let other = Editor::new();
    let imported = other.imported("text/csv; charset=utf-8", &exported).await;
    assert_eq!(imported["totals"], json!({"new": 4, "skipped": 0, "refused": 0}));
    assert_eq!(other.export().await, exported);
    let again = other.imported("text/csv", &exported).await;
    assert_eq!(again["totals"], json!({"new": 0, "skipped": 4, "refused": 0}));
    assert_eq!(other.export().await, exported);
}

#[tokio::test]
async fn exports_any_number_of_redirects() {
    let editor = Editor::new();
    assert_eq!(editor.export().await, "path,target,status\n");
    let rows: Vec<String> = (0..1_001)
        .map(|number| format!("/old/{number:04},/,302\n"))
        .collect();
    let rows = rows.concat();
    let imported = editor.imported("text/csv", &rows).await;
    assert_eq!(imported["totals"]["new"], 1_001);
    assert_eq!(editor.export().await, format!("path,target,status\n{rows}"));
}

#[tokio::test]
async fn tells_what_became_of_each_line() {
    let editor = Editor::new();
    editor.lead("/known", "/blog/post-1").await;
    let file = "path,target,status\n\
                /new,/blog/post-1,301\n\
                /known/,/trending,301\n\
                old,/,301\n\
                /x,nowhere,301\n\
                /y,/z,307\n\
                /trending,/,301\n\
                /loop,/loop,301\n\
                /a,/b,301\n\
                /b,/a,301\n\
                /new,/trending,302\n\
                \n\
                /last,/,\n";
    let imported = editor.imported("text/csv", file).await;
    assert_eq!(imported["totals"], json!({"new": 3, "skipped": 2, "refused": 6}));
    let lines = imported["lines"].as_array().unwrap();
    let told: Vec<String> = lines
        .iter()
        .map(|line| {
            let [path, outcome] = ["path", "outcome"].map(|field| line[field].as_str().unwrap());
            assert_eq!(line["reason"].is_null(), outcome == "new", "{line}");
            format!("{} {path} {outcome}", line["line"])
        })
        .collect();
    assert_eq!(
        told,
        [
            "2 /new new",
            "3 /known/ skipped",
            "4 old refused",
            "5 /x refused",
            "6 /y refused",
            "7 /trending refused",
            "8 /loop refused",
            "9 /a new",
            "10 /b refused",
            "11 /new skipped",
            "13 /last new",
        ]
    );
    assert_eq!(editor.follow("/known").await, leads(301, "/blog/post-1"));
    assert_eq!(editor.follow("/new").await, leads(301, "/blog/post-1"));
    let list = editor.list("?search=/last").await;
    assert_eq!(list["redirects"][0]["source"], "file");
}

#[tokio::test]
async fn takes_the_redirects_of_ghost() {
    let editor = Editor::new();
    let yaml =
        "301:\n  /a/: /blog/post-1\n  /tag/(.*): /treasure?tag=$1\n302:\n  ^/b/?$: https://example.org/b\n";
    let imported = editor.imported("application/yaml", yaml).await;
    assert_eq!(imported["totals"], json!({"new": 2, "skipped": 0, "refused": 1}));
    assert_eq!(imported["lines"][1]["line"], 3);
    let json = r#"[{"from": "^/c$", "to": "/blog/post-2", "permanent": true}, {"from": "/a", "to": "/"}]"#;
    let imported = editor.imported("application/json", json).await;
    assert_eq!(imported["totals"], json!({"new": 1, "skipped": 1, "refused": 0}));
    for (path, expected) in [
        ("/a", leads(301, "/blog/post-1")),
        ("/b/", leads(302, "https://example.org/b")),
        ("/c", leads(301, "/blog/post-2")),
    ] {
        assert_eq!(editor.follow(path).await, expected, "{path}");
    }
}

#[tokio::test]
async fn refuses_a_file_that_holds_no_redirects() {
    let editor = Editor::new();
    let many = "/a,/b\n".repeat(100_001);
    for (content_type, file, status) in [
        ("text/csv", "", 400),
        ("text/csv", "path,target,status\n", 400),
        ("text/csv", many.as_str(), 400),
        ("application/json", "{}", 400),
        ("application/json", "[]", 400),
        ("application/yaml", "- a\n", 400),
        ("text/plain", "/a,/b", 415),
        ("multipart/form-data; boundary=x", "--x--", 415),
    ] {
        let response = editor.import(content_type, file).await;
        assert_eq!(response.status_code(), status, "{content_type}");
        assert_has_code(&response.json());
    }
    let too_large = vec![b'\n'; (16 << 20) + 1];
    let response = editor.import("text/csv", too_large).await;
    assert_eq!(response.status_code(), 413);
    assert_eq!(editor.list("").await["total"], 0);
}

#[tokio::test]
async fn a_line_that_cannot_be_read_stops_nothing() {
    let editor = Editor::new();
    let mut file = b"/a,/trending\n".to_vec();
    file.extend_from_slice(b"/b\xff,/trending\n/c\0,/trending\n\"/d,/trending\n");
    file.extend_from_slice("x".repeat(70_000).as_bytes());
    file.extend_from_slice(b"\",/\n/e,/trending\n");
    let response = editor.import("text/csv", file).await;
    assert_eq!(response.status_code(), 200, "{}", response.text());
    let imported: Value = response.json();
    assert_eq!(imported["totals"], json!({"new": 2, "skipped": 0, "refused": 3}));
    assert!(response.text().len() < 2_000, "paths are cut");
    assert_eq!(editor.paths("").await, ["/a", "/e"]);
}
