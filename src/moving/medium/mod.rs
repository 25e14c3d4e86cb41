//! Medium's archive of an account: a folder `posts` with one HTML file for each story, draft and response.

mod body;
mod inline;

use dom_query::{Document, NodeRef};
use percent_encoding::percent_decode_str;
use url::Url;

use super::item::{
    Base, Change, ForeignAuthor, ForeignContent, ForeignRedirect, ForeignText, Item, Kind, RefusedItem,
    Visibility,
};
use super::public_names::author_name;
use super::source::Source;
use super::{ReadError, Sink, times};
use crate::content::UnsanitisedHtml;

use body::Body;
use inline::plain;

/// The most bytes of a story.
const STORY_MAX: u64 = 4 << 20;
/// The words for what not everybody may read.
const RESTRICTIONS: [&str; 7] = [
    "unlisted",
    "locked",
    "members only",
    "member-only",
    "members-only",
    "private",
    "password",
];
/// The most characters of a text that may be a response.
const RESPONSE_MAX: usize = 2_000;

/// Hands every story to `sink`.
///
/// # Errors
/// If it is no such archive, or cannot be read to its end.
pub fn read(source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let paths = files(source);
    if paths.is_empty() {
        return Err(ReadError::Form(
            "there is no folder of posts with HTML in it, as an archive of Medium has".to_owned(),
        ));
    }
    let mut read = 0;
    let mut has_stories = false;
    for (path, size) in paths {
        let item = story(source, path);
        has_stories |= matches!(item, Item::Text(_));
        sink.take(item)?;
        read += size;
        sink.read(read);
    }
    if has_stories {
        // Every publication there has its feed at this address.
        sink.take(Item::Redirect(ForeignRedirect {
            path: "/feed".to_owned(),
            target: Some("/feed.xml".to_owned()),
            is_permanent: true,
        }))?;
    }
    Ok(())
}

/// Returns the files of stories: those of the folder `posts`, or all if the folder itself was given.
fn files(source: &Source) -> Vec<(&str, u64)> {
    let is_html = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
        [".html", ".htm"].iter().any(|end| name.ends_with(end))
            && !name.starts_with("._")
            && name != "readme.html"
    };
    let all = || source.files().filter(|(path, _)| is_html(path));
    let posts: Vec<_> = all()
        .filter(|(path, _)| format!("/{path}").contains("/posts/"))
        .collect();
    if posts.is_empty() {
        all().filter(|(path, _)| !path.contains('/')).collect()
    } else {
        posts
    }
}

fn story(source: &Source, path: &str) -> Item {
    let refuse = |reason: String| {
        Item::Refused(RefusedItem {
            kind: Kind::Post,
            source_id: path.to_owned(),
            title: String::new(),
            reason,
        })
    };
    let bytes = match source.bytes(path, STORY_MAX) {
        Ok(bytes) => bytes.unwrap_or_default(),
        Err(error) => return refuse(error.to_string()),
    };
    let html = String::from_utf8_lossy(&bytes);
    // Bounds the depth and the number of elements, for everything that follows.
    if let Err(error) = UnsanitisedHtml::parse(&html) {
        return refuse(error.to_string());
    }
    let document = Document::fragment(&*html);
    match text(&document, path) {
        Some(text) => Item::Text(Box::new(text)),
        None => refuse("It is no story of Medium: it has no body".to_owned()),
    }
}

fn text(document: &Document, path: &str) -> Option<ForeignText> {
    let root = document.root();
    let field = |class: &str| root.descendants_it().find(|node| node.has_class(class));
    let data_field = |name: &str| {
        root.descendants_it()
            .find(|node| node.attr("data-field").is_some_and(|field| &*field == name))
    };
    let body = field("e-content").or_else(|| data_field("body"))?;
    let title = field("p-name").map(|node| plain(&node)).or_else(|| {
        let title = root.descendants_it().find(|node| node.has_name("title"));
        title.map(|node| plain(&node))
    });
    let title = title.unwrap_or_default();
    let mut story = Body::read(&body, &title);
    let footer = Footer::read(&root);
    let stem = stem(path);
    let id = footer
        .id
        .clone()
        .or_else(|| id_at_end(stem))
        .unwrap_or_else(|| stem.to_owned());
    let is_draft =
        stem.starts_with("draft_") || (footer.published_at.is_none() && footer.canonical.is_none());
    let is_response = !story.has_title && story.is_plain && body.text().chars().count() <= RESPONSE_MAX;
    let visibility = if is_draft {
        Visibility::Draft
    } else if let Some(mark) = restriction(&root) {
        Visibility::Restricted(format!("Medium's archive calls it {mark}"))
    } else if is_response {
        let reason =
            "It looks like a response to a story of somebody, which the archive does not tell from a story";
        story.changes.push(Change::new("status", reason));
        Visibility::Draft
    } else {
        Visibility::Public
    };
    let (own, canonical_url) = footer.addresses(&id);
    let published_at = footer.published_at.as_deref().and_then(times::time);
    Some(ForeignText {
        kind: Kind::Post,
        title,
        slug: own.as_deref().and_then(|address| slug(address, &id)),
        text: ForeignContent::Html(story.html),
        authors: footer.authors,
        tags: root
            .descendants_it()
            .filter(|node| node.has_class("p-category"))
            .map(|node| plain(&node))
            .collect(),
        categories: Vec::new(),
        visibility,
        created_at: published_at.or_else(|| times::time(stem.get(..10)?)),
        updated_at: None,
        cover: story.cover,
        canonical_url,
        summary: field("p-summary")
            .map(|node| plain(&node))
            .filter(|summary| !summary.is_empty()),
        is_featured: false,
        comments_closed: false,
        old_addresses: if is_draft {
            Vec::new()
        } else {
            own.into_iter()
                .chain([format!("https://medium.com/p/{id}")])
                .collect()
        },
        base: Base::Folder(path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned()),
        changes: story.changes,
        source_id: id,
    })
}

