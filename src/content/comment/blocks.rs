//! The blocks of a text: paragraphs, fenced code, quotes and lists.

use super::inline;
use super::output::Output;

/// The most quotes and lists within each other; deeper ones stay text.
const DEPTH_MAX: usize = 6;
const TAB_COLUMNS: usize = 4;
/// The columns by which a line is indented at least to belong to the item above it.
const ITEM_INDENT: usize = 2;
const LANGUAGE_LENGTH_MAX: usize = 30;

/// What a line begins.
enum Start<'line> {
    Fence(Fence<'line>),
    Quote,
    List(Marker<'line>),
}

/// The first line of fenced code.
struct Fence<'line> {
    character: char,
    length: usize,
    indent: usize,
    info: &'line str,
}

/// The beginning of an item.
struct Marker<'line> {
    is_ordered: bool,
    indent: usize,
    /// The columns up to the text of the item.
    width: usize,
    text: &'line str,
}

/// Draws the blocks of some lines. In a tight item paragraphs have no element.
pub(super) fn draw(output: &mut Output<'_>, lines: &[&str], depth: usize, is_tight: bool) {
    let mut rest = lines;
    while let Some(line) = rest.first() {
        if line.trim().is_empty() {
            rest = &rest[1..];
            continue;
        }
        rest = match start(output, line, depth) {
            Some(Start::Fence(fence)) => code(output, &fence, &rest[1..]),
            Some(Start::Quote) => quote(output, rest, depth),
            Some(Start::List(first)) => list(output, &first, rest, depth),
            None => {
                let is_end = |line: &&str| line.trim().is_empty() || start(output, line, depth).is_some();
                let end = rest[1..].iter().position(is_end).map_or(rest.len(), |at| at + 1);
                let (paragraph, after) = rest.split_at(end);
                draw_paragraph(output, paragraph, is_tight);
                after
            }
        };
    }
}

/// Returns what a line begins, if it is no line of a paragraph.
fn start<'line>(output: &Output<'_>, line: &'line str, depth: usize) -> Option<Start<'line>> {
    if let Some(fence) = Fence::parse(line) {
        return Some(Start::Fence(fence));
    }
    if depth == DEPTH_MAX || !output.has_room_for_container() {
        return None;
    }
    if line.trim_start().starts_with('>') {
        return Some(Start::Quote);
    }
    Marker::parse(line, true).map(Start::List)
}

fn draw_paragraph(output: &mut Output<'_>, lines: &[&str], is_tight: bool) {
    let mut text = String::new();
    for line in lines {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line.trim());
    }
    if is_tight {
        inline::draw(output, &text);
    } else {
        output.markup("<p>");
        inline::draw(output, &text);
        output.markup("</p>");
    }
}

/// Draws the lines after a fence up to the closing one, and returns those after that. The block is a tab stop, since wide
/// code scrolls within itself.
fn code<'lines, 'text>(
    output: &mut Output<'_>,
    fence: &Fence<'_>,
    lines: &'lines [&'text str],
) -> &'lines [&'text str] {
    let end = lines.iter().position(|line| fence.is_closed_by(line));
    output.markup("<pre tabindex=\"0\"><code");
    if let Some(language) = fence.language() {
        output.markup(" class=\"language-");
        output.text(&language);
        output.markup("\"");
    }
    output.markup(">");
    for line in &lines[..end.unwrap_or(lines.len())] {
        output.text(without_indent(line, fence.indent));
        output.text("\n");
    }
    output.markup("</code></pre>");
    end.map_or(&[], |end| &lines[end + 1..])
}

/// Draws the quote that the lines begin with, and returns the lines after it. An empty one stays text.
fn quote<'lines, 'text>(
    output: &mut Output<'_>,
    lines: &'lines [&'text str],
    depth: usize,
) -> &'lines [&'text str] {
    let quoted: Vec<&str> = lines
        .iter()
        .map_while(|line| {
            let text = line.trim_start().strip_prefix('>')?;
            Some(text.strip_prefix(' ').unwrap_or(text))
        })
        .collect();
    let (own, after) = lines.split_at(quoted.len());
    if quoted.iter().all(|line| line.trim().is_empty()) {
        draw_paragraph(output, own, false);
    } else {
        output.open_container("<blockquote>");
        draw(output, &quoted, depth + 1, false);
        output.markup("</blockquote>");
    }
    after
}

