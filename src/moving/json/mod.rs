//! Exports in JSON, of which one entry at a time is in memory.

mod bounded;
mod fields;
mod repair;

use std::cell::Cell;
use std::fmt;
use std::io::Read;

use serde::Deserializer;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::item::{Item, Kind, RefusedItem};
use super::source::Source;
use super::text_stream::with_plain_reader;
use super::{ReadError, Sink};

use bounded::{Bounded, Budget};
pub(super) use fields::{first_text, first_time, flag, names, text};
use repair::Repaired;
pub(super) use repair::parse;

/// Takes the entries of a list, one by one: the sink, the file, the name of the list and the entry.
pub(super) type Handle<'h> = dyn FnMut(&mut dyn Sink, &str, &str, Value) -> Result<(), ReadError> + 'h;

/// Returns the paths of the files that are JSON, packed or not; a single file is taken for it whatever its name.
pub(super) fn files(source: &Source) -> Vec<String> {
    source
        .files()
        .map(|(path, _)| path)
        .filter(|path| {
            let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
            let is_json = [".json", ".json.gz", ".jsonl"]
                .iter()
                .any(|end| name.ends_with(end));
            // Archives made on a Mac have a second file for each, which is none.
            source.is_file() || (is_json && !name.starts_with("._"))
        })
        .map(str::to_owned)
        .collect()
}

/// Hands each entry of the lists with these names, in all the files, to `handle`: of the outermost list, those of other
/// names within objects, and what else these objects hold, as one entry. A file that is damaged is refused from there on;
/// so is an entry of more than 4 MiB. Returns the number of items that were handed on.
///
/// # Errors
/// If the sink wants no more, or nothing at all could be read.
pub(super) fn walk_files(
    source: &Source,
    files: &[String],
    lists: &[&str],
    kind: Kind,
    sink: &mut dyn Sink,
    handle: &mut Handle<'_>,
) -> Result<usize, ReadError> {
    let read = Cell::new(0);
    let mut counting = Counting { sink, items: 0 };
    for path in files {
        let before = counting.items;
        let mut take = |list: &str, entry: Option<Value>| {
            match entry {
                Some(entry) => handle(&mut counting, path, list, entry)?,
                None => counting.take(refused(kind, path, "The entry is larger than 4 MiB"))?,
            }
            counting.read(read.get());
            Ok(())
        };
        let outcome = with_plain_reader(source, path, &read, |reader| walk(reader, lists, &mut take))
            .map_err(ReadError::from)
            .and_then(|outcome| outcome);
        match outcome {
            Ok(()) => {}
            Err(ReadError::Stopped) => return Err(ReadError::Stopped),
            Err(error) if counting.items > before || files.len() > 1 => {
                counting.take(refused(
                    kind,
                    path,
                    &format!("The rest of the file was not read: {error}"),
                ))?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(counting.items)
}

fn refused(kind: Kind, path: &str, reason: &str) -> Item {
    Item::Refused(RefusedItem {
        kind,
        source_id: path.to_owned(),
        title: String::new(),
        reason: reason.to_owned(),
    })
}

/// Counts the items on their way to a sink.
struct Counting<'s> {
    sink: &'s mut dyn Sink,
    items: usize,
}

impl Sink for Counting<'_> {
    fn take(&mut self, item: Item) -> Result<(), ReadError> {
        self.items += 1;
        self.sink.take(item)
    }

    fn read(&mut self, bytes: u64) {
        self.sink.read(bytes);
    }
}

/// Takes the entries of lists; `None` is one that is too large.
type Take<'t> = dyn FnMut(&str, Option<Value>) -> Result<(), ReadError> + 't;

/// Hands the entries of a file to `take`. A file may hold one value after the other, as pages of an API that were appended.
fn walk(reader: &mut dyn Read, lists: &[&str], take: &mut Take<'_>) -> Result<(), ReadError> {
    let was_cut = Cell::new(false);
    let mut deserializer = serde_json::Deserializer::from_reader(Repaired::new(reader, &was_cut));
    let mut walk = Walk {
        lists,
        was_cut: &was_cut,
        take,
        failure: None,
    };
    loop {
        let container = Container {
            walk: &mut walk,
            list: "",
        };
        let outcome = container.deserialize(&mut deserializer);
        if let Some(failure) = walk.failure.take() {
            return Err(failure);
        }
        outcome.map_err(|error| ReadError::Form(format!("the JSON is damaged: {error}")))?;
        if deserializer.end().is_ok() {
            return Ok(());
        }
    }
}

struct Walk<'w, 't> {
    lists: &'w [&'w str],
    was_cut: &'w Cell<bool>,
    take: &'w mut Take<'t>,
    /// Why `take` wants no more. The parser carries errors of its own alone.
    failure: Option<ReadError>,
}

