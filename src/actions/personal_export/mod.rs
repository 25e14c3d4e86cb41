//! What is stored about a reader as an archive: a page for people, and a JSON file of each list for programs.

mod page;

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::site_export::ExportError;
use crate::domain::{Time, UserId};
use crate::moving::archive::ArchiveWriter;
use crate::store::personal_data::{self, Field, FieldValue, PersonalList};
use crate::store::{Store, Tx};
use page::Page;

/// The name of the page.
const PAGE: &str = "index.html";

/// Writes the archive of a reader, from one snapshot and a row at a time. `site` is the name of the site. Blocks the thread,
/// which must belong to no async runtime.
///
/// # Errors
/// If the database cannot be read, or the archive cannot be written.
pub fn write<Output: Write>(
    store: &Store,
    output: Output,
    reader: UserId,
    site: &str,
    now: Time,
) -> Result<Output, ExportError> {
    store.read_at_length(|tx| {
        let mut archive = ArchiveWriter::new(output);
        archive.add_written(PAGE, |file| {
            let mut page = Page::begin(file, site, now)?;
            for list in personal_data::lists() {
                let mut section = page.section(list.title);
                each(tx, list, reader, |fields| section.add(fields))?;
                section.end()?;
            }
            page.end().map_err(ExportError::from)
        })?;
        for list in personal_data::lists() {
            let path = format!("{}.json", list.name);
            archive.add_written(&path, |file| json(tx, list, reader, file))?;
        }
        Ok(archive.finish()?)
    })
}

/// Calls `take` with each row of a list, until it fails.
fn each(
    tx: &Tx<'_>,
    list: &PersonalList,
    reader: UserId,
    mut take: impl FnMut(&[Field<'_>]) -> io::Result<()>,
) -> Result<(), ExportError> {
    let mut taken = Ok(());
    personal_data::visit(tx, list, reader, |fields| {
        taken = take(fields);
        taken.is_ok()
    })?;
    Ok(taken?)
}

/// Writes a list as an array of objects; one with at most one thing as that object, or `null`.
fn json(tx: &Tx<'_>, list: &PersonalList, reader: UserId, file: &mut dyn Write) -> Result<(), ExportError> {
    let mut is_first = true;
    if !list.is_single {
        file.write_all(b"[")?;
    }
    each(tx, list, reader, |fields| {
        if !list.is_single {
            file.write_all(if is_first { b"\n" } else { b",\n" })?;
        }
        is_first = false;
        let object = serde_json::to_vec(&Object(fields)).map_err(io::Error::from)?;
        file.write_all(&object)
    })?;
    file.write_all(match (list.is_single, is_first) {
        (true, true) => b"null\n",
        (true, false) => b"\n",
        (false, _) => b"\n]\n",
    })?;
    Ok(())
}

/// A row as an object of JSON.
struct Object<'a, 'row>(&'a [Field<'row>]);

impl Serialize for Object<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            let name = camel_case(name);
            match value {
                FieldValue::Absent => map.serialize_entry(&name, &())?,
                FieldValue::Flag(flag) => map.serialize_entry(&name, flag)?,
                FieldValue::Number(number) => map.serialize_entry(&name, number)?,
                FieldValue::Time(time) => map.serialize_entry(&name, &time.to_string())?,
                FieldValue::Text(text) => map.serialize_entry(&name, text)?,
            }
        }
        map.end()
    }
}

/// Returns a name of the database in the form of the API: `created_at` is `createdAt`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut joined = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        joined.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        joined.push_str(letters.as_str());
    }
    joined
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    #[test]
    fn a_row_is_an_object_with_the_names_of_the_api() {
        let fields = [
            (
                "in_reply_to",
                FieldValue::Text(Cow::Borrowed("Bo \"the second\"")),
            ),
            ("created_at", FieldValue::Time(Time::from_milliseconds(0))),
            ("is_banned", FieldValue::Flag(false)),
            ("likes", FieldValue::Number(3)),
            ("at", FieldValue::Absent),
        ];
        assert_eq!(
            serde_json::to_string(&Object(&fields)).unwrap(),
            r#"{"inReplyTo":"Bo \"the second\"","createdAt":"1970-01-01T00:00:00.000Z","isBanned":false,"likes":3,"at":null}"#
        );
    }
}
