//! What the posts of an export refer to: tags, authors, further fields. The tables may stand before or after the posts.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::rows::{Row, Walk, walk};
use super::value::{filled, flag, text};
use crate::moving::ReadError;
use crate::moving::item::ForeignAuthor;
use crate::moving::json::parse;
use crate::moving::public_names::author_name;
use crate::moving::source::Source;

const TABLES: [&str; 7] = [
    "comments",
    "posts_authors",
    "posts_meta",
    "posts_tags",
    "settings",
    "tags",
    "users",
];
/// The most bytes that are held of these tables.
const HELD_BYTES_MAX: usize = 64 << 20;
/// What an entry needs beside its text.
const ENTRY_BYTES: usize = 96;
/// The most characters of a setting that is an address.
const PERMALINK_MAX: usize = 200;
/// The most characters of the name of a member.
const NAME_MAX: usize = 200;

/// The field of a post that was sent and never shown.
const EMAIL_ONLY: &str = "email_only";
/// The most tags or authors of a post that are looked at.
const RELATIONS_MAX: usize = 1_000;

/// The fields of `posts_meta` that are looked at.
pub(super) const META_FIELDS: [&str; 14] = [
    "canonical_url",
    EMAIL_ONLY,
    "feature_image_alt",
    "feature_image_caption",
    "meta_description",
    "meta_title",
    "og_description",
    "og_image",
    "og_title",
    "twitter_description",
    "twitter_image",
    "twitter_title",
    "codeinjection_head",
    "codeinjection_foot",
];

/// A tag.
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) slug: String,
    /// Whether only themes see it.
    pub(super) is_internal: bool,
}

/// A user of the old site.
pub(super) struct User {
    pub(super) author: ForeignAuthor,
    pub(super) slug: String,
}

/// The tables around the posts.
#[derive(Default)]
pub(super) struct Survey {
    pub(super) tags: HashMap<String, Tag>,
    pub(super) users: HashMap<String, User>,
    /// The names of the members who commented.
    pub(super) members: HashMap<String, String>,
    /// The form of addresses that is set, in Ghost 1.
    pub(super) permalink: Option<String>,
    pub(super) has_comments: bool,
    post_tags: Relations,
    post_authors: Relations,
    post_meta: HashMap<String, Value>,
    held_bytes: usize,
}

/// The ids that belong to each post, with their order.
type Relations = HashMap<String, Vec<(i64, String)>>;

impl Survey {
    /// Reads the tables.
    ///
    /// # Errors
    /// If the file cannot be read, or there is more to hold than a server should. A file that is damaged from some byte on
    /// is no error here: the posts before that are read, and then it is one.
    pub(super) fn of(source: &Source, path: &str) -> Result<Self, ReadError> {
        let mut survey = Self::default();
        let result = source.with_reader(path, |reader| {
            walk(reader, path, &TABLES, &mut |row| survey.add(&row))
        })?;
        if survey.held_bytes > HELD_BYTES_MAX {
            return Err(ReadError::Form(format!(
                "the tables of {path} that belong to the posts are larger than {} MiB",
                HELD_BYTES_MAX >> 20
            )));
        }
        match result {
            Err(error @ ReadError::Source(_)) => Err(error),
            Ok(()) | Err(ReadError::Form(_) | ReadError::Stopped) => {
                for relations in [&mut survey.post_tags, &mut survey.post_authors] {
                    for entries in relations.values_mut() {
                        entries.sort_by_key(|(order, _)| *order);
                    }
                }
                if survey.has_comments {
                    survey.add_names(source, path)?;
                }
                Ok(survey)
            }
        }
    }

    /// The tags of a post in order, with the number of those that the export does not describe.
    pub(super) fn tags_of(&self, post: &str) -> (Vec<&Tag>, usize) {
        let ids = self.post_tags.get(post).map_or(&[][..], Vec::as_slice);
        let tags: Vec<&Tag> = ids.iter().filter_map(|(_, id)| self.tags.get(id)).collect();
        let unknown = ids.len() - tags.len();
        (tags, unknown)
    }

    /// The authors of a post in order, with the number of those that the export does not describe. `author` is the one
    /// whom posts name themselves.
    pub(super) fn authors_of(&self, post: &str, author: &str) -> (Vec<&User>, usize) {
        let ids = self.post_authors.get(post).map_or(&[][..], Vec::as_slice);
        let mut ids: Vec<&str> = ids.iter().map(|(_, id)| id.as_str()).collect();
        if ids.is_empty() && !author.is_empty() {
            ids.push(author);
        }
        let users: Vec<&User> = ids.iter().filter_map(|id| self.users.get(*id)).collect();
        let unknown = ids.len() - users.len();
        (users, unknown)
    }

    /// Returns a field of a post, which stands in a table of its own since Ghost 3.
    pub(super) fn meta(&self, post: &str, row: &Value, field: &str) -> Option<String> {
        let apart = self.post_meta.get(post);
        apart
            .and_then(|meta| filled(meta, field))
            .or_else(|| filled(row, field))
    }

