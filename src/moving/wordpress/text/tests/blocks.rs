//! Blocks.

use super::*;

fn block(name: &str, attributes: &str, inner: &str) -> String {
    format!("<!-- wp:{name} {attributes} -->{inner}<!-- /wp:{name} -->")
}

#[test]
fn blocks_around_others_become_what_they_mean() {
    let paragraph = block("paragraph", "", "<p>x</p>");
    for (text, expected) in [
        (
            block("heading", "", "<h2 class=\"wp-block-heading\">x</h2>"),
            "<h2 class=\"wp-block-heading\">x</h2>".to_owned(),
        ),
        (
            block(
                "list",
                "",
                &format!("<ul>{}</ul>", block("list-item", "", "<li>x</li>")),
            ),
            "<ul><li>x</li></ul>".to_owned(),
        ),
        (
            block(
                "columns",
                "",
                &format!(
                    "<div>{}</div>",
                    block("column", "", &format!("<div>{paragraph}</div>"))
                ),
            ),
            "<p>x</p>".to_owned(),
        ),
        (
            block(
                "media-text",
                "",
                &format!(
                    "<div><figure><img src=\"https://a.example/m.png\"/></figure><div>{paragraph}</div></div>"
                ),
            ),
            image("m.png") + "<p>x</p>",
        ),
        (
            block(
                "cover",
                "{\"url\":\"https://a.example/m.png\"}",
                &format!("<div style=\"x\">{paragraph}</div>"),
            ),
            image("m.png") + "<p>x</p>",
        ),
        (
            block(
                "file",
                "",
                "<div><a href=\"https://a.example/f.pdf\">F</a><a href=\"https://a.example/f.pdf\" download>Download</a></div>",
            ),
            html::link("https://a.example/f.pdf", "F"),
        ),
        (
            block(
                "audio",
                "",
                "<figure><audio controls src=\"https://a.example/s.mp3\"></audio><figcaption>S</figcaption></figure>",
            ),
            html::link("https://a.example/s.mp3", "") + "<p>S</p>",
        ),
    ] {
        assert_eq!(html(&text), expected, "{text}");
    }
}

#[test]
fn blocks_of_one_thing_become_what_they_mean() {
    let paragraph = block("paragraph", "", "<p>x</p>");
    for (text, expected) in [
        (
            block(
                "core-embed/vimeo",
                "",
                "<figure><div>\nhttps://vimeo.com/76979871\n</div></figure>",
            ),
            html::embed("https://vimeo.com/76979871"),
        ),
        (
            block(
                "gallery",
                "{\"ids\":[1,2]}",
                "<figure><ul><li><figure><img src=\"https://a.example/one.jpg\"/><figcaption>1</figcaption></figure></li><li><figure><img src=\"https://a.example/two.png\"/></figure></li></ul><figcaption class=\"blocks-gallery-caption\">Both</figcaption></figure>",
            ),
            html::picture("https://a.example/one.jpg", "", "1") + &image("two.png") + "<p>Both</p>",
        ),
        (block("gallery", "{\"ids\":[1]}", ""), image("one.jpg")),
        (
            block(
                "pullquote",
                "",
                "<figure><blockquote><p>x</p><cite>y</cite></blockquote></figure>",
            ),
            "<blockquote><p>x</p><p><cite>y</cite></p></blockquote>".to_owned(),
        ),
        (block("verse", "", "<pre>a\nb</pre>"), "<p>a<br>b</p>".to_owned()),
        (
            block(
                "preformatted",
                "",
                "<pre class=\"wp-block-preformatted\">a<br>b</pre>",
            ),
            html::code_block("", "a\nb"),
        ),
        (
            block(
                "syntaxhighlighter/code",
                "{\"language\":\"php\"}",
                "<pre class=\"wp-block-syntaxhighlighter-code\">a &lt; b</pre>",
            ),
            html::code_block("php", "a < b"),
        ),
        (
            block(
                "kevinbatdorf/code-block-pro",
                "{\"code\":\"a \\u003c b\",\"language\":\"rust\"}",
                "<div><pre class=\"shiki\"><code><span>x</span></code></pre></div>",
            ),
            html::code_block("rust", "a < b"),
        ),
        (
            block("math", "{\"latex\":\"x^2\"}", "<div></div>"),
            html::code_block("math", "x^2"),
        ),
        (
            block("shortcode", "", "\n[gallery ids=\"1\"]\n"),
            image("one.jpg"),
        ),
        (block("freeform", "", "a\n\nb"), "<p>a</p><p>b</p>".to_owned()),
        (
            format!("old\ntext\n{paragraph}\n[gallery ids=1]"),
            format!("<p>old<br>text</p><p>x</p>{}", image("one.jpg")),
        ),
        (
            block(
                "social-link",
                "{\"url\":\"https://b.example/\",\"service\":\"x\"}",
                "",
            ),
            html::link("https://b.example/", "x"),
        ),
        (block("spacer", "", "<div></div>"), String::new()),
        (block("nextpage", "", "<!--nextpage-->"), String::new()),
    ] {
        assert_eq!(html(&text), expected, "{text}");
    }
}

#[test]
fn unknown_blocks_keep_their_text_and_are_reported() {
    let (html, changes) = converted(
        "<!-- wp:acme/box {\"a\":1} --><div><p>x</p></div><!-- /wp:acme/box --><!-- wp:query {} /-->",
    );
    assert_eq!(html, "<div><p>x</p></div>");
    assert_eq!(
        changes,
        [
            "The block acme/box is not known here; its text was kept",
            "The block query shows something that this site has not, and was left out",
        ]
    );
}

#[test]
fn a_block_within_itself_ends() {
    let (html, changes) = converted("<!-- wp:block {\"ref\":9} /-->");
    assert!(html.len() < 10_000);
    assert_eq!(changes.len(), 1);
}
