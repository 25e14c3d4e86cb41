//! The pictures that stand for the site: its logo and its icon.

use serde::{Deserialize, Serialize};

/// The picture that stands in the place of the name, a stored picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteLogo {
    /// The hash of its bytes.
    pub hash: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

impl SiteLogo {
    /// The path of the picture.
    pub fn url(&self) -> String {
        format!("/media/{}.webp", self.hash)
    }
}

/// A form of the icon that programs ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IconForm {
    /// For tabs, small launchers and feed readers.
    Small,
    /// For large launchers and link previews.
    Large,
    /// The same on a background, which launchers cut into a shape of theirs.
    Maskable,
    /// For home screens of iOS, which fill what is transparent with black.
    AppleTouch,
}

impl IconForm {
    /// All forms.
    pub const ALL: [Self; 4] = [Self::Small, Self::Large, Self::Maskable, Self::AppleTouch];

    /// The path, under which there is an icon in this form also where the site has none of its own.
    pub fn path(self) -> &'static str {
        match self {
            Self::Small => "/icon-192.png",
            Self::Large => "/icon-512.png",
            Self::Maskable => "/icon-maskable-512.png",
            Self::AppleTouch => "/apple-touch-icon.png",
        }
    }

    /// The width and height in pixels.
    pub fn size(self) -> u32 {
        match self {
            Self::Small => 192,
            Self::Large | Self::Maskable => 512,
            Self::AppleTouch => 180,
        }
    }
}

/// An icon that administrators have chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteIcon {
    /// Differs from that of every other icon.
    pub version: String,
}

impl SiteIcon {
    /// Returns the address of a form, which changes with the icon: programs keep icons for a long time.
    pub fn url(icon: Option<&Self>, form: IconForm) -> String {
        match icon {
            Some(icon) => format!("{}?v={}", form.path(), icon.version),
            None => form.path().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_an_icon_changes_with_it() {
        let icon = SiteIcon {
            version: "0a1b".to_owned(),
        };
        assert_eq!(SiteIcon::url(None, IconForm::Small), "/icon-192.png");
        assert_eq!(
            SiteIcon::url(Some(&icon), IconForm::Small),
            "/icon-192.png?v=0a1b"
        );
    }
}
