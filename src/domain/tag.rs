//! Tags of posts.

use super::post::Cover;
use super::site::texts::line;
use super::{Slug, ValidationError};

/// The most tags of a post (rulings §4).
pub const TAGS_MAX: usize = 10;
/// The most characters of a tag (rulings §4).
pub const TAG_LENGTH_MAX: usize = 40;
/// The slug of a tag of which a slug can hold nothing, without its number.
const ANY_SLUG: &str = "tag";

/// A name that editors give a tag: one line of 1 to 40 characters without a comma, which separates tags where they are
/// entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagName(String);

impl TagName {
    /// Trims and validates a name.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let name = line("name", "The name", text, 1, TAG_LENGTH_MAX)?;
        if name.contains(',') {
            return ValidationError::reject("name", "The name cannot hold a comma, which separates tags");
        }
        Ok(Self(name))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A tag with its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The form in which tags are compared, as [`key`] returns it.
    pub key: String,
    /// The readable part of the address of its page.
    pub slug: Slug,
    /// How it is written.
    pub name: String,
    /// What it is about; empty for nothing.
    pub description: String,
    /// The picture of its page.
    pub cover: Option<Cover>,
    /// The number of published posts that have it.
    pub posts: u64,
}

/// Derives the slug of a tag from its name; it may be taken.
pub fn slug(name: &str) -> Slug {
    Slug::from_name(name, ANY_SLUG)
}

/// Returns the tags of a post without those of which the key is `from`: the first of them becomes `name`, unless another
/// tag of the post has the key of that.
pub fn renamed(tags: &[String], from: &str, name: &str) -> Vec<String> {
    let new_key = key(name);
    let has_other = tags.iter().any(|tag| key(tag) == new_key && key(tag) != from);
    let mut renamed: Vec<String> = Vec::with_capacity(tags.len());
    for tag in tags {
        let of_key = key(tag);
        if of_key == new_key || (of_key == from && !has_other) {
            renamed.push(name.to_owned());
        } else if of_key != from {
            renamed.push(tag.clone());
        }
    }
    renamed
}

/// Trims each tag and drops empty and repeated ones; preserves order and spelling.
pub fn parse_all<'a>(tags: impl IntoIterator<Item = &'a str>) -> Result<Vec<String>, ValidationError> {
    let mut unique: Vec<String> = Vec::new();
    for tag in tags {
        let tag = tag.trim();
        if tag.chars().count() > TAG_LENGTH_MAX {
            return ValidationError::reject("tags", "A tag has at most 40 characters");
        }
        if tag.contains('\0') {
            return ValidationError::reject("tags", "A tag cannot hold the character U+0000");
        }
        if !tag.is_empty() && !unique.iter().any(|other| key(other) == key(tag)) {
            unique.push(tag.to_owned());
        }
    }
    if unique.len() > TAGS_MAX {
        return ValidationError::reject("tags", "A post has at most 10 tags");
    }
    Ok(unique)
}

/// The key for case-insensitive comparison of tags.
pub fn key(tag: &str) -> String {
    let letters = tag.trim().chars().flat_map(char::to_lowercase);
    letters
        .map(|letter| if letter == 'ς' { 'σ' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_is_one_line_of_40_characters_without_a_comma() {
        for name in ["C++", "type parameters", "\u{1f980}", "שלום", &"é".repeat(40)] {
            assert_eq!(TagName::parse(&format!(" {name} ")).unwrap().as_str(), name);
        }
        for name in ["", "  ", "a,b", "a\nb", "a\u{202e}b", "a\0b", &"é".repeat(41)] {
            assert_eq!(TagName::parse(name).unwrap_err().field, "name", "{name}");
        }
    }

    #[test]
    fn every_tag_has_a_slug() {
        for (name, expected) in [
            ("C++", "c"),
            ("Type Parameters", "type-parameters"),
            ("\u{1f980}", "crab"),
            ("数据库", "shu-ju-ku"),
            ("!!!", "tag"),
            ("\u{e000}", "tag"),
        ] {
            assert_eq!(slug(name).as_str(), expected, "{name}");
        }
    }

    fn renamed_to(tags: &[&str], from: &str, name: &str) -> Vec<String> {
        let tags: Vec<String> = tags.iter().map(|&tag| tag.to_owned()).collect();
        renamed(&tags, from, name)
    }

    #[test]
    fn a_renamed_tag_keeps_its_place() {
        assert_eq!(
            renamed_to(&["a", "GO", "b"], "go", "Golang"),
            ["a", "Golang", "b"]
        );
        assert_eq!(renamed_to(&["GO"], "go", "Go"), ["Go"]);
        assert_eq!(renamed_to(&["a"], "go", "Golang"), ["a"]);
    }

    #[test]
    fn a_post_with_both_tags_keeps_the_place_of_the_one_that_stays() {
        assert_eq!(
            renamed_to(&["js", "a", "JAVASCRIPT"], "js", "JavaScript"),
            ["a", "JavaScript"]
        );
        assert_eq!(
            renamed_to(&["javascript", "js"], "js", "JavaScript"),
            ["JavaScript"]
        );
    }

    proptest! {
        #[test]
        fn a_renamed_tag_occurs_once(
            tags in proptest::collection::vec("[aAbBcC]", 0..6),
            from in "[abc]",
            name in "[aAbBcCdD]",
        ) {
            let tags = parse_all(tags.iter().map(String::as_str)).unwrap();
            let new_key = key(&name);
            let renamed = renamed(&tags, &from, &name);
            let keys: Vec<String> = renamed.iter().map(|tag| key(tag)).collect();
            let had = tags.iter().any(|tag| key(tag) == from || key(tag) == new_key);
            prop_assert_eq!(keys.iter().filter(|one| **one == new_key).count(), usize::from(had));
            prop_assert!(from == new_key || !keys.contains(&from));
            let others = |keys: &[String]| -> Vec<String> {
                keys.iter().filter(|one| **one != from && **one != new_key).cloned().collect()
            };
            let before: Vec<String> = tags.iter().map(|tag| key(tag)).collect();
            prop_assert_eq!(others(&keys), others(&before));
        }
    }

    #[test]
    fn trims_tags_and_drops_duplicates() {
        assert_eq!(
            parse_all([" GSoC ", "", "go", "Go", "type parameters"]),
            Ok(vec![
                "GSoC".to_owned(),
                "go".to_owned(),
                "type parameters".to_owned()
            ])
        );
    }

    #[test]
    fn accepts_at_most_10_tags_of_40_characters() {
        let names: Vec<String> = (0..11).map(|number| format!("tag{number}")).collect();
        assert!(parse_all(names[..10].iter().map(String::as_str)).is_ok());
        assert!(parse_all(names.iter().map(String::as_str)).is_err());
        assert!(parse_all(["é".repeat(40).as_str()]).is_ok());
        assert!(parse_all(["é".repeat(41).as_str()]).is_err());
    }
}
