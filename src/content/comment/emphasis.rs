//! Bold and italic: pairs of `**` and of `*`, as CommonMark pairs them.

use super::output::Output;

/// The most stars that stand together; more are text.
const LENGTH_MAX: usize = 3;
/// The most runs that wait for their counterparts; further ones are text, which bounds how deep elements nest.
const OPEN_MAX: usize = 8;

#[derive(Clone, Copy)]
enum Element {
    Italic,
    Bold,
}

/// A run of stars.
pub(super) struct Stars {
    length: usize,
    can_open: bool,
    can_close: bool,
    /// The stars that are text.
    left: usize,
    /// The elements that begin here, the innermost first.
    opened: Vec<Element>,
    /// The elements that end here, the innermost first.
    closed: Vec<Element>,
}

impl Stars {
    /// Creates a run of stars between two characters, if it can be emphasis.
    pub(super) fn new(length: usize, before: Option<char>, after: Option<char>) -> Option<Self> {
        let is_space = |character: Option<char>| character.is_none_or(char::is_whitespace);
        let is_punctuation =
            |character: Option<char>| character.is_some_and(|one| one.is_ascii_punctuation());
        let can_open =
            !is_space(after) && (!is_punctuation(after) || is_space(before) || is_punctuation(before));
        let can_close =
            !is_space(before) && (!is_punctuation(before) || is_space(after) || is_punctuation(after));
        let can_be_emphasis = length <= LENGTH_MAX && (can_open || can_close);
        can_be_emphasis.then(|| Self {
            length,
            can_open,
            can_close,
            left: length,
            opened: Vec::new(),
            closed: Vec::new(),
        })
    }

    pub(super) fn draw(&self, output: &mut Output<'_>) {
        for element in &self.closed {
            output.markup(match element {
                Element::Italic => "</em>",
                Element::Bold => "</strong>",
            });
        }
        output.markup(&"*".repeat(self.left));
        for element in self.opened.iter().rev() {
            output.markup(match element {
                Element::Italic => "<em>",
                Element::Bold => "<strong>",
            });
        }
    }

    /// Whether a run between letters must not close this one (CommonMark's rule of multiples of three).
    fn is_apart_from(&self, closing: &Self) -> bool {
        (self.can_close || closing.can_open)
            && (self.length + closing.length).is_multiple_of(3)
            && !(self.length.is_multiple_of(3) && closing.length.is_multiple_of(3))
    }
}

/// Pairs the runs of stars of a text.
pub(super) fn pair<'stars>(runs: impl Iterator<Item = &'stars mut Stars>) {
    let mut open: Vec<&mut Stars> = Vec::new();
    for run in runs {
        while run.can_close && run.left > 0 {
            let Some(opening) = open.last_mut().filter(|opening| !opening.is_apart_from(run)) else {
                break;
            };
            let is_bold = run.left >= 2 && opening.left >= 2;
            let (element, stars) = if is_bold {
                (Element::Bold, 2)
            } else {
                (Element::Italic, 1)
            };
            run.closed.push(element);
            opening.opened.push(element);
            run.left -= stars;
            opening.left -= stars;
            if opening.left == 0 {
                open.pop();
            }
        }
        if run.can_open && run.left > 0 && open.len() < OPEN_MAX {
            open.push(run);
        }
    }
}
