//! The widths of characters, by which diagrams are laid out: those of Arial, which readers' fonts come close to, with
//! some room for those that are wider.

/// The widths of the printable ASCII characters in Arial, in thousandths of the font size.
#[rustfmt::skip]
const ASCII: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// The width of other letters: that of the widest usual ones.
const LETTER: u16 = 600;
/// The width of characters that fill a square, such as Chinese ones.
const SQUARE: u16 = 1_000;
/// The factor for fonts that are wider than Arial.
const ROOM: f64 = 1.05;
const ROOM_BOLD: f64 = 1.13;

/// Returns the width of a text in pixels.
pub(super) fn text_width(text: &str, font_size: f64, is_bold: bool) -> f64 {
    let units: f64 = text.chars().map(|character| f64::from(width(character))).sum();
    units / 1_000.0 * font_size * if is_bold { ROOM_BOLD } else { ROOM }
}

fn width(character: char) -> u16 {
    match character {
        '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0,
        '\u{1100}'.. => SQUARE,
        _ => (character as usize)
            .checked_sub(32)
            .and_then(|index| ASCII.get(index))
            .copied()
            .unwrap_or(LETTER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_the_widths_of_characters() {
        for (text, expected) in [("Hi", 722 + 222), ("é漢\u{301}", 600 + 1_000)] {
            let width = text_width(text, 1_000.0 / ROOM, false);
            assert!((width - f64::from(expected)).abs() < 0.1, "{text} {width}");
        }
        assert!(text_width("a", 16.0, true) > text_width("a", 16.0, false));
    }
}
