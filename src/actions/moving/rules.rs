//! The rules by which what other systems allow becomes what this site allows (beyond §4.2), each a function of its own.
//! What they change they add to the report.

use super::names::{cut_at_word, one_line};
use crate::domain::post::{Status, TITLE_LENGTH_MAX};
use crate::domain::tag::{self, TAG_LENGTH_MAX, TAGS_MAX};
use crate::domain::{CanonicalUrl, PublishAt, Time};
use crate::moving::item::{Change, Visibility};

/// The characters of the text that become the title of one without.
const TITLE_FROM_TEXT: usize = 60;
const UNTITLED: &str = "Untitled";

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
            format!(
                "It had more than {TITLE_LENGTH_MAX} characters; what follows \u{201c}{cut}\u{201d} was cut"
            ),
        ));
    }
    cut.to_owned()
}

/// Returns the tags: in their order, each once, cut to what a tag may have.
pub(super) fn tags(given: &[String], changes: &mut Vec<Change>) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    let mut left_out = Vec::new();
    for name in given
        .iter()
        .map(|name| one_line(name))
        .filter(|name| !name.is_empty())
    {
        let cut = cut_at_word(&name, TAG_LENGTH_MAX);
        if cut.len() < name.len() {
            changes.push(Change::new(
                "tags",
                format!("\u{201c}{name}\u{201d} was cut to {TAG_LENGTH_MAX} characters"),
            ));
        }
        if let Some(same) = tags.iter().find(|tag| tag::key(tag) == tag::key(cut)) {
            if same != cut {
                changes.push(Change::new(
                    "tags",
                    format!("\u{201c}{cut}\u{201d} and \u{201c}{same}\u{201d} are one tag here"),
                ));
            }
        } else if tags.len() == TAGS_MAX {
            left_out.push(format!("\u{201c}{cut}\u{201d}"));
        } else {
            tags.push(cut.to_owned());
        }
    }
    if !left_out.is_empty() {
        let left_out = left_out.join(", ");
        changes.push(Change::new(
            "tags",
            format!("A post has at most {TAGS_MAX}; left out: {left_out}"),
        ));
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
        Visibility::Public => created_at,
        Visibility::From(at) | Visibility::Scheduled(at) => Some(*at),
    };
    let planned = planned.filter(|at| *at > now);
    if as_draft {
        changes.push(Change::new("status", "All texts of this import are drafts"));
        return Publication::Draft;
    }
    match planned {
        None => {
            if let Visibility::Scheduled(at) = visibility {
                changes.push(Change::new(
                    "status",
                    format!("It was planned for {at}, which is past; it is published"),
                ));
            }
            Publication::Published
        }
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

/// Returns when a text was created and changed: no time is to come, and a planned text gets that of its publication then.
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
    let created = created.min(now);
    (created, updated_at.unwrap_or(created).clamp(created, now))
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

#[cfg(test)]
mod tests {
    use super::*;
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
        assert_eq!(
            tags(&given(&["Go", " go ", "Rust", ""]), &mut changes),
            ["Go", "Rust"]
        );
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
            (
                Visibility::Public,
                Some(future),
                Publication::Scheduled(future),
                false,
            ),
            (
                Visibility::Scheduled(past),
                Some(past),
                Publication::Published,
                true,
            ),
            (Visibility::From(past), Some(past), Publication::Published, false),
            (
                Visibility::From(future),
                Some(past),
                Publication::Scheduled(future),
                false,
            ),
            (
                Visibility::Scheduled(future),
                None,
                Publication::Scheduled(future),
                false,
            ),
            (
                Visibility::Scheduled(at("2030-01-01T00:00:00Z")),
                None,
                Publication::Draft,
                true,
            ),
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
    fn a_change_is_never_before_the_creation_nor_to_come() {
        let (early, late) = (at("2020-01-01T00:00:00Z"), at("2021-01-01T00:00:00Z"));
        let mut changes = Vec::new();
        assert_eq!(dates(Some(late), Some(early), late, &mut changes), (late, late));
        assert_eq!(dates(None, Some(early), late, &mut changes), (early, early));
        assert!(changes.is_empty());
        assert_eq!(dates(Some(late), Some(late), early, &mut changes), (early, early));
        assert!(changes.is_empty());
        assert_eq!(dates(None, None, late, &mut changes), (late, late));
        assert_eq!(reasons(&changes), ["date"]);
    }

    #[test]
    fn only_https_addresses_are_canonical() {
        let mut changes = Vec::new();
        assert!(canonical_url(Some("https://example.org/a"), &mut changes).is_some());
        assert!(
            canonical_url(None, &mut changes).is_none() && canonical_url(Some(" "), &mut changes).is_none()
        );
        assert!(changes.is_empty());
        assert!(canonical_url(Some("http://example.org/a"), &mut changes).is_none());
        assert_eq!(reasons(&changes), ["canonicalUrl"]);
    }
}
