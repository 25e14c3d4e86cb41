//! The canvas of a preview: flat shapes and text on a background of one colour.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _, ImageResult};
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Transform};

use super::fonts::Fonts;
use super::text::Block;

/// A colour as red, green and blue.
pub(super) type Colour = [u8; 3];

pub(super) struct Canvas(Pixmap);

impl Canvas {
    /// Creates a canvas of this size in pixels; `None` when it is empty or too large.
    pub(super) fn new(width: u32, height: u32, background: Colour) -> Option<Self> {
        let mut pixels = Pixmap::new(width, height)?;
        pixels.fill(opaque(background));
        Some(Self(pixels))
    }

    pub(super) fn circle(&mut self, x: f32, y: f32, radius: f32, colour: Colour) {
        if let Some(circle) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&circle, colour, Transform::identity());
        }
    }

    /// Fills a shape by the even-odd rule.
    pub(super) fn fill(&mut self, shape: &Path, colour: Colour, transform: Transform) {
        let mut paint = Paint::default();
        paint.set_color(opaque(colour));
        self.0
            .fill_path(shape, &paint, FillRule::EvenOdd, transform, None);
    }

    /// Draws text with its upper left corner at a point. Characters without a glyph are omitted.
    pub(super) fn text(&mut self, fonts: &mut Fonts, block: &Block, x: f32, y: f32, colour: Colour) {
        let mut paint = Paint::default();
        paint.set_color(opaque(colour));
        for line in block.lines.layout_runs() {
            for glyph in line.glyphs.iter().filter(|glyph| glyph.glyph_id != 0) {
                let transform = Transform::from_row(
                    1.0,
                    0.0,
                    0.0,
                    -1.0,
                    x + glyph.x + glyph.font_size * glyph.x_offset,
                    y + line.line_y + glyph.y - glyph.font_size * glyph.y_offset,
                );
                if let Some(shape) = fonts.outline(glyph) {
                    self.0
                        .fill_path(&shape, &paint, FillRule::Winding, transform, None);
                }
            }
        }
    }

    pub(super) fn png(&self) -> ImageResult<Vec<u8>> {
        let mut pixels = Vec::with_capacity(self.0.pixels().len() * 3);
        for pixel in self.0.pixels() {
            pixels.extend_from_slice(&[pixel.red(), pixel.green(), pixel.blue()]);
        }
        let mut bytes = Vec::new();
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive)
            .write_image(&pixels, self.0.width(), self.0.height(), ExtendedColorType::Rgb8)?;
        Ok(bytes)
    }
}

fn opaque([red, green, blue]: Colour) -> Color {
    Color::from_rgba8(red, green, blue, u8::MAX)
}
