//! The redirects that people set in Ghost, as `redirects.yaml` or `redirects.json`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::addresses;
use crate::moving::item::{ForeignRedirect, Item, Kind, RefusedItem};

/// The most bytes of a file of redirects.
pub(super) const FILE_BYTES_MAX: u64 = 8 << 20;
/// What makes an address a pattern.
const PATTERN: &[char] = &['^', '$', '(', ')', '*', '+', '[', ']', '{', '}', '|', '\\', '?'];

#[derive(Deserialize)]
struct Rule {
    from: String,
    to: String,
    #[serde(default)]
    permanent: bool,
}

/// Returns the redirects of a file. One that is a pattern is refused.
pub(super) fn read(path: &str, text: &str) -> Vec<Item> {
    let is_json = path.to_ascii_lowercase().ends_with(".json");
    let rules = if is_json {
        serde_json::from_str(text).map_err(|error| error.to_string())
    } else {
        of_yaml(text)
    };
    match rules {
        Ok(rules) => rules.iter().map(item).collect(),
        Err(error) => vec![refused(path, format!("The redirects cannot be read: {error}"))],
    }
}

fn of_yaml(text: &str) -> Result<Vec<Rule>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let groups: BTreeMap<String, Option<BTreeMap<String, String>>> =
        serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    let rules = groups.into_iter().flat_map(|(status, rules)| {
        let rules = rules.unwrap_or_default().into_iter();
        rules.map(move |(from, to)| Rule {
            from,
            to,
            permanent: status == "301",
        })
    });
    Ok(rules.collect())
}

fn item(rule: &Rule) -> Item {
    let Some(path) = plain(&rule.from) else {
        return refused(
            &rule.from,
            "It is a pattern, and this site redirects single addresses".to_owned(),
        );
    };
    let target = addresses::link(&rule.to);
    if target.is_empty() {
        return refused(&rule.from, "It leads nowhere".to_owned());
    }
    Item::Redirect(ForeignRedirect {
        path,
        target: Some(target),
        is_permanent: rule.permanent,
    })
}

/// Returns the one address that an expression matches, if it is such: often it is one with its ends marked.
fn plain(from: &str) -> Option<String> {
    let from = from.trim();
    let begin = from.strip_prefix('^').unwrap_or(from);
    let end = begin.strip_suffix('$').unwrap_or(begin);
    let path = end
        .strip_suffix("\\/?")
        .or_else(|| end.strip_suffix("/?"))
        .or_else(|| end.strip_suffix("(/)?"))
        .unwrap_or(end);
    let mut address = String::with_capacity(path.len());
    let mut characters = path.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => address.push(characters.next().filter(char::is_ascii_punctuation)?),
            _ if PATTERN.contains(&character) => return None,
            _ => address.push(character),
        }
    }
    address.starts_with('/').then_some(address)
}

fn refused(source_id: &str, reason: String) -> Item {
    Item::Refused(RefusedItem {
        kind: Kind::Redirect,
        source_id: source_id.to_owned(),
        title: String::new(),
        reason,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(items: Vec<Item>) -> Vec<String> {
        let shown = items.into_iter().map(|item| match item {
            Item::Redirect(redirect) => format!(
                "{} {} {}",
                redirect.path,
                redirect.target.unwrap_or_default(),
                redirect.is_permanent
            ),
            Item::Refused(item) => format!("refused {}", item.source_id),
            Item::Text(_) | Item::Comment(_) | Item::LeftOut(_) => "other".to_owned(),
        });
        shown.collect()
    }

    #[test]
    fn reads_yaml() {
        let yaml = "301:\n  /old: /new/\n  ^\\/marked\\/?$: https://example.org/\n  '^\\/blog\\/(.*)$': /$1\n\n302:\n  /now: __GHOST_URL__/later/\n";
        assert_eq!(
            shown(read("content/settings/redirects.yaml", yaml)),
            [
                "/old /new/ true",
                "refused ^\\/blog\\/(.*)$",
                "/marked https://example.org/ true",
                "/now /later/ false",
            ]
        );
        assert_eq!(shown(read("redirects.yaml", "301:\n302:\n")), [""; 0]);
        assert_eq!(shown(read("redirects.yaml", " \n")), [""; 0]);
        assert_eq!(
            shown(read("redirects.yaml", "- a\n- b")),
            ["refused redirects.yaml"]
        );
    }

    #[test]
    fn reads_json() {
        let json = r#"[{"from": "/a.html", "to": "/a/", "permanent": true}, {"from": "^/b/$", "to": "/c"},
            {"from": "/x+", "to": "/y"}, {"from": "old", "to": "/y"}, {"from": "/z", "to": ""}]"#;
        assert_eq!(
            shown(read("redirects.json", json)),
            [
                "/a.html /a/ true",
                "/b/ /c false",
                "refused /x+",
                "refused old",
                "refused /z"
            ]
        );
        assert_eq!(shown(read("redirects.json", "{")), ["refused redirects.json"]);
    }
}
