//! Hashnode: the JSON that a blog exports, what its API answers, and the backup in a repository of GitHub.

mod backup;
mod comments;
mod text;

use std::collections::BTreeSet;

use serde_json::Value;

use super::item::{
    Base, Change, ForeignAuthor, ForeignContent, ForeignRedirect, ForeignText, Item, Kind, LeftOutItem,
    RefusedItem, Visibility,
};
use super::json::{self, first_text, first_time, flag, text as field};
use super::marks::report;
use super::public_names::author_name;
use super::source::Source;
use super::{ReadError, Sink, html};

/// The site of those who have no blog of their own there.
const ORIGIN: &str = "https://hashnode.com";
/// The lists, and the objects around them.
const LISTS: [&str; 13] = [
    "posts",
    "drafts",
    "scheduledDrafts",
    "articles",
    "staticPages",
    "pages",
    "data",
    "publication",
    "publications",
    "me",
    "user",
    "edges",
    "nodes",
];
/// The most bytes of a file of Markdown.
const MARKDOWN_MAX: u64 = 4 << 20;

/// Hands every post, draft and page, and the comments on them, to `sink`.
///
/// # Errors
/// If it is no such export, or cannot be read to its end.
pub fn read(source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let is_markdown = |path: &str| {
        [".md", ".markdown"]
            .iter()
            .any(|end| path.to_ascii_lowercase().ends_with(end))
    };
    let json: Vec<String> = json::files(source)
        .into_iter()
        .filter(|path| !is_markdown(path))
        .collect();
    let mut items = json::walk_files(
        source,
        &json,
        &LISTS,
        Kind::Post,
        sink,
        &mut |sink, _, list, entry| take(list, &entry, sink),
    )?;
    let mut read = 0;
    for (path, size) in source.files().filter(|(path, _)| is_markdown(path)) {
        read += size;
        sink.read(read);
        if let Some(item) = file(source, path) {
            items += 1;
            sink.take(item)?;
        }
    }
    if items == 0 {
        return Err(ReadError::Form(
            "there are no posts of Hashnode in it, neither as JSON nor as Markdown with front matter"
                .to_owned(),
        ));
    }
    // Every blog there has its feed at this address.
    sink.take(Item::Redirect(ForeignRedirect {
        path: "/rss.xml".to_owned(),
        target: Some("/feed.xml".to_owned()),
        is_permanent: true,
    }))
}

/// Returns the post of a file of Markdown. What tells about the repository is none.
fn file(source: &Source, path: &str) -> Option<Item> {
    let refuse = |reason: String| refused(Kind::Post, path.to_owned(), String::new(), &reason);
    match source.bytes(path, MARKDOWN_MAX) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
            let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
            let is_of_repository = ["readme", "license", "contributing", "._"]
                .iter()
                .any(|begin| name.starts_with(begin));
            backup::post(path, &text).or_else(|| {
                (!is_of_repository).then(|| {
                    left_out(
                        path,
                        "A file without the front matter of Hashnode is no post of it",
                    )
                })
            })
        }
        Err(error) => Some(refuse(error.to_string())),
    }
}

fn refused(kind: Kind, source_id: String, title: String, reason: &str) -> Item {
    Item::Refused(RefusedItem {
        kind,
        source_id,
        title,
        reason: reason.to_owned(),
    })
}

fn left_out(source_id: &str, reason: &str) -> Item {
    Item::LeftOut(LeftOutItem {
        source_id: source_id.to_owned(),
        reason: reason.to_owned(),
    })
}

fn take(list: &str, entry: &Value, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let post = entry.get("node").unwrap_or(entry);
    let is_named = matches!(
        list,
        "posts" | "drafts" | "scheduledDrafts" | "articles" | "staticPages" | "pages"
    );
    let has_text = ["contentMarkdown", "content", "markdown"]
        .iter()
        .any(|key| post.get(key).is_some());
    let is_text = is_named || (has_text && post.get("title").is_some());
    if !is_text {
        return Ok(());
    }
    let kind = if matches!(list, "staticPages" | "pages") {
        Kind::Page
    } else {
        Kind::Post
    };
    let mut changes = Vec::new();
    let Some(content) = content(post, &mut changes) else {
        // What is beside the lists of a page of answers.
        if post.get("title").is_none() && post.is_object() {
            return Ok(());
        }
        let title = field(post, "title").unwrap_or_default();
        return sink.take(refused(kind, id(post), title, "It has no text"));
    };
    let text = foreign_text(kind, list, post, content, changes);
    let source_id = text.source_id.clone();
    sink.take(Item::Text(Box::new(text)))?;
    comments::take(post, &source_id, sink)
}

