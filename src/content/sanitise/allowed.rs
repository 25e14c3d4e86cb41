//! The allow-list for the HTML of posts. The web client's editor reads the same table, so that it creates nothing that
//! the sanitiser removes.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use url::Url;

const TABLE: &str = include_str!("../../../web/src/shared/rich-text/allowed-html.json");

#[expect(
    clippy::expect_used,
    reason = "the table is compiled in, and every test of the sanitiser reads it"
)]
pub(super) static ALLOWED: LazyLock<AllowedHtml<'static>> =
    LazyLock::new(|| serde_json::from_str(TABLE).expect("the table has the fields of AllowedHtml"));

/// The rules for values, by the name of an attribute or of a CSS property.
type Rules<'table> = HashMap<&'table str, Rule<'table>>;

/// The allowed elements, attributes, styles, classes and URLs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AllowedHtml<'table> {
    /// The elements, with the attributes that others do not have.
    #[serde(borrow)]
    pub(super) elements: HashMap<&'table str, Rules<'table>>,
    pub(super) attributes_of_all: Rules<'table>,
    /// The styles that only some elements have, by element.
    styles: HashMap<&'table str, Rules<'table>>,
    styles_of_all: Rules<'table>,
    /// The classes of the editor, of footnotes and of callouts.
    classes: Vec<&'table str>,
    /// The beginning of further classes, by element.
    class_prefixes: HashMap<&'table str, &'table str>,
    /// The elements that are removed with their content, not replaced by it.
    pub(super) removed_with_content: Vec<&'table str>,
    pub(super) link_schemes: Vec<&'table str>,
    web_schemes: Vec<&'table str>,
    picture_folder: &'table str,
    picture_types: Vec<&'table str>,
    /// The first path segment of the videos, by the host of the player.
    players: HashMap<&'table str, &'table str>,
}

/// The allowed values of an attribute or of a CSS property.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Rule<'table> {
    OneOf(#[serde(borrow)] Vec<&'table str>),
    Named(Kind),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Kind {
    Any,
    Colour,
    /// A number, a percentage or pixels.
    Length,
    /// A URL on the web, of an email address or a phone number, a path of this site, or a fragment.
    Link,
    /// The URL of an image on the web or of this site, or a base64 `data:` URL.
    Picture,
    /// The URL of a video, as a browser parses it.
    Player,
    /// A URL on the web.
    Web,
}

impl AllowedHtml<'_> {
    pub(super) fn has_attribute(&self, element: &str, name: &str, value: &str) -> bool {
        let rules = self.elements.get(element);
        let rule = rules.and_then(|rules| rules.get(name));
        rule.or_else(|| self.attributes_of_all.get(name))
            .is_some_and(|rule| rule.allows(value))
    }

    pub(super) fn has_style(&self, element: &str, property: &str, value: &str) -> bool {
        let rules = self.styles.get(element);
        let rule = rules.and_then(|rules| rules.get(property));
        rule.or_else(|| self.styles_of_all.get(property))
            .is_some_and(|rule| rule.allows(value))
    }

    pub(super) fn has_class(&self, element: &str, class: &str) -> bool {
        let prefix = self.class_prefixes.get(element);
        self.classes.contains(&class) || prefix.is_some_and(|prefix| class.starts_with(prefix))
    }
}

impl Rule<'_> {
    fn allows(&self, value: &str) -> bool {
        match self {
            Self::OneOf(values) => values.contains(&value),
            Self::Named(kind) => kind.allows(value),
        }
    }
}

impl Kind {
    pub(super) fn allows(self, value: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Colour => is_colour(value),
            Self::Length => is_length(value),
            Self::Link => is_link(value),
            Self::Picture => is_picture(value),
            Self::Player => is_player(value),
            Self::Web => is_on_the_web(value),
        }
    }
}

/// Whether a value is `#rgb`, `#rrggbb`, `rgb(…)`, `rgba(…)` or a name.
fn is_colour(value: &str) -> bool {
    if let Some(digits) = value.strip_prefix('#') {
        return matches!(digits.len(), 3 | 4 | 6 | 8)
            && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    }
    let numbers = value
        .strip_prefix("rgb(")
        .or_else(|| value.strip_prefix("rgba("))
        .and_then(|rest| rest.strip_suffix(')'));
    match numbers {
        Some(numbers) => numbers
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.' | b'%' | b' ' | b'/')),
        None => !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphabetic()),
    }
}

fn is_length(value: &str) -> bool {
    let number = value
        .strip_suffix('%')
        .or_else(|| value.strip_suffix("px"))
        .unwrap_or(value);
    (1..=5).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_link(value: &str) -> bool {
    match Url::parse(value) {
        Ok(url) => ALLOWED.link_schemes.contains(&url.scheme()),
        Err(_) => value.starts_with('#') || is_path_of_this_site(value),
    }
}

fn is_path_of_this_site(value: &str) -> bool {
    value.starts_with('/') && !value[1..].starts_with(['/', '\\'])
}

fn is_on_the_web(value: &str) -> bool {
    Url::parse(value).is_ok_and(|url| ALLOWED.web_schemes.contains(&url.scheme()))
}

fn is_picture(value: &str) -> bool {
    if value.starts_with(ALLOWED.picture_folder) && is_path_of_this_site(value) {
        return true;
    }
    // The URL as parsed: without the tabs and line breaks that browsers skip.
    Url::parse(value).is_ok_and(|url| match url.scheme() {
        "data" => ALLOWED.picture_types.iter().any(|kind| {
            url.path()
                .strip_prefix(&format!("image/{kind};base64,"))
                .is_some_and(is_base64)
        }),
        scheme => ALLOWED.web_schemes.contains(&scheme),
    })
}

fn is_base64(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
}

/// Whether the URL, as a browser parses it, is a video of one of the players.
pub(in crate::content) fn is_player(value: &str) -> bool {
    let Ok(url) = Url::parse(value) else {
        return false;
    };
    let mut segments = url.path_segments().into_iter().flatten();
    let (folder, video, rest) = (segments.next(), segments.next(), segments.next());
    let is_video = video.is_some_and(|video| {
        !video.is_empty()
            && video
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    });
    let player = url.host_str().and_then(|host| ALLOWED.players.get(host));
    url.scheme() == "https"
        && url.port().is_none()
        && url.username().is_empty()
        && player.is_some_and(|player| folder == Some(player))
        && is_video
        && rest.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values by the name of their kind, which the editor's tests read too.
    const VALUES: &str = include_str!("../../../tests/fixtures/html-values.json");

    #[derive(Deserialize)]
    struct Values {
        allowed: Vec<String>,
        removed: Vec<String>,
    }

    #[test]
    fn allows_the_values_of_each_kind_that_the_editor_allows() {
        let kinds: HashMap<Kind, Values> = serde_json::from_str(VALUES).unwrap();
        assert_eq!(kinds.len(), 7);
        for (kind, values) in kinds {
            for value in values.allowed {
                assert!(kind.allows(&value), "{kind:?} {value:?}");
            }
            for value in values.removed {
                assert!(!kind.allows(&value), "{kind:?} {value:?}");
            }
        }
    }
}
