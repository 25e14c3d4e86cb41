//! Headings: each gets an id and an anchor, below the level of the page's title.

use std::collections::{HashMap, HashSet};

use dom_query::{NodeId, NodeRef};
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{LABEL_LENGTH_MAX, ancestor, element, label_of};
use crate::domain::post::Heading;

const LOWEST_LEVEL: u8 = 6;
/// The ids of the page around the article.
const PAGE_IDS: [&str; 4] = ["root", "content", "comments", "related"];
/// The characters to escape in the fragment of a URL.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

const WORD: GeneralCategoryGroup = GeneralCategoryGroup::Letter
    .union(GeneralCategoryGroup::Mark)
    .union(GeneralCategoryGroup::Number);

/// Gives every heading with text an id and an anchor, and returns them.
pub(super) fn prepare(elements: &[NodeRef<'_>]) -> Vec<Heading> {
    lower_levels_below_title(elements);
    let mut ids = Ids::of(elements);
    let headings = elements.iter().filter_map(|element| {
        let level = level(element)?;
        let text = text(element);
        (!text.is_empty()).then(|| {
            let id = ids.assign(element, &text);
            add_anchor(element, &id, &text, level);
            Heading { id, text, level }
        })
    });
    headings.collect()
}

/// Lowers all headings by one level when the article uses h1, which is the page's title.
fn lower_levels_below_title(elements: &[NodeRef<'_>]) {
    if !elements.iter().any(|element| element.has_name("h1")) {
        return;
    }
    for element in elements {
        if let Some(level) = level(element) {
            element.rename(&format!("h{}", (level + 1).min(LOWEST_LEVEL)));
        }
    }
}

/// Adds the anchor beside the heading instead of in it, so that it is not part of the heading's accessible name.
fn add_anchor(heading: &NodeRef<'_>, id: &str, text: &str, level: u8) {
    let class = format!("heading-line heading-line-{level}");
    let line = element(heading, "div", &[("class", &class)]);
    let is_in_link = ancestor(heading, &["a"]).is_some();
    heading.wrap_node(&line);
    // Links cannot be nested.
    if is_in_link {
        return;
    }
    let anchor = element(
        heading,
        "a",
        &[
            ("class", "heading-anchor"),
            ("href", &format!("#{}", utf8_percent_encode(id, ESCAPED))),
            ("aria-label", &format!("Link to “{text}”")),
        ],
    );
    anchor.append_child(&heading.tree.new_text("#"));
    line.append_child(&anchor);
}

/// Returns the level of a heading.
pub(in crate::content) fn level(element: &NodeRef<'_>) -> Option<u8> {
    let name = element.qual_name_ref()?;
    let level = name.local.strip_prefix('h')?.parse().ok()?;
    (1..=LOWEST_LEVEL).contains(&level).then_some(level)
}

fn text(heading: &NodeRef<'_>) -> String {
    let all = heading.text();
    let mut text = String::new();
    for word in all.split_whitespace().take(LABEL_LENGTH_MAX) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(label_of(word));
    }
    label_of(&text).to_owned()
}

/// The ids of the article and of the page around it.
struct Ids {
    /// The first element with each id that the author wrote.
    owners: HashMap<String, NodeId>,
    generated: HashSet<String>,
    /// The number to try for the next heading with the same text.
    numbers: HashMap<String, u32>,
}

impl Ids {
    fn of(elements: &[NodeRef<'_>]) -> Self {
        let mut owners = HashMap::new();
        for element in elements {
            if let Some(id) = element.id_attr().filter(|id| !id.is_empty()) {
                owners.entry(id.to_string()).or_insert(element.id);
            }
        }
        Self {
            owners,
            generated: PAGE_IDS.map(str::to_owned).into(),
            numbers: HashMap::new(),
        }
    }

    /// Returns the author's id where this heading is the first to have it, otherwise sets one derived from its text.
    fn assign(&mut self, heading: &NodeRef<'_>, text: &str) -> String {
        let existing = heading
            .id_attr()
            .filter(|id| self.owners.get(&**id) == Some(&heading.id));
        if let Some(id) = existing {
            return id.to_string();
        }
        let id = self.free(&id_from_text(text));
        heading.set_attr("id", &id);
        id
    }

    fn free(&mut self, preferred: &str) -> String {
        let mut number = self.numbers.get(preferred).copied().unwrap_or(1);
        let id = loop {
            let id = match number {
                1 => preferred.to_owned(),
                _ => format!("{preferred}-{number}"),
            };
            number += 1;
            if !self.owners.contains_key(&id) && self.generated.insert(id.clone()) {
                break id;
            }
        };
        self.numbers.insert(preferred.to_owned(), number);
        id
    }
}

/// Derives an id from a text: letters and digits of any script, words joined by hyphens.
fn id_from_text(text: &str) -> String {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let mut id = String::with_capacity(text.len());
    for character in text.to_lowercase().chars() {
        if WORD.contains(categories.get(character)) {
            id.push(character);
        } else if !matches!(character, '\'' | '’' | '`') && !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.truncate(id.trim_end_matches('-').len());
    if id.is_empty() { "section".to_owned() } else { id }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derives_an_id_from_the_words() {
        for (text, id) in [
            ("Hello, World!", "hello-world"),
            ("  `fmt.Println` in Go 1.22  ", "fmt-println-in-go-1-22"),
            ("日本語 見出し", "日本語-見出し"),
            ("Cafe\u{301} au lait", "cafe\u{301}-au-lait"),
            ("What’s new?", "whats-new"),
            ("???", "section"),
        ] {
            assert_eq!(id_from_text(text), id, "{text}");
        }
    }
}
