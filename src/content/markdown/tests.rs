//! Both directions of the conversion.

use super::*;
use crate::content::TooComplex;

fn html(markdown: &str) -> String {
    markdown_to_html(markdown).unwrap()
}

fn markdown(html: &str) -> Markdown {
    html_to_markdown(html).unwrap()
}

#[test]
fn converts_blocks_and_marks() {
    for (source, expected) in [
        ("# A\n\n###### F", "<h1>A</h1>\n<h6>F</h6>"),
        (
            "**a** *b* ~~c~~ `d`",
            "<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>",
        ),
        (
            "```rust\nfn a() {}\n```",
            "<pre><code class=\"language-rust\">fn a() {}\n</code></pre>",
        ),
        (
            "- [x] a\n- [ ] b",
            "<ul>\n<li data-list=\"checked\">a</li>\n<li data-list=\"unchecked\">b</li>\n</ul>",
        ),
        (
            "> [!WARNING]\n> Hot",
            "<blockquote class=\"callout callout-warning\">\n<p>Hot</p>\n</blockquote>",
        ),
        (
            "> [!TIP] Read this\n> a",
            "<blockquote class=\"callout callout-tip\">\n<p><strong>Read this</strong></p>\n<p>a</p>\n</blockquote>",
        ),
        (
            "a $x<y$ b",
            "<p>a <code class=\"language-math\">x&lt;y</code> b</p>",
        ),
        (
            "$$\n\\sum x\n$$",
            "<pre><code class=\"language-math\">\\sum x\n</code></pre>",
        ),
        (
            "```mermaid\nflowchart LR\n```",
            "<pre><code class=\"language-mermaid\">flowchart LR\n</code></pre>",
        ),
        (
            "| a | b |\n| --- | --: |\n| c | d |",
            "<table>\n<thead>\n<tr>\n<th>a</th>\n<th align=\"right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c</td>\n<td align=\"right\">d</td>\n</tr>\n</tbody>\n</table>",
        ),
        ("it costs $5 and $6", "<p>it costs $5 and $6</p>"),
    ] {
        assert_eq!(html(source), expected, "{source}");
    }
}

#[test]
fn accepts_long_lines_that_begin_no_items() {
    for line in [
        "-".repeat(200),
        "+-".repeat(200),
        "1.".repeat(200),
        "*".repeat(200),
    ] {
        let code = format!("<pre><code>{line}\n</code></pre>");
        assert_eq!(html(&format!("```\n{line}\n```")), code);
        assert_eq!(html(&markdown(&code).source), code);
    }
    for line in ["- ".repeat(129), "1. ".repeat(129), ">".repeat(129)] {
        assert_eq!(markdown_to_html(&line), Err(TooComplex::Deep), "{line}");
    }
}

#[test]
fn sanitises_html_in_markdown() {
    for source in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "<a href=\"javascript:alert(1)\">a</a>",
        "<svg onload=alert(1)>",
        "![a](javascript:alert(1))",
        "<iframe src=\"https://example.org/\"></iframe>",
        "[a]: javascript:alert(1)\n\n[a]",
    ] {
        let html = html(source);
        assert!(
            !html.contains("alert(1)\"") && !html.contains("<script") && !html.contains("onerror"),
            "{html}"
        );
        assert!(
            !html.contains("javascript:") && !html.contains("<iframe"),
            "{html}"
        );
    }
}

#[test]
fn converts_html_to_readable_markdown() {
    for (html, expected) in [
        ("<h2>Why C# is 5 * 3 = 15!</h2>", "## Why C# is 5 * 3 = 15!\n"),
        (
            "<p>snake_case and [x] and 2 &lt; 3</p>",
            "snake_case and \\[x\\] and 2 < 3\n",
        ),
        ("<p># a</p>", "\\# a\n"),
        ("<p>1. a</p>", "1\\. a\n"),
        ("<p>a <kbd>Ctrl</kbd> b</p>", "a <kbd>Ctrl</kbd> b\n"),
        ("<ul><li>a<ul><li>b</li></ul></li></ul>", "- a\n  - b\n"),
        (
            "<blockquote class=\"callout callout-note\"><p>a</p></blockquote>",
            "> [!NOTE]\n> a\n",
        ),
        ("<p><code class=\"language-math\">x</code></p>", "$x$\n"),
        ("<p>$5</p>", "\\$5\n"),
        ("<p>a<br>b</p>", "a\\\nb\n"),
        (
            "<p><a href=\"/b\">a</a> <img src=\"/media/a.webp\" alt=\"An a\"></p>",
            "[a](/b) ![An a](/media/a.webp)\n",
        ),
    ] {
        assert_eq!(markdown(html).source, expected, "{html}");
    }
}

#[test]
fn keeps_what_markdown_cannot_hold_as_html() {
    let html = "<p>a</p>\n<figure><img src=\"/media/a.webp\" alt=\"b\"><figcaption>c</figcaption></figure>\n<pre>d\n\n\ne</pre>\n<p class=\"ql-align-center\">f</p>";
    let written = markdown(html);
    assert_eq!(written.kept, ["figure", "pre", "p"]);
    assert_eq!(markdown_to_html(&written.source).unwrap(), html);
}

#[test]
fn converts_footnotes_both_ways() {
    let source = "a[^1] b[^note]\n\n[^1]: One\n\n[^note]: Two\n";
    let html = html(source);
    assert!(
        html.contains("<sup class=\"footnote-ref\"><a href=\"#user-content-fn-1\""),
        "{html}"
    );
    assert!(html.contains("<section class=\"footnotes\">"), "{html}");
    let back = markdown(&html);
    assert_eq!(back.kept, Vec::<String>::new());
    assert_eq!(markdown_to_html(&back.source).unwrap(), html);
}