/// Returns the name of a file without its end.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns the id with which an address or the name of a file ends: up to twelve hexadecimal digits.
fn id_at_end(text: &str) -> Option<String> {
    let id = text.rsplit(['-', '/', '_']).next()?;
    let is_id = (8..=12).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then(|| id.to_owned())
}

/// What stands below a story.
#[derive(Default)]
struct Footer {
    id: Option<String>,
    published_at: Option<String>,
    canonical: Option<String>,
    authors: Vec<ForeignAuthor>,
}

impl Footer {
    fn read(root: &NodeRef<'_>) -> Self {
        let mut footer = Self::default();
        for node in root.descendants_it() {
            if node.has_class("dt-published") {
                let time = node.attr("datetime").map(|time| time.to_string());
                footer.published_at = time.or_else(|| Some(plain(&node)));
            }
            if node.has_class("p-author") {
                let name = author_name(&[&plain(&node)]);
                if !name.is_empty() && footer.authors.iter().all(|author| author.name != name) {
                    footer.authors.push(ForeignAuthor { name, email: None });
                }
            }
            let Some(address) = node.attr("href") else {
                continue;
            };
            if node.has_class("p-canonical") {
                footer.canonical = Some(address.to_string());
            } else if footer.id.is_none() && is_below(&node) {
                footer.id = address.split("/p/").nth(1).and_then(id_at_end);
            }
        }
        footer
    }

    /// Returns the address of a story at Medium, and that of its original if it is elsewhere.
    fn addresses(&self, id: &str) -> (Option<String>, Option<String>) {
        let Some(canonical) = self.canonical.clone() else {
            return (None, None);
        };
        let path = canonical.split(['?', '#']).next().unwrap_or_default();
        if path.trim_end_matches('/').ends_with(id) {
            (Some(canonical), None)
        } else {
            (None, Some(canonical))
        }
    }
}

/// Whether a node is within the footer of the story, and not in its text.
fn is_below(node: &NodeRef<'_>) -> bool {
    node.ancestors_it(None).any(|above| above.has_name("footer"))
}

/// Returns the last part of an address, without the id at its end.
fn slug(address: &str, id: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let last = url.path().trim_end_matches('/').rsplit('/').next()?;
    let slug = last.strip_suffix(id)?.trim_end_matches('-');
    let slug = percent_decode_str(slug).decode_utf8_lossy().into_owned();
    (!slug.is_empty()).then_some(slug)
}

/// Returns the word with which the head or the foot of a story says that not everybody could read it.
fn restriction(root: &NodeRef<'_>) -> Option<&'static str> {
    let mut said = String::from(" ");
    for node in root.descendants_it() {
        if ["article", "header", "footer"]
            .iter()
            .any(|name| node.has_name(name))
        {
            for name in ["data-visibility", "data-status"] {
                push_words(&mut said, &node.attr(name).unwrap_or_default());
            }
        }
        // Titles and names may use these words themselves.
        let is_own = ["p-name", "p-author", "p-canonical"]
            .iter()
            .any(|class| node.has_class(class));
        let is_around = || {
            let mut above = node.ancestors_it(None);
            above.any(|above| above.has_name("footer") || above.has_name("header"))
        };
        if node.is_element() && node.element_children().is_empty() && !is_own && is_around() {
            push_words(&mut said, &node.text());
        }
    }
    RESTRICTIONS
        .into_iter()
        .find(|mark| said.contains(&format!(" {mark} ")))
}

/// Adds the words of a text in lower case, with a space after each.
fn push_words(said: &mut String, text: &str) {
    for word in text.split(|character: char| !character.is_alphanumeric() && character != '-') {
        said.push_str(&word.to_lowercase());
        said.push(' ');
    }
}

#[cfg(test)]
mod tests;
