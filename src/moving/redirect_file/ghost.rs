//! The redirects of Ghost.
//!
//! What it calls paths are regular expressions. Those that stand for one path alone are taken, and all others refused: a
//! pattern could stand for any number of addresses.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_saphyr::{DuplicateKeyPolicy, Spanned};

use super::{RedirectLine, Take};
use crate::moving::ReadError;
use crate::moving::item::ForeignRedirect;

const NO_PATTERNS: &str = "Patterns are not supported: enter each address by itself";

/// An entry of Ghost's JSON.
#[derive(Deserialize)]
struct GhostEntry {
    from: String,
    to: String,
    #[serde(default)]
    permanent: bool,
}

pub(super) fn read_json(file: &[u8], take: Take<'_>) -> Result<(), ReadError> {
    let mut stopped = None;
    let mut number = 0;
    let mut deserializer = serde_json::Deserializer::from_slice(file);
    let visitor = Entries(|entry: &RawValue| {
        number += 1;
        let parsed: Result<GhostEntry, _> = serde_json::from_str(entry.get());
        let line = match parsed {
            Ok(entry) => ghost_line(number, &entry.from, entry.to, entry.permanent),
            Err(_) => RedirectLine {
                number,
                path: String::new(),
                redirect: Err("The entry has no texts from and to".to_owned()),
            },
        };
        take(line).map_err(|error| stopped = Some(error))
    });
    let read = deserializer
        .deserialize_seq(visitor)
        .and_then(|()| deserializer.end());
    match (stopped, read) {
        (Some(error), _) => Err(error),
        (None, Ok(())) => Ok(()),
        (None, Err(error)) => Err(ReadError::Form(format!("The file is no JSON list: {error}"))),
    }
}

/// Visits the entries of a list without keeping them.
struct Entries<Visit>(Visit);

impl<'de, Visit: FnMut(&'de RawValue) -> Result<(), ()>> Visitor<'de> for Entries<Visit> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of objects with from, to and permanent")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        while let Some(entry) = entries.next_element()? {
            (self.0)(entry).map_err(|()| A::Error::custom("stopped"))?;
        }
        Ok(())
    }
}

pub(super) fn read_yaml(file: &[u8], take: Take<'_>) -> Result<(), ReadError> {
    let form =
        |error: &dyn fmt::Display| ReadError::Form(format!("The file is no YAML of redirects: {error}"));
    let options = serde_saphyr::options! {
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        with_snippet: false,
    };
    let statuses: Pairs<String, Pairs<Spanned<String>, String>> =
        serde_saphyr::from_slice_with_options(file, options).map_err(|error| form(&error))?;
    for (status, paths) in statuses.0 {
        let is_permanent = match status.as_str() {
            "301" => true,
            "302" => false,
            _ => return Err(form(&"paths stand below 301 or 302")),
        };
        for (path, target) in paths.0 {
            let number = usize::try_from(path.referenced.line()).unwrap_or(usize::MAX);
            take(ghost_line(number, &path.value, target, is_permanent))?;
        }
    }
    Ok(())
}

/// The keys and items of a mapping in their order, also those that repeat each other.
struct Pairs<Key, Item>(Vec<(Key, Item)>);

impl<'de, Key: Deserialize<'de>, Item: Deserialize<'de>> Deserialize<'de> for Pairs<Key, Item> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}

struct PairsVisitor<Key, Item>(PhantomData<(Key, Item)>);

impl<'de, Key: Deserialize<'de>, Item: Deserialize<'de>> Visitor<'de> for PairsVisitor<Key, Item> {
    type Value = Pairs<Key, Item>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("paths with their targets, below 301 and 302")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = entries.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}

fn ghost_line(number: usize, from: &str, to: String, is_permanent: bool) -> RedirectLine {
    RedirectLine {
        number,
        path: from.to_owned(),
        redirect: match plain_path(from) {
            Some(path) => Ok(ForeignRedirect {
                path,
                target: Some(to),
                is_permanent,
            }),
            None => Err(NO_PATTERNS.to_owned()),
        },
    }
}

/// Returns the path that a regular expression of Ghost stands for, if it stands for one alone but for the slash at its end.
fn plain_path(pattern: &str) -> Option<String> {
    let pattern = pattern.trim();
    // Without regard to capitals: /^…/i
    let caseless = pattern
        .strip_prefix('/')
        .filter(|rest| rest.starts_with('^'))
        .and_then(|rest| rest.strip_suffix("/i"));
    let pattern = caseless.unwrap_or(pattern);
    let pattern = pattern.strip_prefix('^').unwrap_or(pattern);
    let pattern = pattern.strip_suffix('$').unwrap_or(pattern);
    let without_slash = ["\\/?", "/?"].iter().find_map(|end| pattern.strip_suffix(end));
    let mut path = String::new();
    let mut characters = without_slash.unwrap_or(pattern).chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => path.push(characters.next().filter(char::is_ascii_punctuation)?),
            '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' => return None,
            plain => path.push(plain),
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::plain_path;

    #[test]
    fn takes_expressions_that_stand_for_one_path() {
        for (pattern, expected) in [
            ("/old", Some("/old")),
            (" ^/old/$ ", Some("/old/")),
            ("^\\/old\\/?$", Some("/old")),
            ("/^\\/old\\.html$/i", Some("/old.html")),
            ("/old/i", Some("/old/i")),
            ("/2019/05/?", Some("/2019/05")),
            ("/c\\+\\+", Some("/c++")),
            ("/(old|older)", None),
            ("/old/.*", None),
            ("/old/\\d", None),
            ("/old\\", None),
            ("^/a|/b$", None),
        ] {
            assert_eq!(plain_path(pattern).as_deref(), expected, "{pattern}");
        }
    }
}
