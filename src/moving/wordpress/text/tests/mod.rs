//! Texts of both editors.

mod blocks;

use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::content::sanitise;
use crate::moving::html;

fn library() -> Library {
    let mut library = Library::default();
    for (id, order, name) in [(1, 2, "one.jpg"), (2, 1, "two.png"), (3, 0, "song.mp3")] {
        library.add_item(&format!(
            "<item><title>Title {id}</title><wp:post_id>{id}</wp:post_id><wp:post_type>attachment</wp:post_type>\
             <wp:post_parent>7</wp:post_parent><wp:menu_order>{order}</wp:menu_order>\
             <wp:attachment_url>https://a.example/{name}</wp:attachment_url></item>"
        ));
    }
    library.add_item(
        "<item><wp:post_id>9</wp:post_id><wp:post_type>wp_block</wp:post_type><content:encoded>\
         <![CDATA[<!-- wp:block {\"ref\":9} /--><!-- wp:block {\"ref\":9} /--><p>x</p>]]></content:encoded></item>",
    );
    library
}

fn converted(text: &str) -> (String, Vec<String>) {
    let library = library();
    let surroundings = Surroundings {
        library: &library,
        post: Some(7),
        footnotes: None,
    };
    let (html, changes) = convert(text, &surroundings);
    let reasons = changes.into_iter().map(|change| change.reason).collect();
    (html.replace(">\n", ">").trim().to_owned(), reasons)
}

fn html(text: &str) -> String {
    converted(text).0
}

fn image(name: &str) -> String {
    html::picture(&format!("https://a.example/{name}"), "", "")
}

#[test]
fn short_codes_become_what_they_mean() {
    let film = html::embed("https://youtu.be/dQw4w9WgXcQ");
    let vimeo = html::embed("https://vimeo.com/76979871");
    for (text, expected) in [
        ("[gallery]", image("two.png") + &image("one.jpg")),
        (
            "a [gallery ids=\"1, 2\"] b",
            format!("<p>a</p>{}{}<p>b</p>", image("one.jpg"), image("two.png")),
        ),
        ("[gallery exclude='2'][/gallery]", image("one.jpg")),
        (
            "[playlist ids=\"3\"]",
            html::link("https://a.example/song.mp3", "Title 3"),
        ),
        (
            "[embed width=\"5\"]https://youtu.be/dQw4w9WgXcQ[/embed]",
            film.clone(),
        ),
        ("<p>https://youtu.be/dQw4w9WgXcQ</p>", film.clone()),
        (
            "a\nhttps://www.youtube.com/watch?t=1&amp;v=dQw4w9WgXcQ\nb",
            format!("<p>a</p>{film}<p>b</p>"),
        ),
        (
            "[youtube=http://www.youtube.com/watch?v=dQw4w9WgXcQ&w=640]",
            film.clone(),
        ),
        ("[youtube id=\"dQw4w9WgXcQ\"]", film.clone()),
        ("[youtube]dQw4w9WgXcQ[/youtube]", film.clone()),
        ("[vimeo 76979871 w=500]", vimeo.clone()),
        ("[video src=\"https://vimeo.com/76979871\"][/video]", vimeo),
        (
            "[video mp4=\"https://a.example/v.mp4\"]",
            html::link("https://a.example/v.mp4", ""),
        ),
        (
            "[audio https://a.example/s.mp3]",
            html::link("https://a.example/s.mp3", ""),
        ),
        (
            "[gist]abc/123[/gist]",
            html::link("https://gist.github.com/abc/123", ""),
        ),
        (
            "[tweet https://twitter.com/a/status/1]",
            html::link("https://twitter.com/a/status/1", ""),
        ),
        (
            "[code language=\"c#\"]a &lt; b[/code]",
            html::code_block("c#", "a < b"),
        ),
        (
            "[sourcecode lang=rust]\n<b>\n\n&amp;[/sourcecode]",
            html::code_block("rust", "<b>\n\n&amp;"),
        ),
        ("[code python]x[/code]", html::code_block("python", "x")),
        ("[jscript]x[/jscript]", html::code_block("javascript", "x")),
        (
            "[mermaid]a --> b[/mermaid]",
            html::code_block("mermaid", "a --> b"),
        ),
        (
            "[latex]x < y[/latex]!",
            "<p><code class=\"language-math\">x &lt; y</code>!</p>".to_owned(),
        ),
        ("[katex display=true]x[/katex]", html::code_block("math", "x")),
        ("[cci lang=c]x[/cci]", "<p><code>x</code></p>".to_owned()),
        (
            "[[code]x[/code]] [[gallery]]",
            "<p>[code]x[/code] [gallery]</p>".to_owned(),
        ),
        (
            "[caption width=\"5\"]<img src='https://a.example/one.jpg' /> By <em>me</em>[/caption]",
            html::picture("https://a.example/one.jpg", "", "By <em>me</em>"),
        ),
        (
            "[caption]<a href='https://b.example/'><img src=x.png></a>[/caption]",
            "<p><a href=\"https://b.example/\"><img src=\"x.png\" alt=\"\"></a></p>".to_owned(),
        ),
        (
            "[vc_row][vc_column width=\"1/2\"][vc_column_text]a\n\nb[/vc_column_text][/vc_column][/vc_row]",
            "<p>a</p><p>b</p>".to_owned(),
        ),
        ("[vc_single_image image=\"1\"]", image("one.jpg")),
    ] {
        assert_eq!(html(text), expected, "{text}");
    }
}

