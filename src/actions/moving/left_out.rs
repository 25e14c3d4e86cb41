//! What an import leaves out since it is no post, page or comment: counted by the reason, for there may be very many.

use serde::{Deserialize, Serialize};

use crate::moving::item::LeftOutItem;

/// The most reasons that are told apart.
const REASONS_MAX: usize = 100;
/// The reason of all that come after those.
const OTHERS: &str = "Other reasons";
/// The things that are named for each reason.
const SOURCES_MAX: usize = 3;
/// The longest reason and the longest name of a thing, in characters. An export may hold anything.
const REASON_MAX: usize = 600;
const SOURCE_MAX: usize = 300;

/// The things that were left out, by their reasons. Nothing is lost without them, and no totals count them.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LeftOut(Vec<SameReason>);

/// The things that were left out for the same reason.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SameReason {
    /// Why they were left out, in a whole sentence.
    pub reason: String,
    /// Their number.
    pub count: u64,
    /// What names the first of them in its system.
    pub sources: Vec<String>,
}

impl LeftOut {
    /// Counts something.
    pub fn add(&mut self, item: &LeftOutItem) {
        let own = cut(&item.reason, REASON_MAX);
        let is_told_apart = self.0.len() < REASONS_MAX || self.position(&own).is_some();
        let reason = if is_told_apart { &own } else { OTHERS };
        let source = cut(&item.source_id, SOURCE_MAX);
        match self.position(reason).and_then(|at| self.0.get_mut(at)) {
            Some(same) => {
                same.count += 1;
                if same.sources.len() < SOURCES_MAX {
                    same.sources.push(source);
                }
            }
            None => self.0.push(SameReason {
                reason: reason.to_owned(),
                count: 1,
                sources: vec![source],
            }),
        }
    }

    /// Whether nothing was left out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The reasons in the order in which they were found.
    pub fn reasons(&self) -> &[SameReason] {
        &self.0
    }

    /// Returns a line about each reason.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|same| {
            let sources = same.sources.join(", ");
            let more = if same.count > SOURCES_MAX as u64 {
                ", …"
            } else {
                ""
            };
            format!("left out: {} ({sources}{more}): {}", same.count, same.reason)
        })
    }

    fn position(&self, reason: &str) -> Option<usize> {
        self.0.iter().position(|same| same.reason == reason)
    }
}

/// Returns at most so many characters of a text, without those that no database stores.
fn cut(text: &str, length_max: usize) -> String {
    let characters = text.chars().filter(|character| *character != '\0');
    characters.take(length_max).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left_out(items: impl Iterator<Item = (String, String)>) -> LeftOut {
        let mut left_out = LeftOut::default();
        for (source_id, reason) in items {
            left_out.add(&LeftOutItem { source_id, reason });
        }
        left_out
    }

    #[test]
    fn counts_by_reason_and_names_the_first() {
        let same = (1..=5).map(|number| (format!("c{number}"), "The comment is spam".to_owned()));
        let other = ("README.md".to_owned(), "It is no text".to_owned());
        let left_out = left_out(same.chain([other]));
        assert_eq!(
            left_out.lines().collect::<Vec<_>>(),
            [
                "left out: 5 (c1, c2, c3, …): The comment is spam",
                "left out: 1 (README.md): It is no text",
            ]
        );
        assert!(!left_out.is_empty() && LeftOut::default().is_empty());
    }

    #[test]
    fn names_things_within_bounds() {
        let long = ("s\0".repeat(1_000), "r".repeat(1_000));
        let left_out = left_out(std::iter::once(long));
        let [same] = left_out.reasons() else {
            panic!("{left_out:?}");
        };
        assert_eq!(same.reason, "r".repeat(REASON_MAX));
        assert_eq!(same.sources, ["s".repeat(SOURCE_MAX)]);
    }

    #[test]
    fn tells_apart_a_bounded_number_of_reasons() {
        let many = (0..REASONS_MAX + 9).map(|number| (number.to_string(), format!("Reason {number}")));
        let left_out = left_out(many);
        assert_eq!(left_out.lines().count(), REASONS_MAX + 1);
        assert_eq!(
            left_out.lines().last().unwrap(),
            "left out: 9 (100, 101, 102, …): Other reasons"
        );
    }
}
