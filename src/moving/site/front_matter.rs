//! The fields at the beginning of a Markdown file: a line for each, `name: value`, between two lines of `---`. Each value is
//! JSON, which YAML includes, so that every program for Markdown reads them.

use std::io::{self, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::ser::Formatter;

/// The line before the fields and after them.
const FENCE: &str = "---\n";

/// Returns the fields of a record as front matter.
///
/// # Errors
/// If the record is no table of fields.
pub fn write_front_matter<Fields: Serialize>(fields: &Fields) -> serde_json::Result<Vec<u8>> {
    let mut output = FENCE.as_bytes().to_vec();
    let mut serializer = serde_json::Serializer::with_formatter(&mut output, FieldLines::default());
    fields.serialize(&mut serializer)?;
    output.extend_from_slice(FENCE.as_bytes());
    Ok(output)
}

/// Reads what [`write_front_matter`] has written.
///
/// # Errors
/// Says why it cannot be read.
pub fn read_front_matter<Fields: DeserializeOwned>(file: &str) -> Result<Fields, String> {
    const NONE: &str = "It has no fields between two lines of ---";
    let rest = file.strip_prefix(FENCE).ok_or(NONE)?;
    let mut object = String::from("{");
    for line in rest.split_inclusive('\n') {
        if line == FENCE {
            object.push('}');
            return serde_json::from_str(&object)
                .map_err(|error| format!("Its fields cannot be read: {error}"));
        }
        let (name, value) = line
            .split_once(": ")
            .ok_or_else(|| format!("It has a line that is no field: {}", line.trim_end()))?;
        if object.len() > 1 {
            object.push(',');
        }
        object.push_str(&serde_json::Value::from(name).to_string());
        object.push(':');
        object.push_str(value);
    }
    Err(NONE.to_owned())
}

/// Writes the outermost object as lines, and all that is within as usual.
#[derive(Default)]
struct FieldLines {
    depth: usize,
    /// Whether the name of a field is being written.
    is_name: bool,
}

impl Formatter for FieldLines {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth == 1 {
            Ok(())
        } else {
            writer.write_all(b"{")
        }
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth == 0 {
            Ok(())
        } else {
            writer.write_all(b"}")
        }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.is_name = self.depth == 1;
        if first || self.is_name {
            Ok(())
        } else {
            writer.write_all(b",")
        }
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_name = false;
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(if self.depth == 1 { b": " } else { b":" })
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.depth == 1 {
            writer.write_all(b"\n")
        } else {
            Ok(())
        }
    }

    fn begin_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_name {
            Ok(())
        } else {
            writer.write_all(b"\"")
        }
    }

    fn end_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin_string(writer)
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(is_unprintable) {
            writer.write_all(&rest.as_bytes()[..at])?;
            let character = rest[at..].chars().next().unwrap_or_default();
            write!(writer, "\\u{:04x}", u32::from(character))?;
            rest = &rest[at + character.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

/// Whether YAML does not allow a character as it is, or may take it for the end of a line. JSON escapes those below U+0020.
fn is_unprintable(character: char) -> bool {
    matches!(
        character,
        '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
    )
}
