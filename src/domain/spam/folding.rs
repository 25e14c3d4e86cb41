//! The folded form of texts, in which they are compared with lists of words and with each other.

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::CodePointSetData;
use icu_properties::props::DefaultIgnorableCodePoint;
use sha2::{Digest as _, Sha256};

/// Folds a text: compatibility forms, case and characters without a width make no difference. White space is one
/// blank.
pub(super) fn fold(text: &str) -> String {
    const NORMALIZER: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfkc();
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    let is_kept = |character: &char| !ignorable.contains(*character) && *character != '\u{feff}';
    let visible: String = text.chars().filter(is_kept).collect();
    let normalised = NORMALIZER.normalize(&visible);
    // The lower case of the upper case also folds letters with several lower-case forms, such as ß and ς.
    let lower_case: String = normalised
        .chars()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .filter(is_kept)
        .collect();
    let folded = NORMALIZER.normalize(&lower_case);
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a hash of a folded text, which never changes: it is stored.
pub(super) fn hash(folded: &str) -> i64 {
    let digest = Sha256::digest(folded.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    i64::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_compatibility_forms_case_and_invisible_characters() {
        for (one, other) in [
            ("Viagra", "VIAGRA"),
            ("ｖｉａｇｒａ", "viagra"),
            ("𝐯𝐢𝐚𝐠𝐫𝐚", "viagra"),
            ("v\u{200b}i\u{ad}a\u{200d}g\u{2060}r\u{feff}a", "viagra"),
            ("Straße", "STRASSE"),
            ("ΟΔΟΣ", "οδος"),
            ("ﬁne", "FINE"),
            ("cafe\u{301}", "CAFÉ"),
            (" a \u{a0}\n\nb ", "a b"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        assert_ne!(fold("cafe"), fold("café"));
        assert_eq!(fold("\u{200b}\u{feff}"), "");
    }

    #[test]
    fn the_hash_of_a_text_is_the_same_in_all_versions() {
        assert_eq!(hash("buy now"), -6_403_667_845_174_144_024);
        assert_ne!(hash("buy now"), hash("buy  now"));
    }
}