/// Draws the list that the lines begin with, and returns the lines after it.
fn list<'lines, 'text>(
    output: &mut Output<'_>,
    first: &Marker<'_>,
    lines: &'lines [&'text str],
    depth: usize,
) -> &'lines [&'text str] {
    let (start_tag, end_tag) = if first.is_ordered {
        ("<ol>", "</ol>")
    } else {
        ("<ul>", "</ul>")
    };
    output.open_container(start_tag);
    let mut rest = lines;
    while let Some(marker) = rest.first().and_then(|line| Marker::parse(line, false)) {
        if marker.is_ordered != first.is_ordered {
            break;
        }
        let (item, after) = item(&marker, &rest[1..]);
        let is_tight = !item.iter().any(|line| line.trim().is_empty());
        output.markup("<li>");
        draw(output, &item, depth + 1, is_tight);
        output.markup("</li>");
        rest = after;
    }
    output.markup(end_tag);
    rest
}

/// Returns the lines of an item without their indentation, and the lines after it and after the blank ones below it.
fn item<'lines, 'text>(
    marker: &Marker<'text>,
    lines: &'lines [&'text str],
) -> (Vec<&'text str>, &'lines [&'text str]) {
    let mut item = vec![marker.text];
    let mut blank = 0;
    for (at, line) in lines.iter().enumerate() {
        if line.trim().is_empty() {
            blank += 1;
        } else if indent(line) >= marker.indent + ITEM_INDENT {
            item.resize(item.len() + blank, "");
            blank = 0;
            item.push(without_indent(line, marker.width));
        } else {
            return (item, &lines[at..]);
        }
    }
    (item, &[])
}

impl<'line> Fence<'line> {
    fn parse(line: &'line str) -> Option<Self> {
        let text = line.trim_start();
        let character = text.chars().next().filter(|first| matches!(first, '`' | '~'))?;
        let info = text.trim_start_matches(character);
        let length = text.len() - info.len();
        let is_fence = length >= 3 && !(character == '`' && info.contains('`'));
        is_fence.then(|| Self {
            character,
            length,
            indent: indent(line),
            info: info.trim(),
        })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let text = line.trim();
        text.len() >= self.length && text.chars().all(|character| character == self.character)
    }

    /// The name of the language, if it is one.
    fn language(&self) -> Option<String> {
        let name = self.info.split_whitespace().next()?.to_ascii_lowercase();
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"+#-_.".contains(&byte);
        (name.len() <= LANGUAGE_LENGTH_MAX && name.bytes().all(is_name)).then_some(name)
    }
}

impl<'line> Marker<'line> {
    /// Parses the first line of an item. Lists have no number to start with, so that the first one is 1.
    fn parse(line: &'line str, is_first: bool) -> Option<Self> {
        let text = line.trim_start();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let is_ordered = digits > 0;
        let is_number = !is_first || &text[..digits] == "1";
        let ends: &[char] = if is_ordered { &['.', ')'] } else { &['-', '*', '+'] };
        let after = text[digits..].strip_prefix(ends)?;
        let content = after.trim_start();
        let is_item = after.starts_with([' ', '\t']) && !content.is_empty();
        let indent = indent(line);
        (is_item && digits <= 9 && (!is_ordered || is_number)).then(|| Self {
            is_ordered,
            indent,
            width: indent + digits + 2,
            text: content,
        })
    }
}

/// The columns of the white space at the start of a line.
fn indent(line: &str) -> usize {
    let is_space = |character: &char| character.is_whitespace();
    line.chars().take_while(is_space).map(columns).sum()
}

/// Removes at most so many columns of white space from the start of a line.
fn without_indent(line: &str, mut wanted: usize) -> &str {
    for (at, character) in line.char_indices() {
        if !character.is_whitespace() || wanted == 0 {
            return &line[at..];
        }
        wanted = wanted.saturating_sub(columns(character));
    }
    ""
}

fn columns(character: char) -> usize {
    if character == '\t' { TAB_COLUMNS } else { 1 }
}
