//! The export of a site of this kind, which is also what moves it to another one: the names and the forms of its files.
//!
//! Both directions use the same records, so that they cannot differ. A newer version of the program may add fields and files,
//! which older ones ignore; whatever changes the meaning of one raises [`VERSION`].

mod front_matter;
mod manifest;
mod reader;
mod records;
#[cfg(test)]
mod tests;

pub use front_matter::{read_front_matter, write_front_matter};
pub use manifest::{Counts, FileEntry, Manifest};
pub use reader::{Line, SiteExport, TextFolder};
pub use records::{
    AuthorPageRecord, AuthorRecord, CommentRecord, CommenterRecord, EditRecord, MemberRecord, NamedRecord,
    PageFields, PersonRecord, PostFields, ReaderRecord, SeriesRecord, SettingsRecord, TagRecord,
};

use super::source::Source;
use super::{ReadError, Sink};
use crate::domain::Time;

/// The name of the form, which no other archive has.
pub const FORMAT: &str = "blog-app site";
/// The version of the form.
pub const VERSION: u32 = 1;

/// The list of all other files, with their hashes.
pub const MANIFEST: &str = "manifest.json";
/// The settings of the panel.
pub const SETTINGS: &str = "settings.json";
/// Readers, members of the staff and the names of other authors, one a line.
pub const PEOPLE: &str = "people.jsonl";
/// Tags, one a line.
pub const TAGS: &str = "tags.jsonl";
/// The folder of the pictures of tags.
pub const TAG_PICTURES: &str = "tags";
/// Series, one a line.
pub const SERIES: &str = "series.jsonl";
/// Redirects, below the names of the columns.
pub const REDIRECTS: &str = "redirects.csv";
/// The columns of the redirects.
pub const REDIRECT_COLUMNS: [&str; 3] = ["path", "target", "status"];
/// Comments, one a line.
pub const COMMENTS: &str = "comments.jsonl";
/// The logo of the site.
pub const LOGO: &str = "site/logo.webp";
/// The folder of the icons of the site.
pub const ICONS: &str = "site";
/// The fields of a text and the text as Markdown, in its folder.
pub const MARKDOWN: &str = "index.md";
/// The text exactly as it is stored, in its folder.
pub const HTML: &str = "index.html";

/// The end of the names of pictures.
const PICTURE: &str = ".webp";
/// The end of the names of the small forms of pictures.
const SMALL_PICTURE: &str = "-small.webp";

/// Returns the folder of a post.
pub fn post_folder(created_at: Time, slug: &str) -> String {
    let time = created_at.to_string();
    let date = time.split_once('T').map_or(time.as_str(), |(date, _)| date);
    format!("posts/{date}-{slug}")
}

/// Returns the folder of a static page.
pub fn page_folder(slug: &str) -> String {
    format!("pages/{slug}")
}

/// Returns the name of the file of a picture, in the folder of a text that shows it.
pub fn picture_name(hash: &str) -> String {
    format!("{hash}{PICTURE}")
}

/// Returns the name of the file of the small form of a picture, beside it.
pub fn small_picture_name(hash: &str) -> String {
    format!("{hash}{SMALL_PICTURE}")
}

/// Returns the hash of the picture with this file name; `None` for other files and small forms.
pub fn picture_hash(name: &str) -> Option<&str> {
    let hash = name.strip_suffix(PICTURE)?;
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then_some(hash)
}

/// An export of a site is no list of foreign items: `actions::moving` reads it by [`SiteExport`].
///
/// # Errors
/// Always.
pub(super) fn read(_: &Source, _: &mut dyn Sink) -> Result<(), ReadError> {
    let reason = "An export of a site is imported as it is, and by `site` alone";
    Err(ReadError::Form(reason.to_owned()))
}
