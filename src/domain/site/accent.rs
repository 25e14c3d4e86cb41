//! The accent of the site: a chosen colour in a shade for each scheme, dark or light enough to be read.

use super::colour::{Oklch, Rgb};

/// The step by which the lightness of a colour is changed until it is readable.
const LIGHTNESS_STEP: f64 = 0.004;
/// The difference in lightness between the accent and its stronger shade, for what is pointed at.
const STRONG: f64 = 0.07;
/// The hue of the page's own backgrounds, in degrees: paper by day, blue-grey by night (web/src/shared/styles/tokens.css).
const PAPER_HUE: f64 = 85.0;
const NIGHT_HUE: f64 = 265.0;

/// The shades of an accent for both schemes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Palette {
    /// The colour as it was chosen.
    pub chosen: Rgb,
    /// Its shades on light backgrounds.
    pub light: Shades,
    /// Its shades on dark backgrounds.
    pub dark: Shades,
}

/// The shades of an accent in one scheme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shades {
    /// Links, and the background of buttons.
    pub accent: Rgb,
    /// The same under the pointer.
    pub strong: Rgb,
    /// The background of what is selected, with text in the accent on it.
    pub soft: Rgb,
    /// Text on the accent.
    pub on_accent: Rgb,
    /// The weaker of two lines of a chart.
    pub chart_soft: Rgb,
    /// The least contrast of the accent with a background of the scheme, as text.
    pub text_contrast: f64,
    /// The contrast of text with the accent as its background.
    pub button_contrast: f64,
}

/// What a scheme gives an accent to be seen on.
struct Scheme {
    /// The lightness and chroma of the page's backgrounds.
    backgrounds: [(f64, f64); 3],
    background_hue: f64,
    /// The lightness and most chroma of the derived shades.
    soft: (f64, f64),
    on_accent: (f64, f64),
    chart_soft: (f64, f64),
    /// The direction of shades with more contrast: -1 darker, 1 lighter.
    direction: f64,
}

/// The tokens `--paper`, `--surface` and `--sunken` of the stylesheet, and the shades of the accent that it comes with.
const LIGHT: Scheme = Scheme {
    backgrounds: [(0.982, 0.006), (0.998, 0.002), (0.957, 0.008)],
    background_hue: PAPER_HUE,
    soft: (0.94, 0.03),
    on_accent: (0.99, 0.0),
    chart_soft: (0.8, 0.08),
    direction: -1.0,
};
const DARK: Scheme = Scheme {
    backgrounds: [(0.222, 0.02), (0.262, 0.022), (0.19, 0.02)],
    background_hue: NIGHT_HUE,
    soft: (0.34, 0.07),
    on_accent: (0.19, 0.03),
    chart_soft: (0.45, 0.08),
    direction: 1.0,
};

impl Palette {
    /// Returns the shades of a colour: in each scheme the colour itself if it is readable there, or else the nearest
    /// shade of it that is.
    pub fn of(chosen: Rgb) -> Self {
        Self {
            chosen,
            light: LIGHT.shades(chosen),
            dark: DARK.shades(chosen),
        }
    }
}

impl Scheme {
    fn shades(&self, chosen: Rgb) -> Shades {
        let colour = chosen.to_oklch();
        let derived = |(lightness, chroma_max): (f64, f64)| {
            let chroma = colour.chroma.min(chroma_max);
            Oklch {
                lightness,
                chroma,
                ..colour
            }
            .to_rgb()
        };
        let (soft, on_accent) = (derived(self.soft), derived(self.on_accent));
        let backgrounds: Vec<Rgb> = self
            .backgrounds
            .iter()
            .map(|&(lightness, chroma)| {
                let hue = self.background_hue.to_radians();
                Oklch {
                    lightness,
                    chroma,
                    hue,
                }
                .to_rgb()
            })
            .chain([soft])
            .collect();
        let is_readable = |shade: Rgb| {
            shade.is_readable_on(on_accent)
                && backgrounds
                    .iter()
                    .all(|background| shade.is_readable_on(*background))
        };
        let mut accent = chosen;
        let mut lightness = colour.lightness;
        // Ends at black or white, which are readable.
        while !is_readable(accent) && (0.0..=1.0).contains(&lightness) {
            lightness += self.direction * LIGHTNESS_STEP;
            let lightness = lightness.clamp(0.0, 1.0);
            accent = Oklch { lightness, ..colour }.to_rgb();
        }
        let lightness = (lightness + self.direction * STRONG).clamp(0.0, 1.0);
        Shades {
            accent,
            strong: Oklch { lightness, ..colour }.to_rgb(),
            soft,
            on_accent,
            chart_soft: derived(self.chart_soft),
            text_contrast: backgrounds
                .iter()
                .map(|background| accent.contrast(*background))
                .fold(f64::INFINITY, f64::min),
            button_contrast: accent.contrast(on_accent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::colour::TEXT_CONTRAST_MIN;
    use super::*;

    fn palette(text: &str) -> Palette {
        Palette::of(Rgb::parse(text).unwrap())
    }

    #[test]
    fn every_colour_gets_shades_that_can_be_read_in_both_schemes() {
        let levels = [0_u8, 51, 102, 153, 204, 255];
        for red in levels {
            for green in levels {
                for blue in levels {
                    let text = format!("#{red:02x}{green:02x}{blue:02x}");
                    let Palette { light, dark, .. } = palette(&text);
                    for shades in [light, dark] {
                        assert!(shades.text_contrast >= TEXT_CONTRAST_MIN, "{text}: {shades:?}");
                        assert!(shades.button_contrast >= TEXT_CONTRAST_MIN, "{text}: {shades:?}");
                        assert!(shades.strong.is_readable_on(shades.soft), "{text}: {shades:?}");
                        assert!(
                            shades.strong.is_readable_on(shades.on_accent),
                            "{text}: {shades:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_readable_colour_stays_as_it_was_chosen() {
        let dark_green = palette("#0b5d3b");
        assert_eq!(dark_green.light.accent, dark_green.chosen);
        assert_ne!(dark_green.dark.accent, dark_green.chosen);
        let pale_yellow = palette("#ffe08a");
        assert_eq!(pale_yellow.dark.accent, pale_yellow.chosen);
        assert_ne!(pale_yellow.light.accent, pale_yellow.chosen);
    }

    #[test]
    fn a_shade_is_no_darker_or_lighter_than_it_has_to_be() {
        for text in ["#ff7a00", "#ffff00", "#00ff88", "#ffffff"] {
            let contrast = palette(text).light.text_contrast;
            assert!(contrast < TEXT_CONTRAST_MIN + 0.2, "{text}: {contrast}");
        }
        for text in ["#000000", "#0000ff", "#7a0000"] {
            let contrast = palette(text).dark.text_contrast;
            assert!(contrast < TEXT_CONTRAST_MIN + 0.2, "{text}: {contrast}");
        }
    }

    #[test]
    fn shades_keep_the_hue_of_the_colour() {
        let Palette { chosen, light, dark } = palette("#ff7a00");
        for shade in [light.accent, dark.accent, light.strong, dark.strong] {
            let difference = shade.to_oklch().hue - chosen.to_oklch().hue;
            assert!(difference.abs() < 0.05, "{shade}: {difference}");
        }
    }
}
