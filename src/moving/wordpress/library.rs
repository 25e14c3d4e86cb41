//! What texts refer to, wherever it stands in an export: attachments, authors and blocks that several texts share. It is
//! gathered before the texts are read.

use std::collections::HashMap;

use super::entry::Entry;
use super::fields::{Container, Step, walk};
use crate::moving::html;
use crate::moving::item::ForeignAuthor;
use crate::moving::public_names::author_name;

/// The most bytes that are gathered.
const BYTES_MAX: usize = 32 << 20;
/// The most characters of a caption.
const CAPTION_MAX: usize = 1_000;

/// What texts of a site refer to.
#[derive(Debug, Default)]
pub(super) struct Library {
    attachments: HashMap<u64, Attachment>,
    /// The attachments of each text.
    of_posts: HashMap<u64, Vec<u64>>,
    /// The authors by their login in lower case.
    authors: HashMap<String, ForeignAuthor>,
    shared_blocks: HashMap<u64, String>,
    bytes: usize,
}

/// A file that was uploaded.
#[derive(Debug, Default)]
pub(super) struct Attachment {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) alt: Option<String>,
    /// The caption as HTML.
    pub(super) caption: Option<String>,
    order: i64,
}

impl Library {
    /// Takes what texts may refer to from an item.
    pub(super) fn add_item(&mut self, xml: &str) {
        let may_matter = ["attachment", "guest-author", "wp_block"];
        if !may_matter.into_iter().any(|kind| xml.contains(kind)) {
            return;
        }
        let (entry, damage) = Entry::read(xml);
        let is_full = self.bytes > BYTES_MAX;
        let Some(id) = entry.id.filter(|_| damage.is_none() && !is_full) else {
            return;
        };
        match entry.kind.as_str() {
            "attachment" => self.add_attachment(id, &entry),
            "guest-author" => {
                let login = entry.meta(&["cap-user_login"]).unwrap_or(&entry.slug).to_owned();
                let shown = entry.meta(&["cap-display_name"]).unwrap_or_default();
                let name = author_name(&[shown, &entry.title, &login]);
                let email = entry.meta(&["cap-user_email"]).map(str::to_owned);
                self.add_named(&login, ForeignAuthor { name, email });
            }
            "wp_block" => {
                self.bytes += entry.content.len();
                self.shared_blocks.insert(id, entry.content);
            }
            _ => {}
        }
    }

    fn add_attachment(&mut self, id: u64, entry: &Entry) {
        let url = if entry.attachment_url.is_empty() {
            &entry.guid
        } else {
            &entry.attachment_url
        };
        if url.is_empty() {
            return;
        }
        let caption: String = entry.excerpt.chars().take(CAPTION_MAX).collect();
        let attachment = Attachment {
            url: url.clone(),
            title: entry.title.chars().take(CAPTION_MAX).collect(),
            alt: entry.meta(&["_wp_attachment_image_alt"]).map(str::to_owned),
            caption: (!caption.is_empty()).then(|| html::escape(&caption)),
            order: entry.order,
        };
        // A quarter of a kilobyte is what the tables take for each.
        self.bytes += 256
            + attachment.url.len()
            + attachment.title.len()
            + attachment.alt.as_deref().map_or(0, str::len)
            + attachment.caption.as_deref().map_or(0, str::len);
        if let Some(post) = entry.parent {
            self.of_posts.entry(post).or_default().push(id);
        }
        self.attachments.insert(id, attachment);
    }

    /// Takes an element `wp:author`.
    pub(super) fn add_author(&mut self, xml: &str) {
        let (mut login, mut email) = (String::new(), String::new());
        let (mut shown, mut first, mut last) = (String::new(), String::new(), String::new());
        let result = walk(xml, |container, step| {
            let (Container::Author, Step::Field(field)) = (container, step) else {
                return;
            };
            match field.name.as_str() {
                "wp:author_login" => login = field.value(),
                "wp:author_email" => email = field.value(),
                "wp:author_display_name" => shown = field.label(),
                "wp:author_first_name" => first = field.label(),
                "wp:author_last_name" => last = field.label(),
                _ => {}
            }
        });
        if result.is_err() || login.is_empty() {
            return;
        }
        let full = format!("{first} {last}");
        let author = ForeignAuthor {
            name: author_name(&[&shown, &full, &login]),
            email: (!email.is_empty()).then_some(email),
        };
        self.add_named(&login, author);
    }

    fn add_named(&mut self, login: &str, author: ForeignAuthor) {
        if login.is_empty() || author.name.is_empty() || self.bytes > BYTES_MAX {
            return;
        }
        self.bytes += 256 + login.len() + author.name.len();
        self.authors.entry(login.to_lowercase()).or_insert(author);
    }

    /// Returns the author with a login.
    pub(super) fn author(&self, login: &str) -> Option<&ForeignAuthor> {
        self.authors.get(&login.to_lowercase())
    }

    /// Returns the attachment with a number.
    pub(super) fn attachment(&self, id: u64) -> Option<&Attachment> {
        self.attachments.get(&id)
    }

    /// Returns the pictures that were uploaded for a text, in their order.
    pub(super) fn pictures_of(&self, post: u64) -> Vec<u64> {
        let mut pictures: Vec<(i64, u64)> = Vec::new();
        for id in self.of_posts.get(&post).into_iter().flatten() {
            if let Some(attachment) = self.attachment(*id)
                && is_picture_file(&attachment.url)
            {
                pictures.push((attachment.order, *id));
            }
        }
        pictures.sort_unstable();
        pictures.dedup();
        pictures.into_iter().map(|(_, id)| id).collect()
    }

    /// Returns the text of a block that several texts share.
    pub(super) fn shared_block(&self, id: u64) -> Option<&str> {
        self.shared_blocks.get(&id).map(String::as_str)
    }
}

/// Whether an address is that of a picture, and not of a page.
pub(super) fn is_picture_file(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let kind = path.rsplit_once('.').map(|(_, kind)| kind.to_ascii_lowercase());
    let kinds = [
        "jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "bmp", "tif", "tiff", "heic",
    ];
    kind.is_some_and(|kind| kinds.contains(&kind.as_str()))
}
