//! Diagrams of posts: blocks of Mermaid code, of which a picture is drawn for each colour scheme.

use sha2::{Digest as _, Sha256};

/// The version of the drawings, which is part of their hash. Raise it with every change of them, and with it the
/// version of the renderer, so that stored texts get the new ones.
const DRAWER_VERSION: &str = "1";

/// A colour scheme of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourScheme {
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
}

impl ColourScheme {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Returns the hash under which the drawing of a diagram is stored. It is known before anything is drawn.
pub fn drawing_hash(source: &str, scheme: ColourScheme) -> String {
    // The source of a post contains no U+0000.
    let parts = ["diagram", DRAWER_VERSION, scheme.name(), source];
    hex::encode(Sha256::digest(parts.join("\0")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differs_with_source_and_scheme() {
        let hashes = ["flowchart LR", "flowchart TD"]
            .map(|source| ColourScheme::ALL.map(|scheme| drawing_hash(source, scheme)));
        let mut distinct = hashes.as_flattened().to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 4);
        assert!(distinct.iter().all(|hash| hash.len() == 64));
    }
}
