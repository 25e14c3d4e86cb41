//! The extended RSS of WordPress (WXR), versions 1.0 to 1.2, in one file or several.
//!
//! Each file is read twice: texts refer to attachments and authors that may stand anywhere, in another file too. The first
//! reading gathers those, the second hands the texts on.

mod comments;
mod dates;
mod entities;
mod entry;
mod fields;
mod library;
mod pieces;
mod post;
mod site;
mod tags;
mod text;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io;

use self::entry::Entry;
use self::library::Library;
use self::pieces::{Piece, Pieces};
use self::post::Taken;
use self::site::Site;
use super::item::{Item, Kind, RefusedItem, Visibility};
use super::lists::{FEED, Lists, permanent};
use super::source::{Source, SourceError};
use super::{ReadError, Sink};

/// The most bytes of a text or of a comment.
const TEXT_MAX: usize = 4 << 20;

/// The feeds of WordPress below its address, which lead to the feed of this site.
const FEEDS: [&str; 4] = ["feed/", "feed/atom/", "feed/rss/", "feed/rss2/"];

/// A file of the export.
struct ExportFile {
    path: String,
    site: Site,
}

/// Hands every item of the export to `sink`.
///
/// # Errors
/// If it is no such export, or cannot be read to its end.
pub fn read(source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let mut libraries: HashMap<String, Library> = HashMap::new();
    let mut files = Vec::new();
    let mut progress = 0;
    for path in candidates(source) {
        let site = source.with_reader(&path, |reader| {
            let mut pieces = Pieces::new(reader);
            let site = gather(&mut pieces, &path, &mut libraries, |read| {
                sink.read(u64::midpoint(progress, read));
            })?;
            progress += pieces.read();
            Ok::<_, ReadError>(site)
        })??;
        files.extend(site.map(|site| ExportFile { path, site }));
    }
    if files.is_empty() {
        return Err(ReadError::Form(
            "there is no export of WordPress: its files are XML and have elements such as <wp:post_id>"
                .to_owned(),
        ));
    }
    let mut sites: Vec<&str> = Vec::new();
    for file in &files {
        if !sites.contains(&file.site.name.as_str()) {
            sites.push(&file.site.name);
            redirect_feeds(&file.site, sink)?;
        }
    }
    let nothing = Library::default();
    let mut lists = Lists::new("feed/");
    for file in &files {
        let library = libraries.get(&file.site.name).unwrap_or(&nothing);
        progress += source.with_reader(&file.path, |reader| {
            let mut pieces = Pieces::new(reader);
            hand_on(&mut pieces, file, (library, &mut lists), progress, sink)?;
            Ok::<_, ReadError>(pieces.read())
        })??;
    }
    lists.redirects().try_for_each(|item| sink.take(item))
}

/// Returns the files that may be exports.
fn candidates(source: &Source) -> Vec<String> {
    let is_candidate = |path: &str| {
        let kind = path.rsplit_once('.').map(|(_, kind)| kind.to_ascii_lowercase());
        source.is_file()
            || (!path.starts_with("__MACOSX/") && matches!(kind.as_deref(), Some("xml" | "wxr" | "rss")))
    };
    let paths = source
        .files()
        .map(|(path, _)| path)
        .filter(|path| is_candidate(path));
    paths.map(str::to_owned).collect()
}

/// Gathers what texts refer to; returns the site of the file, or nothing if it is no export of WordPress.
fn gather(
    pieces: &mut Pieces<'_>,
    path: &str,
    libraries: &mut HashMap<String, Library>,
    mut progress: impl FnMut(u64),
) -> Result<Option<Site>, ReadError> {
    let Some(Piece::Head(head)) = pieces.next().map_err(|cause| unreadable(path, cause))? else {
        return Ok(None);
    };
    let is_export = head.contains("<wp:") || head.contains("wordpress.org/export/");
    if !is_export {
        return Ok(None);
    }
    let site = Site::of_head(&head);
    let library = libraries.entry(site.name.clone()).or_default();
    while let Some(piece) = pieces.next().map_err(|cause| unreadable(path, cause))? {
        match piece {
            Piece::Author(xml) => library.add_author(&xml),
            Piece::Item(xml) => library.add_item(&xml),
            Piece::Head(_) | Piece::Broken { .. } => {}
        }
        progress(pieces.read());
    }
    Ok(Some(site))
}

