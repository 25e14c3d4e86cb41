//! The rules by which what other systems allow becomes what this site allows (beyond §4.2), each a function of its own.
//! What they change they add to the report.

use crate::domain::hidden_characters::contains_hidden_characters;
use crate::domain::post::{Status, TITLE_LENGTH_MAX};
use crate::domain::tag::{self, TAG_LENGTH_MAX, TAGS_MAX};
use crate::domain::{CanonicalUrl, PublishAt, Time};
use crate::moving::item::{Change, Visibility};

/// The characters of the text that become the title of one without.
const TITLE_FROM_TEXT: usize = 60;
const UNTITLED: &str = "Untitled";
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
fn one_line(text: &str) -> String {
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

/// Returns the title: the given one, or the beginning of the text.
pub(super) fn title(given: &str, text: &str, changes: &mut Vec<Change>) -> String {
    let given = one_line(given);
    if given.is_empty() {
        let text = one_line(text);
        let made = cut_at_word(&text, TITLE_FROM_TEXT);
        changes.push(Change::new(
            "title",
            "It had no title; the beginning of the text is its title",
        ));
        return if made.is_empty() { UNTITLED } else { made }.to_owned();
    }
    let cut = cut_at_word(&given, TITLE_LENGTH_MAX);
    if cut.len() < given.len() {
        changes.push(Change::new(
            "title",
            format!("It had more than {TITLE_LENGTH_MAX} characters; what follows \u{201c}{cut}\u{201d} was cut"),
        ));
    }
    cut.to_owned()
}

/// Returns the tags: in their order, each once, cut to what a tag may have.
pub(super) fn tags(given: &[String], changes: &mut Vec<Change>) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    let mut left_out = Vec::new();
    for name in given.iter().map(|name| one_line(name)).filter(|name| !name.is_empty()) {
        let cut = cut_at_word(&name, TAG_LENGTH_MAX);
        if cut.len() < name.len() {
            changes.push(Change::new("tags", format!("\u{201c}{name}\u{201d} was cut to {TAG_LENGTH_MAX} characters")));
        }
        if let Some(same) = tags.iter().find(|tag| tag::key(tag) == tag::key(cut)) {
            if same != cut {
                changes.push(Change::new("tags", format!("\u{201c}{cut}\u{201d} and \u{201c}{same}\u{201d} are one tag here")));
            }
        } else if tags.len() == TAGS_MAX {
            left_out.push(format!("\u{201c}{cut}\u{201d}"));
        } else {
            tags.push(cut.to_owned());
        }
    }
    if !left_out.is_empty() {
        let left_out = left_out.join(", ");
        changes.push(Change::new("tags", format!("A post has at most {TAGS_MAX}; left out: {left_out}")));
    }
    tags
}

/// Whether and when a text is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Publication {
    Published,
    Draft,
    Scheduled(Time),
}

impl Publication {
    pub(super) fn status(self) -> Status {
        match self {
            Self::Published => Status::Published,
            Self::Draft | Self::Scheduled(_) => Status::Draft,
        }
    }

    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Draft => "draft",
            Self::Scheduled(_) => "scheduled",
        }
    }
}

/// Returns whether and when a text is public here: never more than it was. `created_at` is its date, which makes a public
/// text of the future a planned one.
pub(super) fn publication(
    visibility: &Visibility,
    created_at: Option<Time>,
    now: Time,
    as_draft: bool,
    changes: &mut Vec<Change>,
) -> Publication {
    let planned = match visibility {
        Visibility::Draft => return Publication::Draft,
        Visibility::Restricted(reason) => {
            changes.push(Change::new("status", reason.clone()));
            return Publication::Draft;
        }
        Visibility::Public => created_at.filter(|created_at| *created_at > now),
        Visibility::Scheduled(at) => Some(*at).filter(|at| *at > now),
    };
    if as_draft {
        changes.push(Change::new("status", "All texts of this import are drafts"));
        return Publication::Draft;
    }
    match planned {
        None => Publication::Published,
        Some(at) if PublishAt::parse(&at.to_string(), now).is_ok() => Publication::Scheduled(at),
        Some(_) => {
            changes.push(Change::new(
                "status",
                "It was planned for more than two years ahead; it is a draft",
            ));
            Publication::Draft
        }
    }
}

/// Whether a text had an address that readers knew, or is to have one: then it is redirected.
pub(super) fn had_public_address(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public | Visibility::Scheduled(_))
}

/// Returns when a text was created and changed.
pub(super) fn dates(
    created_at: Option<Time>,
    updated_at: Option<Time>,
    now: Time,
    changes: &mut Vec<Change>,
) -> (Time, Time) {
    let created = created_at.or(updated_at).unwrap_or_else(|| {
        changes.push(Change::new(
            "date",
            "The export does not say when it was written; it has the date of the import",
        ));
        now
    });
    (created, updated_at.unwrap_or(created).max(created))
}

/// Returns the address at which a text was published first, if this site can name it.
pub(super) fn canonical_url(given: Option<&str>, changes: &mut Vec<Change>) -> Option<CanonicalUrl> {
    let given = given.map(str::trim).filter(|given| !given.is_empty())?;
    let url = CanonicalUrl::parse(given).ok();
    if url.is_none() {
        changes.push(Change::new(
            "canonicalUrl",
            format!("{given} is no https address; it was left out"),
        ));
    }
    url
}

