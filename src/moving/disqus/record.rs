//! A thread or post, read by an XML reader that forgives.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// The fields of a thread or post that are looked at: the names of the elements, one within the other.
const FIELDS: [&str; 9] = [
    "id",
    "link",
    "message",
    "createdAt",
    "isApproved",
    "isDeleted",
    "isSpam",
    "author/name",
    "author/username",
];

/// The fields of a thread or post.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Whether it is a post, and not a thread.
    pub(super) is_post: bool,
    pub(super) id: String,
    /// The id of the thread that a post is in.
    pub(super) thread: String,
    /// The id of the post that a post replies to.
    pub(super) parent: Option<String>,
    fields: HashMap<String, String>,
}

impl Record {
    /// Reads a thread or post; with what is wrong with it if not all of it could be read.
    pub(super) fn read(bytes: &[u8]) -> (Self, Option<String>) {
        // Characters that XML does not know would end the reading.
        let xml: String = String::from_utf8_lossy(bytes)
            .chars()
            .filter(|character| !character.is_control() || matches!(character, '\n' | '\r' | '\t'))
            .collect();
        let mut reader = Reader::from_str(&xml);
        let config = reader.config_mut();
        config.allow_dangling_amp = true;
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
        config.expand_empty_elements = true;
        let mut record = Self::default();
        let mut path: Vec<String> = Vec::new();
        loop {
            match reader.read_event() {
                Ok(Event::Start(start)) => {
                    record.begin(&start, &path);
                    path.push(start.local_name().as_ref().to_owned());
                }
                Ok(Event::End(end)) => {
                    let name = end.local_name();
                    if let Some(depth) = path.iter().rposition(|open| open == name.as_ref()) {
                        path.truncate(depth);
                        record.add_markup(&path, &format!("</{}>", name.as_ref()));
                    }
                }
                Ok(Event::Text(text)) => record.add(&path, &text.xml10_content()),
                Ok(Event::CData(text)) => record.add(&path, &text.xml10_content()),
                Ok(Event::GeneralRef(reference)) => record.add(&path, &resolved(&reference)),
                Ok(Event::Eof) => return (record, None),
                Ok(
                    Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Empty(_),
                ) => {}
                Err(error) => return (record, Some(format!("Its XML is damaged: {error}"))),
            }
        }
    }

    /// Returns a field that is not blank.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let text = self.fields.get(name)?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// Whether a field says yes.
    pub(super) fn is(&self, name: &str) -> bool {
        self.text(name)
            .is_some_and(|text| matches!(text.trim(), "true" | "True" | "1"))
    }

    fn begin(&mut self, start: &BytesStart<'_>, path: &[String]) {
        let name = start.local_name();
        match (path.len(), name.as_ref()) {
            (0, name) => {
                self.is_post = name == "post";
                self.id = id(start).unwrap_or_default();
            }
            (1, "thread") => self.thread = id(start).unwrap_or_default(),
            (1, "parent") => self.parent = id(start),
            _ => self.add_markup(path, &format!("<{}>", &**start)),
        }
    }

    /// Adds to the field at a path.
    fn add(&mut self, path: &[String], text: &str) {
        let name = path.get(1..).unwrap_or_default().join("/");
        if FIELDS.contains(&name.as_str()) {
            self.fields.entry(name).or_default().push_str(text);
        } else if path.len() > 2 && path.get(1).is_some_and(|name| name == "message") {
            self.fields
                .entry("message".to_owned())
                .or_default()
                .push_str(text);
        }
    }

    /// Adds a tag to a message, if it is in one: some copies of exports have lost their CDATA sections.
    fn add_markup(&mut self, path: &[String], tag: &str) {
        if path.len() > 1 && path.get(1).is_some_and(|name| name == "message") {
            self.add(path, tag);
        }
    }
}

/// Returns the id of Disqus that a tag has.
fn id(start: &BytesStart<'_>) -> Option<String> {
    start
        .html_attributes()
        .with_checks(false)
        .filter_map(Result::ok)
        .find(|attribute| matches!(attribute.key.as_ref(), "dsq:id" | "id"))
        .map(|attribute| attribute.value.trim().to_owned())
        .filter(|id| !id.is_empty())
}

/// Returns what a reference stands for; one to anything but the five of XML and to characters stays as it is.
fn resolved(reference: &BytesRef<'_>) -> String {
    match reference.resolve_char_ref() {
        Ok(Some(character)) if !character.is_control() || character.is_whitespace() => character.to_string(),
        Ok(Some(_)) | Err(_) => String::new(),
        Ok(None) => match &**reference {
            "amp" => "&".to_owned(),
            "lt" => "<".to_owned(),
            "gt" => ">".to_owned(),
            "quot" => "\"".to_owned(),
            "apos" => "'".to_owned(),
            other => format!("&{other};"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_no_xml_to_the_letter() {
        let (record, damage) = Record::read(
            b"<post dsq:id=7><message>a & b &nbsp;&amp;&#233;&#0;\x01 &lt;i> \xff</message>\
              <author><name>Ada</name><email>ada@example.org</email></author>\
              <thread dsq:id=\"1\"></thread><parent dsq:id='2'/><isSpam> true </isSpam></stray></post>",
        );
        assert_eq!(damage, None);
        assert!(record.is_post && record.is("isSpam") && !record.is("isDeleted"));
        assert_eq!((record.id.as_str(), record.thread.as_str()), ("7", "1"));
        assert_eq!(record.parent.as_deref(), Some("2"));
        assert_eq!(record.text("message"), Some("a & b &nbsp;&\u{e9} <i> \u{fffd}"));
        assert_eq!(record.text("author/name"), Some("Ada"));
        assert!(!record.fields.values().any(|value| value.contains("example.org")));
    }

    #[test]
    fn keeps_the_markup_of_messages_without_cdata() {
        let (record, _) = Record::read(
            b"<post><message>\n<p>a <a href=\"x\">b</a><br/></p></message><title><b>c</b></title></post>",
        );
        assert_eq!(
            record.text("message"),
            Some("\n<p>a <a href=\"x\">b</a><br></br></p>")
        );
        assert_eq!(record.text("title"), None);
        let (record, _) = Record::read(b"<post><message><![CDATA[<p>x & y</p>]]></message></post>");
        assert_eq!(record.text("message"), Some("<p>x & y</p>"));
    }
}
