//! The report of an import, recorded entry by entry.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde::Deserialize;

use crate::actions::moving::{LeftOut, MovingError, Outcome, Recorder, ReportChange, ReportItem, Totals};
use crate::domain::import::REPORT_ENTRIES_MAX;
use crate::moving::ReadError;
use crate::store::imports::entries::{self, NewEntry};
use crate::store::imports::{self, Claim};
use crate::store::{Store, StoreError, Tx};

/// The kinds of entries, in the order of reports. The last four come from another site of this kind alone.
pub const KINDS: [&str; 9] = [
    "post", "page", "comment", "picture", "redirect", "person", "settings", "tag", "series",
];

/// The entries that are read or deleted at a time: some milliseconds.
const BATCH: u32 = 500;
/// The longest parts of an entry, in characters, and the most changes of one. An export may hold anything.
const TITLE_MAX: usize = 300;
const ADDRESS_MAX: usize = 2_000;
const REASON_MAX: usize = 600;
const CHANGES_MAX: usize = 50;

/// Returns the place of a kind in reports, from 1.
pub fn place_of_kind(name: &str) -> Option<u16> {
    (1..)
        .zip(KINDS)
        .find_map(|(place, kind)| (kind == name).then_some(place))
}

/// Returns the name of the kind at a place.
pub(super) fn kind_at(place: u16) -> &'static str {
    let index = usize::from(place).checked_sub(1);
    index
        .and_then(|index| KINDS.get(index).copied())
        .unwrap_or_default()
}

/// Returns totals as they are stored.
pub(super) fn totals_text(totals: &Totals) -> Result<String, StoreError> {
    serde_json::to_string(totals).map_err(|error| StoreError::Corrupt(format!("imports.totals: {error}")))
}

/// Returns what was left out as it is stored.
pub(super) fn left_out_text(left_out: &LeftOut) -> Result<String, StoreError> {
    serde_json::to_string(left_out).map_err(|error| StoreError::Corrupt(format!("imports.left_out: {error}")))
}

/// Adds entries to the report of a claimed import, and counts them.
///
/// # Errors
/// [`ReadError::Stopped`] if the import is this process's no more; an error if the report has too many entries.
pub(super) fn record(tx: &mut Tx<'_>, claim: &Claim, items: &[ReportItem]) -> Result<(), MovingError> {
    let Some(mut recorded) = imports::recorded(tx, claim)? else {
        return Err(ReadError::Stopped.into());
    };
    if recorded.entries + items.len() as u64 > REPORT_ENTRIES_MAX {
        return Err(ReadError::Form(format!(
            "the export has more than {REPORT_ENTRIES_MAX} entries; import it by the command line"
        ))
        .into());
    }
    let mut totals = super::totals(&recorded.totals)?;
    let new = items
        .iter()
        .map(|item| {
            totals.count(item);
            new_entry(item)
        })
        .collect::<Result<Vec<_>, _>>()?;
    entries::insert(tx, recorded.seq, recorded.entries + 1, &new)?;
    recorded.entries += items.len() as u64;
    recorded.totals = totals_text(&totals)?;
    imports::write_recorded(tx, &recorded)?;
    Ok(())
}

fn new_entry(item: &ReportItem) -> Result<NewEntry, StoreError> {
    let item = bounded(item);
    let json = serde_json::to_string(&item)
        .map_err(|error| StoreError::Corrupt(format!("import_entries.entry: {error}")))?;
    Ok(NewEntry {
        kind: place_of_kind(item.kind).unwrap_or_default(),
        outcome: item.outcome.name(),
        is_changed: item.outcome == Outcome::New && !item.changes.is_empty(),
        json,
    })
}

/// Returns the entry with its texts cut to what people read.
fn bounded(item: &ReportItem) -> ReportItem {
    let mut changes: Vec<ReportChange> = item.changes.iter().take(CHANGES_MAX).cloned().collect();
    for change in &mut changes {
        change.reason = cut(&change.reason, REASON_MAX);
    }
    ReportItem {
        kind: item.kind,
        source: cut(&item.source, ADDRESS_MAX),
        title: cut(&item.title, TITLE_MAX),
        address: cut(&item.address, ADDRESS_MAX),
        outcome: item.outcome,
        status: item.status,
        changes,
    }
}

/// Returns at most so many characters of a text, without those that no database stores.
fn cut(text: &str, length_max: usize) -> String {
    let mut characters = text.chars().filter(|character| *character != '\0');
    let mut cut: String = characters.by_ref().take(length_max).collect();
    if characters.next().is_some() {
        cut.push('…');
    }
    cut
}

/// Deletes the report of a claimed import batch by batch, so that another one can begin.
///
/// # Errors
/// [`ReadError::Stopped`] if the import is this process's no more, or the database cannot be written.
pub(super) fn clear(store: &Store, claim: &Claim, is_stopped: &dyn Fn() -> bool) -> Result<(), MovingError> {
    loop {
        if is_stopped() {
            return Err(ReadError::Stopped.into());
        }
        let claim = claim.clone();
        let deleted = store.write_blocking(move |tx| {
            let Some(mut recorded) = imports::recorded(tx, &claim)? else {
                return Err(MovingError::from(ReadError::Stopped));
            };
            let deleted = entries::delete_some(tx, recorded.seq, BATCH)?;
            recorded.entries = 0;
            recorded.totals = super::no_totals()?;
            imports::write_recorded(tx, &recorded)?;
            Ok(deleted)
        })?;
        if deleted < BATCH as usize {
            return Ok(());
        }
    }
}