/// Returns the name of an author, if there is one.
pub(super) fn author_name(given: &str) -> Option<String> {
    let name = plain_name(given);
    let cut = cut_at_word(&name, AUTHOR_LENGTH_MAX);
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// Returns the name of a commenter, who has no account. An address of mail is no name.
pub(super) fn commenter_name(given: &str) -> String {
    let name = plain_name(given);
    let is_address = |word: &str| word.contains('@') && word.rsplit('@').next().is_some_and(|host| host.contains('.'));
    let words: Vec<&str> = name.split(' ').filter(|word| !is_address(word)).collect();
    let name = words.join(" ");
    let cut = cut_at_word(name.trim(), COMMENTER_LENGTH_MAX);
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
    use crate::domain::post::Title;

    fn reasons(changes: &[Change]) -> Vec<&str> {
        changes.iter().map(|change| change.field).collect()
    }

    fn at(text: &str) -> Time {
        Time::parse(text).unwrap()
    }

    #[test]
    fn a_long_title_is_cut_at_a_word() {
        let mut changes = Vec::new();
        assert_eq!(title("  A \n title\0 ", "", &mut changes), "A title");
        assert!(changes.is_empty());
        let long = "word ".repeat(60);
        let cut = title(&long, "", &mut changes);
        assert_eq!(cut, "word ".repeat(40).trim_end());
        assert_eq!(reasons(&changes), ["title"]);
        assert_eq!(title(&"é".repeat(300), "", &mut changes), "é".repeat(200));
        assert!(Title::parse(&cut).is_ok());
    }

    #[test]
    fn the_text_gives_a_title_to_one_without() {
        let mut changes = Vec::new();
        let text = "The beginning of a text that goes on and on, further than sixty characters";
        assert_eq!(
            title(" ", text, &mut changes),
            "The beginning of a text that goes on and on, further than"
        );
        assert_eq!(title("", "", &mut changes), "Untitled");
        assert_eq!(reasons(&changes), ["title", "title"]);
    }

    #[test]
    fn tags_are_joined_cut_and_limited() {
        let mut changes = Vec::new();
        let given = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(tags(&given(&["Go", " go ", "Rust", ""]), &mut changes), ["Go", "Rust"]);
        assert_eq!(reasons(&changes), ["tags"]);
        changes.clear();
        assert_eq!(tags(&given(&["Go", "Go"]), &mut changes), ["Go"]);
        assert!(changes.is_empty());
        assert_eq!(tags(&given(&[&"é".repeat(41)]), &mut changes), ["é".repeat(40)]);
        let many: Vec<String> = (0..12).map(|number| format!("t{number}")).collect();
        assert_eq!(tags(&many, &mut changes), many[..10]);
        assert!(changes.last().unwrap().reason.contains("t11"), "{changes:?}");
        assert!(tag::parse_all(many[..10].iter().map(String::as_str)).is_ok());
    }

    #[test]
    fn nothing_is_more_public_than_it_was() {
        let (now, past, future) = (
            at("2026-03-01T00:00:00Z"),
            at("2020-01-01T00:00:00Z"),
            at("2026-04-01T00:00:00Z"),
        );
        let restricted = Visibility::Restricted("Members alone could read it".to_owned());
        for (visibility, created_at, expected, reported) in [
            (Visibility::Public, Some(past), Publication::Published, false),
            (Visibility::Public, None, Publication::Published, false),
            (Visibility::Public, Some(future), Publication::Scheduled(future), false),
            (Visibility::Scheduled(past), Some(past), Publication::Published, false),
            (Visibility::Scheduled(future), None, Publication::Scheduled(future), false),
            (Visibility::Scheduled(at("2030-01-01T00:00:00Z")), None, Publication::Draft, true),
            (Visibility::Draft, Some(past), Publication::Draft, false),
            (restricted, Some(past), Publication::Draft, true),
        ] {
            let mut changes = Vec::new();
            let found = publication(&visibility, created_at, now, false, &mut changes);
            assert_eq!(found, expected, "{visibility:?}");
            assert_eq!(!changes.is_empty(), reported, "{visibility:?}");
            let as_draft = publication(&visibility, created_at, now, true, &mut Vec::new());
            assert_eq!(as_draft.status(), Status::Draft, "{visibility:?}");
            assert_eq!(as_draft.name(), "draft");
        }
    }

    #[test]
    fn a_change_is_never_before_the_creation() {
        let (early, late) = (at("2020-01-01T00:00:00Z"), at("2021-01-01T00:00:00Z"));
        let mut changes = Vec::new();
        assert_eq!(dates(Some(late), Some(early), late, &mut changes), (late, late));
        assert_eq!(dates(None, Some(early), late, &mut changes), (early, early));
        assert!(changes.is_empty());
        assert_eq!(dates(None, None, late, &mut changes), (late, late));
        assert_eq!(reasons(&changes), ["date"]);
    }

    #[test]
    fn only_https_addresses_are_canonical() {
        let mut changes = Vec::new();
        assert!(canonical_url(Some("https://example.org/a"), &mut changes).is_some());
        assert!(canonical_url(None, &mut changes).is_none() && canonical_url(Some(" "), &mut changes).is_none());
        assert!(changes.is_empty());
        assert!(canonical_url(Some("http://example.org/a"), &mut changes).is_none());
        assert_eq!(reasons(&changes), ["canonicalUrl"]);
    }

    #[test]
    fn names_hold_nothing_invisible_and_no_mail_address() {
        assert_eq!(author_name(" Ada\u{202e} \n Lovelace ").as_deref(), Some("Ada Lovelace"));
        assert_eq!(author_name("\u{200b}"), None);
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
