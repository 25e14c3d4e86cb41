//! The file, cut into the parts that an importer reads one by one: its head, authors and items.
//!
//! An XML reader that walks through a whole file gives up at the first damage. Here each item is cut out first, by a scan
//! that knows no more of XML than tags and CDATA sections, and only then read, so that a damaged item costs itself alone,
//! and no more than one item is in memory.

mod repair;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Read};

use memchr::{memchr, memmem};

use self::repair::{CDATA, CDATA_END, Repair, is_end_of_channel, is_tag, repaired, says_latin, text_of};

/// The most bytes of an item: a text and all its comments.
const ITEM_MAX: usize = 24 << 20;
/// The most bytes of the head that are looked at.
const HEAD_MAX: usize = 64 << 10;
/// The bytes that are read at once.
const CHUNK: usize = 64 << 10;
/// More bytes than any mark that is compared has.
const LOOK: usize = 64;
/// The most bytes of a broken item that are handed on, for its title.
const BEGIN_MAX: usize = 8 << 10;
/// The most places of an item that are repaired.
const REPAIRS_MAX: usize = 100_000;

/// The elements in which exporters forget to mask what looks like the end of a CDATA section.
const FIELDS: [&str; 8] = [
    "title",
    "description",
    "category",
    "content:encoded",
    "excerpt:encoded",
    "wp:comment_author",
    "wp:comment_content",
    "wp:meta_value",
];

