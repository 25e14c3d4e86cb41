//! The fields of the settings: their defaults, what the panel has stored, and the rules of a change.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::announcement::{Announcement, AnnouncementFields};
use super::links::SiteLink;
use super::texts::line;
use super::{Palette, Rgb, SiteSettings};
use crate::domain::ValidationError;

const NAME_LENGTH_MAX: usize = 60;
const DESCRIPTION_LENGTH_MAX: usize = 300;
/// A line on a wide screen, three on a phone.
const POLICY_LENGTH_MAX: usize = 300;
const AUTHOR_LENGTH_MAX: usize = 100;

/// A text that the configuration gives, the panel may change, and the environment may lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The name of the site.
    Name,
    /// Its description.
    Description,
    /// The comment policy.
    CommentPolicy,
    /// The default author.
    DefaultAuthor,
}

impl Field {
    /// The texts, in their order on the page.
    pub const ALL: [Self; 4] = [
        Self::Name,
        Self::Description,
        Self::CommentPolicy,
        Self::DefaultAuthor,
    ];

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Description => "description",
            Self::CommentPolicy => "commentPolicy",
            Self::DefaultAuthor => "defaultAuthor",
        }
    }

    /// The name in the configuration.
    pub fn key(self) -> &'static str {
        match self {
            Self::Name => "site.name",
            Self::Description => "site.description",
            Self::CommentPolicy => "comments.policy",
            Self::DefaultAuthor => "site.default_author",
        }
    }

    /// What messages call it, and its least and most characters.
    fn rule(self) -> (&'static str, usize, usize) {
        match self {
            Self::Name => ("The name", 1, NAME_LENGTH_MAX),
            Self::Description => ("The description", 0, DESCRIPTION_LENGTH_MAX),
            Self::CommentPolicy => ("The policy", 0, POLICY_LENGTH_MAX),
            Self::DefaultAuthor => ("The default author", 1, AUTHOR_LENGTH_MAX),
        }
    }
}

/// All fields of the settings, as they are sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteFields {
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The comment policy.
    pub comment_policy: String,
    /// The default author.
    pub default_author: String,
    /// The accent as `#rrggbb`; empty for that of the stylesheet.
    pub accent: String,
    /// The links below the navigation.
    pub navigation: Vec<SiteLink>,
    /// The links in the footer.
    pub footer: Vec<SiteLink>,
    /// The announcement.
    pub announcement: Option<AnnouncementFields>,
}

impl SiteFields {
    fn text(&self, field: Field) -> &String {
        match field {
            Field::Name => &self.name,
            Field::Description => &self.description,
            Field::CommentPolicy => &self.comment_policy,
            Field::DefaultAuthor => &self.default_author,
        }
    }

    fn text_mut(&mut self, field: Field) -> &mut String {
        match field {
            Field::Name => &mut self.name,
            Field::Description => &mut self.description,
            Field::CommentPolicy => &mut self.comment_policy,
            Field::DefaultAuthor => &mut self.default_author,
        }
    }

    /// Returns the names of the fields that differ from those of `other`.
    pub fn changed_from(&self, other: &Self) -> Vec<&'static str> {
        let texts = Field::ALL.map(|field| (field.name(), self.text(field) != other.text(field)));
        let others = [
            ("accent", self.accent != other.accent),
            ("navigation", self.navigation != other.navigation),
            ("footer", self.footer != other.footer),
            ("announcement", self.announcement != other.announcement),
        ];
        let all = texts.into_iter().chain(others);
        all.filter(|(_, is_changed)| *is_changed)
            .map(|(name, _)| name)
            .collect()
    }
}

/// The settings that the panel has stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StoredSite {
    /// The texts that differ from their defaults, by [`Field::name`]. The others follow the configuration.
    texts: BTreeMap<String, String>,
    accent: String,
    navigation: Vec<SiteLink>,
    footer: Vec<SiteLink>,
    announcement: Option<AnnouncementFields>,
}

/// A text that the environment sets, so that the panel cannot change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedField {
    /// The text.
    pub field: Field,
    /// The environment variable.
    pub variable: String,
}

/// The settings that the configuration gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteDefaults {
    /// The texts; all else is empty.
    pub fields: SiteFields,
    /// The texts that the environment sets.
    pub locked: Vec<LockedField>,
}

impl SiteDefaults {
    fn lock(&self, field: Field) -> Option<&LockedField> {
        self.locked.iter().find(|locked| locked.field == field)
    }

    /// Returns the fields that hold with what is stored.
    pub fn fields(&self, stored: &StoredSite) -> SiteFields {
        let mut fields = SiteFields {
            accent: stored.accent.clone(),
            navigation: stored.navigation.clone(),
            footer: stored.footer.clone(),
            announcement: stored.announcement.clone(),
            ..self.fields.clone()
        };
        for field in Field::ALL {
            if let Some(text) = stored
                .texts
                .get(field.name())
                .filter(|_| self.lock(field).is_none())
            {
                fields.text_mut(field).clone_from(text);
            }
        }
        fields
    }

    /// Returns the settings that hold with what is stored.
    pub fn settings(&self, stored: &StoredSite, version: u32) -> SiteSettings {
        let fields = self.fields(stored);
        SiteSettings {
            name: fields.name,
            description: fields.description,
            comment_policy: fields.comment_policy,
            default_author: fields.default_author,
            palette: Rgb::parse(&fields.accent).map(Palette::of),
            navigation: fields.navigation,
            footer: fields.footer,
            announcement: fields
                .announcement
                .and_then(|fields| Announcement::new(&fields).ok()),
            version,
        }
    }

