//! The comments of Disqus: one XML file, which is packed by gzip when Disqus mails it.

mod links;
mod pieces;
mod record;

use std::cell::Cell;
use std::collections::HashMap;

use super::item::{CommentContent, CommentedText, ForeignComment, Item, Kind, RefusedItem};
use super::public_names::public_name;
use super::source::Source;
use super::text_stream::with_plain_reader;
use super::threads::{DELETED, SPAM, Threads};
use super::{ReadError, Sink, times};

use links::unwrapped;
use pieces::{Piece, Pieces};
use record::Record;

/// The most bytes of addresses of threads.
const ADDRESSES_MAX: usize = 48 << 20;
/// What the table takes for a thread beside its id and its address.
const THREAD_BYTES: usize = 120;

/// Hands every comment to `sink`.
///
/// # Errors
/// If it is no such export, or cannot be read to its end.
pub fn read(source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let read = Cell::new(0);
    let mut import = Import {
        sink,
        pages: HashMap::new(),
        pages_size: 0,
        order: Threads::default(),
        is_export: false,
    };
    for path in files(source) {
        with_plain_reader(source, &path, &read, |file| {
            let mut pieces = Pieces::new(file);
            loop {
                let piece = pieces.next_piece();
                import.is_export |= pieces.has_root;
                match piece {
                    Ok(Some(piece)) => import.take(piece)?,
                    Ok(None) => return Ok(()),
                    Err(error) => return import.refuse_rest(&path, &error),
                }
                import.sink.read(read.get());
            }
        })??;
    }
    let Import {
        sink,
        mut order,
        is_export,
        ..
    } = import;
    order.finish(sink)?;
    if is_export {
        Ok(())
    } else {
        Err(ReadError::Form(
            "there is no XML with the comments of Disqus in it".to_owned(),
        ))
    }
}

/// Returns the paths of the files that are XML, packed or not; a single file is taken for it whatever its name.
fn files(source: &Source) -> Vec<String> {
    source
        .files()
        .map(|(path, _)| path)
        .filter(|path| {
            let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
            let is_xml = [".xml", ".xml.gz"].iter().any(|end| name.ends_with(end));
            source.is_file() || (is_xml && !name.starts_with("._"))
        })
        .map(str::to_owned)
        .collect()
}

/// What the comments of a thread are on.
enum Page {
    Address(String),
    Deleted,
    Unknown,
}

struct Import<'s> {
    sink: &'s mut dyn Sink,
    /// By the id of their thread; threads come before their posts.
    pages: HashMap<String, Page>,
    pages_size: usize,
    order: Threads,
    is_export: bool,
}

impl Import<'_> {
    fn take(&mut self, piece: Piece) -> Result<(), ReadError> {
        let (record, damage) = match piece {
            Piece::Whole(bytes) => Record::read(&bytes),
            Piece::Broken(bytes, reason) => {
                let (record, _) = Record::read(&bytes);
                (record, Some(reason.to_owned()))
            }
        };
        match (record.is_post, damage) {
            (true, None) => self.take_post(record),
            (true, Some(reason)) => self.order.refuse(&record.id, record.parent, &reason, self.sink),
            // What could be read of a thread that is damaged may be its address.
            (false, _) => self.take_thread(record),
        }
    }

    fn take_thread(&mut self, thread: Record) -> Result<(), ReadError> {
        let is_address = |text: &&str| text.starts_with('/') || text.starts_with("http");
        let address = ["link", "id"]
            .iter()
            .find_map(|field| thread.text(field).map(str::trim).filter(is_address));
        let page = match address {
            _ if thread.is("isDeleted") => Page::Deleted,
            Some(address) => Page::Address(address.to_owned()),
            None => Page::Unknown,
        };
        self.pages_size += THREAD_BYTES + thread.id.len() + address.map_or(0, str::len);
        if self.pages_size > ADDRESSES_MAX {
            return Err(ReadError::Form(
                "the export has more threads than can be kept".to_owned(),
            ));
        }
        self.pages.insert(thread.id, page);
        Ok(())
    }

    fn take_post(&mut self, post: Record) -> Result<(), ReadError> {
        let left_out = match self.pages.get(&post.thread) {
            _ if post.id.is_empty() => None,
            _ if post.is("isDeleted") => Some(DELETED),
            _ if post.is("isSpam") => Some(SPAM),
            Some(Page::Deleted) => Some("The thread of the comment was deleted"),
            _ => None,
        };
        if let Some(reason) = left_out {
            return self.order.leave_out(&post.id, post.parent, reason, self.sink);
        }
        let (address, content) = match (self.address(&post), post.text("message")) {
            (Ok(address), Some(message)) => (address.to_owned(), unwrapped(message)),
            (Ok(_), None) => return self.refuse(post, "It has no text"),
            (Err(reason), _) => return self.refuse(post, reason),
        };
        let name = post.text("author/name").map(public_name).unwrap_or_default();
        let author = if name.is_empty() {
            post.text("author/username").map(public_name).unwrap_or_default()
        } else {
            name
        };
        let comment = ForeignComment {
            on: CommentedText::Address(address),
            author,
            text: CommentContent::Html(content),
            created_at: post.text("createdAt").and_then(times::time),
            // Disqus says so of what waits for its moderators alone.
            is_approved: post.text("isApproved").is_none() || post.is("isApproved"),
            source_id: post.id,
            parent: post.parent,
        };
        self.order.take(comment, self.sink)
    }

    /// Returns the address that a post is on, or why it is not taken.
    fn address(&self, post: &Record) -> Result<&str, &'static str> {
        if post.id.is_empty() {
            return Err("It has no id");
        }
        match self.pages.get(&post.thread) {
            Some(Page::Address(address)) => Ok(address),
            Some(Page::Unknown | Page::Deleted) => Err("Its thread has no address"),
            None => Err("Its thread is not in the export"),
        }
    }

    fn refuse(&mut self, post: Record, reason: &str) -> Result<(), ReadError> {
        self.order.refuse(&post.id, post.parent, reason, self.sink)
    }

    fn refuse_rest(&mut self, path: &str, error: &std::io::Error) -> Result<(), ReadError> {
        self.sink.take(Item::Refused(RefusedItem {
            kind: Kind::Comment,
            source_id: path.to_owned(),
            title: String::new(),
            reason: format!("The rest of the file was not read: {error}"),
        }))
    }
}

#[cfg(test)]
mod tests;
