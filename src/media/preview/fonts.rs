//! The fonts of previews. All are embedded in the binary; system fonts are not used.

use std::sync::Arc;

use cosmic_text::fontdb::{self, Source};
use cosmic_text::{CacheKey, Command, FontSystem, LayoutGlyph, SwashCache};

/// A fixed locale, so that all machines draw the same.
const LOCALE: &str = "en";
const EMBEDDED: [&[u8]; 5] = [
    include_bytes!("fonts/InterDisplay-Bold.ttf"),
    include_bytes!("fonts/Inter-Medium.ttf"),
    include_bytes!("fonts/NotoSansArabic-SemiBold.ttf"),
    include_bytes!("fonts/NotoSansHebrew-SemiBold.ttf"),
    include_bytes!("fonts/NotoSansDevanagari-SemiBold.ttf"),
];

/// The embedded fonts, with a cache of their glyphs.
pub(super) struct Fonts {
    pub(super) system: FontSystem,
    glyphs: SwashCache,
}

impl Fonts {
    pub(super) fn embedded() -> Self {
        let mut database = fontdb::Database::new();
        for font in EMBEDDED {
            database.load_font_source(Source::Binary(Arc::new(font)));
        }
        Self {
            system: FontSystem::new_with_locale_and_db(LOCALE.to_owned(), database),
            glyphs: SwashCache::new(),
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
                .is_some_and(|font| font.as_swash().charmap().map(character) != 0)
        })
    }

    /// The outline of a glyph relative to its origin, y upwards; `None` when it is invisible.
    pub(super) fn outline(&mut self, glyph: &LayoutGlyph) -> Option<&[Command]> {
        let (key, _, _) = CacheKey::new(
            glyph.font_id,
            glyph.glyph_id,
            glyph.font_size,
            (0.0, 0.0),
            glyph.font_weight,
            glyph.cache_key_flags,
        );
        self.glyphs.get_outline_commands(&mut self.system, key)
    }
}
