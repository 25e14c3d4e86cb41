//! How the reader sees what authors call languages. The list is also the web client's: its highlighter
//! colours these languages, and its editor offers them.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A language a line: what the reader sees, a colon, and the names that authors give it.
const LIST: &str = include_str!("../../../web/src/shared/rich-text/code-languages.txt");

static LABELS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = LIST.lines().filter_map(|line| line.split_once(": "));
    lines
        .flat_map(|(label, names)| names.split(' ').map(move |name| (name, label)))
        .collect()
});

/// What the reader sees; an unknown language goes by the name that its author gave.
pub(super) fn label(declared: &str) -> &str {
    LABELS.get(declared).copied().unwrap_or(declared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_go_by_their_own_names() {
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
    fn no_name_means_two_languages() {
        let names = LIST
            .lines()
            .map(|line| line.split(": ").nth(1).unwrap().split(' '));
        assert_eq!(names.flatten().count(), LABELS.len());
    }
}
