//! What makes an item well-formed, and its bytes text.

use std::borrow::Cow;

use memchr::memmem;

pub(super) const CDATA: &[u8] = b"<![CDATA[";
pub(super) const CDATA_END: &[u8] = b"]]>";

/// The most pieces that are no text for which a character stands.
const REPLACED_MAX: usize = 100_000;

/// A change that makes an item well-formed.
pub(super) enum Repair {
    /// A `<` that begins no tag.
    Less,
    /// What looks like the end of a CDATA section, and is text.
    Text,
    /// The end of a CDATA section is missing here.
    End,
}

/// Whether something with this name, and no longer one, stands here.
pub(super) fn is_tag(rest: &[u8], begin: &str) -> bool {
    rest.strip_prefix(begin.as_bytes())
        .and_then(<[u8]>::first)
        .is_some_and(|next| next.is_ascii_whitespace() || matches!(next, b'>' | b'/'))
}

pub(super) fn is_end_of_channel(rest: &[u8]) -> bool {
    is_tag(rest, "</channel") || is_tag(rest, "</rss")
}

/// Whether the XML declaration says that the file is in ISO 8859-1 or the code page of Windows that is taken for it.
pub(super) fn says_latin(head: &[u8]) -> bool {
    let declaration = head.split(|byte| *byte == b'>').next().unwrap_or_default();
    let declaration = declaration.to_ascii_lowercase();
    declaration.starts_with(b"<?xml")
        && ["iso-8859-1", "iso-8859-15", "windows-1252", "latin1"]
            .into_iter()
            .any(|name| memmem::find(&declaration, name.as_bytes()).is_some())
}

/// Returns bytes as text without the control characters that XML forbids.
pub(super) fn text_of(bytes: &[u8], is_latin: bool) -> Cow<'_, str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) if is_latin => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
        Err(_) => Cow::Owned(replaced(bytes)),
    };
    let is_forbidden = |character: char| {
        (character.is_control() && !matches!(character, '\t' | '\n' | '\r'))
            || matches!(character, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    if text.contains(is_forbidden) {
        let mut text = text.into_owned();
        text.retain(|character| !is_forbidden(character));
        Cow::Owned(text)
    } else {
        text
    }
}

/// Returns bytes as text, in which a character stands for what is none. Beyond a number of them, what is none is dropped: it
/// would make the text three times as long.
fn replaced(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for (number, chunk) in bytes.utf8_chunks().enumerate() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() && number < REPLACED_MAX {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    text
}

pub(super) fn repaired(buffer: &[u8], start: usize, end: usize, repairs: &[(usize, Repair)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(end - start + 16 * repairs.len());
    let mut copied = start;
    for (at, repair) in repairs {
        bytes.extend_from_slice(buffer.get(copied..*at).unwrap_or_default());
        let (written, replaced): (&[u8], usize) = match repair {
            Repair::Less => (b"&lt;", 1),
            Repair::Text => (b"]]]]><![CDATA[>", CDATA_END.len()),
            Repair::End => (CDATA_END, 0),
        };
        bytes.extend_from_slice(written);
        copied = at + replaced;
    }
    bytes.extend_from_slice(buffer.get(copied..end).unwrap_or_default());
    bytes
}
