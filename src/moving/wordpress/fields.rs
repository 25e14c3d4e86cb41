//! The elements of an item, read by an XML reader that forgives.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use thiserror::Error;

use super::TEXT_MAX;
use super::entities::decode;
use super::tags::{Token, Tokens};
use crate::content::plain_text;

/// The most bytes that are kept of a field: some more than a text may have, so that one that was cut is too large.
const KEPT_MAX: usize = TEXT_MAX + 4;

/// The error that an item is no XML that can be read.
#[derive(Debug, Error)]
pub(super) enum Damage {
    /// The reader gives up.
    #[error("Its XML is damaged: {0}")]
    Xml(#[from] quick_xml::Error),
    /// An element has no end.
    #[error("Its element {0} is not closed")]
    Unclosed(String),
}

/// An element that holds others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    Item,
    Meta,
    Comment,
    CommentMeta,
    Author,
}

impl Container {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "item" => Self::Item,
            "wp:postmeta" => Self::Meta,
            "wp:comment" => Self::Comment,
            "wp:commentmeta" => Self::CommentMeta,
            "wp:author" => Self::Author,
            _ => return None,
        })
    }
}

/// A step through an item.
pub(super) enum Step {
    Begin,
    Field(Field),
    End,
}

/// An element that holds text.
#[derive(Debug, Default)]
pub(super) struct Field {
    pub(super) name: String,
    /// The attributes of a category.
    pub(super) domain: Option<String>,
    pub(super) nicename: Option<String>,
    /// The text without entities.
    text: String,
    /// The text with its entities, but without the marks of CDATA.
    raw: String,
    /// Whether there are tags outside of CDATA.
    has_tags: bool,
}

impl Field {
    fn push(&mut self, text: &str, raw: &str) {
        push_within(&mut self.text, text);
        push_within(&mut self.raw, raw);
    }

    /// The value without entities and white space around it.
    pub(super) fn value(&self) -> String {
        self.text.trim().to_owned()
    }

    /// The HTML that it says.
    pub(super) fn into_html(self) -> String {
        if self.has_tags { self.raw } else { self.text }
    }

    /// The plain text of what is HTML in the database of WordPress, such as a title or a name. Old exporters write the
    /// HTML without masking it, newer ones as CDATA: both ways the element holds the HTML as it is.
    pub(super) fn label(&self) -> String {
        label(&self.raw)
    }
}

/// Returns the plain text of a title, a name or the like: formats are dropped, while other tags were never meant as such
/// (`Vec<T>`) and stay as text.
pub(super) fn label(html: &str) -> String {
    const FORMATS: [&str; 20] = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "em", "font", "i", "ins", "mark", "s",
        "small", "span", "strong", "sub", "sup",
    ];
    // Their content goes as well.
    const HIDDEN: [&str; 2] = ["script", "style"];
    let mut kept = String::with_capacity(html.len());
    for token in Tokens::new(html) {
        match token {
            Token::Text(text) => kept.push_str(&text.replace('<', "&lt;")),
            Token::Tag(tag) if tag.is("br") => kept.push(' '),
            Token::Tag(tag) if tag.is_one_of(&HIDDEN) => kept.push_str(tag.raw),
            Token::Tag(tag) if tag.is_one_of(&FORMATS) => {}
            Token::Tag(tag) => kept.push_str(&tag.raw.replace('<', "&lt;")),
            Token::Comment(_) => {}
        }
    }
    plain_text(&kept).trim().to_owned()
}

