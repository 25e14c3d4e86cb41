//! The settings of the site that administrators change in the panel.
//!
//! The configuration gives the defaults ([`SiteDefaults`]), the panel stores what differs ([`StoredSite`]), and both
//! together are what holds ([`SiteSettings`]).

pub mod accent;
pub mod announcement;
pub mod colour;
mod fields;
pub mod links;
pub mod newsletter;
pub mod pictures;
pub(in crate::domain) mod texts;

use std::sync::Arc;

pub use accent::Palette;
pub use announcement::{Announcement, AnnouncementFields, Tone};
pub use colour::Rgb;
pub use fields::{Field, LockedField, SiteDefaults, SiteFields, StoredSite};
pub use links::SiteLink;
pub use newsletter::{NewsletterSchedule, Weekdays};
pub use pictures::{IconForm, SiteIcon, SiteLogo};

use super::Time;

/// The settings of the site as they hold now.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteSettings {
    /// The name.
    pub name: String,
    /// The description; empty for none.
    pub description: String,
    /// The colours, if they are not those of the stylesheet.
    pub palette: Option<Palette>,
    /// The links below the navigation.
    pub navigation: Vec<SiteLink>,
    /// The links in the footer.
    pub footer: Vec<SiteLink>,
    /// The announcement, which may have ended.
    pub announcement: Option<Announcement>,
    /// The line above the form for comments; empty for none.
    pub comment_policy: String,
    /// The picture in the place of the name.
    pub logo: Option<SiteLogo>,
    /// The icon in the place of the usual one.
    pub icon: Option<SiteIcon>,
    /// When the newsletter is sent.
    pub newsletter: NewsletterSchedule,
    /// The name of the author of posts without one.
    pub default_author: String,
    /// How often the settings have been changed in the panel.
    pub version: u32,
}

impl SiteSettings {
    /// When an announcement that is shown at this time ends.
    pub fn announcement_end(&self, now: Time) -> Option<Time> {
        let shown = self
            .announcement
            .as_ref()
            .filter(|announcement| announcement.is_shown(now));
        shown.and_then(|announcement| announcement.until)
    }
}

/// A source of the settings as they hold now.
pub trait SiteSource: Send + Sync {
    /// Returns the present settings.
    fn current(&self) -> Arc<SiteSettings>;
}

/// Settings that do not change, for commands and tests.
impl SiteSource for SiteSettings {
    fn current(&self) -> Arc<SiteSettings> {
        Arc::new(self.clone())
    }
}
