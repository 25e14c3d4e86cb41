//! Repairs of JSON that was damaged on its way, and a bound for its texts. A text with half of an emoji, as programs cut it,
//! would else end the whole export.

use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read};

use serde::de::{DeserializeSeed as _, Error as _};
use serde_json::Value;

use super::bounded::{Bounded, Budget};

/// The most bytes of one text. What exceeds it is dropped here, so that no text can fill the memory.
pub(super) const TEXT_MAX: usize = 4 << 20;
/// The escape of the character that stands for a damaged one.
const REPLACEMENT: &[u8] = b"\\ufffd";

/// Parses a value; one that is no JSON is repaired first, as far as that goes.
///
/// # Errors
/// If it is no JSON even then, or takes too much memory.
pub(in crate::moving) fn parse(json: &[u8]) -> Result<Value, serde_json::Error> {
    let was_cut = Cell::new(false);
    bounded(serde_json::Deserializer::from_slice(json), &was_cut).or_else(|error| {
        let repaired = Repaired::new(json, &was_cut);
        bounded(serde_json::Deserializer::from_reader(repaired), &was_cut).map_err(|_| error)
    })
}

fn bounded<'de, R: serde_json::de::Read<'de>>(
    mut deserializer: serde_json::Deserializer<R>,
    was_cut: &Cell<bool>,
) -> Result<Value, serde_json::Error> {
    let mut budget = Budget::new(was_cut);
    let value = Bounded(&mut budget).deserialize(&mut deserializer)?;
    deserializer.end()?;
    if budget.is_kept() {
        Ok(value)
    } else {
        Err(serde_json::Error::custom("it takes too much memory"))
    }
}

/// Reads JSON whose texts are valid.
pub(super) struct Repaired<'c, R> {
    bytes: io::Bytes<BufReader<R>>,
    /// Bytes that were read and are to be read again.
    again: VecDeque<u8>,
    /// What is handed on next, and how much of it was.
    chunk: Vec<u8>,
    handed: usize,
    is_in_text: bool,
    /// The bytes of the present text.
    length: usize,
    /// Set whenever a text is cut.
    was_cut: &'c Cell<bool>,
}

impl<'c, R: Read> Repaired<'c, R> {
    /// Creates a reader, which sets `was_cut` when it cuts a text.
    pub(super) fn new(reader: R, was_cut: &'c Cell<bool>) -> Self {
        Self {
            bytes: BufReader::new(reader).bytes(),
            again: VecDeque::new(),
            chunk: Vec::new(),
            handed: 0,
            is_in_text: false,
            length: 0,
            was_cut,
        }
    }

    fn next_byte(&mut self) -> io::Result<Option<u8>> {
        match self.again.pop_front() {
            Some(byte) => Ok(Some(byte)),
            None => self.bytes.next().transpose(),
        }
    }

    /// Reads what is handed on next; returns whether there is more to read.
    fn fill(&mut self) -> io::Result<bool> {
        self.chunk.clear();
        self.handed = 0;
        let Some(byte) = self.next_byte()? else {
            return Ok(false);
        };
        if byte == b'"' {
            self.is_in_text = !self.is_in_text;
            self.length = 0;
            self.chunk.push(byte);
            return Ok(true);
        }
        if !self.is_in_text {
            // A byte order mark, or what no JSON has outside of texts.
            if byte.is_ascii() {
                self.chunk.push(byte);
            }
            return Ok(true);
        }
        match byte {
            b'\\' => self.escape()?,
            b'\n' => self.chunk.extend(b"\\n"),
            b'\r' => self.chunk.extend(b"\\r"),
            b'\t' => self.chunk.extend(b"\\t"),
            0..=0x1f => {}
            0x20..=0x7f => self.chunk.push(byte),
            _ => self.character(byte)?,
        }
        if self.length >= TEXT_MAX {
            self.was_cut.set(true);
            self.chunk.clear();
        }
        self.length += self.chunk.len();
        Ok(true)
    }

    fn escape(&mut self) -> io::Result<()> {
        match self.next_byte()? {
            Some(b'u') => self.unicode(),
            Some(kind @ (b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't')) => {
                self.chunk.extend([b'\\', kind]);
                Ok(())
            }
            other => {
                self.chunk.extend(b"\\\\");
                if let Some(byte) = other {
                    self.again.push_front(byte);
                }
                Ok(())
            }
        }
    }

    /// Reads the digits of `\u`, and the second half of a pair.
    fn unicode(&mut self) -> io::Result<()> {
        let Some(unit) = self.unit()? else {
            self.chunk.extend(REPLACEMENT);
            return Ok(());
        };
        match unit {
            // No text of this site holds it.
            0 => {}
            0xd800..=0xdbff => match self.low_half()? {
                Some(low) => self.chunk.extend(format!("\\u{unit:04x}\\u{low:04x}").bytes()),
                None => self.chunk.extend(REPLACEMENT),
            },
            0xdc00..=0xdfff => self.chunk.extend(REPLACEMENT),
            _ => self.chunk.extend(format!("\\u{unit:04x}").bytes()),
        }
        Ok(())
    }

