//! Where Markdown has code, in which nothing is markup.

/// The longest run of backticks that is taken for the mark of code within a line.
const BACKTICKS_MAX: usize = 31;

/// A block of code between fences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fence {
    /// Where what stands behind the opening fence begins and ends: the language.
    pub(super) info: (usize, usize),
    /// Where the line after the closing fence begins.
    pub(super) end: usize,
}

/// Returns the block of code that begins at a position, which is the beginning of a line.
pub(super) fn fence_at(text: &str, at: usize) -> Option<Fence> {
    let (mark, length, info) = opening(line_at(text, at))?;
    let first_end = at + line_at(text, at).len();
    let info_end = at + line_at(text, at).trim_end().len();
    let mut end = first_end;
    while end < text.len() {
        let line = line_at(text, end);
        end += line.len();
        let rest = without_prefix(line);
        let run = rest.bytes().take_while(|byte| *byte == mark).count();
        if run >= length && rest[run..].trim().is_empty() {
            break;
        }
    }
    Some(Fence {
        info: (info_end.min(at + info), info_end),
        end,
    })
}

/// Returns the mark, its length, and where the language begins, of a line that opens a block of code.
fn opening(line: &str) -> Option<(u8, usize, usize)> {
    let rest = without_prefix(line);
    let mark = *rest
        .as_bytes()
        .first()
        .filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = rest.bytes().take_while(|byte| *byte == mark).count();
    let info = &rest[length..];
    (length >= 3 && !(mark == b'`' && info.contains('`'))).then_some((mark, length, line.len() - info.len()))
}

/// Returns a line without the marks of quotes, and without that of a list.
fn without_prefix(line: &str) -> &str {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let after_digits = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let ends: &[char] = if after_digits.len() < line.len() {
        &['.', ')']
    } else {
        &['-', '+', '*']
    };
    match after_digits.strip_prefix(ends) {
        Some(item) if item.starts_with([' ', '\t']) => item.trim_start_matches([' ', '\t']),
        _ => line,
    }
}

fn line_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    rest.find('\n').map_or(rest, |end| &rest[..=end])
}

/// Finds code within lines. It goes through a text from its beginning to its end, and remembers what is not there.
#[derive(Debug, Default)]
pub(super) struct Spans {
    /// For each length of a run of backticks, the position before which no run closes one.
    not_before: [usize; BACKTICKS_MAX + 1],
}

impl Spans {
    /// Returns where the code ends whose opening run of backticks begins at a position; `None` if none opens code there,
    /// and then the length of the run.
    pub(super) fn end(&mut self, text: &str, at: usize) -> Result<usize, usize> {
        let bytes = text.as_bytes();
        let run_at = |at: usize| bytes[at..].iter().take_while(|byte| **byte == b'`').count();
        let length = run_at(at);
        if length == 0 || length > BACKTICKS_MAX || self.not_before[length] > at {
            return Err(length.max(1));
        }
        let mut next = at + length;
        while next < bytes.len() {
            match bytes[next] {
                b'`' => {
                    let run = run_at(next);
                    next += run;
                    if run == length {
                        return Ok(next);
                    }
                }
                b'\n'
                    if text[next + 1..]
                        .trim_start_matches([' ', '\t', '\r'])
                        .starts_with('\n') =>
                {
                    break;
                }
                _ => next += 1,
            }
        }
        self.not_before[length] = next;
        Err(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_blocks() {
        for (text, info, rest) in [
            ("```rust\na\n```\nb", "rust", "b"),
            ("~~~~ a b\n~~~\n~~~~~\nb", " a b", "b"),
            ("> ```\n> a\n> ```\nb", "", "b"),
            ("- ```js\n  a\n  ```\nb", "js", "b"),
            ("12. ```js\n    a\n    ```\nb", "js", "b"),
            ("```\na", "", ""),
            ("```", "", ""),
        ] {
            let fence = fence_at(text, 0).unwrap();
            assert_eq!(&text[fence.info.0..fence.info.1], info, "{text}");
            assert_eq!(&text[fence.end..], rest, "{text}");
        }
        for text in ["``a``", "```a``` b", "a", "", "--", "1.```"] {
            assert_eq!(fence_at(text, 0), None, "{text}");
        }
    }

    #[test]
    fn finds_code_within_lines() {
        for (text, end) in [
            ("`a` b", Ok(3)),
            ("``a`b`` c", Ok(7)),
            ("`a\nb` c", Ok(5)),
            ("`a\n\nb`", Err(1)),
            ("`a", Err(1)),
            ("``", Err(2)),
        ] {
            assert_eq!(Spans::default().end(text, 0), end, "{text}");
        }
    }
}