/// Walks through the elements of an item or an author, which are handed to `take` with what holds them.
///
/// # Errors
/// If the reader cannot go on. What was handed on before is as the file has it.
pub(super) fn walk(xml: &str, mut take: impl FnMut(Container, Step)) -> Result<(), Damage> {
    let mut reader = Reader::from_str(xml);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.allow_unmatched_ends = true;
    config.check_end_names = false;
    let mut open = Vec::new();
    loop {
        match reader.read_event()? {
            Event::Start(tag) => {
                if let Some(container) = Container::of(tag.name().as_ref()) {
                    open.push(container);
                    take(container, Step::Begin);
                } else {
                    let field = read_field(&mut reader, xml, &tag)?;
                    if let Some(container) = open.last() {
                        take(*container, Step::Field(field));
                    }
                }
            }
            Event::Empty(tag) => {
                if let Some(container) = open.last() {
                    take(*container, Step::Field(field_of(&tag)));
                }
            }
            Event::End(tag) => {
                let container = Container::of(tag.name().as_ref());
                if let Some(ended) = open.pop_if(|last| Some(*last) == container) {
                    take(ended, Step::End);
                }
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// Appends as much of a text as is kept.
fn push_within(kept: &mut String, text: &str) {
    let room = KEPT_MAX.saturating_sub(kept.len());
    let end = text.floor_char_boundary(room);
    kept.push_str(text.get(..end).unwrap_or_default());
}

fn field_of(tag: &BytesStart<'_>) -> Field {
    let mut field = Field {
        name: tag.name().as_ref().to_owned(),
        ..Field::default()
    };
    if field.name == "category" {
        let attribute = |name: &str| {
            let mut attributes = tag.html_attributes();
            let attribute = attributes
                .with_checks(false)
                .flatten()
                .find(|attribute| attribute.key.as_ref() == name)?;
            Some(decode(&attribute.value))
        };
        field.domain = attribute("domain");
        field.nicename = attribute("nicename");
    }
    field
}

/// Reads to the end tag of a field. Tags within it are a part of its text: some exporters mask nothing.
fn read_field(reader: &mut Reader<&[u8]>, xml: &str, tag: &BytesStart<'_>) -> Result<Field, Damage> {
    let mut field = field_of(tag);
    let mut depth = 0_usize;
    loop {
        let start = reader.buffer_position();
        let event = reader.read_event()?;
        let place = |position: u64| usize::try_from(position).unwrap_or(usize::MAX);
        let (start, end) = (place(start), place(reader.buffer_position()));
        match event {
            Event::Text(text) => {
                field.push(&text, &text);
                continue;
            }
            Event::CData(text) => {
                field.push(&text, &text);
                continue;
            }
            Event::GeneralRef(_) => {
                let reference = xml.get(start..end).unwrap_or_default();
                field.push(&decode(reference), reference);
                continue;
            }
            Event::Eof => return Err(Damage::Unclosed(field.name)),
            Event::Start(inner) if inner.name().as_ref() == field.name => depth += 1,
            Event::End(inner) if inner.name().as_ref() == field.name => {
                if depth == 0 {
                    return Ok(field);
                }
                depth -= 1;
            }
            _ => {}
        }
        let markup = xml.get(start..end).unwrap_or_default();
        field.push(markup, markup);
        field.has_tags = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(xml: &str) -> Vec<Field> {
        let mut fields = Vec::new();
        walk(xml, |_, step| {
            if let Step::Field(field) = step {
                fields.push(field);
            }
        })
        .unwrap();
        fields
    }

    fn one(xml: &str) -> Field {
        fields(&format!("<item>{xml}</item>")).pop().unwrap()
    }

    #[test]
    fn reads_values_with_entities_and_without() {
        assert_eq!(
            one("<link> https://a/?x=1&#038;y=2&z </link>").value(),
            "https://a/?x=1&y=2&z"
        );
        assert_eq!(one("<guid/>").value(), "");
        let field = one("<category domain=\"post_tag\" nicename='c-plus'><![CDATA[C & C++]]></category>");
        assert_eq!(field.domain.as_deref(), Some("post_tag"));
        assert_eq!(field.nicename.as_deref(), Some("c-plus"));
        assert_eq!(field.label(), "C & C++");
        assert_eq!(
            one("<a>&unknown; &#xFFFFFF; &#0;</a>").value(),
            "&unknown; &#xFFFFFF; &#0;"
        );
    }

    #[test]
    fn reads_titles_of_old_and_new_exports_alike() {
        for xml in [
            "<title>Caf\u{e9} &amp; &#8220;Vec&lt;T&gt;&#8221; \u{1f980}</title>",
            "<title><![CDATA[Caf\u{e9} &amp; \u{201c}Vec<T>\u{201d} \u{1f980}]]></title>",
            "<title>Caf&eacute; & <em>&ldquo;Vec&lt;T></em>&rdquo;<br/> \u{1f980}</title>",
        ] {
            assert_eq!(
                one(xml).label(),
                "Caf\u{e9} & \u{201c}Vec<T>\u{201d} \u{1f980}",
                "{xml}"
            );
        }
        assert_eq!(one("<title>a<script>b</script></title>").label(), "a");
    }

    #[test]
    fn takes_html_masked_or_not() {
        for xml in [
            "<content:encoded><![CDATA[<p>a &amp; b</p>]]></content:encoded>",
            "<content:encoded>&lt;p&gt;a &amp;amp; b&lt;/p&gt;</content:encoded>",
            "<content:encoded><p>a &amp; b</p></content:encoded>",
        ] {
            assert_eq!(one(xml).into_html(), "<p>a &amp; b</p>", "{xml}");
        }
    }

    #[test]
    fn names_what_is_damaged() {
        let damage = walk("<item><title>a", |_, _| ()).unwrap_err();
        assert_eq!(damage.to_string(), "Its element title is not closed");
        let damage = walk("<item><title", |_, _| ()).unwrap_err();
        assert!(damage.to_string().starts_with("Its XML is damaged: "), "{damage}");
    }
}