    /// Reads four digits; what is none is left.
    fn unit(&mut self) -> io::Result<Option<u16>> {
        let mut unit = 0_u16;
        for _ in 0..4 {
            let byte = self.next_byte()?;
            let Some(digit) = byte.and_then(|byte| char::from(byte).to_digit(16)) else {
                if let Some(byte) = byte {
                    self.again.push_front(byte);
                }
                return Ok(None);
            };
            unit = (unit << 4) | u16::try_from(digit).unwrap_or_default();
        }
        Ok(Some(unit))
    }

    /// Reads the second half of a pair; anything else is left.
    fn low_half(&mut self) -> io::Result<Option<u16>> {
        let mut ahead = Vec::with_capacity(6);
        while ahead.len() < 6 {
            let Some(byte) = self.next_byte()? else {
                break;
            };
            ahead.push(byte);
        }
        let low = str::from_utf8(&ahead)
            .ok()
            .and_then(|ahead| ahead.strip_prefix("\\u"))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok())
            .filter(|low| ahead.len() == 6 && (0xdc00..=0xdfff).contains(low));
        if low.is_none() {
            for byte in ahead.into_iter().rev() {
                self.again.push_front(byte);
            }
        }
        Ok(low)
    }

    /// Reads a character that is more than one byte long.
    fn character(&mut self, first: u8) -> io::Result<()> {
        let width = match first {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        };
        let mut character = vec![first];
        while character.len() < width {
            match self.next_byte()? {
                Some(byte @ 0x80..=0xbf) => character.push(byte),
                other => {
                    if let Some(byte) = other {
                        self.again.push_front(byte);
                    }
                    break;
                }
            }
        }
        if str::from_utf8(&character).is_ok() {
            self.chunk.extend(character);
        } else {
            self.chunk.extend(REPLACEMENT);
        }
        Ok(())
    }
}

impl<R: Read> Read for Repaired<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.handed == self.chunk.len() {
            if !self.fill()? {
                return Ok(0);
            }
        }
        let rest = self.chunk.get(self.handed..).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        for (place, byte) in buffer.iter_mut().zip(rest) {
            *place = *byte;
        }
        self.handed += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moving::json::bounded::ENTRY_MAX;

    fn repaired(bytes: &[u8]) -> (String, bool) {
        let was_cut = Cell::new(false);
        let mut text = String::new();
        Repaired::new(bytes, &was_cut).read_to_string(&mut text).unwrap();
        (text, was_cut.get())
    }

    #[test]
    fn leaves_valid_json_as_it_is() {
        let json = "{\"a\\n\\\\\": [\"\\ud83d\\ude00 é 😀 \\\"\", 1.5e3, null]}\n";
        assert_eq!(repaired(json.as_bytes()), (json.to_owned(), false));
    }

    #[test]
    fn repairs_what_would_end_the_reading() {
        let cases: [(&[u8], &str); 10] = [
            (b"\xef\xbb\xbf[]", "[]"),
            (b"\"\\ud83d\"", "\"\\ufffd\""),
            (b"\"\\ud83d\\ud83d\\ude00\"", "\"\\ufffd\\ud83d\\ude00\""),
            (b"\"\\ude00x\"", "\"\\ufffdx\""),
            (b"\"\\u12\"", "\"\\ufffd\""),
            (b"\"a\\u0000b\"", "\"ab\""),
            (b"\"a\nb\x00\tc\"", "\"a\\nb\\tc\""),
            (b"\"\\x\"", "\"\\\\x\""),
            (b"\"\xc3(\xff\xe2\x82\"", "\"\\ufffd(\\ufffd\\ufffd\""),
            (b"\"cut\\", "\"cut\\\\"),
        ];
        for (damaged, expected) in cases {
            assert_eq!(repaired(damaged).0, expected);
        }
    }

    #[test]
    fn parses_what_can_be_repaired() {
        for (json, text) in [
            (&b"{\"a\": \"cut \\ud83d\"}"[..], "cut \u{fffd}"),
            (b"{\"a\": \"one\ntwo\tthree\x01\"}", "one\ntwo\tthree"),
            (b"{\"a\": \"\\ud83d\\ude00 \\u00e9 \\q \\\"\n\"}", "😀 é \\q \"\n"),
            (b"{\"a\": \"caf\xe9\"}", "caf\u{fffd}"),
        ] {
            assert_eq!(parse(json).unwrap()["a"], text);
        }
        assert!(parse(b"{\"a\": }").is_err());
        let long = format!("\"\n{}\"", "a".repeat(TEXT_MAX));
        assert!(parse(long.as_bytes()).is_err());
        let many = format!("[{}0]", "0,".repeat(ENTRY_MAX / 64));
        assert!(
            parse(many.as_bytes())
                .unwrap_err()
                .to_string()
                .contains("too much memory")
        );
    }

    #[test]
    fn cuts_texts_that_are_too_long() {
        let long = format!("[\"{}\", \"b\"]", "a".repeat(TEXT_MAX + 100));
        let (text, was_cut) = repaired(long.as_bytes());
        assert!(was_cut);
        assert_eq!(text.len(), TEXT_MAX + "[\"\", \"b\"]".len());
        assert!(text.ends_with("a\", \"b\"]"));
    }
}
