//! The text that is written, in which blocks stand apart.

/// The most bytes of indentation and marks of quotes that a block repeats on each of its lines.
const INDENT_MAX: usize = 40;

/// A text in Markdown that grows.
pub(super) struct Output(String);

impl Output {
    /// Creates an empty one.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self(String::with_capacity(capacity))
    }

    /// Adds text.
    pub(super) fn push(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Adds a block between blank lines, indented and quoted as the line is in which it begins.
    pub(super) fn push_block(&mut self, block: &str) {
        let line = self.0.rfind('\n').map_or(0, |at| at + 1);
        let length = self.0[line..]
            .find(|character| !matches!(character, ' ' | '\t' | '>'))
            .unwrap_or(self.0.len() - line);
        let indent = &self.0[line..line + length];
        let indent = if length > INDENT_MAX { "" } else { indent }.to_owned();
        if line + indent.len() == self.0.len() {
            self.0.truncate(line);
        } else {
            self.0.push('\n');
        }
        let blank = indent.trim_end();
        if !self.0.is_empty() && !self.0.ends_with("\n\n") {
            self.0.push_str(blank);
            self.0.push('\n');
        }
        for line in block.lines() {
            self.0.push_str(if line.is_empty() { blank } else { &indent });
            self.0.push_str(line);
            self.0.push('\n');
        }
        self.0.push_str(blank);
        self.0.push('\n');
        self.0.push_str(&indent);
    }

    /// What was written.
    pub(super) fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puts_blocks_apart() {
        for (before, expected) in [
            ("", "<b>\n\n"),
            ("a", "a\n\n<b>\n\n"),
            ("a\n", "a\n\n<b>\n\n"),
            ("a\n\n", "a\n\n<b>\n\n"),
            ("- a\n\n  ", "- a\n\n  <b>\n\n  "),
            ("> a\n> ", "> a\n>\n> <b>\n>\n> "),
            ("> a ", "> a \n>\n> <b>\n>\n> "),
        ] {
            let mut out = Output::with_capacity(0);
            out.push(before);
            out.push_block("<b>");
            assert_eq!(out.into_string(), expected, "{before}");
        }
    }
}
