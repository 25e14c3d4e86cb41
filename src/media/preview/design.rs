//! The layout of a preview, in the colours of the site and with the hue that the title has on cards.

use tiny_skia::Transform;

use super::canvas::{Canvas, Colour};
use super::fonts::Fonts;
use super::text::{self, Block};
use super::{Preview, PreviewError, logo};

/// The width in pixels that services with link previews recommend.
pub const WIDTH: u32 = 1_200;
/// The height in pixels.
pub const HEIGHT: u32 = 630;
/// The version of the design; increased whenever the same texts result in another image.
pub(super) const VERSION: &str = "1";

const MARGIN: f32 = 80.0;
const RIGHT: f32 = 1_120.0;
const COLUMN: f32 = RIGHT - MARGIN;
const LABEL_TOP: f32 = 70.0;
const HEADLINE_TOP: f32 = 136.0;
const HEADLINE_HEIGHT: f32 = 350.0;
const FOOTER_MIDDLE: f32 = 546.0;
const LOGO_SIZE: f32 = 44.0;
const GAP: f32 = 16.0;
const AUTHOR_WIDTH: f32 = 420.0;

const PAPER: Colour = [0xfb, 0xf9, 0xf5];
const INK: Colour = [0x16, 0x1b, 0x24];
const INK_SOFT: Colour = [0x48, 0x4d, 0x58];
const ACCENT: Colour = [0x20, 0x4e, 0xc3];
const LOGO_COLOUR: Colour = [0x27, 0x46, 0xb8];

/// Two tints, `oklch(0.95 0.025 hue)` and `oklch(0.9 0.045 hue)`, of each of the hues 264, 230, 195, 160, 300, 340, 25
/// and 60, in the order of the client's covers.
const TINTS: [[Colour; 2]; 8] = [
    [[0xe6, 0xef, 0xff], [0xcf, 0xde, 0xfd]],
    [[0xde, 0xf2, 0xfc], [0xc1, 0xe4, 0xf7]],
    [[0xdc, 0xf4, 0xf4], [0xbc, 0xe8, 0xe7]],
    [[0xe1, 0xf4, 0xe9], [0xc5, 0xe8, 0xd4]],
    [[0xf1, 0xeb, 0xfd], [0xe2, 0xd8, 0xf8]],
    [[0xfb, 0xe8, 0xf4], [0xf4, 0xd3, 0xe7]],
    [[0xff, 0xe8, 0xe6], [0xfb, 0xd3, 0xcf]],
    [[0xfc, 0xeb, 0xde], [0xf5, 0xd8, 0xc1]],
];

struct Texts {
    title: Option<String>,
    category: Option<String>,
    author: Option<String>,
    site: Option<String>,
}

impl Texts {
    fn of(preview: &Preview<'_>, fonts: &mut Fonts) -> Self {
        let mut drawable = |text| text::drawable(fonts, text);
        Self {
            title: drawable(preview.title),
            category: drawable(preview.category),
            author: preview.author.and_then(&mut drawable),
            site: drawable(preview.site),
        }
    }

    /// Removes and returns the headline: the title, or a replacement that is then not drawn elsewhere.
    fn take_headline(&mut self) -> Option<String> {
        self.title
            .take()
            .or_else(|| self.site.take())
            .or_else(|| self.category.take())
    }
}

pub(super) fn draw(preview: &Preview<'_>) -> Result<Canvas, PreviewError> {
    let mut fonts = Fonts::embedded();
    let mut texts = Texts::of(preview, &mut fonts);
    let headline = texts
        .take_headline()
        .map(|text| text::headline(&mut fonts, &text, COLUMN, HEADLINE_HEIGHT));
    let mut page = Page {
        canvas: Canvas::new(WIDTH, HEIGHT, PAPER).ok_or(PreviewError::Canvas)?,
        fonts,
        is_mirrored: headline.as_ref().is_some_and(|block| block.is_right_to_left),
    };
    page.circles(seed(preview.title));
    if let Some(category) = texts.category {
        let label = text::label(&mut page.fonts, &category, COLUMN);
        page.text(&label, MARGIN, LABEL_TOP, ACCENT);
    }
    if let Some(headline) = headline {
        page.text(&headline, MARGIN, HEADLINE_TOP, INK);
    }
    page.footer(texts.site.as_deref(), texts.author.as_deref());
    Ok(page.canvas)
}

/// A canvas that is mirrored when the headline is right-to-left.
struct Page {
    canvas: Canvas,
    fonts: Fonts,
    is_mirrored: bool,
}

impl Page {
    /// Returns the left edge of an element at `x` with this width, mirrored if necessary.
    fn left(&self, x: f32, width: f32) -> f32 {
        if self.is_mirrored {
            MARGIN + RIGHT - x - width
        } else {
            x
        }
    }

    fn text(&mut self, block: &Block, x: f32, y: f32, colour: Colour) {
        let left = self.left(x, block.width);
        self.canvas.text(&mut self.fonts, block, left, y, colour);
    }

    /// Draws two circles in the lower corner, at positions that depend on the title.
    fn circles(&mut self, seed: u32) {
        let [pale, full] = TINTS[seed as usize % TINTS.len()];
        let [first, second, third, _] = seed.to_le_bytes();
        let step = |byte: u8, steps: u8| 10.0 * f32::from(byte % steps);
        let (x, radius) = (930.0 + step(first, 12), 220.0 + step(second, 8));
        self.canvas.circle(self.left(x, 0.0), 590.0, radius, pale);
        let (y, radius) = (390.0 + step(third, 10), 110.0 + step(third, 6));
        self.canvas.circle(self.left(1_190.0, 0.0), y, radius, full);
    }

    fn footer(&mut self, site: Option<&str>, author: Option<&str>) {
        if let Some(logo) = logo::shape() {
            let scale = LOGO_SIZE / logo::SIDE;
            let left = self.left(MARGIN, LOGO_SIZE);
            let transform =
                Transform::from_row(scale, 0.0, 0.0, scale, left, FOOTER_MIDDLE - LOGO_SIZE / 2.0);
            self.canvas.fill(&logo, LOGO_COLOUR, transform);
        }
        let mut end = RIGHT;
        if let Some(author) = author {
            let label = text::label(&mut self.fonts, author, AUTHOR_WIDTH);
            end -= label.width;
            self.text(&label, end, FOOTER_MIDDLE - label.height / 2.0, INK_SOFT);
            end -= 2.0 * GAP;
        }
        if let Some(site) = site {
            let start = MARGIN + LOGO_SIZE + GAP;
            let label = text::label(&mut self.fonts, site, end - start);
            self.text(&label, start, FOOTER_MIDDLE - label.height / 2.0, INK);
        }
    }
}

/// The hash of a title, by which missing covers are drawn, here and in the client.
pub fn seed(title: &str) -> u32 {
    title.chars().fold(7_u32, |seed, character| {
        seed.wrapping_mul(31).wrapping_add(u32::from(character))
    }) >> 3
}
