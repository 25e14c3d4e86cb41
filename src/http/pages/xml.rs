//! XML documents with arbitrary text.

use std::fmt::{self, Write};

use askama::Template;
use askama::filters::Escaper;

use crate::http::ApiError;

/// Escapes text for elements and attributes, so that an XML 1.0 parser reads it back unchanged. Only the
/// characters that XML 1.0 cannot represent are omitted.
#[derive(Debug, Clone, Copy)]
pub struct Xml;

impl Escaper for Xml {
    fn write_escaped_str<W: Write>(&self, mut dest: W, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(start) = rest.find(is_special) {
            dest.write_str(&rest[..start])?;
            let mut special = rest[start..].chars();
            if let Some(character) = special.next() {
                write_special(&mut dest, character)?;
            }
            rest = special.as_str();
        }
        dest.write_str(rest)
    }
}

pub(super) fn document(template: &impl Template) -> Result<String, ApiError> {
    template.render().map_err(ApiError::internal)
}

fn is_special(character: char) -> bool {
    matches!(
        character,
        '&' | '<' | '>' | '"' | '\'' | '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}'
    )
}

fn write_special(dest: &mut impl Write, character: char) -> fmt::Result {
    match character {
        '&' => dest.write_str("&amp;"),
        '<' => dest.write_str("&lt;"),
        '>' => dest.write_str("&gt;"),
        '"' => dest.write_str("&quot;"),
        '\'' => dest.write_str("&apos;"),
        // Unescaped, parsers normalise them to spaces or line feeds.
        '\t' | '\n' | '\r' => write!(dest, "&#{};", u32::from(character)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Template)]
    #[template(source = "<x a=\"{{ text }}\">{{ text }}</x>", ext = "xml")]
    struct Twice<'text> {
        text: &'text str,
    }

    /// Returns the text as a parser reads it, from an attribute and from an element.
    fn read_back(text: &str) -> (String, String) {
        let xml = document(&Twice { text }).unwrap();
        let parsed = roxmltree::Document::parse(&xml).unwrap();
        let element = parsed.root_element();
        (
            element.attribute("a").unwrap().to_owned(),
            element.text().unwrap_or_default().to_owned(),
        )
    }

    #[test]
    fn preserves_markup_and_white_space() {
        for text in [
            "<a href=\"x\">&amp;</a>",
            "it's ]]> so",
            "a\r\nb\tc\r",
            " ",
            "",
            "😀\u{202e}א",
        ] {
            assert_eq!(read_back(text), (text.to_owned(), text.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn omits_characters_that_xml_cannot_represent() {
        let text = "a\0b\u{1}c\u{b}d\u{1b}e\u{fffe}f\u{ffff}g\u{7f}\u{85}\u{2028}";
        let expected = "abcdefg\u{7f}\u{85}\u{2028}";
        assert_eq!(read_back(text), (expected.to_owned(), expected.to_owned()));
    }

    proptest! {
        #[test]
        fn preserves_every_text_without_control_characters(text in "[^\\p{Cc}\u{fffe}\u{ffff}]{0,60}") {
            prop_assert_eq!(read_back(&text), (text.clone(), text));
        }
    }
}
