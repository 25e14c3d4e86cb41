//! The file, cut into its threads and posts by a scan that knows tags, CDATA sections and remarks alone, so that a damaged
//! post costs itself alone, and no more than one is in memory. What a document type declares is passed over.

use std::io::{self, BufReader, Read};

/// The most bytes of a thread or post.
const PIECE_MAX: usize = 4 << 20;
/// The most bytes of a tag that are looked at.
const TAG_MAX: usize = 512;

/// A part of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A thread or post, from its tag to its end.
    Whole(Vec<u8>),
    /// The beginning of one that is not whole, and why, in a whole sentence.
    Broken(Vec<u8>, &'static str),
}

const TRUNCATED: &str = "It has no end in the file";
const TOO_LARGE: &str = "It is larger than 4 MiB";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Text,
    Tag,
    Data,
    Remark,
}

/// The threads and posts of a file, in their order.
pub(super) struct Pieces<R> {
    bytes: io::Bytes<BufReader<R>>,
    mode: Mode,
    /// The present tag, without its first bracket.
    tag: Vec<u8>,
    /// The bytes before the present one, the last at the end.
    recent: [u8; 3],
    /// What the present piece is; `None` between pieces.
    within: Option<Vec<u8>>,
    piece: Vec<u8>,
    is_too_large: bool,
    /// Whether there was the element that holds all others.
    pub(super) has_root: bool,
}

impl<R: Read> Pieces<R> {
    /// Creates the parts of a file.
    pub(super) fn new(reader: R) -> Self {
        Self {
            bytes: BufReader::new(reader).bytes(),
            mode: Mode::Text,
            tag: Vec::new(),
            recent: [0; 3],
            within: None,
            piece: Vec::new(),
            is_too_large: false,
            has_root: false,
        }
    }

    /// Returns the next part.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        while let Some(byte) = self.bytes.next().transpose()? {
            self.recent.rotate_left(1);
            self.recent[2] = byte;
            self.keep(byte);
            match self.mode {
                Mode::Text if byte == b'<' => {
                    self.mode = Mode::Tag;
                    self.tag.clear();
                }
                Mode::Data if self.recent == *b"]]>" => self.mode = Mode::Text,
                Mode::Remark if self.recent == *b"-->" => self.mode = Mode::Text,
                Mode::Text | Mode::Data | Mode::Remark => {}
                Mode::Tag => {
                    if let Some(piece) = self.read_tag(byte) {
                        return Ok(Some(piece));
                    }
                }
            }
        }
        let is_open = self.within.take().is_some();
        Ok(is_open.then(|| Piece::Broken(std::mem::take(&mut self.piece), TRUNCATED)))
    }

    fn keep(&mut self, byte: u8) {
        if self.within.is_none() || self.is_too_large {
            return;
        }
        if self.piece.len() == PIECE_MAX {
            self.is_too_large = true;
            // Its id is at its beginning.
            self.piece.truncate(TAG_MAX);
        } else {
            self.piece.push(byte);
        }
    }

    fn read_tag(&mut self, byte: u8) -> Option<Piece> {
        match byte {
            b'>' => {
                self.mode = Mode::Text;
                return self.end_tag();
            }
            // The one before was no tag.
            b'<' => self.tag.clear(),
            _ if self.tag.len() < TAG_MAX => self.tag.push(byte),
            _ => {}
        }
        match self.tag.as_slice() {
            b"![CDATA[" => self.mode = Mode::Data,
            b"!--" => self.mode = Mode::Remark,
            _ => {}
        }
        None
    }

    fn end_tag(&mut self) -> Option<Piece> {
        let is_end = self.tag.starts_with(b"/");
        let is_empty = self.tag.ends_with(b"/");
        let begin = usize::from(is_end);
        let name: Vec<u8> = self
            .tag
            .iter()
            .skip(begin)
            .copied()
            .take_while(|byte| !byte.is_ascii_whitespace() && *byte != b'/')
            .collect();
        match &self.within {
            Some(within) if is_end && *within == name => {
                self.within = None;
                let piece = std::mem::take(&mut self.piece);
                Some(if self.is_too_large {
                    Piece::Broken(piece, TOO_LARGE)
                } else {
                    Piece::Whole(piece)
                })
            }
            // A post holds none: the one before was not closed.
            Some(_) if name == b"post" && !is_end => {
                let piece = std::mem::take(&mut self.piece);
                self.begin(name);
                Some(Piece::Broken(piece, TRUNCATED))
            }
            Some(_) => None,
            None => {
                self.has_root |= name == b"disqus";
                if !is_end && !is_empty && (name == b"thread" || name == b"post") {
                    self.begin(name);
                }
                None
            }
        }
    }

    fn begin(&mut self, name: Vec<u8>) {
        self.within = Some(name);
        self.is_too_large = false;
        self.piece = [b"<", self.tag.as_slice(), b">"].concat();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(xml: &str) -> Vec<(String, &'static str)> {
        let mut pieces = Pieces::new(xml.as_bytes());
        let mut found = Vec::new();
        while let Some(piece) = pieces.next_piece().unwrap() {
            let (bytes, reason) = match piece {
                Piece::Whole(bytes) => (bytes, ""),
                Piece::Broken(bytes, reason) => (bytes, reason),
            };
            found.push((String::from_utf8(bytes).unwrap(), reason));
        }
        found
    }

    #[test]
    fn cuts_threads_and_posts_whatever_they_hold() {
        let thread = "<thread id=\"1\"><link>x</link></thread>";
        let post = "<post id=\"2\"><message><![CDATA[</post> ]] <post>]]></message><!-- </post> --><thread id=\"1\"/>\
                    <thread id=\"1\"></thread> a < b</post>";
        let xml = format!(
            "<?xml version=\"1.0\"?><!DOCTYPE disqus [<!ENTITY x \"y\">]><disqus>{thread}\n<!-- <post> -->{post}</disqus>"
        );
        let found = pieces(&xml);
        assert_eq!(found, [(thread.to_owned(), ""), (post.to_owned(), "")]);
    }

    #[test]
    fn breaks_off_what_is_not_closed_and_what_is_too_large() {
        let found = pieces("<post id=\"1\">a<post id=\"2\">b</post><post id=\"3\">c");
        let expected = [
            ("<post id=\"1\">a<post id=\"2\">", TRUNCATED),
            ("<post id=\"2\">b</post>", ""),
            ("<post id=\"3\">c", TRUNCATED),
        ];
        assert_eq!(found, expected.map(|(piece, reason)| (piece.to_owned(), reason)));
        let large = format!(
            "<post id=\"1\">{}</post><post id=\"2\"></post>",
            "a".repeat(PIECE_MAX)
        );
        let found = pieces(&large);
        assert!(found[0].0.starts_with("<post id=\"1\">") && found[0].1 == TOO_LARGE);
        assert_eq!(found[1], ("<post id=\"2\"></post>".to_owned(), ""));
    }
}
