//! Hostile texts, as HTML and as Markdown, run nothing on a page.

use axum::http::Method;
use scraper::{Html, Selector};
use serde_json::{Value, json};

use super::{Editor, page};

/// What nobody may bring into the text of a page. A video of the embeds that posts may have is welcome.
const FORBIDDEN: &str = "script, style, link, meta, base, object, embed, form, input, textarea, svg, \
                         iframe:not([src^=\"https://www.youtube.com/embed/\"]), template, [onerror], [onload], [onclick], [onmouseover], [srcdoc]";

/// Asserts that the text of the page runs nothing.
fn assert_harmless(html: &str, source: &str) {
    let document = Html::parse_document(html);
    let text = Selector::parse(".rich-text").unwrap();
    let text = document.select(&text).next().unwrap();
    let forbidden = Selector::parse(FORBIDDEN).unwrap();
    let found: Vec<String> = text.select(&forbidden).map(|element| element.html()).collect();
    assert!(found.is_empty(), "{source}: {found:?}");
    let links = Selector::parse("[href], [src]").unwrap();
    for element in text.select(&links) {
        let value = element.value();
        let address = value.attr("href").or_else(|| value.attr("src")).unwrap();
        let address = address.to_ascii_lowercase();
        assert!(
            !["javascript:", "vbscript:", "data:text"]
                .iter()
                .any(|scheme| address.trim().starts_with(scheme)),
            "{source}: {address}"
        );
    }
}

#[tokio::test]
async fn hostile_html_is_sanitised() {
    let editor = Editor::new();
    let vectors: Vec<String> = serde_json::from_str(include_str!("../../hostile-html.json")).unwrap();
    let all: Vec<&str> = vectors.iter().map(String::as_str).collect();
    let mut made = editor.created(page("Hostile", "published")).await;
    for part in all.chunks(20) {
        let text = format!("<p>Words.</p>{}", part.join("<p>and</p>"));
        let response = editor.update(&made, json!({"content": text})).await;
        assert_eq!(response.status_code(), 200, "{text}: {}", response.text());
        made = response.json::<Value>()["page"].clone();
        assert_harmless(&editor.text("/page/hostile").await, &text);
    }
}

#[tokio::test]
async fn hostile_markdown_is_sanitised() {
    let editor = Editor::new();
    let mut made = editor.created(page("Hostile", "published")).await;
    for markdown in [
        "[click](javascript:alert(1))",
        "[click](<javascript:alert(1)>) ![x](javascript:alert(1))",
        "<script>alert(1)</script>\n\nwords",
        "<img src=x onerror=alert(1)>",
        "![x](x \"\\\" onerror=alert(1) \\\"\")",
        "```html\n</code></pre><script>alert(1)</script>\n```",
        "```mermaid\n%%{init: {\"securityLevel\": \"loose\"}}%%\nflowchart LR\nA-->B\nclick A \"javascript:alert(1)\"\n```",
        "$\\href{javascript:alert(1)}{x}$",
        "words[^1]\n\n[^1]: <iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
        "| a |\n|---|\n| <svg onload=alert(1)> |",
        "<https://example.org/\"onmouseover=alert(1)>",
        "> [!NOTE]\n> <style>@import 'https://example.org'</style> words",
    ] {
        let body = json!({"markdown": format!("Words.\n\n{markdown}")});
        let converted = editor
            .site
            .request(Method::POST, "/api/blogs/markdown", &editor.token, Some(&body));
        let html = converted.await.json::<Value>()["html"].clone();
        made = editor.updated(&made, json!({"content": html})).await;
        assert_harmless(&editor.text("/page/hostile").await, markdown);
    }
}

#[tokio::test]
async fn titles_and_descriptions_are_text_everywhere() {
    let editor = Editor::new();
    let hostile = "</title></script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
    let mut body = page(hostile, "published");
    (body["slug"], body["description"]) = (json!("hostile"), json!(hostile));
    editor.created(body).await;
    for path in ["/page/hostile", "/sitemap.xml"] {
        let html = editor.text(path).await;
        assert!(!html.contains("<script>alert(1)"), "{path}");
        assert!(!html.contains("<img src=x"), "{path}");
    }
}