/// Records the report of what is applied, in the writes that store it.
#[derive(Debug)]
pub(super) struct Applied {
    claim: Claim,
    known: Known,
}

impl Applied {
    /// Goes on with the report of an import, of which a part may be recorded.
    pub(super) fn new(store: &Store, claim: &Claim, seq: i64) -> Result<Self, StoreError> {
        Ok(Self {
            claim: claim.clone(),
            known: Known::load(store, seq)?,
        })
    }
}

impl Recorder for Applied {
    fn record(&self, tx: &mut Tx<'_>, items: &[ReportItem]) -> Result<(), MovingError> {
        let new: Vec<ReportItem> = items
            .iter()
            .filter(|item| !self.known.contains(item))
            .cloned()
            .collect();
        record(tx, &self.claim, &new)
    }
}

/// The entries that were recorded before the process ended in the middle. What it had stored by then is skipped now, but it is
/// this import that has brought it, and so says its report already.
#[derive(Debug, Default)]
struct Known(HashSet<u64>);

/// The parts of an entry by which it is known.
#[derive(Deserialize)]
struct KnownEntry {
    source: String,
    address: String,
}

impl Known {
    fn load(store: &Store, seq: i64) -> Result<Self, StoreError> {
        let mut known = HashSet::new();
        let mut last = None;
        loop {
            let batch = store.read_blocking(move |tx| entries::following(tx, seq, last, BATCH))?;
            for entry in &batch {
                let parts: KnownEntry = serde_json::from_str(&entry.json)
                    .map_err(|error| StoreError::Corrupt(format!("import_entries.entry: {error}")))?;
                known.extend(key(kind_at(entry.kind), &parts.source, &parts.address));
            }
            match batch.last() {
                Some(entry) => last = Some((entry.kind, entry.number)),
                None => return Ok(Self(known)),
            }
        }
    }

    fn contains(&self, item: &ReportItem) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let item = bounded(item);
        key(item.kind, &item.source, &item.address).is_some_and(|key| self.0.contains(&key))
    }
}

/// Returns what an entry is known by. A picture is reported with a text that is stored, and so never a second time. Several
/// texts may ask for a redirect from one address.
fn key(kind: &str, source: &str, address: &str) -> Option<u64> {
    let address = match kind {
        "picture" => return None,
        "redirect" => address,
        _ => "",
    };
    let mut hasher = DefaultHasher::new();
    (kind, source, address).hash(&mut hasher);
    Some(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(source: &str, title: &str) -> ReportItem {
        ReportItem {
            kind: "post",
            source: source.to_owned(),
            title: title.to_owned(),
            address: String::new(),
            outcome: Outcome::New,
            status: "draft",
            changes: Vec::new(),
        }
    }

    #[test]
    fn kinds_have_places_in_the_order_of_the_totals() {
        let mut totals = Totals::default();
        totals.people.new = 1;
        totals.settings.new = 1;
        totals.tags.new = 1;
        totals.series.new = 1;
        let plurals = totals.by_kind();
        assert_eq!(plurals.len(), KINDS.len());
        for ((place, kind), (plural, _)) in (1..).zip(KINDS).zip(plurals) {
            let expected = match kind {
                "person" => "people".to_owned(),
                "settings" | "series" => kind.to_owned(),
                _ => format!("{kind}s"),
            };
            assert_eq!(plural, expected);
            assert_eq!((place_of_kind(kind), kind_at(place)), (Some(place), kind));
        }
        assert_eq!(place_of_kind("posts"), None);
        assert_eq!((kind_at(0), kind_at(10)), ("", ""));
    }

    #[test]
    fn an_entry_is_cut_to_what_people_read() {
        let mut item = post(&"s".repeat(5_000), &format!("a\0b{}", "é".repeat(500)));
        item.changes = vec![
            ReportChange {
                field: "text",
                reason: "r".repeat(1_000),
            };
            CHANGES_MAX + 1
        ];
        let bounded = bounded(&item);
        assert_eq!(bounded.source.chars().count(), ADDRESS_MAX + 1);
        assert!(bounded.title.starts_with("abé") && bounded.title.ends_with("é…"));
        assert_eq!(bounded.changes.len(), CHANGES_MAX);
        assert_eq!(bounded.changes[0].reason.chars().count(), REASON_MAX + 1);
        let short = post("1", "Title");
        assert_eq!(super::bounded(&short), short);
    }

    #[test]
    fn an_entry_is_known_by_what_names_it() {
        assert_eq!(key("picture", "/a.png", "/media/1"), None);
        assert_eq!(key("post", "1", "/blog/a"), key("post", "1", "/blog/b"));
        assert_ne!(key("post", "1", ""), key("page", "1", ""));
        assert_ne!(key("redirect", "/a", "/blog/a"), key("redirect", "/a", "/blog/b"));
    }
}
