//! The patterns by which Hugo names paths: `*` within a folder, `**` through folders, `?` and `{a,b}`.

/// The most characters of a pattern, and the most patterns that braces make of it.
const LENGTH_MAX: usize = 200;
const ALTERNATIVES_MAX: usize = 32;

/// A pattern, or several in braces.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Glob(Vec<Vec<Token>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Character(char),
    /// Any character but `/`.
    One,
    /// Any characters but `/`.
    Within,
    /// Any characters.
    Any,
}

impl Glob {
    /// Reads a pattern; `None` if it is in a form that is not known here, or larger than anybody writes.
    pub(super) fn parse(pattern: &str) -> Option<Self> {
        if pattern.len() > LENGTH_MAX {
            return None;
        }
        let alternatives = alternatives(&pattern.to_lowercase())?;
        let tokens: Option<Vec<Vec<Token>>> = alternatives.iter().map(|pattern| tokens(pattern)).collect();
        tokens.map(Self)
    }

    /// Whether a text in lower case is one that the pattern means.
    pub(super) fn matches(&self, text: &str) -> bool {
        self.0.iter().any(|tokens| matches(tokens, text))
    }
}

fn alternatives(pattern: &str) -> Option<Vec<String>> {
    let mut open = vec![pattern.to_owned()];
    let mut whole = Vec::new();
    while let Some(pattern) = open.pop() {
        let Some((before, rest)) = pattern.split_once('{') else {
            if pattern.contains('}') {
                return None;
            }
            whole.push(pattern);
            continue;
        };
        let (inner, behind) = rest.split_once('}')?;
        if inner.contains('{') {
            return None;
        }
        open.extend(inner.split(',').map(|part| format!("{before}{part}{behind}")));
        if open.len() + whole.len() > ALTERNATIVES_MAX {
            return None;
        }
    }
    Some(whole)
}

fn tokens(pattern: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        tokens.push(match character {
            '*' if characters.next_if_eq(&'*').is_some() => {
                while characters.next_if_eq(&'*').is_some() {}
                Token::Any
            }
            '*' => Token::Within,
            '?' => Token::One,
            '[' | ']' | '\\' => return None,
            other => Token::Character(other),
        });
    }
    Some(tokens)
}

/// The time grows with the product of both lengths.
fn matches(tokens: &[Token], text: &str) -> bool {
    // The beginnings of the pattern, by their lengths, that the text up to here may be.
    let mut reached = vec![false; tokens.len() + 1];
    reached[0] = true;
    pass_over(&mut reached, tokens);
    for character in text.chars() {
        let mut next = vec![false; tokens.len() + 1];
        for (at, token) in tokens.iter().enumerate().filter(|(at, _)| reached[*at]) {
            match token {
                Token::Character(own) => next[at + 1] |= *own == character,
                Token::One => next[at + 1] |= character != '/',
                Token::Within => next[at] |= character != '/',
                Token::Any => next[at] = true,
            }
        }
        pass_over(&mut next, tokens);
        reached = next;
    }
    reached.last() == Some(&true)
}

/// Any characters may be none.
fn pass_over(reached: &mut [bool], tokens: &[Token]) {
    for (at, token) in tokens.iter().enumerate() {
        if reached[at] && matches!(token, Token::Within | Token::Any) {
            reached[at + 1] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_mean_paths() {
        for (pattern, text, expected) in [
            ("/a", "/a", true),
            ("/A", "/a", true),
            ("/a", "/a/b", false),
            ("/a/*", "/a/b", true),
            ("/a/*", "/a/b/c", false),
            ("/a/**", "/a/b/c", true),
            ("/a/**", "/a", false),
            ("/a**", "/ab/c", true),
            ("**/b", "/a/b", true),
            ("/a?c", "/abc", true),
            ("/a?c", "/a/c", false),
            ("{/a,/a/**}", "/a", true),
            ("{/a,/a/**}", "/a/b", true),
            ("{/a,/b}", "/c", false),
            ("**", "/", true),
        ] {
            let glob = Glob::parse(pattern).unwrap();
            assert_eq!(glob.matches(text), expected, "{pattern} {text}");
        }
        for unknown in ["/[ab]", "/\\*", "{a", "a}", "{a,{b,c}}"] {
            assert_eq!(Glob::parse(unknown), None, "{unknown}");
        }
        assert_eq!(Glob::parse(&"{a,b}".repeat(10)), None);
        assert_eq!(Glob::parse(&"a".repeat(201)), None);
    }
}
