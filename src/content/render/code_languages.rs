//! The display names of programming languages. The web client shares the list: its highlighter supports these
//! languages, and its editor offers them.

use std::collections::HashMap;
use std::sync::LazyLock;

/// One language per line: its display name, a colon, and the names that authors use.
const LIST: &str = include_str!("../../../web/src/shared/rich-text/code-languages.txt");

static LABELS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = LIST.lines().filter_map(|line| line.split_once(": "));
    lines
        .flat_map(|(label, names)| names.split(' ').map(move |name| (name, label)))
        .collect()
});

/// The display name of a language; an unknown one keeps the name that its author gave.
pub(super) fn label(declared: &str) -> &str {
    LABELS.get(declared).copied().unwrap_or(declared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_display_names_of_languages() {
        for (declared, expected) in [
            ("rust", "Rust"),
            ("rs", "Rust"),
            ("c++", "C++"),
            ("shellscript", "Shell"),
            ("reactnativewebplayer", "JSX"),
            ("pycon", "Python console"),
            ("text", "Text"),
            ("nohighlight", "Text"),
            ("brainfog", "brainfog"),
            ("", ""),
        ] {
            assert_eq!(label(declared), expected, "{declared}");
        }
    }

    #[test]
    fn every_name_belongs_to_one_language() {
        let names = LIST
            .lines()
            .map(|line| line.split(": ").nth(1).unwrap().split(' '));
        assert_eq!(names.flatten().count(), LABELS.len());
    }
}
