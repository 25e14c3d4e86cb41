//! The fields of the settings: their defaults, what the panel has stored, and the rules of a change.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::announcement::{Announcement, AnnouncementFields};
use super::links::SiteLink;
use super::newsletter::{NewsletterSchedule, StoredSchedule, Weekdays};
use super::pictures::{SiteIcon, SiteLogo};
use super::texts::line;
use super::{Palette, Rgb, SiteSettings};
use crate::domain::{Time, ValidationError};

const NAME_LENGTH_MAX: usize = 60;
const DESCRIPTION_LENGTH_MAX: usize = 300;
/// A line on a wide screen, three on a phone.
const POLICY_LENGTH_MAX: usize = 300;
const AUTHOR_LENGTH_MAX: usize = 100;
/// The name of the days of the newsletter in the API, and in the configuration.
const NEWSLETTER_DAYS: (&str, &str) = ("newsletterDays", "mail.newsletter_days");

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
    /// The picture in the place of the name.
    pub logo: Option<SiteLogo>,
    /// The icon in the place of the usual one.
    pub icon: Option<SiteIcon>,
    /// The days on which the newsletter is sent.
    pub newsletter_days: Weekdays,
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
            ("logo", self.logo != other.logo),
            ("icon", self.icon != other.icon),
            (NEWSLETTER_DAYS.0, self.newsletter_days != other.newsletter_days),
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
    logo: Option<SiteLogo>,
    icon: Option<SiteIcon>,
    newsletter: StoredSchedule,
}

impl StoredSite {
    /// The picture in the place of the name.
    pub fn logo(&self) -> Option<&SiteLogo> {
        self.logo.as_ref()
    }

    /// The icon in the place of the usual one.
    pub fn icon(&self) -> Option<&SiteIcon> {
        self.icon.as_ref()
    }

    /// Returns the settings with these pictures instead.
    #[must_use]
    pub fn with_pictures(self, logo: Option<SiteLogo>, icon: Option<SiteIcon>) -> Self {
        Self { logo, icon, ..self }
    }

    /// Validates settings that another site of this kind has stored, by the rules of a change in the panel. What stays is in
    /// the form in which it was.
    ///
    /// # Errors
    /// When a field is invalid, or unknown.
    pub fn checked(self) -> Result<Self, ValidationError> {
        let texts = self.texts.iter().map(|(name, text)| {
            let field = Field::ALL.into_iter().find(|field| field.name() == name);
            let field = field.ok_or_else(|| ValidationError::new("settings", "It has an unknown text"))?;
            let (shown, min, max) = field.rule();
            Ok((name.clone(), line(field.name(), shown, text, min, max)?))
        });
        let texts = texts.collect::<Result<_, ValidationError>>()?;
        let announcement = self.announcement.as_ref().map(Announcement::new).transpose()?;
        Ok(Self {
            texts,
            accent: accent(&self.accent)?,
            navigation: SiteLink::validate_all("navigation", self.navigation)?,
            footer: SiteLink::validate_all("footer", self.footer)?,
            announcement: announcement.map(|announcement| announcement.fields()),
            ..self
        })
    }
}

/// A setting that the environment sets, so that the panel cannot change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedField {
    /// The name in the API.
    pub name: &'static str,
    /// The environment variable.
    pub variable: String,
}

impl LockedField {
    /// Returns the settings that the environment sets. `variable_of` returns the variable that sets a key of the
    /// configuration, if there is one.
    pub fn all(variable_of: impl Fn(&str) -> Option<String>) -> Vec<Self> {
        let texts = Field::ALL.map(|field| (field.name(), field.key()));
        let settings = texts.into_iter().chain([NEWSLETTER_DAYS]);
        settings
            .filter_map(|(name, key)| Some((name, variable_of(key)?)))
            .map(|(name, variable)| Self { name, variable })
            .collect()
    }

    fn refusal<T>(&self) -> Result<T, ValidationError> {
        let message = format!("This is set by {}, and can only be changed there", self.variable);
        ValidationError::reject(self.name, message)
    }
}

/// The settings that the configuration gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteDefaults {
    /// The texts and the days of the newsletter; all else is empty.
    pub fields: SiteFields,
    /// The settings that the environment sets.
    pub locked: Vec<LockedField>,
}

impl SiteDefaults {
    fn lock(&self, name: &str) -> Option<&LockedField> {
        self.locked.iter().find(|locked| locked.name == name)
    }

    /// Returns the fields that hold with what is stored.
    pub fn fields(&self, stored: &StoredSite) -> SiteFields {
        let mut fields = SiteFields {
            accent: stored.accent.clone(),
            navigation: stored.navigation.clone(),
            footer: stored.footer.clone(),
            announcement: stored.announcement.clone(),
            logo: stored.logo.clone(),
            icon: stored.icon.clone(),
            newsletter_days: self.schedule(stored).days,
            ..self.fields.clone()
        };
        for field in Field::ALL {
            if let Some(text) = stored
                .texts
                .get(field.name())
                .filter(|_| self.lock(field.name()).is_none())
            {
                fields.text_mut(field).clone_from(text);
            }
        }
        fields
    }

    /// Returns when the newsletter is sent.
    fn schedule(&self, stored: &StoredSite) -> NewsletterSchedule {
        let chosen = stored.newsletter.days.as_ref();
        let chosen = chosen.filter(|_| self.lock(NEWSLETTER_DAYS.0).is_none());
        NewsletterSchedule::new(chosen.unwrap_or(&self.fields.newsletter_days), &stored.newsletter)
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
            logo: fields.logo,
            icon: fields.icon,
            newsletter: self.schedule(stored),
            version,
        }
    }

    /// Returns what to store for the wanted fields in place of `stored`. Other days of the newsletter hold for what is sent
    /// after `now`.
    ///
    /// # Errors
    /// When a field is invalid, or another one than the environment has set.
    pub fn change(
        &self,
        stored: &StoredSite,
        wanted: SiteFields,
        now: Time,
    ) -> Result<StoredSite, ValidationError> {
        let present = self.fields(stored);
        let mut texts = stored.texts.clone();
        for field in Field::ALL {
            let text = wanted.text(field).trim();
            // A text of the configuration may be longer than the panel allows.
            if text == present.text(field) {
                continue;
            }
            if let Some(locked) = self.lock(field.name()) {
                return locked.refusal();
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
            logo: wanted.logo,
            icon: wanted.icon,
            newsletter: self.newsletter(stored, wanted.newsletter_days, now)?,
        })
    }

    fn newsletter(
        &self,
        stored: &StoredSite,
        wanted: Weekdays,
        now: Time,
    ) -> Result<StoredSchedule, ValidationError> {
        let present = self.schedule(stored);
        if wanted == present.days {
            return Ok(stored.newsletter.clone());
        }
        if let Some(locked) = self.lock(NEWSLETTER_DAYS.0) {
            return locked.refusal();
        }
        let days = (wanted != self.fields.newsletter_days).then_some(wanted);
        Ok(present.changed(days, now))
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