impl Walk<'_, '_> {
    fn hand<E: serde::de::Error>(&mut self, list: &str, entry: Option<Value>) -> Result<(), E> {
        (self.take)(list, entry).map_err(|failure| {
            self.failure = Some(failure);
            E::custom("stopped")
        })
    }
}

/// A list, or an object with lists.
struct Container<'c, 'w, 't> {
    walk: &'c mut Walk<'w, 't>,
    list: &'c str,
}

impl<'de> DeserializeSeed<'de> for Container<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Container<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list or an object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        loop {
            let mut budget = Budget::new(self.walk.was_cut);
            let Some(entry) = entries.next_element_seed(Bounded(&mut budget))? else {
                return Ok(());
            };
            let entry = budget.is_kept().then_some(entry);
            self.walk.hand::<A::Error>(self.list, entry)?;
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut budget = Budget::new(self.walk.was_cut);
        let mut rest = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if self.walk.lists.contains(&key.as_str()) {
                // The lists of GraphQL are one level deeper than their names.
                let list = if matches!(key.as_str(), "edges" | "nodes") {
                    self.list
                } else {
                    &key
                };
                entries.next_value_seed(Container {
                    walk: &mut *self.walk,
                    list,
                })?;
            } else {
                let value = entries.next_value_seed(Bounded(&mut budget))?;
                if budget.spend(key.len()) {
                    rest.insert(key, value);
                }
            }
        }
        if rest.is_empty() && budget.is_kept() {
            return Ok(());
        }
        let rest = budget.is_kept().then_some(Value::Object(rest));
        self.walk.hand(self.list, rest)
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    type Entries = Vec<(String, Option<Value>)>;

    fn entries(json: &[u8]) -> (Entries, Result<(), ReadError>) {
        let mut found = Vec::new();
        let outcome = walk(&mut &*json, &["posts", "data", "edges"], &mut |list, entry| {
            found.push((list.to_owned(), entry));
            Ok(())
        });
        (found, outcome)
    }

    #[test]
    fn hands_on_the_entries_of_lists_and_the_rest_of_objects() {
        let (found, outcome) =
            entries(br#"{"data": {"posts": {"edges": [{"a": [1, "x"]}, 2]}, "b": null}, "tags": ["c"]}"#);
        outcome.unwrap();
        assert_eq!(
            found,
            [
                ("posts".to_owned(), Some(json!({"a": [1, "x"]}))),
                ("posts".to_owned(), Some(json!(2))),
                ("data".to_owned(), Some(json!({"b": null}))),
                (String::new(), Some(json!({"tags": ["c"]}))),
            ]
        );
    }

    #[test]
    fn reads_values_that_follow_each_other() {
        let (found, outcome) = entries(b"[1] [2]\n{\"a\": true}");
        outcome.unwrap();
        let values: Vec<Value> = found.into_iter().filter_map(|(_, entry)| entry).collect();
        assert_eq!(values, [json!(1), json!(2), json!({"a": true})]);
    }

    #[test]
    fn keeps_what_came_before_the_damage() {
        let (found, outcome) = entries(b"[1, 2, oops");
        assert_eq!(found.len(), 2);
        assert!(
            outcome
                .unwrap_err()
                .to_string()
                .starts_with("the JSON is damaged")
        );
        assert!(entries(b"").1.is_err());
    }

    #[test]
    fn drops_entries_that_are_too_large_and_goes_on() {
        let text = "a".repeat(repair::TEXT_MAX + 1);
        let many = vec!["[]"; bounded::ENTRY_MAX / 64 + 1].join(",");
        for large in [format!("{{\"a\": \"{text}\"}}"), format!("[{many}]")] {
            let (found, outcome) = entries(format!("[{large}, 2]").as_bytes());
            outcome.unwrap();
            let kept: Vec<bool> = found.iter().map(|(_, entry)| entry.is_some()).collect();
            assert_eq!(kept, [false, true]);
        }
    }

    #[test]
    fn stops_when_the_taker_wants_no_more() {
        let mut seen = 0;
        let outcome = walk(&mut &b"[1, 2, 3]"[..], &[], &mut |_, _| {
            seen += 1;
            Err(ReadError::Stopped)
        });
        assert!(matches!(outcome, Err(ReadError::Stopped)));
        assert_eq!(seen, 1);
    }
}
