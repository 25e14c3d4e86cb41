//! The text of previews: filtering of undrawable characters, and layout in lines.

use cosmic_text::{Attrs, Buffer, Ellipsize, EllipsizeHeightLimit, Family, Metrics, Shaping, Weight, Wrap};
use unicode_segmentation::UnicodeSegmentation as _;

use super::fonts::Fonts;

const HEADLINE: Attrs<'static> = Attrs::new()
    .family(Family::Name("Inter Display"))
    .weight(Weight::BOLD);
const LABEL: Attrs<'static> = Attrs::new().family(Family::Name("Inter")).weight(Weight::MEDIUM);
/// The font sizes of a headline in pixels, largest first.
const SIZES: [f32; 10] = [120.0, 104.0, 92.0, 84.0, 76.0, 68.0, 60.0, 54.0, 48.0, 42.0];
/// The largest font size at which words longer than a line may be broken.
const BROKEN_WORD_SIZE_MAX: f32 = 60.0;
const LINES_MAX: usize = 5;
/// The line height relative to the font size.
const LEADING: f32 = 1.16;
const LABEL_SIZE: f32 = 30.0;
/// The most combining marks on one letter: more would overlap the lines above.
const MARKS_MAX: usize = 3;
/// A text is drawn when at most one of this many letters is missing.
const LETTERS_PER_MISSING: usize = 4;
/// The precision in pixels to which the lines of a headline are balance.
const BALANCE_STEP: f32 = 4.0;

/// Removes characters that the fonts cannot draw; returns `None` when too much of the text is missing.
pub(super) fn drawable(fonts: &mut Fonts, text: &str) -> Option<String> {
    let mut words = Vec::new();
    let mut letters = 0_usize;
    let mut missing = 0_usize;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let mut drawn = String::with_capacity(word.len());
        for character in word.graphemes(true).flat_map(without_excess_marks) {
            let is_drawn = !is_formatting(character) && fonts.can_draw(character);
            if is_drawn {
                drawn.push(character);
            }
            if character.is_alphanumeric() {
                letters += 1;
                missing += usize::from(!is_drawn);
            }
        }
        if drawn.chars().any(|c| !is_joiner(c)) {
            words.push(drawn);
        }
    }
    let has_enough_letters = missing * LETTERS_PER_MISSING <= letters;
    (has_enough_letters && !words.is_empty()).then(|| words.join(" "))
}

fn without_excess_marks(cluster: &str) -> impl Iterator<Item = char> {
    let is_allowed = |(index, character): &(usize, char)| *index <= MARKS_MAX || !is_mark(*character);
    cluster
        .chars()
        .enumerate()
        .filter(is_allowed)
        .map(|(_, character)| character)
}

/// Whether a character is a combining mark of which no language needs many.
fn is_mark(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36f}'
            | '\u{483}'..='\u{489}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{fe20}'..='\u{fe2f}'
    )
}

fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// Whether a character is an invisible formatting character. Joiners are not: Arabic and Devanagari need them.
fn is_formatting(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{fff0}'..='\u{ffff}'
    )
}

/// Text laid out in lines.
pub(super) struct Block {
    /// The lines; the upper edge of the first is at 0.
    pub(super) lines: Buffer,
    /// The width in pixels; right-to-left lines begin there.
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) is_right_to_left: bool,
}

/// Lays out a headline in the largest size that fits into the given pixels, in lines of about equal length. One that
/// is too long even for the smallest size is truncated with an ellipsis.
pub(super) fn headline(fonts: &mut Fonts, text: &str, width: f32, height: f32) -> Block {
    let mut lines = shape(fonts, text, &HEADLINE);
    let whole_words = SIZES.map(|size| (size, Wrap::Word));
    let broken_words = SIZES
        .into_iter()
        .filter(|size| *size <= BROKEN_WORD_SIZE_MAX)
        .map(|size| (size, Wrap::WordOrGlyph));
    for (size, wrap) in whole_words.into_iter().chain(broken_words) {
        lines.set_wrap(wrap);
        lines.set_metrics(Metrics::relative(size, LEADING));
        let extent = layout(fonts, &mut lines, width);
        if extent.width <= width && extent.height <= height && extent.lines <= LINES_MAX {
            let width = balance(fonts, &mut lines, width, extent.lines);
            return block(fonts, lines, width);
        }
    }
    truncate(fonts, &mut lines, text, width);
    block(fonts, lines, width)
}

/// Truncates the text to what fits into [`LINES_MAX`] lines with an ellipsis.
fn truncate(fonts: &mut Fonts, lines: &mut Buffer, text: &str, width: f32) {
    let mut set_part = |end: usize| {
        let part = format!("{}…", text[..end].trim_end());
        lines.set_text(&part, &HEADLINE, Shaping::Advanced, None);
        layout(fonts, lines, width).lines <= LINES_MAX
    };
    let ends: Vec<usize> = text.grapheme_indices(true).map(|(start, _)| start).collect();
    let fitting = ends.partition_point(|end| set_part(*end));
    set_part(fitting.checked_sub(1).map_or(0, |last| ends[last]));
}

/// Lays out one line of small text, truncated with an ellipsis to `width` pixels.
pub(super) fn label(fonts: &mut Fonts, text: &str, width: f32) -> Block {
    let mut lines = shape(fonts, text, &LABEL);
    lines.set_wrap(Wrap::None);
    lines.set_ellipsize(Ellipsize::End(EllipsizeHeightLimit::Lines(1)));
    lines.set_metrics(Metrics::relative(LABEL_SIZE, LEADING));
    let extent = layout(fonts, &mut lines, width);
    block(fonts, lines, extent.width.ceil())
}

/// The number of lines, and their size in pixels.
#[derive(Default)]
struct Extent {
    lines: usize,
    width: f32,
    height: f32,
}

fn shape(fonts: &mut Fonts, text: &str, attributes: &Attrs<'_>) -> Buffer {
    let mut lines = Buffer::new(&mut fonts.system, Metrics::relative(LABEL_SIZE, LEADING));
    lines.set_text(text, attributes, Shaping::Advanced, None);
    lines
}

fn layout(fonts: &mut Fonts, lines: &mut Buffer, width: f32) -> Extent {
    lines.set_size(Some(width), None);
    lines.shape_until_scroll(&mut fonts.system, false);
    let runs = lines.layout_runs();
    runs.fold(Extent::default(), |extent, line| Extent {
        lines: extent.lines + 1,
        width: extent.width.max(line.line_w),
        height: extent.height + line.line_height,
    })
}

/// Returns the smallest width at which the text has at most `count` lines.
fn balance(fonts: &mut Fonts, lines: &mut Buffer, width: f32, count: usize) -> f32 {
    let (mut too_narrow, mut wide_enough) = (0.0, width);
    while wide_enough - too_narrow > BALANCE_STEP {
        let middle = f32::midpoint(too_narrow, wide_enough);
        let extent = layout(fonts, lines, middle);
        if extent.lines <= count && extent.width <= middle {
            wide_enough = middle;
        } else {
            too_narrow = middle;
        }
    }
    wide_enough
}

fn block(fonts: &mut Fonts, mut lines: Buffer, width: f32) -> Block {
    let extent = layout(fonts, &mut lines, width);
    Block {
        width,
        height: extent.height,
        is_right_to_left: lines.is_rtl(0).unwrap_or(false),
        lines,
    }
}
