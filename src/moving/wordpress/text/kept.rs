//! Finished parts of a text, which later steps must not touch.
//!
//! A mark stands for such a part until the end. Marks hold U+0000, which no text has.

/// How a part stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// Between paragraphs.
    Block,
    /// Within a line.
    Inline,
}

/// The parts of a text.
#[derive(Debug, Default)]
pub(super) struct Parts(Vec<String>);

impl Parts {
    /// Keeps a part, and returns the mark that stands for it.
    pub(super) fn keep(&mut self, kind: Kept, html: String) -> String {
        let number = self.0.len();
        self.0.push(html);
        match kind {
            Kept::Block => format!("\0B{number}\0"),
            Kept::Inline => format!("\0I{number}\0"),
        }
    }

    /// Returns the text with the parts in place of their marks.
    pub(super) fn restore(&mut self, html: &str) -> String {
        let mut restored = String::with_capacity(html.len());
        self.write(html, &mut restored);
        restored
    }

    /// Writes a text with its parts, whose own marks have lower numbers: a mark is made after those within its part.
    fn write(&mut self, html: &str, restored: &mut String) {
        split_marks(html, |mark| match mark {
            Mark::Text(text) => restored.push_str(text),
            Mark::Kept(raw, _) => {
                let number = raw
                    .get(2..raw.len() - 1)
                    .and_then(|number| number.parse::<usize>().ok());
                if let Some(part) = number.and_then(|number| self.0.get_mut(number)) {
                    let part = std::mem::take(part);
                    self.write(&part, restored);
                }
            }
        });
    }
}

/// A part of a text with marks.
pub(super) enum Mark<'text> {
    Text(&'text str),
    /// A mark as it stands there.
    Kept(&'text str, Kept),
}

/// Hands the marks of a text and what stands between them to `take`.
pub(super) fn split_marks<'text>(text: &'text str, mut take: impl FnMut(Mark<'text>)) {
    let mut rest = text;
    while let Some(start) = rest.find('\0') {
        let (before, mark) = rest.split_at(start);
        if !before.is_empty() {
            take(Mark::Text(before));
        }
        let end = mark
            .get(1..)
            .and_then(|inner| inner.find('\0'))
            .map_or(mark.len(), |end| end + 2);
        let (mark, after) = mark.split_at(end);
        match mark.as_bytes().get(1) {
            Some(b'B') => take(Mark::Kept(mark, Kept::Block)),
            _ => take(Mark::Kept(mark, Kept::Inline)),
        }
        rest = after;
    }
    if !rest.is_empty() {
        take(Mark::Text(rest));
    }
}
