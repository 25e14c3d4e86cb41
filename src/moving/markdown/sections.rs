//! The files of Hugo's sections, which say something about the texts below them.

use super::cascades::Cascades;
use super::document::Document;
use super::site::{Generator, Site};
use crate::moving::source::Source;

/// The most bytes of the file of a section.
const LENGTH_MAX: u64 = 4 << 20;

/// Reads what a site hands down to its texts.
pub(super) fn cascades(source: &Source, site: &Site) -> Cascades {
    let main_language = site.settings.text("defaultContentLanguage");
    let mut cascades = Cascades::new(
        format!("{}{}", site.root, site.input),
        main_language.unwrap_or_else(|| "en".to_owned()),
        site.cascades.is_unknown,
    );
    if site.generator != Generator::Hugo {
        return cascades;
    }
    cascades.add_settings(&site.settings);
    for (path, _) in source.files() {
        let name = path.rsplit('/').next().unwrap_or(path);
        let Some(within) = site.within(path).filter(|_| name.starts_with("_index.")) else {
            continue;
        };
        let document = Document::named(site, path, within);
        let bytes = source.bytes(path, LENGTH_MAX).ok().flatten();
        let text = bytes.as_deref().map(String::from_utf8_lossy);
        let folder = document.folders.join("/");
        cascades.add_section(document.language, folder, text.as_deref());
    }
    cascades
}
