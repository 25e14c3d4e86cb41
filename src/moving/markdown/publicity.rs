//! What fields say about who may see a text.

use super::front_matter::Fields;
use crate::moving::item::Kind;

/// The fields by which a text is kept from lists or from some readers, with what that is called.
pub(super) const RESTRICTIONS: [(&str, &str); 8] = [
    ("private", "It was private"),
    ("hidden", "It was not listed"),
    ("unlisted", "It was not listed"),
    ("protected", "It was protected"),
    ("encrypted", "It was encrypted"),
    ("membersonly", "It was for members"),
    ("paid", "It was for those who pay"),
    ("premium", "It was for those who pay"),
];
/// The words for a status that is not that of a public text. Gardeners write others, such as `evergreen`.
const UNPUBLISHED: [&str; 8] = [
    "draft",
    "private",
    "pending",
    "hidden",
    "unlisted",
    "unpublished",
    "review",
    "trash",
];

/// Whether fields keep a text from the public, as a draft or from some readers.
pub(super) fn keeps_back(fields: &Fields) -> bool {
    is_unpublished(fields) || restriction(fields, Kind::Page).is_some()
}

/// Whether fields make a text a draft.
pub(super) fn is_unpublished(fields: &Fields) -> bool {
    let has = |name: &str, value: bool| fields.flag(name) == Some(value);
    let status = fields.text("status").map(|status| status.to_lowercase());
    has("draft", true)
        || has("isdraft", true)
        || has("published", false)
        || has("publish", false)
        || status.is_some_and(|status| UNPUBLISHED.contains(&status.as_str()))
        || is_never_built(fields)
}

/// Hugo: `build.render` and `headless` keep a text from the site.
fn is_never_built(fields: &Fields) -> bool {
    let render = fields.text("build.render");
    matches!(render.as_deref(), Some("never" | "false" | "link")) || fields.flag("headless") == Some(true)
}

/// Says why a text was not for everybody.
pub(super) fn restriction(fields: &Fields, kind: Kind) -> Option<String> {
    if let Some((_, reason)) = RESTRICTIONS
        .iter()
        .find(|(name, _)| fields.flag(name) == Some(true))
    {
        return Some((*reason).to_owned());
    }
    if fields.text("password").is_some() {
        return Some("It was protected by a password".to_owned());
    }
    for name in ["visibility", "access"] {
        if let Some(who) = fields
            .text(name)
            .filter(|who| !who.eq_ignore_ascii_case("public"))
        {
            return Some(format!("Its {name} was {who}"));
        }
    }
    let list = fields.text("build.list");
    let is_left_out = fields.flag("eleventyexcludefromcollections") == Some(true);
    if matches!(list.as_deref(), Some("never" | "local" | "false")) || (is_left_out && kind == Kind::Post) {
        return Some("It was not listed".to_owned());
    }
    let expiry = fields.first_text(&["expirydate", "unpublishdate"]);
    expiry.map(|date| format!("It expires on {date}, which no post of this site does"))
}
