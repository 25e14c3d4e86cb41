//! Names that everybody may read. Systems show a mail address where somebody has entered no other name: it is kept nowhere.

/// Returns a name without the mail addresses in it; empty if it is nothing else.
pub fn public_name(name: &str) -> String {
    let name = name.trim();
    if !name.split_whitespace().any(|word| local_part(word).is_some()) {
        return name.to_owned();
    }
    let words: Vec<&str> = name
        .split_whitespace()
        .filter(|word| local_part(word).is_none())
        .collect();
    words.join(" ")
}

/// Returns the name of an author: the first of these that is more than a mail address. If there is none, it is what stands
/// before the `@` of the first one; empty if all are empty.
pub fn author_name(names: &[&str]) -> String {
    let public = names.iter().map(|name| public_name(name));
    let local_parts = names
        .iter()
        .filter_map(|name| name.split_whitespace().find_map(local_part))
        .map(str::to_owned);
    public
        .chain(local_parts)
        .find(|name| !name.is_empty())
        .unwrap_or_default()
}

/// Returns the part before the `@` if a word is a mail address, as `<ada@example.org>` and `mailto:ada@example.org` are too.
fn local_part(word: &str) -> Option<&str> {
    let word = word.trim_matches(|character: char| "<>()[]\"',;:".contains(character));
    let address = word.strip_prefix("mailto:").unwrap_or(word);
    let (local, host) = address.rsplit_once('@')?;
    let local = local.trim_start_matches('@');
    (!local.is_empty() && host.contains('.')).then_some(local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_no_mail_addresses() {
        for (name, shown) in [
            (" Ada Lovelace ", "Ada Lovelace"),
            ("ada@example.org", ""),
            ("Ada ada@example.org", "Ada"),
            ("Ada (ada@example.org)", "Ada"),
            ("<ada@example.org>", ""),
            ("@ada", "@ada"),
            ("@ada.example", "@ada.example"),
            ("Ada @ home.", "Ada @ home."),
            ("", ""),
        ] {
            assert_eq!(public_name(name), shown, "{name}");
        }
    }

    #[test]
    fn an_author_has_the_first_name_that_is_no_address() {
        for (names, shown) in [
            (&["Ada", "ada"][..], "Ada"),
            (&["ada@example.org", "lovelace"], "lovelace"),
            (&["", "ada@example.org", "al@example.org"], "ada"),
            (&["mailto:ada@example.org"], "ada"),
            (&["", " "], ""),
        ] {
            assert_eq!(author_name(names), shown, "{names:?}");
        }
    }
}
