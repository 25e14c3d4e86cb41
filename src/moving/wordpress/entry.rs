//! An item of the file, as it stands there.

use std::collections::HashMap;

use super::TEXT_MAX;
use super::fields::{Container, Damage, Field, Step, walk};

/// The most terms of an item, and the most former slugs and dates.
const TERMS_MAX: usize = 1_000;
/// The most comments of an item.
pub(super) const COMMENTS_MAX: usize = 100_000;
/// The values beside a text that mean something here.
const META: [&str; 14] = [
    "_thumbnail_id",
    "_wp_attachment_image_alt",
    "fifu_image_url",
    "footnotes",
    "_yoast_wpseo_canonical",
    "_yoast_wpseo_metadesc",
    "rank_math_canonical_url",
    "rank_math_description",
    "_genesis_canonical_uri",
    "cap-display_name",
    "cap-user_email",
    "cap-user_login",
    "_aioseo_canonical_url",
    "_aioseo_description",
];

/// An item: a post, a page, an attachment or anything else that WordPress keeps in its table of posts.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) id: Option<u64>,
    pub(super) title: String,
    pub(super) link: String,
    pub(super) guid: String,
    pub(super) creator: String,
    pub(super) content: String,
    pub(super) excerpt: String,
    pub(super) feed_date: String,
    /// The date at the place of the site; the one in addresses.
    pub(super) date: String,
    pub(super) date_gmt: String,
    pub(super) modified_gmt: String,
    pub(super) comment_status: String,
    /// As it stands in addresses: lower case and percent-encoded.
    pub(super) slug: String,
    pub(super) status: String,
    pub(super) parent: Option<u64>,
    pub(super) order: i64,
    /// `post`, `page`, `attachment` …
    pub(super) kind: String,
    pub(super) password: String,
    pub(super) is_sticky: bool,
    pub(super) attachment_url: String,
    pub(super) terms: Vec<Term>,
    pub(super) old_slugs: Vec<String>,
    pub(super) old_dates: Vec<String>,
    pub(super) comments: Vec<CommentEntry>,
    /// Whether the text is larger than a text may be; it is not kept then.
    pub(super) is_too_large: bool,
    /// Whether there are more comments than an item may have; the others are not kept then.
    pub(super) has_too_many_comments: bool,
    pub(super) meta: HashMap<String, String>,
}

/// A category, a tag, a co-author or a term of another list.
#[derive(Debug)]
pub(super) struct Term {
    /// The list that it is of; `category` in exports of the first version.
    pub(super) domain: String,
    pub(super) nicename: String,
    pub(super) name: String,
}

/// A comment.
#[derive(Debug, Default)]
pub(super) struct CommentEntry {
    pub(super) id: String,
    pub(super) author: String,
    pub(super) date: String,
    pub(super) date_gmt: String,
    pub(super) content: String,
    pub(super) approved: String,
    pub(super) kind: String,
    pub(super) parent: String,
    pub(super) is_too_large: bool,
}

impl Entry {
    /// Reads an item. One that is damaged has what stands before the damage.
    pub(super) fn read(xml: &str) -> (Self, Option<Damage>) {
        let mut entry = Self::default();
        let mut meta = (String::new(), String::new());
        let mut comment: Option<CommentEntry> = None;
        let damage = walk(xml, |container, step| match (container, step) {
            (Container::Item, Step::Field(field)) => entry.take(field),
            (Container::Meta, Step::Begin) => meta = (String::new(), String::new()),
            (Container::Meta, Step::Field(field)) if field.name == "wp:meta_key" => meta.0 = field.value(),
            (Container::Meta, Step::Field(field)) if field.name == "wp:meta_value" => meta.1 = field.value(),
            (Container::Meta, Step::End) => entry.take_meta(&meta.0, &meta.1),
            // One whose end is missing ends where the next begins.
            (Container::Comment, Step::Begin) => {
                let before = comment.replace(CommentEntry::default());
                entry.take_comment(before);
            }
            (Container::Comment, Step::Field(field)) => {
                if let Some(comment) = &mut comment {
                    comment.take(field);
                }
            }
            (Container::Comment, Step::End) => entry.take_comment(comment.take()),
            _ => {}
        });
        (entry, damage.err())
    }

    /// Returns a value beside the text that is not empty.
    pub(super) fn meta(&self, names: &[&str]) -> Option<&str> {
        let mut values = names.iter().filter_map(|name| self.meta.get(*name));
        values.find(|value| !value.is_empty()).map(String::as_str)
    }

    fn take(&mut self, field: Field) {
        match field.name.as_str() {
            "title" => self.title = field.label(),
            "link" => self.link = field.value(),
            "guid" => self.guid = field.value(),
            "pubDate" => self.feed_date = field.value(),
            "dc:creator" => self.creator = field.value(),
            "content:encoded" => {
                self.content = field.into_html();
                self.is_too_large = self.content.len() > TEXT_MAX;
                if self.is_too_large {
                    self.content = String::new();
                }
            }
            "excerpt:encoded" => self.excerpt = field.label(),
            "wp:post_id" => self.id = field.value().parse().ok(),
            "wp:post_date" => self.date = field.value(),
            "wp:post_date_gmt" => self.date_gmt = field.value(),
            "wp:post_modified_gmt" => self.modified_gmt = field.value(),
            "wp:comment_status" => self.comment_status = field.value(),
            "wp:post_name" => self.slug = field.value(),
            "wp:status" => self.status = field.value(),
            "wp:post_parent" => self.parent = field.value().parse().ok().filter(|parent| *parent > 0),
            "wp:menu_order" => self.order = field.value().parse().unwrap_or_default(),
            "wp:post_type" => self.kind = field.value(),
            "wp:post_password" => self.password = field.value(),
            "wp:is_sticky" => self.is_sticky = field.value() == "1",
            "wp:attachment_url" => self.attachment_url = field.value(),
            "category" if self.terms.len() < TERMS_MAX => self.terms.push(Term {
                name: field.label(),
                domain: field.domain.unwrap_or_else(|| "category".to_owned()),
                nicename: field.nicename.unwrap_or_default(),
            }),
            _ => {}
        }
    }

    fn take_comment(&mut self, comment: Option<CommentEntry>) {
        if self.comments.len() < COMMENTS_MAX {
            self.comments.extend(comment);
        } else {
            self.has_too_many_comments |= comment.is_some();
        }
    }

    fn take_meta(&mut self, key: &str, value: &str) {
        match key {
            "_wp_old_slug" if self.old_slugs.len() < TERMS_MAX => self.old_slugs.push(value.to_owned()),
            "_wp_old_date" if self.old_dates.len() < TERMS_MAX => self.old_dates.push(value.to_owned()),
            key if META.contains(&key) && value.len() <= TEXT_MAX => {
                self.meta
                    .entry(key.to_owned())
                    .or_insert_with(|| value.to_owned());
            }
            _ => {}
        }
    }
}

impl CommentEntry {
    fn take(&mut self, field: Field) {
        match field.name.as_str() {
            "wp:comment_id" => self.id = field.value(),
            "wp:comment_author" => self.author = field.label(),
            "wp:comment_date" => self.date = field.value(),
            "wp:comment_date_gmt" => self.date_gmt = field.value(),
            "wp:comment_content" => {
                self.content = field.into_html();
                self.is_too_large = self.content.len() > TEXT_MAX;
                if self.is_too_large {
                    self.content = String::new();
                }
            }
            "wp:comment_approved" => self.approved = field.value(),
            "wp:comment_type" => self.kind = field.value(),
            "wp:comment_parent" => self.parent = field.value(),
            _ => {}
        }
    }
}
