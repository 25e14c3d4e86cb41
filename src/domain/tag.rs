//! Tags of posts.

use super::ValidationError;

/// The most tags of a post (rulings §4).
pub const TAGS_MAX: usize = 10;
/// The most characters of a tag (rulings §4).
pub const TAG_LENGTH_MAX: usize = 40;

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
    use super::*;

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
