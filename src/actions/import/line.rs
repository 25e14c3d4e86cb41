//! Reading and validation of one line of an import file.

use std::io::{self, BufRead, Read as _};

use serde::Deserialize;

use crate::content::{self, ImageSizes};
use crate::domain::post::{Article, CONTENT_BYTES_MAX, Cover, Status, Title};
use crate::domain::{Category, Slug, Time, ValidationError, hidden_characters, tag};

/// The maximum size of a line in bytes: the largest content with every byte escaped, and room for the other fields.
const LINE_BYTES_MAX: u64 = 8 << 20;

/// A post as deserialised from a line.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    title: String,
    slug: String,
    author: String,
    created_at: String,
    tags: Vec<String>,
    category: String,
    content_html: String,
    #[serde(default)]
    featured_image: Option<String>,
}

/// A validated post with sanitised HTML.
pub(super) struct ImportedPost {
    pub(super) article: Article,
    pub(super) slug: Slug,
    pub(super) author: String,
    pub(super) created_at: Time,
    pub(super) cover: Option<String>,
}

pub(super) struct Lines<File> {
    file: File,
    number: u64,
    bytes_read: u64,
}

impl<File: BufRead> Lines<File> {
    pub(super) fn new(file: File) -> Self {
        Self {
            file,
            number: 0,
            bytes_read: 0,
        }
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Returns the number of the line read last, or of the line at which reading failed.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next line that is not blank as a post, with its number.
    pub(super) fn next_post(&mut self) -> io::Result<Option<(u64, Result<ImportedPost, String>)>> {
        loop {
            let mut line = Vec::new();
            self.number += 1;
            let mut limited = self.file.by_ref().take(LINE_BYTES_MAX);
            if limited.read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            self.bytes_read += line.len() as u64;
            if line.len() as u64 == LINE_BYTES_MAX && !line.ends_with(b"\n") {
                self.bytes_read += self.file.skip_until(b'\n')? as u64;
                return Ok(Some((
                    self.number,
                    Err("the line is longer than 8 MiB".to_owned()),
                )));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some((self.number, read(&line))));
            }
        }
    }
}

fn read(line: &[u8]) -> Result<ImportedPost, String> {
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    let line: Line = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let field = error.path().to_string();
        match field.as_str() {
            "." => error.into_inner().to_string(),
            _ => format!("{field}: {}", error.into_inner()),
        }
    })?;
    deserializer.end().map_err(|error| error.to_string())?;
    validate(&line).map_err(|invalid| invalid.to_string())
}

fn validate(line: &Line) -> Result<ImportedPost, ValidationError> {
    let html = sanitise(&line.content_html)?;
    let first_image = content::first_image(&html);
    if content::is_blank(&html) {
        return ValidationError::reject("contentHtml", "Content is required");
    }
    let author = line.author.trim();
    if author.is_empty() || author.chars().count() > 200 {
        return ValidationError::reject("author", "Author must be 1 to 200 characters long");
    }
    if hidden_characters::contains_hidden_characters(author) {
        return ValidationError::reject("author", "Author cannot hold control or invisible characters");
    }
    let cover = match line.featured_image.as_deref().map(str::trim) {
        Some(address) if !address.is_empty() => Some(Cover::from_address(address)?.url()),
        _ => first_image
            .and_then(|address| Cover::from_address(&address).ok())
            .map(|cover| cover.url()),
    };
    let title = Title::parse(&line.title)?;
    let category = Category::parse(&line.category)?;
    let tags = tag::parse_all(line.tags.iter().map(String::as_str))?;
    let mut article = content::article(title, category, tags, Status::Published, html, &ImageSizes::new());
    if !content::diagrams(&article.html).is_empty() {
        // A worker draws them, and renders the text with them.
        article.rendered = None;
    }
    Ok(ImportedPost {
        article,
        slug: slug(&line.slug)?,
        author: author.to_owned(),
        created_at: Time::parse(&line.created_at).ok_or_else(|| {
            ValidationError::new(
                "createdAt",
                "createdAt must be a time such as 2016-04-19T00:00:00Z",
            )
        })?,
        cover,
    })
}

fn slug(text: &str) -> Result<Slug, ValidationError> {
    let slug = Slug::parse(text)?;
    if slug.is_reserved() {
        return ValidationError::reject("slug", "A path of the site has this word");
    }
    Ok(slug)
}

