//! The style of the site's own accent and logo, in the head of every page: no component has to know either.

use super::accent;
use crate::domain::site::{SiteLogo, SiteSettings};

/// The room for a logo in the side bar, in pixels.
const LOGO_WIDTH_MAX: u32 = 192;
const LOGO_HEIGHT_MAX: u32 = 48;

/// Returns the style; `None` where the site has neither an accent nor a logo of its own.
pub(super) fn style(site: &SiteSettings) -> Option<String> {
    let accent = site.palette.as_ref().map(accent::style);
    let logo = site.logo.as_ref().map(logo);
    match (accent, logo) {
        (Some(accent), Some(logo)) => Some(accent + &logo),
        (accent, logo) => accent.or(logo),
    }
}

/// Returns the rules that show the logo instead of the icon and the name, where the side bar has room for it. The link
/// keeps its label.
fn logo(logo: &SiteLogo) -> String {
    let (width, height) = shown_size(logo);
    format!(
        "@media(min-width:64rem){{html .site-name{{align-self:flex-start;flex:none;width:{width}px;height:{height}px;\
         margin-inline:var(--space-2);padding:0;background:url({url}) 0 0/contain no-repeat}}\
         html .site-name>*{{display:none}}}}",
        url = logo.url()
    )
}

/// Returns the size of a logo that fits its room. None is enlarged.
fn shown_size(logo: &SiteLogo) -> (u32, u32) {
    let (width, height) = (logo.width.max(1), logo.height.max(1));
    let scaled = |length: u32, to: u32, of: u32| (length * to / of).max(1);
    if width <= LOGO_WIDTH_MAX && height <= LOGO_HEIGHT_MAX {
        (width, height)
    } else if width * LOGO_HEIGHT_MAX > height * LOGO_WIDTH_MAX {
        (LOGO_WIDTH_MAX, scaled(height, LOGO_WIDTH_MAX, width))
    } else {
        (scaled(width, LOGO_HEIGHT_MAX, height), LOGO_HEIGHT_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_a_logo_down_to_its_room() {
        for (size, expected) in [
            ((100, 40), (100, 40)),
            ((480, 120), (192, 48)),
            ((480, 60), (192, 24)),
            ((480, 480), (48, 48)),
            ((20, 480), (2, 48)),
            ((480, 1), (192, 1)),
            ((480, 16_383), (1, 48)),
        ] {
            let (width, height) = size;
            let hash = String::new();
            let logo = SiteLogo { hash, width, height };
            assert_eq!(shown_size(&logo), expected, "{size:?}");
        }
    }
}
