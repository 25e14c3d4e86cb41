//! dev.to and other sites of Forem: the answer of `GET /api/articles/me/all`, and the archive that a person may ask for,
//! with `articles.json` and `comments.json`.

mod addresses;
mod liquid;

use std::collections::HashSet;
use std::iter;

use serde_json::Value;

use super::front_fields::{self, FrontFields};
use super::item::{
    Base, Change, CommentContent, CommentedText, ForeignAuthor, ForeignComment, ForeignContent, ForeignText,
    Item, Kind, LeftOutItem, RefusedItem, Visibility,
};
use super::json::{self, first_text, first_time, flag, names, text};
use super::marks::report;
use super::public_names::author_name;
use super::source::Source;
use super::threads::DELETED;
use super::{ReadError, Sink, times};
use crate::domain::Time;

/// The site whose paths exports hold.
const ORIGIN: &str = "https://dev.to";
/// The lists that an object may hold around its entries.
const LISTS: [&str; 3] = ["articles", "comments", "data"];
/// The fields that make an object an article.
const TEXT_FIELDS: [&str; 3] = ["body_markdown", "processed_html", "body_html"];

/// The most first parts of paths that are remembered.
const PLACES_MAX: usize = 1_000;

/// Hands every article, and every comment of the person, to `sink`.
///
/// # Errors
/// If it is no such export, or cannot be read to its end.
pub fn read(source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let mut files = json::files(source);
    // Comments come after what they are on; the sort keeps the order of the others.
    files.sort_by_key(|path| is_of_comments(path));
    let mut owner = Owner::default();
    let mut take = |sink: &mut dyn Sink, path: &str, list: &str, entry: Value| {
        if is_of_comments(path) || list == "comments" || entry.get("commentable_path").is_some() {
            return sink.take(comment(&entry, &owner));
        }
        if TEXT_FIELDS.iter().any(|field| entry.get(field).is_some()) {
            let article = article(&entry);
            owner.learn(&article);
            return sink.take(Item::Text(Box::new(article)));
        }
        match text(&entry, "title") {
            Some(title) => sink.take(refused(
                Kind::Post,
                id(&entry),
                title,
                "It has no text: the public list of articles comes without, that of /api/articles/me/all with it",
            )),
            None if entry.is_object() => Ok(()),
            None => sink.take(refused(Kind::Post, path.to_owned(), String::new(), "An entry is no article")),
        }
    };
    match json::walk_files(source, &files, &LISTS, Kind::Post, sink, &mut take)? {
        0 => Err(ReadError::Form(
            "there is no JSON with articles of dev.to in it".to_owned(),
        )),
        _ => Ok(()),
    }
}

fn is_of_comments(path: &str) -> bool {
    path.rsplit('/')
        .next()
        .is_some_and(|name| name.starts_with("comments.json"))
}

fn refused(kind: Kind, source_id: String, title: String, reason: &str) -> Item {
    Item::Refused(RefusedItem {
        kind,
        source_id,
        title,
        reason: reason.to_owned(),
    })
}

fn left_out(source_id: String, reason: &str) -> Item {
    Item::LeftOut(LeftOutItem {
        source_id,
        reason: reason.to_owned(),
    })
}

/// Returns what names an article for good: the archive has no numbers, but addresses that end with a number.
fn id(article: &Value) -> String {
    first_text(article, &["id", "slug", "path", "url", "title"]).unwrap_or_default()
}

/// Whose export it is, by the articles in it.
#[derive(Default)]
struct Owner {
    name: String,
    /// The first parts of the paths of the articles: the name of the account, and those of organizations.
    places: HashSet<String>,
}

impl Owner {
    fn learn(&mut self, article: &ForeignText) {
        if let Some(author) = article.authors.first().filter(|_| self.name.is_empty()) {
            self.name.clone_from(&author.name);
        }
        let paths = article
            .old_addresses
            .iter()
            .filter_map(|address| address.strip_prefix(ORIGIN));
        for place in paths.filter_map(first_part) {
            if self.places.len() < PLACES_MAX {
                self.places.insert(place.to_owned());
            }
        }
    }

    /// Whether a path is that of an article of somebody else.
    fn is_elsewhere(&self, path: &str) -> bool {
        let place = first_part(path);
        !self.places.is_empty() && place.is_none_or(|place| !self.places.contains(place))
    }
}

fn first_part(path: &str) -> Option<&str> {
    path.split('/').find(|part| !part.is_empty())
}

fn article(article: &Value) -> ForeignText {
    let mut changes = Vec::new();
    let body = text(article, "body_markdown");
    let (front, markdown) = front_fields::split(body.as_deref().unwrap_or_default());
    let title = text(article, "title").or_else(|| front.text("title"));
    let html = first_text(article, &["processed_html", "body_html"]);
    let content = match html {
        Some(html) if body.is_none() => ForeignContent::Html(html),
        _ => ForeignContent::Markdown(liquid::to_markdown(markdown, &mut changes)),
    };
    let slug = text(article, "slug").filter(|slug| !slug.contains("-temp-slug-"));
    let address = address(article, slug.is_some());
    let published_at = published_at(article, &front);
    report_rest(article, &front, &mut changes);
    ForeignText {
        kind: Kind::Post,
        source_id: id(article),
        title: title.unwrap_or_default(),
        slug,
        text: content,
        authors: authors(article, &mut changes),
        tags: tags(article, &front),
        categories: Vec::new(),
        visibility: visibility(article, &front),
        created_at: published_at.or_else(|| first_time(article, &["created_at"])),
        updated_at: first_time(article, &["edited_at", "updated_at"]),
        cover: first_text(article, &["cover_image", "main_image"]).or_else(|| front.text("cover_image")),
        canonical_url: canonical_url(article, &front, address.as_deref()),
        summary: text(article, "description").or_else(|| front.text("description")),
        is_featured: flag(article, "pinned").unwrap_or_default(),
        comments_closed: flag(article, "show_comments") == Some(false),
        base: Base::Address(address.clone().unwrap_or_else(|| ORIGIN.to_owned())),
        old_addresses: address.into_iter().collect(),
        changes,
    }
}

