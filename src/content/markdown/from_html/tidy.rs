//! The Markdown as people write it, where the library writes more than is needed. It may change what reads otherwise in
//! rare posts: the caller compares.

/// The comment that the library writes between a list and a list or code after it.
const END_OF_LIST: &str = "<!-- end list -->";
const FENCE: &str = "```";
/// The most lines of a list that are read to find its kind.
const LINES_READ_MAX: usize = 200;

/// Removes the ends of lists that the next line shows anyway and spaces at the ends of lines, and puts the text of a
/// footnote behind its name.
pub(super) fn tidy(source: &str) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let mut tidied: Vec<String> = Vec::with_capacity(lines.len());
    let mut is_code = false;
    let mut index = 0;
    while index < lines.len() {
        let line = lines[index];
        let next = lines.get(index + 1).copied().unwrap_or_default();
        is_code ^= line.trim_start_matches([' ', '>']).starts_with(FENCE);
        let prefix = line.strip_suffix(END_OF_LIST).filter(|_| !is_code);
        if prefix.is_some_and(|prefix| ends_anyway(&lines[..index], prefix, &lines[index + 1..])) {
            // The line before it is empty, too.
            index += 2;
        } else if !is_code && is_name_of_footnote(line) && is_paragraph_of_footnote(next) {
            tidied.push(format!("{line} {}", next.trim()));
            index += 2;
        } else {
            tidied.push(if is_code { line } else { trimmed(line) }.to_owned());
            index += 1;
        }
    }
    tidied.push(String::new());
    tidied.join("\n")
}

/// Returns `true` if a list ends without the comment, too, as code or a list of the other kind follows.
fn ends_anyway(above: &[&str], prefix: &str, below: &[&str]) -> bool {
    // The first line below is empty.
    let Some(next) = below.get(1).and_then(|line| line.strip_prefix(prefix)) else {
        return false;
    };
    let Some(is_next_ordered) = is_ordered(next) else {
        return next.starts_with(FENCE);
    };
    let lines = above.iter().rev().take(LINES_READ_MAX);
    let kind = lines
        .filter_map(|line| line.strip_prefix(prefix))
        .find_map(is_ordered);
    kind == Some(!is_next_ordered)
}

/// Returns whether the item of a list that begins in a line has a number; `None` if no item begins there.
fn is_ordered(line: &str) -> Option<bool> {
    let marker = line.split_once(' ').map_or(line, |(marker, _)| marker);
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    match marker {
        "-" | "*" | "+" => Some(false),
        _ => marker
            .strip_suffix(['.', ')'])
            .filter(|digits| is_number(digits))
            .map(|_| true),
    }
}

/// Returns a line without the space at its end; two at the end of text are a line break.
fn trimmed(line: &str) -> &str {
    let trimmed = line.trim_end_matches(' ');
    let is_break = line.len() > trimmed.len() + 1 && !trimmed.trim_start_matches([' ', '>']).is_empty();
    if is_break { line } else { trimmed }
}

fn is_name_of_footnote(line: &str) -> bool {
    line.starts_with("[^") && line.ends_with("]:")
}

fn is_paragraph_of_footnote(line: &str) -> bool {
    line.strip_prefix("    ")
        .is_some_and(|text| !text.is_empty() && !text.starts_with([' ', '`']))
}

#[cfg(test)]
mod tests {
    use crate::content::markdown::html_to_markdown;

    #[track_caller]
    fn assert_source(html: &str, expected: &str) {
        let markdown = html_to_markdown(html).unwrap();
        assert_eq!(markdown.source, expected);
        assert_eq!(markdown.kept, Vec::<String>::new());
    }

    #[test]
    fn ends_a_list_only_before_one_of_the_same_kind() {
        let code = "<pre><code>c\n</code></pre>";
        assert_source(
            &format!("<ul><li>a</li></ul><ol><li>b</li></ol>{code}"),
            "- a\n\n1. b\n\n```\nc\n```\n",
        );
        assert_source(
            "<ul><li>a</li></ul><ul><li>b</li></ul>",
            "- a\n\n<!-- end list -->\n\n- b\n",
        );
        assert_source(
            "<blockquote><ol><li>a</li></ol><ul><li>b</li></ul></blockquote>",
            "> 1. a\n>\n> - b\n",
        );
        let comment = "<pre><code>- a\n\n&lt;!-- end list --&gt;\n\n1. b\n</code></pre>";
        assert_source(comment, "```\n- a\n\n<!-- end list -->\n\n1. b\n```\n");
    }

    #[test]
    fn writes_a_footnote_behind_its_name() {
        let reference = "<sup class=\"footnote-ref\"><a href=\"#user-content-fn-a\" id=\"user-content-fnref-a\" rel=\"noopener noreferrer\">1</a></sup>";
        let back =
            "<a href=\"#user-content-fnref-a\" class=\"footnote-backref\" rel=\"noopener noreferrer\">↩</a>";
        assert_source(
            &format!(
                "<p>x{reference}</p><section class=\"footnotes\"><ol><li id=\"user-content-fn-a\"><p>one</p><p>two {back}</p></li></ol></section>"
            ),
            "x[^a]\n\n[^a]: one\n\n    two\n",
        );
    }
}