#[test]
fn unknown_short_codes_stay_and_are_reported() {
    for (text, name) in [
        ("a [poll id=\"1\"] b", "poll"),
        ("[my_form]", "my_form"),
        ("[form]\n", "form"),
        ("a [tip]b[/tip]", "tip"),
        ("[toc /]", "toc"),
    ] {
        let (html, changes) = converted(text);
        assert_eq!(html, format!("<p>{}</p>", text.trim()));
        assert_eq!(
            changes,
            [format!(
                "The short code [{name}] means nothing here and stays as text"
            )],
            "{text}"
        );
    }
    for text in ["a [sic] b", "x[i] = y[0]", "[1] [^2] [a](b)", "[...]"] {
        let (html, changes) = converted(text);
        assert_eq!((html, changes), (format!("<p>{text}</p>"), Vec::new()));
    }
}

#[test]
fn code_is_left_alone() {
    for (text, expected) in [
        (
            "<pre>[gallery]\n\nhttps://a.example/</pre>",
            html::code_block("", "[gallery]\n\nhttps://a.example/"),
        ),
        (
            "<code>[gallery]</code>",
            "<p><code>[gallery]</code></p>".to_owned(),
        ),
        ("[code][gallery][/code]", html::code_block("", "[gallery]")),
    ] {
        assert_eq!(html(text), expected, "{text}");
    }
}

#[test]
fn embedded_elements_become_frames_or_links() {
    let film = html::embed("https://youtu.be/dQw4w9WgXcQ");
    for (text, expected) in [
        (
            "<iframe src=\"//www.youtube.com/embed/dQw4w9WgXcQ?rel=0\" width=5></iframe>",
            film.clone(),
        ),
        (
            "<object><param name=\"movie\" value=\"https://www.youtube.com/v/dQw4w9WgXcQ\"></object>",
            film.clone(),
        ),
        (
            "<iframe src='https://a.example/x'></iframe>",
            html::link("https://a.example/x", ""),
        ),
        (
            "<video><source src=\"https://a.example/v.mp4\"></video>",
            html::link("https://a.example/v.mp4", ""),
        ),
    ] {
        assert_eq!(html(text), expected, "{text}");
    }
    let (_, changes) = converted("<iframe src='https://a.example/x'></iframe><script>x</script>");
    assert_eq!(
        changes,
        [
            "What was embedded from https://a.example/x is a link now",
            "A script was left out"
        ]
    );
}

#[test]
fn hostile_texts_take_linear_time() {
    let mut nested = String::new();
    for number in 0..100_000 {
        // Writing to a `String` cannot fail.
        let _ = write!(nested, "[a{number}]");
    }
    for text in [
        "[a]".repeat(300_000),
        "[gallery".repeat(100_000),
        "[caption]".repeat(50_000) + &"[/caption]".repeat(50_000),
        "[caption]<img src=x>".repeat(20_000),
        "<pre>".repeat(200_000),
        "<p>".repeat(200_000),
        "<!-- wp:group -->".repeat(50_000),
        "<figure><img src=x>".repeat(50_000),
        "[code]".repeat(100_000),
        "$latex ".repeat(100_000),
        "a\n".repeat(300_000),
        "<br>".repeat(300_000),
        nested,
    ] {
        let _ = html(&text);
    }
}

proptest! {
    #[test]
    fn any_text_can_be_converted_and_cleaned(
        parts in vec(prop::sample::select(vec![
            "a", " ", "\n", "\n\n", "<p>", "</p>", "<div>", "</div>", "<pre>", "</pre>", "<b", "<!--", "-->", "[", "]", "\"",
            "[caption]", "[/caption]", "<img src=x>", "[gallery]", "[code]", "[/code]", "<!-- wp:quote -->",
            "<!-- /wp:quote -->", "<!-- wp:image {\"id\":1} -->", "<!-- wp:block {\"ref\":9} /-->", "[ref]", "[/ref]",
            "$latex ", "$", "<sup data-fn=x>", "</sup>", "<iframe src=y>", "https://a.example/", "\u{e9}", "&lt;", "\0B0\0",
        ]), 0..40),
    ) {
        let text = parts.concat();
        let (html, _) = converted(&text);
        prop_assert!(!html.contains('\0'));
        prop_assert!(sanitise(&html).is_ok());
    }
}