/// Returns the address of a published article.
fn address(article: &Value, is_published: bool) -> Option<String> {
    let url = text(article, "url").filter(|url| url.starts_with("http"));
    url.or_else(|| {
        let path = text(article, "path").filter(|path| path.starts_with('/'))?;
        Some(format!("{ORIGIN}{path}"))
    })
    .filter(|_| is_published)
}

fn published_at(article: &Value, front: &FrontFields) -> Option<Time> {
    first_time(article, &["published_at", "published_timestamp"]).or_else(|| {
        let date = front.text("published_at").or_else(|| front.text("date"))?;
        times::time(&date)
    })
}

/// Returns who may see an article. dev.to calls a planned one published, with a time to come: the time decides which it is.
fn visibility(article: &Value, front: &FrontFields) -> Visibility {
    let published_at = published_at(article, front);
    let is_published = flag(article, "published")
        .or_else(|| front.flag("published"))
        .unwrap_or(published_at.is_some());
    if !is_published || front.flag("published") == Some(false) {
        return Visibility::Draft;
    }
    match published_at {
        Some(time) => Visibility::From(time),
        None => Visibility::Public,
    }
}

fn authors(article: &Value, changes: &mut Vec<Change>) -> Vec<ForeignAuthor> {
    let user = article.get("user").unwrap_or(&Value::Null);
    let own = [
        first_text(user, &["name"]),
        first_text(user, &["username"]),
        first_text(article, &["cached_user_name"]),
        first_text(article, &["cached_user_username"]),
    ];
    let own = own.map(Option::unwrap_or_default);
    let first = author_name(&own.each_ref().map(String::as_str));
    if let Some(Value::Array(ids)) = article.get("co_author_ids")
        && !ids.is_empty()
    {
        let reason = format!("The export has no names for its co-authors ({})", ids.len());
        report(changes, "author", reason);
    }
    let others = names(article, "co_authors").into_iter();
    iter::once(first)
        .chain(others.map(|name| author_name(&[&name])))
        .filter(|name| !name.is_empty())
        .map(|name| ForeignAuthor { name, email: None })
        .collect()
}

fn tags(article: &Value, front: &FrontFields) -> Vec<String> {
    let lists = ["tag_list", "tags", "cached_tag_list"].iter();
    lists
        .map(|key| names(article, key))
        .find(|names| !names.is_empty())
        .unwrap_or_else(|| front.names("tags"))
}

/// Returns the address of the original, if that is elsewhere. dev.to names its own where there is none.
fn canonical_url(article: &Value, front: &FrontFields, own: Option<&str>) -> Option<String> {
    text(article, "canonical_url")
        .or_else(|| front.text("canonical_url"))
        .or_else(|| text(article, "feed_source_url"))
        .filter(|url| Some(url.as_str()) != own && !url.starts_with("https://dev.to/"))
}

/// Reports what has no place here.
fn report_rest(article: &Value, front: &FrontFields, changes: &mut Vec<Change>) {
    let series = first_text(article, &["series", "collection_id"]).or_else(|| front.text("series"));
    if let Some(series) = series {
        let reason = format!("It is part of the series \"{series}\", and stands alone here");
        report(changes, "series", reason);
    }
    let organization = article.get("organization").unwrap_or(&Value::Null);
    if let Some(name) = first_text(organization, &["name", "username", "slug"]) {
        let reason = format!("It was published for the organization \"{name}\", which is no author here");
        report(changes, "author", reason);
    }
    if first_text(article, &["video", "video_source_url", "video_code"]).is_some() {
        report(changes, "text", "The video above the text is not in the export");
    }
}

/// Returns a comment of the person whose export it is.
fn comment(comment: &Value, owner: &Owner) -> Item {
    let id = first_text(comment, &["id_code", "id"]).unwrap_or_default();
    let refused = |reason| refused(Kind::Comment, id.clone(), String::new(), reason);
    if flag(comment, "deleted") == Some(true) {
        return left_out(id, DELETED);
    }
    let Some(path) = text(comment, "commentable_path").filter(|path| path.starts_with('/')) else {
        return left_out(id, "What the comment is on is no longer there");
    };
    if owner.is_elsewhere(&path) {
        return left_out(id, "The comment is on an article of somebody else");
    }
    let content = match text(comment, "body_markdown") {
        Some(markdown) => CommentContent::Plain(markdown),
        None => match first_text(comment, &["processed_html", "body_html"]) {
            Some(html) => CommentContent::Html(html),
            None => return refused("It has no text"),
        },
    };
    if id.is_empty() {
        return refused("It has no id");
    }
    Item::Comment(Box::new(ForeignComment {
        source_id: format!("comment-{id}"),
        on: CommentedText::Address(format!("{ORIGIN}{path}")),
        parent: None,
        author: owner.name.clone(),
        text: content,
        created_at: first_time(comment, &["created_at"]),
        is_approved: flag(comment, "hidden_by_commentable_user") != Some(true),
    }))
}

#[cfg(test)]
mod tests;
