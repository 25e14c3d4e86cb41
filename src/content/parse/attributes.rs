//! Counts the attributes of tags before tokenizing: html5ever compares each new attribute with all previous
//! ones, which takes quadratic time.

/// The states of the HTML standard's tokenizer within a tag.
#[derive(Clone, Copy)]
enum State {
    Name,
    BeforeAttribute,
    AttributeName,
    AfterAttributeName,
    BeforeValue,
    DoubleQuoted,
    SingleQuoted,
    Unquoted,
    AfterQuoted,
    SelfClosing,
}

const STATES: [State; 10] = [
    State::Name,
    State::BeforeAttribute,
    State::AttributeName,
    State::AfterAttributeName,
    State::BeforeValue,
    State::DoubleQuoted,
    State::SingleQuoted,
    State::Unquoted,
    State::AfterQuoted,
    State::SelfClosing,
];

/// Returns the most attributes that any tag of the text can have, wherever a parser sees a tag begin.
///
/// Reads the text backwards: the number of attributes that follow in each state is known from the next character.
/// This takes linear time and misses no position where a tag could begin.
pub(super) fn most(html: &str) -> usize {
    let bytes = html.as_bytes();
    let mut following = [0; STATES.len()];
    let mut most = 0;
    for (at, byte) in bytes.iter().copied().enumerate().rev() {
        if byte.is_ascii_alphabetic() && is_behind_tag_open(bytes, at) {
            most = most.max(following[State::Name as usize]);
        }
        following = STATES.map(|state| match step(state, byte) {
            Step::To(next) => following[next as usize],
            Step::Attribute => 1 + following[State::AttributeName as usize],
            Step::End => 0,
        });
    }
    most
}

fn is_behind_tag_open(bytes: &[u8], at: usize) -> bool {
    matches!(bytes[..at], [.., b'<'] | [.., b'<', b'/'])
}

enum Step {
    To(State),
    /// The byte begins the name of an attribute.
    Attribute,
    /// The byte ends the tag.
    End,
}

fn step(state: State, byte: u8) -> Step {
    let is_space = matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ');
    match (state, byte) {
        (State::DoubleQuoted, b'"') | (State::SingleQuoted, b'\'') => Step::To(State::AfterQuoted),
        (State::DoubleQuoted | State::SingleQuoted, _) => Step::To(state),
        (_, b'>') => Step::End,
        (State::BeforeValue, b'"') => Step::To(State::DoubleQuoted),
        (State::BeforeValue, b'\'') => Step::To(State::SingleQuoted),
        (State::BeforeValue, _) if is_space => Step::To(state),
        (State::BeforeValue, _) => Step::To(State::Unquoted),
        (State::Unquoted, _) if !is_space => Step::To(state),
        (State::AttributeName | State::AfterAttributeName, _) if is_space => {
            Step::To(State::AfterAttributeName)
        }
        (_, _) if is_space => Step::To(State::BeforeAttribute),
        (_, b'/') => Step::To(State::SelfClosing),
        (State::AttributeName | State::AfterAttributeName, b'=') => Step::To(State::BeforeValue),
        (State::Name | State::AttributeName, _) => Step::To(state),
        _ => Step::Attribute,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_the_largest_attribute_count_of_any_tag() {
        for (html, expected) in [
            ("", 0),
            ("<p>a b c</p>", 0),
            ("<p a>", 1),
            ("<p a b=1 c='2' d=\"3\"e/f>", 6),
            ("<p a='> x y z'>", 1),
            ("<p a=\"1\"><i a b c></i>", 3),
            ("</p a b>", 2),
            ("<p\na\n=\nb\nc>", 2),
            ("<p =a>", 1),
            ("1 < 2 a b c", 0),
            ("<!-- <p a b> -->", 2),
            ("<p a/ b / c", 3),
        ] {
            assert_eq!(most(html), expected, "{html}");
        }
    }

    #[test]
    fn counts_tags_after_an_unclosed_quote() {
        assert_eq!(most("<script>\"<a b='</script><p 1 2 3 4>"), 4);
    }
}
