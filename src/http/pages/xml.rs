//! XML documents that hold whatever people typed.

use std::fmt::{self, Write};

use askama::Template;
use askama::filters::Escaper;

use crate::http::ApiError;

/// Writes any text so that a parser of XML 1.0 reads it back, in elements and in attributes alike. Only
/// the characters that XML 1.0 cannot hold in any form are left out.
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

/// The text of a document made from its template.
pub(super) fn document(template: &impl Template) -> Result<String, ApiError> {
    template
        .render()
        .map_err(|error| ApiError::Internal(Box::new(error)))
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
        // Written as they are, parsers make spaces or line feeds of them.
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

    /// What a parser reads of the text, in an attribute and in an element.
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
    fn markup_and_white_space_come_back() {
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
    fn what_xml_cannot_hold_is_left_out() {
        let text = "a\0b\u{1}c\u{b}d\u{1b}e\u{fffe}f\u{ffff}g\u{7f}\u{85}\u{2028}";
        let kept = "abcdefg\u{7f}\u{85}\u{2028}";
        assert_eq!(read_back(text), (kept.to_owned(), kept.to_owned()));
    }

    proptest! {
        #[test]
        fn every_text_without_control_characters_comes_back(text in "[^\\p{Cc}\u{fffe}\u{ffff}]{0,60}") {
            prop_assert_eq!(read_back(&text), (text.clone(), text));
        }
    }
}