/// Hands the texts and comments of a file on.
fn hand_on(
    pieces: &mut Pieces<'_>,
    file: &ExportFile,
    (library, lists): (&Library, &mut Lists),
    progress: u64,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    while let Some(piece) = pieces.next().map_err(|cause| unreadable(&file.path, cause))? {
        match piece {
            Piece::Head(_) | Piece::Author(_) => {}
            Piece::Item(xml) => take_item(&xml, file, library, lists, sink)?,
            Piece::Broken { begin, reason } => {
                let (entry, _) = Entry::read(&begin);
                sink.take(Item::Refused(refused(&entry, file, reason.to_owned())))?;
            }
        }
        sink.read(u64::midpoint(progress, pieces.read()));
    }
    Ok(())
}

fn take_item(
    xml: &str,
    file: &ExportFile,
    library: &Library,
    lists: &mut Lists,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let (mut entry, damage) = Entry::read(xml);
    if let Some(damage) = damage {
        return sink.take(Item::Refused(refused(&entry, file, damage.to_string())));
    }
    if post::source_id(&entry, &file.site).is_empty() {
        let reason = "It has neither a number nor an address".to_owned();
        return sink.take(Item::Refused(refused(&entry, file, reason)));
    }
    match post::item(&entry, &file.site, library) {
        Taken::Nothing => Ok(()),
        Taken::Refused(refused) => sink.take(Item::Refused(refused)),
        Taken::LeftOut(left_out) => sink.take(Item::LeftOut(left_out)),
        Taken::Text(text) => {
            let on = text.source_id.clone();
            let comments = std::mem::take(&mut entry.comments);
            if text.kind == Kind::Post && text.visibility == Visibility::Public {
                add_lists(lists, &entry, &file.site);
            }
            drop(entry);
            sink.take(Item::Text(text))?;
            comments::hand_on(comments, &on, &file.site, sink)
        }
    }
}

/// Returns an item that is not taken, which is named by its file if it has no name of its own.
fn refused(entry: &Entry, file: &ExportFile, reason: String) -> RefusedItem {
    let mut refused = post::refused(entry, &file.site, reason);
    if refused.source_id.is_empty() {
        refused.source_id.clone_from(&file.path);
    }
    refused
}

/// Adds the lists of the tags, the categories and the author of a post, where WordPress has them.
fn add_lists(lists: &mut Lists, entry: &Entry, site: &Site) {
    let root = site.path();
    for term in entry.terms.iter().filter(|term| !term.nicename.is_empty()) {
        match term.domain.as_str() {
            "post_tag" | "tag" => lists.add_tag(format!("{root}tag/{}/", term.nicename), &term.name),
            "category" => lists.add(format!("{root}category/{}/", term.nicename)),
            _ => {}
        }
    }
    // A name that is a mail address is not kept, in an address neither.
    let author = entry.creator.trim().to_lowercase().replace([' ', '.'], "-");
    if !author.is_empty() && !author.contains('@') {
        lists.add(format!("{root}author/{author}/"));
    }
}

fn redirect_feeds(site: &Site, sink: &mut dyn Sink) -> Result<(), ReadError> {
    FEEDS.into_iter().try_for_each(|feed| {
        let path = format!("{}{feed}", site.path());
        sink.take(permanent(path, FEED.to_owned()))
    })
}

fn unreadable(path: &str, cause: io::Error) -> SourceError {
    SourceError::Unreadable {
        path: path.to_owned(),
        cause,
    }
}