    /// Returns what to store for the wanted fields in place of `stored`.
    ///
    /// # Errors
    /// When a field is invalid, or another one than the environment has set.
    pub fn change(&self, stored: &StoredSite, wanted: SiteFields) -> Result<StoredSite, ValidationError> {
        let present = self.fields(stored);
        let mut texts = stored.texts.clone();
        for field in Field::ALL {
            let text = wanted.text(field).trim();
            // A text of the configuration may be longer than the panel allows.
            if text == present.text(field) {
                continue;
            }
            if let Some(LockedField { variable, .. }) = self.lock(field) {
                let message = format!("This is set by {variable}, and can only be changed there");
                return ValidationError::reject(field.name(), message);
            }
            let (name, min, max) = field.rule();
            let text = line(field.name(), name, text, min, max)?;
            if text == *self.fields.text(field) {
                texts.remove(field.name());
            } else {
                texts.insert(field.name().to_owned(), text);
            }
        }
        let announcement = wanted.announcement.as_ref().map(Announcement::new).transpose()?;
        Ok(StoredSite {
            texts,
            accent: accent(&wanted.accent)?,
            navigation: SiteLink::validate_all("navigation", wanted.navigation)?,
            footer: SiteLink::validate_all("footer", wanted.footer)?,
            announcement: announcement.map(|announcement| announcement.fields()),
        })
    }
}

/// Validates an accent; empty for that of the stylesheet.
fn accent(text: &str) -> Result<String, ValidationError> {
    let text = text.trim();
    match Rgb::parse(text) {
        Some(colour) => Ok(colour.to_string()),
        None if text.is_empty() => Ok(String::new()),
        None => ValidationError::reject("accent", "The accent must be a colour such as #1d4ed8"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defaults() -> SiteDefaults {
        SiteDefaults {
            fields: SiteFields {
                name: "Ours".to_owned(),
                default_author: "Admins".to_owned(),
                ..SiteFields::default()
            },
            locked: Vec::new(),
        }
    }

    fn locked() -> SiteDefaults {
        let locked = LockedField {
            field: Field::Name,
            variable: "BLOG_APP_SITE__NAME".to_owned(),
        };
        SiteDefaults {
            locked: vec![locked],
            ..defaults()
        }
    }

    fn named(name: &str) -> SiteFields {
        SiteFields {
            name: name.to_owned(),
            ..defaults().fields
        }
    }

    #[test]
    fn a_text_that_equals_its_default_follows_the_configuration() {
        let stored = defaults()
            .change(&StoredSite::default(), named(" Theirs "))
            .unwrap();
        let later = SiteDefaults {
            fields: named("Later"),
            ..defaults()
        };
        assert_eq!(defaults().settings(&stored, 1).name, "Theirs");
        assert_eq!(later.settings(&stored, 1).name, "Theirs");
        let back = defaults().change(&stored, named("Ours")).unwrap();
        assert_eq!(back, StoredSite::default());
        assert_eq!(later.settings(&back, 2).name, "Later");
    }

    #[test]
    fn the_environment_wins_over_what_is_stored_and_cannot_be_changed() {
        let stored = defaults()
            .change(&StoredSite::default(), named("Theirs"))
            .unwrap();
        assert_eq!(locked().settings(&stored, 1).name, "Ours");
        let error = locked().change(&stored, named("Another")).unwrap_err();
        assert_eq!(error.field, "name");
        assert!(error.message.contains("BLOG_APP_SITE__NAME"), "{error}");
        let described = SiteFields {
            description: "New".to_owned(),
            ..named("Ours")
        };
        let changed = locked().change(&stored, described).unwrap();
        assert_eq!(
            defaults().settings(&changed, 2).name,
            "Theirs",
            "it comes back without the variable"
        );
    }

    #[test]
    fn keeps_a_default_that_is_longer_than_the_panel_allows() {
        let long = "x".repeat(61);
        let defaults = SiteDefaults {
            fields: named(&long),
            ..defaults()
        };
        assert!(defaults.change(&StoredSite::default(), named(&long)).is_ok());
        assert!(
            defaults
                .change(&StoredSite::default(), named(&"y".repeat(61)))
                .is_err()
        );
    }

    #[test]
    fn rejects_fields_out_of_bounds() {
        let stored = StoredSite::default();
        let fields = |change: fn(&mut SiteFields)| {
            let mut fields = named("Ours");
            change(&mut fields);
            fields
        };
        for (wanted, field) in [
            (named(""), "name"),
            (named("two\nlines"), "name"),
            (
                fields(|fields| fields.description = "d".repeat(301)),
                "description",
            ),
            (
                fields(|fields| fields.comment_policy = "d".repeat(301)),
                "commentPolicy",
            ),
            (
                fields(|fields| fields.default_author = String::new()),
                "defaultAuthor",
            ),
            (
                fields(|fields| fields.default_author = "d".repeat(101)),
                "defaultAuthor",
            ),
            (fields(|fields| fields.accent = "red".to_owned()), "accent"),
        ] {
            assert_eq!(defaults().change(&stored, wanted).unwrap_err().field, field);
        }
    }

    #[test]
    fn names_the_fields_that_differ() {
        let mut changed = named("Theirs");
        changed.footer = vec![SiteLink::default()];
        assert_eq!(changed.changed_from(&named("Ours")), ["name", "footer"]);
        assert!(changed.changed_from(&changed.clone()).is_empty());
    }
}
