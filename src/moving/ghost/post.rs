//! A post or a page, from its row.

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::addresses::{self, Addresses};
use super::page::Page;
use super::permalinks::Permalinks;
use super::survey::{META_FIELDS, Survey};
use super::value::{filled, flag, text, time};
use super::{html, lexical, mobiledoc};
use crate::content::{UnsanitisedHtml, plain_text};
use crate::domain::Time;
use crate::moving::html::escape;
use crate::moving::item::{Base, Change, ForeignContent, ForeignText, Item, Kind, RefusedItem, Visibility};

/// The most bytes of a text.
const TEXT_BYTES_MAX: usize = 4 << 20;

/// Appends the text of an editor's document.
type Write = fn(&str, &mut Page) -> Result<(), String>;

/// What posts are read with.
pub(super) struct Context<'export> {
    pub(super) survey: &'export Survey,
    pub(super) addresses: &'export Addresses,
    pub(super) permalinks: &'export Permalinks,
}

impl Context<'_> {
    /// Returns the text of a row. `place` names a row that does not name itself.
    pub(super) fn item(&self, row: &Value, place: &str) -> Item {
        let kind = if text(row, "type") == "page" || (filled(row, "type").is_none() && flag(row, "page")) {
            Kind::Page
        } else {
            Kind::Post
        };
        let named = ["id", "uuid", "slug"].iter().find_map(|name| filled(row, name));
        let title = text(row, "title").into_owned();
        let mut page = Page::default();
        let content = self.content(row, &mut page);
        match (content, named) {
            (Ok(content), Some(id)) => Item::Text(Box::new(self.text(row, kind, id, title, content, page))),
            (Err(reason), named) => refused(kind, named.as_deref().unwrap_or(place), title, reason),
            (Ok(_), None) => refused(
                kind,
                place,
                title,
                "It has no id, by which a second import would know it".to_owned(),
            ),
        }
    }

    fn text(
        &self,
        row: &Value,
        kind: Kind,
        id: String,
        title: String,
        content: ForeignContent,
        page: Page,
    ) -> ForeignText {
        let mut changes = Vec::new();
        let slug = filled(row, "slug").map(|slug| decoded(&slug));
        let published = time(row, "published_at");
        let visibility = self.visibility(row, &id, published, &page, &mut changes);
        let (tags, unknown_tags) = self.survey.tags_of(&id);
        let (internal, tags): (Vec<_>, Vec<_>) = tags.into_iter().partition(|tag| tag.is_internal);
        for tag in internal {
            changes.push(Change::new(
                "tags",
                format!("The internal tag “{}” was left out", tag.name),
            ));
        }
        if unknown_tags > 0 {
            let reason = format!("{unknown_tags} of its tags could not be found in the export");
            changes.push(Change::new("tags", reason));
        }
        let (authors, unknown_authors) = self.survey.authors_of(&id, &text(row, "author_id"));
        if unknown_authors > 0 {
            let reason = format!("{unknown_authors} of its authors could not be found in the export");
            changes.push(Change::new("author", reason));
        }
        let primary = tags.first().map(|tag| tag.slug.as_str());
        let author = authors.first().map(|user| user.slug.as_str());
        let old_addresses = self.permalinks.of(row, kind, primary, author, published);
        let canonical = self.survey.meta(&id, row, "canonical_url");
        let summary =
            filled(row, "custom_excerpt").or_else(|| self.survey.meta(&id, row, "meta_description"));
        let cover = filled(row, "feature_image").or_else(|| filled(row, "image"));
        self.report_fields(row, &id, &mut changes);
        changes.extend(page.changes());
        let tags: Vec<String> = tags.into_iter().map(|tag| tag.name.clone()).collect();
        ForeignText {
            kind,
            source_id: id,
            title,
            slug,
            text: content,
            authors: authors.into_iter().map(|user| user.author.clone()).collect(),
            categories: tags.clone(),
            tags,
            created_at: match visibility {
                Visibility::Draft => time(row, "created_at").or(published),
                _ => published.or_else(|| time(row, "created_at")),
            },
            visibility,
            updated_at: time(row, "updated_at"),
            cover: cover.map(|cover| self.addresses.picture(&cover)),
            canonical_url: canonical.filter(|address| !addresses::is_own(address)),
            summary,
            is_featured: flag(row, "featured"),
            comments_closed: false,
            old_addresses,
            base: Base::Folder(String::new()),
            changes,
        }
    }

    /// Returns who may see a post; what the export says in an unknown way is a draft.
    fn visibility(
        &self,
        row: &Value,
        id: &str,
        published: Option<Time>,
        page: &Page,
        changes: &mut Vec<Change>,
    ) -> Visibility {
        let status = text(row, "status");
        if status == "sent" || self.survey.is_email_only(id, row) {
            return restricted("It was an email, and not shown on the site");
        }
        match &*text(row, "visibility") {
            "" | "public" => {}
            "members" => return restricted("It was for members alone"),
            "paid" => return restricted("It was for paying members alone"),
            "tiers" => return restricted("It was for the members of some tiers alone"),
            other => {
                let other: String = other.chars().take(100).collect();
                return restricted(&format!("It was for some members alone: {other}"));
            }
        }
        if let Some(reason) = page.restriction {
            return restricted(reason);
        }
        match (&*status, published) {
            ("published", _) => Visibility::Public,
            ("scheduled", Some(published)) => Visibility::Scheduled(published),
            ("draft" | "", _) => Visibility::Draft,
            ("scheduled", None) => {
                let reason = "It was scheduled without a time, and is a draft now";
                changes.push(Change::new("status", reason));
                Visibility::Draft
            }
            (status, _) => {
                let status: String = status.chars().take(40).collect();
                let reason = format!("Its status “{status}” is unknown here, and it is a draft now");
                changes.push(Change::new("status", reason));
                Visibility::Draft
            }
        }
    }

    /// Returns the text: the HTML that Ghost made, or what its editors keep.
    fn content(&self, row: &Value, page: &mut Page) -> Result<ForeignContent, String> {
        let forms = ["html", "lexical", "mobiledoc", "markdown", "plaintext"];
        let [html, lexical, mobiledoc, markdown, plain] = forms.map(|form| text(row, form));
        if [&html, &lexical, &mobiledoc, &markdown, &plain]
            .iter()
            .any(|text| text.len() > TEXT_BYTES_MAX)
        {
            return Err(format!("Its text is larger than {} MiB", TEXT_BYTES_MAX >> 20));
        }
        if holds_paywall(&lexical) || holds_paywall(&mobiledoc) {
            page.restriction = Some("The text behind its paywall was for members alone");
        }
        let mut made = if html.trim().is_empty() {
            String::new()
        } else {
            html.into_owned()
        };
        let mut failure = None;
        let editors: [(&str, Write); 2] = [(&lexical, lexical::write), (&mobiledoc, mobiledoc::write)];
        for (document, write) in editors {
            if made.is_empty() && !document.trim().is_empty() {
                let result = write(document, page);
                let html = std::mem::take(&mut page.html);
                match result {
                    Ok(()) => made = html,
                    Err(error) => failure = Some(format!("Its text cannot be read: {error}")),
                }
            }
        }
        if made.is_empty() {
            if !markdown.trim().is_empty() {
                page.restriction = page.restriction.or_else(|| html::restriction(&markdown));
                return Ok(ForeignContent::Markdown(markdown.into_owned()));
            }
            made = paragraphs(&plain);
        }
        if let Some(failure) = failure.filter(|_| made.is_empty()) {
            return Err(failure);
        }
        // What the sanitiser refuses is refused before it is read for cards.
        UnsanitisedHtml::parse(&made).map_err(|error| error.to_string())?;
        html::write(&made, self.addresses, page);
        Ok(ForeignContent::Html(std::mem::take(&mut page.html)))
    }

    /// Reports the fields that posts of this site do not have.
    fn report_fields(&self, row: &Value, id: &str, changes: &mut Vec<Change>) {
        let meta = |field: &str| self.survey.meta(id, row, field);
        if meta("codeinjection_head")
            .or_else(|| meta("codeinjection_foot"))
            .is_some()
        {
            let reason = "The code that was added to its head or its foot was left out";
            changes.push(Change::new("text", reason));
        }
        for (field, what) in [
            ("feature_image_alt", "alternative text"),
            ("feature_image_caption", "caption"),
        ] {
            if let Some(words) = meta(field) {
                let words = plain_text(&words);
                let reason = format!("The {what} of the cover was left out: “{words}”");
                changes.push(Change::new("cover", reason));
            }
        }
        let fields = META_FIELDS.iter().filter(|field| {
            field.starts_with("og_") || field.starts_with("twitter_") || **field == "meta_title"
        });
        let fields: Vec<&str> = fields.copied().filter(|field| meta(field).is_some()).collect();
        if !fields.is_empty() {
            let reason = format!(
                "What it says to search engines and social networks alone was left out: {}",
                fields.join(", ")
            );
            changes.push(Change::new("meta", reason));
        }
        if let Some(template) = filled(row, "custom_template") {
            let reason = format!("Its template “{template}” was left out");
            changes.push(Change::new("template", reason));
        }
    }
}

fn restricted(reason: &str) -> Visibility {
    Visibility::Restricted(reason.to_owned())
}

/// Whether the tree of an editor holds a paywall, whatever the HTML beside it says.
fn holds_paywall(document: &str) -> bool {
    ["\"type\":\"paywall\"", "\"type\": \"paywall\"", "[\"paywall\""]
        .iter()
        .any(|mark| document.contains(mark))
}

fn refused(kind: Kind, source_id: &str, title: String, reason: String) -> Item {
    Item::Refused(RefusedItem {
        kind,
        source_id: source_id.to_owned(),
        title,
        reason,
    })
}

fn decoded(slug: &str) -> String {
    percent_decode_str(slug)
        .decode_utf8()
        .map_or_else(|_| slug.to_owned(), std::borrow::Cow::into_owned)
}

/// Returns a plain text with an empty line between its paragraphs as HTML.
fn paragraphs(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(str::trim);
    paragraphs
        .filter(|paragraph| !paragraph.is_empty())
        .flat_map(|paragraph| ["<p>".to_owned(), escape(paragraph), "</p>".to_owned()])
        .collect()
}
