//! The style that gives pages the accent of the site, in place of that of the stylesheet.

use crate::domain::site::Palette;
use crate::domain::site::accent::Shades;

/// Returns the style. Its selectors are more specific than those of the stylesheet, so that the order does not matter.
pub(super) fn style(palette: &Palette) -> String {
    format!(
        "html:root{{{}}}@media screen{{html[data-theme=dark]{{{}}}}}",
        properties(&palette.light),
        properties(&palette.dark)
    )
}

fn properties(shades: &Shades) -> String {
    let Shades {
        accent,
        strong,
        soft,
        on_accent,
        chart_soft,
        ..
    } = shades;
    format!(
        "--accent:{accent};--accent-strong:{strong};--accent-soft:{soft};--on-accent:{on_accent};--chart-soft:{chart_soft}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::site::Rgb;

    #[test]
    fn sets_the_shades_of_both_schemes() {
        let palette = Palette::of(Rgb::parse("#0b5d3b").unwrap());
        let style = style(&palette);
        assert!(style.starts_with("html:root{--accent:#0b5d3b;"), "{style}");
        let dark = format!(
            "@media screen{{html[data-theme=dark]{{--accent:{};",
            palette.dark.accent
        );
        assert!(style.contains(&dark), "{style}");
        assert!(style.ends_with("}}"), "{style}");
    }
}