/// A part of the file.
pub(super) enum Piece<'buffer> {
    /// The beginning of the file, which comes first and may hold items.
    Head(Cow<'buffer, str>),
    /// An element `wp:author`.
    Author(Cow<'buffer, str>),
    /// An element `item`, which may lack its end tag.
    Item(Cow<'buffer, str>),
    /// An item that is not whole.
    Broken {
        /// Its beginning; empty if the file ends between two items.
        begin: String,
        /// Why, in a whole sentence.
        reason: &'static str,
    },
}

const TRUNCATED: &str = "The file ends in the middle of it";
const TOO_LARGE: &str = "It has more than 24 MiB with its comments";
const DAMAGED: &str = "It is damaged in too many places";
const UNFINISHED: &str = "The file has no end, so that items may be missing";

/// The parts of a file, in their order.
pub(super) struct Pieces<'reader> {
    reader: &'reader mut dyn Read,
    /// What has been read and is not done with.
    buffer: Vec<u8>,
    /// The part of the buffer that is done with.
    at: usize,
    read: u64,
    is_at_end: bool,
    /// Whether bytes that are no UTF-8 are ISO 8859-1, as the file says.
    is_latin: bool,
    place: Place,
}

/// How far the file is read.
enum Place {
    Start,
    Within,
    /// Behind the end tag of the channel, or where the missing end has been reported.
    End,
}

/// Where an item ends in the buffer, or why it does not.
enum End {
    At(usize),
    Broken(&'static str),
}

impl<'reader> Pieces<'reader> {
    pub(super) fn new(reader: &'reader mut dyn Read) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            at: 0,
            read: 0,
            is_at_end: false,
            is_latin: false,
            place: Place::Start,
        }
    }

    /// The bytes read by now.
    pub(super) fn read(&self) -> u64 {
        self.read
    }

    /// Returns the next part; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn next(&mut self) -> io::Result<Option<Piece<'_>>> {
        if matches!(self.place, Place::Start) {
            self.place = Place::Within;
            self.ensure(0, HEAD_MAX)?;
            let head = self.buffer.get(..HEAD_MAX).unwrap_or(&self.buffer);
            self.is_latin = says_latin(head);
            return Ok(Some(Piece::Head(text_of(head, self.is_latin))));
        }
        loop {
            if !self.skip_to_tag()? {
                return Ok(self.last());
            }
            self.ensure(self.at, LOOK)?;
            let rest = self.buffer.get(self.at..).unwrap_or_default();
            if rest.starts_with(CDATA) {
                self.at += CDATA.len();
                self.skip_past(CDATA_END)?;
            } else if rest.starts_with(b"<!--") {
                self.at += 4;
                self.skip_past(b"-->")?;
            } else if is_tag(rest, "<item") {
                return self.element("item", Piece::Item).map(Some);
            } else if is_tag(rest, "<wp:author") {
                return self.element("wp:author", Piece::Author).map(Some);
            } else {
                if is_end_of_channel(rest) {
                    self.place = Place::End;
                }
                self.at += 1;
            }
        }
    }

    /// Returns what is to be said at the end of the file.
    fn last(&mut self) -> Option<Piece<'static>> {
        if matches!(self.place, Place::End) {
            return None;
        }
        self.place = Place::End;
        Some(Piece::Broken {
            begin: String::new(),
            reason: UNFINISHED,
        })
    }

    /// Returns the element that begins here.
    fn element<'buffer>(
        &'buffer mut self,
        name: &str,
        piece: impl FnOnce(Cow<'buffer, str>) -> Piece<'buffer>,
    ) -> io::Result<Piece<'buffer>> {
        let start = self.at;
        let mut repairs = Vec::new();
        match self.scan(name, start, &mut repairs)? {
            End::At(end) => {
                self.at = end;
                let bytes = self.buffer.get(start..end).unwrap_or_default();
                Ok(piece(if repairs.is_empty() {
                    text_of(bytes, self.is_latin)
                } else {
                    let repaired = repaired(&self.buffer, start, end, &repairs);
                    Cow::Owned(text_of(&repaired, self.is_latin).into_owned())
                }))
            }
            End::Broken(reason) => {
                let end = self.buffer.len().min(start + BEGIN_MAX);
                let begin = self.buffer.get(start..end).unwrap_or_default();
                let begin = text_of(begin, self.is_latin).into_owned();
                match reason {
                    TRUNCATED => {
                        self.at = self.buffer.len();
                        self.place = Place::End;
                    }
                    TOO_LARGE => self.at = start + ITEM_MAX,
                    // The next item may begin anywhere behind.
                    _ => self.at = start + 1,
                }
                Ok(Piece::Broken { begin, reason })
            }
        }
    }

    /// Finds the end of an element, and collects what has to be repaired in it.
    fn scan(&mut self, name: &str, start: usize, repairs: &mut Vec<(usize, Repair)>) -> io::Result<End> {
        let limit = start + ITEM_MAX;
        let close = format!("</{name}");
        let mut field: Option<&'static str> = None;
        let mut closes = HashMap::new();
        let mut from = start + 1;
        loop {
            if repairs.len() > REPAIRS_MAX {
                return Ok(End::Broken(DAMAGED));
            }
            let Some(open) = self.find(from, b"<", limit)? else {
                return Ok(self.broken());
            };
            self.ensure(open, LOOK)?;
            let rest = self.buffer.get(open..).unwrap_or_default();
            if rest.starts_with(CDATA) {
                match self.cdata(open + CDATA.len(), field, limit, repairs, &mut closes)? {
                    Some(after) => from = after,
                    None => return Ok(self.broken()),
                }
                continue;
            }
            if is_tag(rest, &close) {
                let end = self.find(open, b">", limit)?;
                return Ok(end.map_or_else(|| self.broken(), |end| End::At(end + 1)));
            }
            // The end tag is missing, and nothing else may be.
            if is_tag(rest, "<item") || is_end_of_channel(rest) {
                return Ok(End::At(open));
            }
            match rest.get(1) {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    field = FIELDS
                        .into_iter()
                        .find(|name| is_tag(rest.get(1..).unwrap_or_default(), name));
                }
                Some(b'/') if rest.get(2).is_some_and(u8::is_ascii_alphabetic) => {}
                Some(b'!' | b'?') => {}
                _ => repairs.push((open, Repair::Less)),
            }
            from = open + 1;
        }
    }

    /// Finds the end of a CDATA section that begins at `body`, and returns where it goes on; `None` if it has none.
    ///
    /// `]]>` ends a section. But texts hold it, and exporters forget to mask it; or they forget the end. Which one it is
    /// shows in the end tag of the element: it follows a true end.
    fn cdata(
        &mut self,
        body: usize,
        field: Option<&'static str>,
        limit: usize,
        repairs: &mut Vec<(usize, Repair)>,
        closes: &mut HashMap<&'static str, Option<usize>>,
    ) -> io::Result<Option<usize>> {
        let found = self.find(body, CDATA_END, limit)?;
        let Some(field) = field else {
            return Ok(found.map(|end| end + CDATA_END.len()));
        };
        let close = format!("</{field}");
        let Some(end) = found else {
            let rest = self.buffer.get(body..).unwrap_or_default();
            return Ok(memmem::find(rest, close.as_bytes()).map(|lost| {
                repairs.push((body + lost, Repair::End));
                body + lost
            }));
        };
        let after = end + CDATA_END.len();
        self.ensure(after, LOOK)?;
        let rest = self.buffer.get(after..).unwrap_or_default();
        if rest.starts_with(CDATA) || is_tag(rest.trim_ascii_start(), &close) {
            return Ok(Some(after));
        }
        let section = self.buffer.get(body..end).unwrap_or_default();
        if let Some(lost) = memmem::find(section, close.as_bytes()) {
            repairs.push((body + lost, Repair::End));
            return Ok(Some(body + lost));
        }
        let known = closes.get(field).copied();
        let closing = match known {
            Some(known) if known.is_none_or(|known| known >= after) => known,
            _ => self.find(after, close.as_bytes(), limit)?,
        };
        closes.insert(field, closing);
        let Some(stretch) = closing.and_then(|closing| self.buffer.get(after..closing)) else {
            return Ok(Some(after));
        };
        let stretch = stretch.trim_ascii_end();
        if !stretch.ends_with(CDATA_END) || memmem::find(stretch, CDATA).is_some() {
            return Ok(Some(after));
        }
        let last = after + stretch.len() - CDATA_END.len();
        let texts = self.buffer.get(body..last).unwrap_or_default();
        let ends = memmem::find_iter(texts, CDATA_END).take(REPAIRS_MAX + 1);
        repairs.extend(ends.map(|at| (body + at, Repair::Text)));
        Ok(Some(last + CDATA_END.len()))
    }

    fn broken(&self) -> End {
        End::Broken(if self.is_at_end { TRUNCATED } else { TOO_LARGE })
    }

    /// Finds bytes from a place on without leaving anything behind, not further than `limit`.
    fn find(&mut self, from: usize, needle: &[u8], limit: usize) -> io::Result<Option<usize>> {
        let mut searched = from;
        loop {
            let rest = self.buffer.get(searched..).unwrap_or_default();
            if let Some(found) = memmem::find(rest, needle) {
                return Ok(Some(searched + found));
            }
            searched = from.max(self.buffer.len().saturating_sub(needle.len() - 1));
            if self.buffer.len() >= limit || !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// Goes to the next `<`; returns whether there is one.
    fn skip_to_tag(&mut self) -> io::Result<bool> {
        loop {
            self.forget();
            let rest = self.buffer.get(self.at..).unwrap_or_default();
            if let Some(found) = memchr(b'<', rest) {
                self.at += found;
                return Ok(true);
            }
            self.at = self.buffer.len();
            if !self.fill()? {
                return Ok(false);
            }
        }
    }

    /// Goes behind the next `needle`, or to the end of the file.
    fn skip_past(&mut self, needle: &[u8]) -> io::Result<()> {
        loop {
            self.forget();
            let rest = self.buffer.get(self.at..).unwrap_or_default();
            if let Some(found) = memmem::find(rest, needle) {
                self.at += found + needle.len();
                return Ok(());
            }
            self.at = self.at.max(self.buffer.len().saturating_sub(needle.len() - 1));
            if !self.fill()? {
                self.at = self.buffer.len();
                return Ok(());
            }
        }
    }

    /// Reads on until `count` bytes from a place are there, or the file ends.
    fn ensure(&mut self, from: usize, count: usize) -> io::Result<()> {
        while self.buffer.len() < from + count && self.fill()? {}
        Ok(())
    }

    /// Drops what is done with.
    fn forget(&mut self) {
        if self.at >= CHUNK {
            self.buffer.drain(..self.at.min(self.buffer.len()));
            self.at = 0;
            if self.buffer.capacity() > 4 << 20 && self.buffer.len() < 1 << 20 {
                self.buffer.shrink_to(1 << 20);
            }
        }
    }

    /// Reads a chunk more; returns whether there was one.
    fn fill(&mut self) -> io::Result<bool> {
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let chunk = self.buffer.get_mut(length..).unwrap_or_default();
        let result = loop {
            match self.reader.read(chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        let count = *result.as_ref().unwrap_or(&0);
        self.buffer.truncate(length + count);
        result?;
        self.read += count as u64;
        self.is_at_end |= count == 0;
        Ok(count > 0)
    }
}