    /// Whether a post was sent as an email and never shown.
    pub(super) fn is_email_only(&self, post: &str, row: &Value) -> bool {
        let apart = self.post_meta.get(post);
        apart.is_some_and(|meta| flag(meta, EMAIL_ONLY)) || flag(row, EMAIL_ONLY)
    }

    fn add(&mut self, row: &Row<'_>) -> Walk {
        // What is damaged or too large here leaves a post without it, which the post then says.
        let Some(Ok(value)) = row.json.map(parse) else {
            return Walk::On;
        };
        let added = match row.table {
            "tags" => self.add_tag(&value),
            "users" => self.add_user(&value),
            "posts_tags" => relate(&mut self.post_tags, &value, "tag_id"),
            "posts_authors" => relate(&mut self.post_authors, &value, "author_id"),
            "posts_meta" => self.add_meta(&value),
            "settings" => self.add_setting(&value),
            _ => self.add_commenter(&value),
        };
        self.held_bytes += added;
        if self.held_bytes > HELD_BYTES_MAX {
            Walk::Stop
        } else {
            Walk::On
        }
    }

    fn add_tag(&mut self, row: &Value) -> usize {
        let (id, slug) = (text(row, "id"), text(row, "slug"));
        let name = author_name(&[&text(row, "name"), &slug]);
        let is_internal = name.trim_start().starts_with('#') || text(row, "visibility") == "internal";
        let bytes = ENTRY_BYTES + id.len() + name.len() + slug.len();
        self.tags.insert(
            id.into_owned(),
            Tag {
                name,
                slug: slug.into_owned(),
                is_internal,
            },
        );
        bytes
    }

    fn add_user(&mut self, row: &Value) -> usize {
        let (id, slug) = (text(row, "id"), text(row, "slug"));
        let name = author_name(&[&text(row, "name"), &slug]);
        let email = filled(row, "email");
        let bytes = ENTRY_BYTES + id.len() + name.len() + slug.len() + email.as_ref().map_or(0, String::len);
        self.users.insert(
            id.into_owned(),
            User {
                author: ForeignAuthor { name, email },
                slug: slug.into_owned(),
            },
        );
        bytes
    }

    fn add_meta(&mut self, row: &Value) -> usize {
        let mut kept = Map::new();
        let mut bytes = ENTRY_BYTES;
        for field in META_FIELDS {
            if field == EMAIL_ONLY {
                if flag(row, field) {
                    kept.insert(field.to_owned(), Value::Bool(true));
                }
            } else if let Some(text) = filled(row, field) {
                bytes += ENTRY_BYTES + text.len();
                kept.insert(field.to_owned(), Value::String(text));
            }
        }
        if kept.is_empty() {
            return 0;
        }
        let post = text(row, "post_id");
        bytes += post.len();
        self.post_meta.insert(post.into_owned(), Value::Object(kept));
        bytes
    }

    fn add_commenter(&mut self, row: &Value) -> usize {
        self.has_comments = true;
        let id = text(row, "member_id");
        if self.members.contains_key(&*id) {
            return 0;
        }
        let bytes = ENTRY_BYTES + id.len();
        self.members.insert(id.into_owned(), String::new());
        bytes
    }

    /// Reads the names of those who commented, of whom an export that was asked for comments has the table.
    fn add_names(&mut self, source: &Source, path: &str) -> Result<(), ReadError> {
        let result = source.with_reader(path, |reader| {
            walk(reader, path, &["members"], &mut |row| {
                if let Some(Ok(member)) = row.json.map(parse)
                    && let Some(name) = self.members.get_mut(&*text(&member, "id"))
                {
                    name.extend(text(&member, "name").chars().take(NAME_MAX));
                }
                Walk::On
            })
        })?;
        match result {
            Err(error @ ReadError::Source(_)) => Err(error),
            _ => Ok(()),
        }
    }

    fn add_setting(&mut self, row: &Value) -> usize {
        if text(row, "key") == "permalinks" {
            let form = text(row, "value");
            if form.starts_with('/') && form.len() <= PERMALINK_MAX {
                self.permalink = Some(form.into_owned());
            }
        }
        0
    }
}

/// Adds a row of a table that joins posts with something else; one that is there twice counts once.
fn relate(relations: &mut Relations, row: &Value, field: &str) -> usize {
    let (post, other) = (text(row, "post_id"), text(row, field));
    let order = row.get("sort_order").and_then(Value::as_i64).unwrap_or_default();
    let bytes = ENTRY_BYTES + post.len() + other.len();
    let entries = relations.entry(post.into_owned()).or_default();
    if entries.len() < RELATIONS_MAX && !entries.iter().any(|(_, known)| *known == other) {
        entries.push((order, other.into_owned()));
    }
    bytes
}
