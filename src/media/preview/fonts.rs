//! The fonts of previews. All are embedded in the binary; system fonts are not used.

use std::sync::Arc;

use cosmic_text::fontdb::{self, Source};
use cosmic_text::skrifa::instance::{LocationRef, Size};
use cosmic_text::skrifa::outline::{DrawSettings, OutlinePen};
use cosmic_text::skrifa::{FontRef, GlyphId, MetadataProvider as _};
use cosmic_text::{FontSystem, LayoutGlyph};
use tiny_skia::{Path, PathBuilder};

/// A fixed locale, so that all machines draw the same.
const LOCALE: &str = "en";
const EMBEDDED: [&[u8]; 5] = [
    include_bytes!("fonts/InterDisplay-Bold.ttf"),
    include_bytes!("fonts/Inter-Medium.ttf"),
    include_bytes!("fonts/NotoSansArabic-SemiBold.ttf"),
    include_bytes!("fonts/NotoSansHebrew-SemiBold.ttf"),
    include_bytes!("fonts/NotoSansDevanagari-SemiBold.ttf"),
];

/// The embedded fonts.
pub(super) struct Fonts {
    pub(super) system: FontSystem,
}

impl Fonts {
    pub(super) fn embedded() -> Self {
        let mut database = fontdb::Database::new();
        for font in EMBEDDED {
            database.load_font_source(Source::Binary(Arc::new(font)));
        }
        Self {
            system: FontSystem::new_with_locale_and_db(LOCALE.to_owned(), database),
        }
    }

    /// Whether one of the fonts has a glyph for the character.
    pub(super) fn can_draw(&mut self, character: char) -> bool {
        let faces: Vec<_> = self
            .system
            .db()
            .faces()
            .map(|face| (face.id, face.weight))
            .collect();
        faces.into_iter().any(|(id, weight)| {
            self.system
                .get_font(id, weight)
                .and_then(|font| FontRef::new(font.data()).ok()?.charmap().map(character))
                .is_some_and(|glyph| glyph != GlyphId::NOTDEF)
        })
    }

    /// The outline of a glyph relative to its origin, y upwards; `None` when it is invisible.
    pub(super) fn outline(&mut self, glyph: &LayoutGlyph) -> Option<Path> {
        let font = self.system.get_font(glyph.font_id, glyph.font_weight)?;
        let outlines = FontRef::new(font.data()).ok()?.outline_glyphs();
        let settings = DrawSettings::unhinted(Size::new(glyph.font_size), LocationRef::default());
        let mut pen = PathPen(PathBuilder::new());
        outlines
            .get(GlyphId::from(glyph.glyph_id))?
            .draw(settings, &mut pen)
            .ok()?;
        pen.0.finish()
    }
}

/// Draws the outlines of a font into a path.
struct PathPen(PathBuilder);

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
