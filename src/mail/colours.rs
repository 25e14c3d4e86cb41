//! The colours of emails. Many programs know no variables, so the templates repeat them.

use crate::domain::site::SiteSettings;

/// The colours of an email that follow the accent of the site.
pub(super) struct MailColours {
    /// Links, buttons and the name of the site.
    pub(super) accent: String,
    /// The text of buttons.
    pub(super) on_accent: String,
    /// The background of quotes and codes.
    pub(super) soft: String,
    /// The same accent on dark backgrounds.
    pub(super) dark_accent: String,
    /// The text of buttons there.
    pub(super) dark_on_accent: String,
}

impl MailColours {
    pub(super) fn of(site: &SiteSettings) -> Self {
        match &site.palette {
            Some(palette) => Self {
                accent: palette.light.accent.to_string(),
                on_accent: palette.light.on_accent.to_string(),
                soft: palette.light.soft.to_string(),
                dark_accent: palette.dark.accent.to_string(),
                dark_on_accent: palette.dark.on_accent.to_string(),
            },
            None => Self {
                accent: "#1d3fb8".to_owned(),
                on_accent: "#ffffff".to_owned(),
                soft: "#eef1fb".to_owned(),
                dark_accent: "#9db2ff".to_owned(),
                dark_on_accent: "#10131c".to_owned(),
            },
        }
    }
}