fn id(post: &Value) -> String {
    first_text(post, &["cuid", "_id", "id", "slug", "title"]).unwrap_or_default()
}

/// Returns the text, as Markdown if the export has it.
fn content(post: &Value, changes: &mut Vec<Change>) -> Option<ForeignContent> {
    let inner = post.get("content").unwrap_or(&Value::Null);
    let markdown = first_text(post, &["contentMarkdown", "markdown"]).or_else(|| field(inner, "markdown"));
    if let Some(markdown) = markdown {
        let has_formulas = ["hasLatex", "hasLatexInPost"]
            .iter()
            .any(|key| flag(post, key) == Some(true));
        return Some(ForeignContent::Markdown(text::to_markdown(
            &markdown,
            has_formulas,
            changes,
        )));
    }
    field(post, "content")
        .or_else(|| field(inner, "html"))
        .map(ForeignContent::Html)
}

fn foreign_text(
    kind: Kind,
    list: &str,
    post: &Value,
    content: ForeignContent,
    mut changes: Vec<Change>,
) -> ForeignText {
    let slug = field(post, "slug").filter(|_| !is_of_drafts(list));
    let url = field(post, "url").filter(|url| url.starts_with("http"));
    let created_at = first_time(post, &["publishedAt", "datePublished", "dateAdded", "createdAt"]);
    let tags = tags(post, &mut changes);
    let authors = authors(post, &mut changes);
    let series = post.get("series").unwrap_or(&Value::Null);
    if !series.is_null() {
        let name = field(post, "series")
            .filter(|name| !is_number(name))
            .or_else(|| first_text(series, &["name", "slug"]));
        let reason = match name {
            Some(name) => format!("It is part of the series \"{name}\", and stands alone here"),
            None => "It is part of a series, and stands alone here".to_owned(),
        };
        report(&mut changes, "series", reason);
    }
    if flag(post, "isActive") == Some(false) {
        report(
            &mut changes,
            "status",
            "It was not active on Hashnode, and is a draft here",
        );
    }
    let unknown = comments::unknown(post);
    if unknown > 0 {
        let reason = format!("The export has no texts for some of its comments ({unknown})");
        report(&mut changes, "comments", reason);
    }
    let visibility = visibility(list, post, created_at.is_some());
    let own = url.clone().unwrap_or_else(|| ORIGIN.to_owned());
    ForeignText {
        kind,
        source_id: id(post),
        title: field(post, "title").unwrap_or_default(),
        old_addresses: old_addresses(url.as_deref(), slug.as_deref(), field(post, "cuid").as_deref()),
        slug,
        text: with_subtitle(content, field(post, "subtitle"), &mut changes),
        authors,
        tags,
        categories: Vec::new(),
        visibility,
        created_at,
        updated_at: first_time(post, &["dateUpdated", "updatedAt"]),
        cover: ["coverImage", "coverImageURL", "cover"].iter().find_map(|key| {
            let cover = post.get(key)?;
            field(post, key).or_else(|| field(cover, "url"))
        }),
        canonical_url: original(post).and_then(|address| canonical(&address, &own)),
        summary: first_text(post, &["brief", "metaDescription"]),
        is_featured: ["isPinnedToBlog", "pinnedToBlog", "isFeatured"]
            .iter()
            .any(|key| says(post, key)),
        comments_closed: says(post, "disableComments"),
        base: url.map_or(Base::None, Base::Address),
        changes,
    }
}

/// Whether a post says yes to a question, also in its preferences or settings.
fn says(post: &Value, key: &str) -> bool {
    [None, Some("preferences"), Some("settings")]
        .into_iter()
        .filter_map(|within| within.map_or(Some(post), |within| post.get(within)))
        .any(|object| flag(object, key) == Some(true))
}

fn is_of_drafts(list: &str) -> bool {
    matches!(list, "drafts" | "scheduledDrafts")
}

