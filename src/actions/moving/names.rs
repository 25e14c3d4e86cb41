//! Names and short texts of other systems, without what is invisible and as long as they may be.

use crate::domain::hidden_characters::contains_hidden_characters;
use crate::moving::item::Change;
use crate::moving::public_names;

/// The most characters of the name of an author (as of `import posts`).
const AUTHOR_LENGTH_MAX: usize = 200;
/// The most characters of the name of a commenter.
const COMMENTER_LENGTH_MAX: usize = 100;
const ANONYMOUS: &str = "Anonymous";
/// The most characters of the description of a static page.
const DESCRIPTION_LENGTH_MAX: usize = 300;
/// The most characters of a comment (rulings §4).
const COMMENT_LENGTH_MAX: usize = 5_000;

/// Returns a text in one line, without control and invisible characters.
pub(super) fn one_line(text: &str) -> String {
    let words = text.split(|character: char| character.is_whitespace() || character.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Returns a line without the characters that a name must not have.
fn plain_name(text: &str) -> String {
    let line = one_line(text);
    if !contains_hidden_characters(&line) {
        return line;
    }
    let shown: String = line
        .chars()
        .filter(|character| !contains_hidden_characters(character.encode_utf8(&mut [0; 4])))
        .collect();
    one_line(&shown)
}

/// Returns at most so many characters of a text, whole words if it has some.
pub(super) fn cut_at_word(text: &str, length: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(length) else {
        return text;
    };
    let start = &text[..end];
    let ends_word = text[end..].starts_with(char::is_whitespace);
    match start.rfind(char::is_whitespace).filter(|_| !ends_word) {
        Some(word_end) if word_end > 0 => start[..word_end].trim_end(),
        _ => start.trim_end(),
    }
}

/// Returns the name of an author, if there is one. Of an address of mail it is what stands before the `@`.
pub(super) fn author_name(given: &str) -> Option<String> {
    let name = public_names::author_name(&[&plain_name(given)]);
    let cut = cut_at_word(&name, AUTHOR_LENGTH_MAX);
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// Returns the name of a commenter, who has no account. An address of mail is no name.
pub(super) fn commenter_name(given: &str) -> String {
    let name = public_names::public_name(&plain_name(given));
    let cut = cut_at_word(&name, COMMENTER_LENGTH_MAX);
    if cut.is_empty() { ANONYMOUS } else { cut }.to_owned()
}

/// Returns the description of a static page.
pub(super) fn description(given: Option<&str>, changes: &mut Vec<Change>) -> String {
    let given = plain_name(given.unwrap_or_default());
    let cut = cut_at_word(&given, DESCRIPTION_LENGTH_MAX);
    if cut.len() < given.len() {
        changes.push(Change::new(
            "summary",
            format!("It was cut to {DESCRIPTION_LENGTH_MAX} characters"),
        ));
    }
    cut.to_owned()
}

/// Returns the text of a comment, cut to what a comment may have.
pub(super) fn comment_text(given: &str, changes: &mut Vec<Change>) -> String {
    let given = given.replace('\0', "").replace("\r\n", "\n");
    let given = given.trim();
    let Some((end, _)) = given.char_indices().nth(COMMENT_LENGTH_MAX) else {
        return given.to_owned();
    };
    changes.push(Change::new(
        "text",
        format!("It had more than {COMMENT_LENGTH_MAX} characters; the rest was cut"),
    ));
    let start = &given[..end];
    let cut = start.rfind(char::is_whitespace).unwrap_or(end - 1);
    let cut = if cut == 0 { end } else { cut };
    start[..start.floor_char_boundary(cut)].trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::comment::CommentText;

    fn reasons(changes: &[Change]) -> Vec<&str> {
        changes.iter().map(|change| change.field).collect()
    }

    #[test]
    fn names_hold_nothing_invisible_and_no_mail_address() {
        assert_eq!(
            author_name(" Ada\u{202e} \n Lovelace ").as_deref(),
            Some("Ada Lovelace")
        );
        assert_eq!(author_name("\u{200b}"), None);
        assert_eq!(author_name("ada@example.org").as_deref(), Some("ada"));
        assert_eq!(author_name("Ada <ada@example.org>").as_deref(), Some("Ada"));
        assert_eq!(author_name(&"x".repeat(300)).unwrap().len(), 200);
        assert_eq!(commenter_name("Bo"), "Bo");
        assert_eq!(commenter_name("Bo bo@example.org"), "Bo");
        assert_eq!(commenter_name("bo@example.org"), "Anonymous");
        assert_eq!(commenter_name("@bo"), "@bo");
        assert_eq!(commenter_name(""), "Anonymous");
    }

    #[test]
    fn texts_of_comments_are_cut_to_what_is_allowed() {
        let mut changes = Vec::new();
        assert_eq!(comment_text(" a\r\nb\0 ", &mut changes), "a\nb");
        assert!(changes.is_empty());
        for long in ["word ".repeat(2_000), "é".repeat(6_000)] {
            let cut = comment_text(&long, &mut changes);
            assert!(CommentText::parse(&cut).is_ok(), "{}", cut.chars().count());
            assert!(cut.chars().count() > 4_900);
        }
        assert_eq!(reasons(&changes), ["text", "text"]);
    }

    #[test]
    fn descriptions_are_one_line() {
        let mut changes = Vec::new();
        assert_eq!(description(Some(" a\n b "), &mut changes), "a b");
        assert_eq!(description(None, &mut changes), "");
        assert!(changes.is_empty());
        assert_eq!(description(Some(&"x".repeat(301)), &mut changes).len(), 300);
        assert_eq!(reasons(&changes), ["summary"]);
    }
}
