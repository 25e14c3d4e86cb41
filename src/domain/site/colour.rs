//! Colours of the screen, their contrast by WCAG 2.2, and their lightness, chroma and hue in OKLCH.

use std::fmt;

/// The least contrast of text with its background (WCAG 2.2, success criterion 1.4.3).
pub const TEXT_CONTRAST_MIN: f64 = 4.5;
/// The parts by which the chroma of a colour is reduced until a screen can show it.
const CHROMA_STEPS: u32 = 200;
/// How far a channel may be out of range by rounding.
const CHANNEL_TOLERANCE: f64 = 0.000_5;

/// A colour in sRGB, 8 bits a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb([u8; 3]);

/// A colour in OKLCH (CSS Color 4).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Oklch {
    /// From 0, black, to 1, white.
    pub(super) lightness: f64,
    /// From 0, grey, to about 0.3.
    pub(super) chroma: f64,
    /// The angle in radians.
    pub(super) hue: f64,
}

impl Rgb {
    /// Parses `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let channel = |start: usize| u8::from_str_radix(&digits[start..start + 2], 16).ok();
        Some(Self([channel(0)?, channel(2)?, channel(4)?]))
    }

    /// The contrast with another colour, from 1 to 21 (WCAG 2.2, contrast ratio).
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Whether text in one of both colours is readable on the other.
    pub fn is_readable_on(self, other: Self) -> bool {
        self.contrast(other) >= TEXT_CONTRAST_MIN
    }

    /// WCAG 2.2, relative luminance.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn linear(self) -> [f64; 3] {
        self.0.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    pub(super) fn to_oklch(self) -> Oklch {
        let [red, green, blue] = self.linear();
        let long = (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
        let medium = (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
        let short = (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
        let a = 1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short;
        let b = 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short;
        Oklch {
            lightness: 0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short,
            chroma: a.hypot(b),
            hue: b.atan2(a),
        }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Oklch {
    /// Returns the colour on the screen. One that no screen can show loses chroma until one can.
    pub(super) fn to_rgb(self) -> Rgb {
        let grey = Self { chroma: 0.0, ..self };
        let reduced = (0..CHROMA_STEPS).map(|step| Self {
            chroma: self.chroma * f64::from(CHROMA_STEPS - step) / f64::from(CHROMA_STEPS),
            ..self
        });
        let linear = reduced
            .map(Self::to_linear)
            .find(|channels| channels.iter().all(|channel| is_in_range(*channel)));
        Rgb(linear.unwrap_or_else(|| grey.to_linear()).map(encoded))
    }

    fn to_linear(self) -> [f64; 3] {
        let (a, b) = (self.chroma * self.hue.cos(), self.chroma * self.hue.sin());
        let long = (self.lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let medium = (self.lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let short = (self.lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        [
            4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
            -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
            -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
        ]
    }
}

fn is_in_range(channel: f64) -> bool {
    (-CHANNEL_TOLERANCE..=1.0 + CHANNEL_TOLERANCE).contains(&channel)
}

/// Encodes a linear channel in 8 bits.
fn encoded(linear: f64) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let value = if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 255 after the clamp"
    )]
    let byte = (value * 255.0).round() as u8;
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(text: &str) -> Rgb {
        Rgb::parse(text).unwrap()
    }

    #[test]
    fn parses_six_digits_alone() {
        assert_eq!(rgb("#0A7fFf").to_string(), "#0a7fff");
        for text in [
            "", "#fff", "0a7fff", "#0a7ffg", "#0a7fff0", "#+a7fff", "#é7fff", "red",
        ] {
            assert_eq!(Rgb::parse(text), None, "{text}");
        }
    }

    #[test]
    fn computes_the_contrast_of_wcag() {
        let white = rgb("#ffffff");
        for (text, expected) in [
            ("#000000", 21.0),
            ("#ffffff", 1.0),
            ("#ff0000", 3.998),
            ("#767676", 4.542),
        ] {
            let contrast = rgb(text).contrast(white);
            assert!((contrast - expected).abs() < 0.001, "{text}: {contrast}");
            assert!((white.contrast(rgb(text)) - contrast).abs() < f64::EPSILON);
        }
    }

    #[test]
    fn is_readable_from_4_5_and_not_at_4_49() {
        let white = rgb("#ffffff");
        for (text, expected, is_readable) in [("#647c74", 4.49, false), ("#6a788a", 4.50, true)] {
            let contrast = rgb(text).contrast(white);
            assert!((contrast - expected).abs() < 0.005, "{text}: {contrast}");
            assert_eq!(rgb(text).is_readable_on(white), is_readable, "{text}");
            assert_eq!(white.is_readable_on(rgb(text)), is_readable, "{text}");
        }
    }

    #[test]
    fn colours_come_back_from_oklch() {
        for text in [
            "#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#1d3fb8", "#ff7a00", "#808080",
        ] {
            assert_eq!(rgb(text).to_oklch().to_rgb().to_string(), text);
        }
    }

    #[test]
    fn a_colour_that_no_screen_can_show_loses_chroma() {
        let impossible = Oklch {
            lightness: 0.9,
            chroma: 0.4,
            hue: 4.6,
        };
        let shown = impossible.to_rgb().to_oklch();
        assert!((shown.lightness - 0.9).abs() < 0.01, "{shown:?}");
        assert!(shown.chroma < 0.1, "{shown:?}");
    }
}
