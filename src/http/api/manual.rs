//! The chapter of the manual about moving in, to which the panel links: what comes along from which system.

use std::path::Path;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse as _, Response};

use crate::content::{self, TooComplex};
use crate::http::ApiError;

const MOVING: &str = include_str!("../../../docs/moving.md");
const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
    <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"theme-color\" content=\"#faf8f4\">\
    <meta name=\"robots\" content=\"noindex\">\
    <title>Moving in and out</title><link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\
    <link rel=\"stylesheet\" href=\"/api-docs.css\"><script src=\"/start.js\"></script></head><body><main>";
const END: &str = "</main></body></html>";

static PAGE: LazyLock<Result<String, TooComplex>> = LazyLock::new(|| page(MOVING));

/// Returns the chapter as a page. Its headings can be linked to.
pub(in crate::http) async fn moving() -> Result<Response, ApiError> {
    let page = PAGE.as_ref().map_err(|error| ApiError::internal(*error))?;
    Ok((
        [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
        page.as_str(),
    )
        .into_response())
}

fn page(markdown: &str) -> Result<String, TooComplex> {
    let (title, rest) = markdown.split_once('\n').unwrap_or((markdown, ""));
    let title = title.trim_start_matches('#').trim();
    let html = content::markdown_to_html(&without_chapters(rest))?;
    let text = content::render_article(&html, &|_| None).html;
    // The prefix keeps what people write apart from the site's own names, which this page has not.
    let text = text.replace("href=\"#user-content-", "href=\"#");
    Ok(format!("{HEAD}<h1>{title}</h1>{text}{END}"))
}

/// Returns Markdown in which links to other chapters, which the site does not have, are their texts.
fn without_chapters(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some((before, after)) = rest.split_once("](") {
        let (target, following) = after.split_once(')').unwrap_or((after, ""));
        let path = target.split('#').next().unwrap_or_default();
        let is_chapter = Path::new(path).extension().is_some_and(|end| end == "md");
        match before.rsplit_once('[') {
            Some((start, text)) if is_chapter => out.extend([start, text]),
            _ => out.extend([before, "](", target, ")"]),
        }
        rest = following;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::imports::System;

    #[test]
    fn links_to_other_chapters_are_their_texts() {
        let markdown = "[a](b.md), [c](#d), [`e`](f.md#g) and [h](https://i.example/j.html).";
        assert_eq!(
            without_chapters(markdown),
            "a, [c](#d), `e` and [h](https://i.example/j.html)."
        );
    }

    #[test]
    fn every_system_that_the_panel_offers_has_its_part() {
        let page = page(MOVING).unwrap();
        let offered = include_str!("../../../web/src/features/admin-imports/systems.ts");
        let parts: Vec<&str> = offered
            .split("guide: '")
            .skip(1)
            .filter_map(|rest| rest.split('\'').next())
            .collect();
        assert_eq!(parts.len(), System::ALL.len());
        for system in System::ALL {
            assert!(
                offered.contains(&format!("kind: '{}'", system.name())),
                "{system:?}"
            );
        }
        for part in parts {
            assert!(page.contains(&format!("id=\"{part}\"")), "no part {part}");
        }
        assert!(
            !page.contains(".md\"") && !page.contains(".md#"),
            "a link leads nowhere"
        );
        for (start, _) in page.match_indices("href=\"#") {
            let name = page[start..].split(['#', '"']).nth(2).unwrap();
            assert!(page.contains(&format!("id=\"{name}\"")), "no part {name}");
        }
        assert!(page.contains("<h1>Moving in and out</h1>") && page.contains("<table>"));
    }
}
