//! DTOs of the settings of the site.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::site::accent::Shades;
use crate::domain::site::{
    AnnouncementFields, IconForm, Palette, Rgb, SiteDefaults, SiteFields, SiteIcon, SiteLink, SiteLogo,
    SiteSettings, Weekdays,
};
use crate::domain::{Time, ValidationError};
use crate::http::extract::text_or_null;
use crate::store::site::StoredSettings;

/// A link that an administrator chose.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = SiteLink)]
pub struct SiteLinkBody {
    /// At most 24 characters.
    label: String,
    /// A path of the site, or an https address.
    url: String,
}

/// A line above every page for readers.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Announcement)]
pub struct AnnouncementBody {
    /// At most 200 characters.
    text: String,
    /// A path of the site, or an https address.
    #[serde(default)]
    #[schema(required)]
    link: Option<String>,
    /// When it ends; null if it does not.
    #[serde(default)]
    #[schema(required)]
    until: Option<String>,
    /// `info`, `success` or `warning`.
    tone: String,
}

/// The settings of the site as they are sent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteSettingsChange)]
pub struct ChangeSiteBody {
    /// The name of the site: at most 60 characters.
    name: String,
    /// At most 300 characters; empty for none.
    description: String,
    /// A colour as `#rrggbb`; empty for the usual one.
    accent: String,
    /// The links below the navigation.
    #[schema(max_items = 8)]
    navigation: Vec<SiteLinkBody>,
    /// The links in the footer.
    #[schema(max_items = 8)]
    footer: Vec<SiteLinkBody>,
    /// Null for none.
    #[schema(required)]
    announcement: Option<AnnouncementBody>,
    /// The line above the form for comments: at most 300 characters; empty for none.
    comment_policy: String,
    /// The name of the author of posts without one: at most 100 characters.
    default_author: String,
    /// A picture as a `data:` address, which stands in the place of the name. Null or an empty text removes the present
    /// one; absent, or its address, keeps it.
    #[serde(default, deserialize_with = "text_or_null")]
    pub(super) logo: Option<String>,
    /// A picture as a `data:` address, at least 192 pixels wide and high. Null or an empty text brings the usual icon back;
    /// absent, or the present address, keeps it.
    #[serde(default, deserialize_with = "text_or_null")]
    pub(super) icon: Option<String>,
    /// The days on which the newsletter is sent: at least one of `monday` to `sunday`. Absent: as they are.
    newsletter_days: Option<Vec<String>>,
    /// The version of the settings that were changed.
    pub(super) version: u32,
}

/// A setting that the environment sets, so that the panel cannot change it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LockedSetting)]
pub struct LockedBody {
    /// The name of the field.
    field: &'static str,
    /// The environment variable.
    variable: String,
}

/// The settings of the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteSettings)]
pub struct SiteSettingsBody {
    name: String,
    description: String,
    /// A colour as `#rrggbb`; empty for the usual one.
    accent: String,
    navigation: Vec<SiteLinkBody>,
    footer: Vec<SiteLinkBody>,
    #[schema(required)]
    announcement: Option<AnnouncementBody>,
    comment_policy: String,
    default_author: String,
    /// The address of the logo; null for none.
    #[schema(required)]
    logo: Option<String>,
    /// The address of the icon; null for the usual one.
    #[schema(required)]
    icon: Option<String>,
    /// The days on which the newsletter is sent, at 07:00 UTC.
    newsletter_days: Vec<&'static str>,
    /// How often the settings have been changed.
    version: u32,
    locked: Vec<LockedBody>,
    /// The shades of the accent; null for the usual one.
    #[schema(required)]
    palette: Option<PaletteBody>,
}

/// The settings of the site.
#[derive(Debug, Serialize, ToSchema)]
pub struct SiteSettingsResponse {
    /// Always true.
    success: bool,
    settings: SiteSettingsBody,
}

/// The shades of an accent for both schemes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Palette)]
pub struct PaletteBody {
    light: ShadesBody,
    dark: ShadesBody,
}

/// The shades of an accent in one scheme, each as `#rrggbb`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Shades)]
pub struct ShadesBody {
    /// Links, and the background of buttons: the chosen colour, or the nearest shade of it that can be read.
    accent: String,
    /// The same under the pointer.
    strong: String,
    /// The background of what is selected.
    soft: String,
    /// Text on the accent.
    on_accent: String,
    /// The least contrast of the accent as text, in steps of 0.01.
    text_contrast: f64,
    /// The contrast of text on the accent.
    button_contrast: f64,
}

/// The announcement as readers see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PublicAnnouncement)]
pub struct PublicAnnouncementBody {
    #[serde(flatten)]
    announcement: AnnouncementBody,
    /// Changes with the text, so that who has dismissed another one sees it.
    key: String,
}

/// The picture in the place of the name.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SiteLogo)]
pub struct LogoBody {
    url: String,
    /// In pixels.
    width: u32,
    height: u32,
}

