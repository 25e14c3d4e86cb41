//! The page of the archive of a reader: a table for each list that is not empty. It needs nothing but itself.

use std::io::{self, Write};

use crate::domain::Time;
use crate::store::personal_data::{Field, FieldValue};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}\
    div{overflow-x:auto}table{border-collapse:collapse}\
    th,td{border:1px solid #bbb;padding:.3rem .6rem;text-align:left;vertical-align:top;white-space:pre-wrap}";

/// The page.
pub(super) struct Page<'a> {
    file: &'a mut dyn Write,
}

impl<'a> Page<'a> {
    /// Writes the beginning of the page.
    pub(super) fn begin(file: &'a mut dyn Write, site: &str, now: Time) -> io::Result<Self> {
        let site = escaped(site);
        write!(
            file,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>Your data on {site}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<h1>Your data on {site}</h1>\n\
             <p>What {site} had stored about you on {}. The files beside this page say the same in JSON.</p>\n",
            now.to_english_minute()
        )?;
        Ok(Self { file })
    }

    /// Begins the table of a list, which is left out if it stays empty.
    pub(super) fn section(&mut self, title: &'static str) -> Section<'_> {
        Section {
            file: self.file,
            title,
            is_begun: false,
        }
    }

    /// Writes the end of the page.
    pub(super) fn end(self) -> io::Result<()> {
        self.file.write_all(b"</body>\n</html>\n")
    }
}

/// The table of a list.
pub(super) struct Section<'a> {
    file: &'a mut dyn Write,
    title: &'static str,
    is_begun: bool,
}

impl Section<'_> {
    /// Adds a row.
    pub(super) fn add(&mut self, fields: &[Field<'_>]) -> io::Result<()> {
        if !self.is_begun {
            self.is_begun = true;
            write!(
                self.file,
                "<h2>{}</h2>\n<div><table>\n<thead><tr>",
                escaped(self.title)
            )?;
            for (name, _) in fields {
                write!(self.file, "<th scope=\"col\">{}</th>", escaped(&heading(name)))?;
            }
            self.file.write_all(b"</tr></thead>\n<tbody>\n")?;
        }
        self.file.write_all(b"<tr>")?;
        for (_, value) in fields {
            write!(self.file, "<td>{}</td>", escaped(&shown(value)))?;
        }
        self.file.write_all(b"</tr>\n")
    }

    /// Ends the table.
    pub(super) fn end(self) -> io::Result<()> {
        if self.is_begun {
            self.file.write_all(b"</tbody>\n</table></div>\n")?;
        }
        Ok(())
    }
}

/// Returns the heading of a column: `created_at` is "Created at".
fn heading(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let rest = letters.as_str().replace('_', " ");
    first.into_iter().chain(rest.chars()).collect()
}

fn shown(value: &FieldValue<'_>) -> String {
    match value {
        FieldValue::Absent => String::new(),
        FieldValue::Flag(true) => "yes".to_owned(),
        FieldValue::Flag(false) => "no".to_owned(),
        FieldValue::Number(number) => number.to_string(),
        FieldValue::Time(time) => time.to_english_minute(),
        FieldValue::Text(text) => text.clone().into_owned(),
    }
}

/// Returns a text as HTML.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    #[test]
    fn nothing_that_somebody_wrote_is_markup() {
        let mut file = Vec::new();
        let mut page = Page::begin(&mut file, "<b>Ours</b>", Time::from_milliseconds(0)).unwrap();
        let mut section = page.section("Comments");
        let text = FieldValue::Text(Cow::Borrowed("</td><script>alert(\"1\")</script> & 'x'"));
        section
            .add(&[("text", text), ("created_at", FieldValue::Absent)])
            .unwrap();
        section.end().unwrap();
        page.section("Likes").end().unwrap();
        page.end().unwrap();
        let html = String::from_utf8(file).unwrap();
        assert!(
            html.contains("&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;")
        );
        assert!(!html.contains("<script") && !html.contains("<b>") && !html.contains("Likes"));
        assert!(html.contains("<th scope=\"col\">Created at</th>"));
    }
}