fn sanitise(given: &str) -> Result<String, ValidationError> {
    let refuse_large = |html: &str| {
        if html.len() > CONTENT_BYTES_MAX {
            return ValidationError::reject("contentHtml", "Content must be at most 1 MiB");
        }
        Ok(())
    };
    refuse_large(given)?;
    let html =
        content::sanitise(given).map_err(|reason| ValidationError::new("contentHtml", reason.to_string()))?;
    refuse_large(&html)?;
    Ok(html)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn post(change: impl FnOnce(&mut serde_json::Value)) -> Result<ImportedPost, String> {
        let mut line = serde_json::json!({
            "title": "Title", "slug": "title", "author": "Ada", "createdAt": "2026-01-02T03:04:05Z",
            "tags": ["a"], "category": "Other", "contentHtml": "<p>Text</p>",
        });
        change(&mut line);
        read(line.to_string().as_bytes())
    }

    #[test]
    fn reads_a_valid_line_and_ignores_unknown_fields() {
        let post = post(|line| line["source"] = serde_json::json!({"repo": "ignored"}))
            .ok()
            .unwrap();
        assert_eq!((post.article.excerpt.as_str(), post.cover), ("Text", None));
    }

    #[test]
    fn uses_the_first_picture_as_the_cover_when_none_is_given() {
        let html = "<img src=\"https://example.org/first.png\">";
        let first = post(|line| line["contentHtml"] = html.into()).ok().unwrap();
        assert_eq!(first.cover.as_deref(), Some("https://example.org/first.png"));
        let given = post(|line| {
            line["contentHtml"] = html.into();
            line["featuredImage"] = "https://example.org/given.png".into();
        });
        assert_eq!(
            given.ok().unwrap().cover.as_deref(),
            Some("https://example.org/given.png")
        );
    }

    #[test]
    fn names_the_invalid_field() {
        for (field, value) in [
            ("title", serde_json::json!("")),
            ("title", serde_json::json!(1)),
            ("slug", serde_json::json!("No Slug")),
            ("slug", serde_json::json!("trending")),
            ("author", serde_json::json!(" ")),
            ("author", serde_json::json!("Ada\u{202e}")),
            ("createdAt", serde_json::json!("yesterday")),
            ("tags", serde_json::json!(["x".repeat(41)])),
            ("category", serde_json::json!("Cooking")),
            ("contentHtml", serde_json::json!("<p> </p>")),
            ("featuredImage", serde_json::json!("ftp://example.org")),
        ] {
            let error = post(|line| line[field] = value.clone()).err().unwrap();
            assert!(error.starts_with(field), "{error}");
        }
    }

    /// Generates arbitrary JSON, some of it nested.
    fn any_json() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(serde_json::Value::from),
            any::<f64>().prop_map(serde_json::Value::from),
            any::<String>().prop_map(serde_json::Value::from),
        ];
        leaf.prop_recursive(6, 24, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
                proptest::collection::hash_map(any::<String>(), inner, 0..4)
                    .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn accepts_or_names_a_field_with_any_value(
            field in proptest::sample::select(vec![
                "title", "slug", "author", "createdAt", "tags", "category", "contentHtml", "featuredImage",
            ]),
            value in any_json(),
        ) {
            if let Err(error) = post(|line| line[field] = value) {
                prop_assert!(error.starts_with(field), "{}", error);
            }
        }

        #[test]
        fn rejects_arbitrary_bytes_with_a_reason(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let error = read(&bytes).err();
            prop_assert!(error.is_some_and(|error| !error.is_empty()));
        }
    }

    #[test]
    fn counts_lines_and_skips_blank_ones() {
        let mut lines = Lines::new("\n\n{\n  \nnot json\n".as_bytes());
        let mut next = || lines.next_post().unwrap().map(|(number, _)| number);
        assert_eq!([next(), next(), next()], [Some(3), Some(5), None]);
    }

    #[test]
    fn rejects_invalid_json_and_invalid_utf_8() {
        for line in ["{", "[]", "null", "{} {}", "\u{feff}{}"] {
            assert!(read(line.as_bytes()).is_err(), "{line}");
        }
        assert!(read(b"{\"title\": \"\xff\"}").is_err());
    }
}