/// The site as readers see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicSite)]
pub struct PublicSiteBody {
    name: String,
    description: String,
    navigation: Vec<SiteLinkBody>,
    footer: Vec<SiteLinkBody>,
    /// Null if there is none, or if it has ended.
    #[schema(required)]
    announcement: Option<PublicAnnouncementBody>,
    comment_policy: String,
    /// The shades of the accent; null for the usual one.
    #[schema(required)]
    palette: Option<PaletteBody>,
    /// Null for none.
    #[schema(required)]
    logo: Option<LogoBody>,
    /// The address of the icon as a PNG file of 512 pixels.
    icon: String,
}

/// The site as readers see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicSiteResponse {
    /// Always true.
    pub(super) success: bool,
    pub(super) site: PublicSiteBody,
}

impl ChangeSiteBody {
    /// Returns the fields but for the pictures. `present` are the days of the newsletter, which stay if there are no others.
    pub(super) fn into_fields(self, present: &Weekdays) -> Result<SiteFields, ValidationError> {
        let link = |SiteLinkBody { label, url }| SiteLink { label, url };
        let days = self.newsletter_days;
        let days = days.map(Weekdays::try_from).transpose()?;
        Ok(SiteFields {
            newsletter_days: days.unwrap_or_else(|| present.clone()),
            name: self.name,
            description: self.description,
            comment_policy: self.comment_policy,
            default_author: self.default_author,
            accent: self.accent,
            navigation: self.navigation.into_iter().map(link).collect(),
            footer: self.footer.into_iter().map(link).collect(),
            announcement: self.announcement.map(|announcement| AnnouncementFields {
                text: announcement.text,
                link: announcement.link.unwrap_or_default(),
                until: announcement.until.unwrap_or_default(),
                tone: announcement.tone,
            }),
            logo: None,
            icon: None,
        })
    }
}

impl SiteSettingsBody {
    pub(in crate::http::api) fn new(defaults: &SiteDefaults, stored: &StoredSettings) -> Self {
        let fields = defaults.fields(&stored.site);
        let locked = defaults.locked.iter().map(|locked| LockedBody {
            field: locked.name,
            variable: locked.variable.clone(),
        });
        Self {
            palette: Rgb::parse(&fields.accent).map(|colour| Palette::of(colour).into()),
            name: fields.name,
            description: fields.description,
            accent: fields.accent,
            navigation: links(&fields.navigation),
            footer: links(&fields.footer),
            announcement: fields.announcement.map(AnnouncementBody::from),
            comment_policy: fields.comment_policy,
            default_author: fields.default_author,
            logo: fields.logo.as_ref().map(SiteLogo::url),
            icon: fields
                .icon
                .as_ref()
                .map(|icon| SiteIcon::url(Some(icon), IconForm::Large)),
            newsletter_days: fields.newsletter_days.names(),
            version: stored.version,
            locked: locked.collect(),
        }
    }
}

impl SiteSettingsResponse {
    pub(super) fn new(settings: SiteSettingsBody) -> Self {
        Self {
            success: true,
            settings,
        }
    }
}

impl PublicSiteBody {
    pub(super) fn new(site: &SiteSettings, now: Time) -> Self {
        let shown = site
            .announcement
            .as_ref()
            .filter(|announcement| announcement.is_shown(now));
        Self {
            name: site.name.clone(),
            description: site.description.clone(),
            navigation: links(&site.navigation),
            footer: links(&site.footer),
            announcement: shown.map(|announcement| PublicAnnouncementBody {
                key: announcement.key(),
                announcement: announcement.fields().into(),
            }),
            comment_policy: site.comment_policy.clone(),
            palette: site.palette.map(PaletteBody::from),
            logo: site.logo.as_ref().map(|logo| LogoBody {
                url: logo.url(),
                width: logo.width,
                height: logo.height,
            }),
            icon: SiteIcon::url(site.icon.as_ref(), IconForm::Large),
        }
    }
}

fn links(links: &[SiteLink]) -> Vec<SiteLinkBody> {
    let body = |SiteLink { label, url }: &SiteLink| SiteLinkBody {
        label: label.clone(),
        url: url.clone(),
    };
    links.iter().map(body).collect()
}

impl From<AnnouncementFields> for AnnouncementBody {
    fn from(fields: AnnouncementFields) -> Self {
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            text: fields.text,
            link: some(fields.link),
            until: some(fields.until),
            tone: fields.tone,
        }
    }
}

impl From<Palette> for PaletteBody {
    fn from(palette: Palette) -> Self {
        Self {
            light: palette.light.into(),
            dark: palette.dark.into(),
        }
    }
}

impl From<Shades> for ShadesBody {
    fn from(shades: Shades) -> Self {
        Self {
            accent: shades.accent.to_string(),
            strong: shades.strong.to_string(),
            soft: shades.soft.to_string(),
            on_accent: shades.on_accent.to_string(),
            text_contrast: floored(shades.text_contrast),
            button_contrast: floored(shades.button_contrast),
        }
    }
}

/// Rounds down, so that no contrast looks sufficient that is not.
fn floored(contrast: f64) -> f64 {
    (contrast * 100.0).floor() / 100.0
}