/// Returns who may see a post. One that is not known to be published is a draft.
fn visibility(list: &str, post: &Value, has_date: bool) -> Visibility {
    let planned = first_time(post, &["scheduledDate", "scheduledAt", "scheduledFor"]);
    let is_draft = is_of_drafts(list)
        || says(post, "isDraft")
        || says(post, "draft")
        || says(post, "saveAsDraft")
        || flag(post, "isActive") == Some(false)
        || (!has_date && matches!(list, "" | "edges" | "nodes" | "data"));
    if is_draft {
        return planned.map_or(Visibility::Draft, Visibility::Scheduled);
    }
    if ["isDelisted", "delisted", "delist", "hidden"]
        .iter()
        .any(|key| says(post, key))
    {
        return Visibility::Restricted(
            "It was delisted, so that only those who knew its address could read it".to_owned(),
        );
    }
    let closed = [
        "membersOnly",
        "isMembersOnly",
        "isPaid",
        "isPrivate",
        "private",
        "isPasswordProtected",
    ];
    if closed.iter().any(|key| says(post, key)) {
        return Visibility::Restricted("Only some readers could read it".to_owned());
    }
    planned.map_or(Visibility::Public, Visibility::From)
}

/// Returns the names of the tags. The export of a blog may have their numbers alone.
fn tags(post: &Value, changes: &mut Vec<Change>) -> Vec<String> {
    let (numbers, names): (Vec<String>, Vec<String>) = json::names(post, "tags")
        .into_iter()
        .partition(|name| is_number(name));
    if !numbers.is_empty() {
        let reason = format!("The export has no names for some of its tags ({})", numbers.len());
        report(changes, "tags", reason);
    }
    names
}

/// Whether a text is a number of Hashnode's database: 24 hexadecimal digits.
fn is_number(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the name of an author, which is no mail address if there is another one.
fn first_author(author: &Value) -> Option<String> {
    let name = |key: &str| field(author, key).unwrap_or_default();
    let name = author_name(&[&name("name"), &name("username")]);
    (!name.is_empty()).then_some(name)
}

fn authors(post: &Value, changes: &mut Vec<Change>) -> Vec<ForeignAuthor> {
    let author = post.get("author").unwrap_or(&Value::Null);
    let first = field(post, "author").or_else(|| first_author(author));
    let others = json::names(post, "coAuthors");
    let (numbers, names): (Vec<String>, Vec<String>) =
        first.into_iter().chain(others).partition(|name| is_number(name));
    if !numbers.is_empty() {
        let reason = format!(
            "The export has no names for some of its authors ({})",
            numbers.len()
        );
        report(changes, "author", reason);
    }
    let mut seen = BTreeSet::new();
    names
        .iter()
        .map(|name| author_name(&[name]))
        .filter(|name| !name.is_empty() && seen.insert(name.clone()))
        .map(|name| ForeignAuthor { name, email: None })
        .collect()
}

/// Returns the address that a post names as that of its original.
fn original(post: &Value) -> Option<String> {
    let republished = post.get("isRepublished").unwrap_or(&Value::Null);
    first_text(
        post,
        &["originalArticleURL", "canonicalUrl", "canonicalURL", "canonical"],
    )
    .or_else(|| field(republished, "originalArticleURL"))
}

/// Returns the address of the original if it is elsewhere.
fn canonical(address: &str, own: &str) -> Option<String> {
    let is_elsewhere =
        address.starts_with("http") && address.trim_end_matches('/') != own.trim_end_matches('/');
    is_elsewhere.then(|| address.to_owned())
}

/// Returns the addresses of a post: blogs have had two forms of them.
fn old_addresses(url: Option<&str>, slug: Option<&str>, cuid: Option<&str>) -> Vec<String> {
    let mut addresses: Vec<String> = url.map(str::to_owned).into_iter().collect();
    if let Some(slug) = slug {
        addresses.push(format!("/{slug}"));
        addresses.extend(cuid.map(|cuid| format!("/{slug}-{cuid}")));
    }
    addresses
}

/// Returns a text that begins with its subtitle, which has no place of its own here.
fn with_subtitle(
    content: ForeignContent,
    subtitle: Option<String>,
    changes: &mut Vec<Change>,
) -> ForeignContent {
    let Some(subtitle) = subtitle else {
        return content;
    };
    report(changes, "text", "The subtitle is the first paragraph of the text");
    let paragraph = format!(
        "<p><em>{}</em></p>",
        html::escape(subtitle.trim()).replace('\n', " ")
    );
    match content {
        ForeignContent::Html(html) => ForeignContent::Html(format!("{paragraph}{html}")),
        ForeignContent::Markdown(markdown) => ForeignContent::Markdown(format!("{paragraph}\n\n{markdown}")),
    }
}

#[cfg(test)]
mod tests;
