//! The places in JSON where values begin and end.

use std::io::Read;

use memchr::memchr2;

use crate::moving::ReadError;
use crate::moving::source::SourceError;

/// The most bytes of the name of a table.
const NAME_BYTES_MAX: usize = 200;
const BUFFER_BYTES: usize = 64 << 10;

/// Finds where the values of JSON end, without looking at what they are.
pub(super) struct Scanner<'reader> {
    reader: &'reader mut dyn Read,
    path: &'reader str,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// How many bytes have been read.
    pub(super) position: u64,
}

impl<'reader> Scanner<'reader> {
    pub(super) fn new(reader: &'reader mut dyn Read, path: &'reader str) -> Self {
        Self {
            reader,
            path,
            buffer: vec![0; BUFFER_BYTES],
            at: 0,
            end: 0,
            position: 0,
        }
    }

    pub(super) fn damaged(&self) -> ReadError {
        ReadError::Form(format!("{} is damaged at byte {}", self.path, self.position))
    }

    /// Returns what is in the buffer, filled anew if it was used up; empty at the end of the file.
    fn filled(&mut self) -> Result<&[u8], ReadError> {
        if self.at == self.end {
            self.at = 0;
            self.end = self.reader.read(&mut self.buffer).map_err(|cause| {
                let path = self.path.to_owned();
                ReadError::Source(SourceError::Unreadable { path, cause })
            })?;
        }
        Ok(self.buffer.get(self.at..self.end).unwrap_or_default())
    }

    fn consume(&mut self, bytes: usize) {
        self.at += bytes;
        self.position += bytes as u64;
    }

    pub(super) fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        Ok(self.filled()?.first().copied())
    }

    pub(super) fn next(&mut self) -> Result<u8, ReadError> {
        let Some(byte) = self.peek()? else {
            let reason = format!("{} ends in the middle: a part of it is missing", self.path);
            return Err(ReadError::Form(reason));
        };
        self.consume(1);
        Ok(byte)
    }

    /// Returns the byte with which the next value begins.
    pub(super) fn peek_value(&mut self) -> Result<u8, ReadError> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.consume(1);
        }
        Ok(self.peek()?.unwrap_or_default())
    }

    pub(super) fn expect(&mut self, expected: u8) -> Result<(), ReadError> {
        self.peek_value()?;
        if self.next()? == expected {
            Ok(())
        } else {
            Err(self.damaged())
        }
    }

    /// Whether another entry follows, or the list or object ends here.
    pub(super) fn another(&mut self, end: u8) -> Result<bool, ReadError> {
        self.peek_value()?;
        match self.next()? {
            b',' => {
                // A comma before the end is no JSON, but written by hand often enough.
                let is_over = self.peek_value()? == end;
                if is_over {
                    self.next()?;
                }
                Ok(!is_over)
            }
            byte if byte == end => Ok(false),
            _ => Err(self.damaged()),
        }
    }

    pub(super) fn name(&mut self) -> Result<String, ReadError> {
        self.expect(b'"')?;
        let mut name = Vec::new();
        self.rest_of_string(&mut |bytes: &[u8]| {
            if name.len() < NAME_BYTES_MAX {
                name.extend_from_slice(bytes);
            }
        })?;
        name.pop();
        Ok(String::from_utf8_lossy(&name).into_owned())
    }

    /// Hands the bytes of the next value to `take`.
    pub(super) fn value(&mut self, mut take: impl FnMut(&[u8])) -> Result<(), ReadError> {
        let mut depth = 0_usize;
        if matches!(self.peek_value()?, b',' | b':' | b'}' | b']') {
            return Err(self.damaged());
        }
        loop {
            let byte = self.next()?;
            take(&[byte]);
            match byte {
                b'"' => self.rest_of_string(&mut take)?,
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ if depth == 0 => return self.rest_of_word(&mut take),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn rest_of_string(&mut self, take: &mut impl FnMut(&[u8])) -> Result<(), ReadError> {
        loop {
            let text = self.filled()?;
            let Some(at) = memchr2(b'"', b'\\', text) else {
                let length = text.len();
                take(text);
                if length == 0 {
                    self.next()?;
                }
                self.consume(length);
                continue;
            };
            let is_over = text.get(at) == Some(&b'"');
            take(text.get(..=at).unwrap_or_default());
            self.consume(at + 1);
            if is_over {
                return Ok(());
            }
            let escaped = self.next()?;
            take(&[escaped]);
        }
    }

    /// Reads on to the end of a number, `true`, `false` or `null`.
    fn rest_of_word(&mut self, take: &mut impl FnMut(&[u8])) -> Result<(), ReadError> {
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() || matches!(byte, b',' | b'}' | b']') {
                break;
            }
            self.consume(1);
            take(&[byte]);
        }
        Ok(())
    }
}
