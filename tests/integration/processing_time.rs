//! A megabyte of any text is sanitised, presented and excerpted in linear time, or rejected.

use std::time::Duration;

use blog_app::content::comment::{self, Mentions};
use blog_app::content::{
    ImageSizes, article, html_to_markdown, is_blank, markdown_to_html, render_article, sanitise,
    with_absolute_urls,
};
use blog_app::domain::Category;
use blog_app::domain::post::{CONTENT_BYTES_MAX, Status, Title};
use rustix::time::{ClockId, clock_gettime};

/// Creates a text of at most this many bytes.
type Text = fn(usize) -> String;

fn repeated(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

fn numbered(bytes: usize, part: impl Fn(usize) -> String) -> String {
    let mut html = String::new();
    for number in 0.. {
        let part = part(number);
        if html.len() + part.len() > bytes {
            break;
        }
        html.push_str(&part);
    }
    html
}

/// The number of texts, at the beginning of [`TEXTS`], with nested elements.
const NESTED: usize = 28;
/// Texts that make some step of some parser slow.
const TEXTS: [(&str, Text); 56] = [
    ("div", |bytes| repeated("<div>", bytes)),
    ("b", |bytes| repeated("<b>", bytes)),
    ("numbered b", |bytes| numbered(bytes, |n| format!("<b id={n}>"))),
    ("a", |bytes| repeated("<a href=/x>", bytes)),
    ("font", |bytes| numbered(bytes, |n| format!("<font size={n}>"))),
    ("table", |bytes| repeated("<table>", bytes)),
    ("cells", |bytes| repeated("<table><tr><td>", bytes)),
    ("svg", |bytes| repeated("<svg>", bytes)),
    ("math", |bytes| repeated("<math><mi>", bytes)),
    ("foreign", |bytes| repeated("<svg><foreignObject>", bytes)),
    ("template", |bytes| repeated("<template>", bytes)),
    ("select", |bytes| repeated("<select><option>", bytes)),
    ("object", |bytes| repeated("<p><object><b>", bytes)),
    ("li", |bytes| repeated("<li>", bytes)),
    ("ul", |bytes| repeated("<ul><li>", bytes)),
    ("blockquote", |bytes| repeated("<blockquote>", bytes)),
    ("button", |bytes| repeated("<p><button>", bytes)),
    ("html", |bytes| numbered(bytes, |n| format!("<html a{n}>"))),
    ("body", |bytes| numbered(bytes, |n| format!("<body a{n}>"))),
    ("closed div", |bytes| repeated("<div></div>", bytes)),
    ("wide trees", |bytes| {
        repeated(&("<div>".repeat(120) + &"</div>".repeat(120)), bytes)
    }),
    ("end tags", |bytes| repeated("</p>", bytes)),
    ("wrong end tags", |bytes| {
        "<b>".repeat(100) + &repeated("</i>", bytes - 300)
    }),
    ("misnested", |bytes| repeated("<a><b></a></b>", bytes)),
    ("misnested blocks", |bytes| repeated("<a><p></a></p>", bytes)),
    ("misnested deep", |bytes| {
        repeated(&("<b>".repeat(60) + "<div>" + &"</b>".repeat(60)), bytes)
    }),
    ("reconstructed", |bytes| {
        let open = numbered(1_000, |n| format!("<b id=x{n}>"));
        let open = format!("<p>{open}");
        open.clone() + &repeated("<p>a", bytes - open.len())
    }),
    ("copied attribute", |bytes| {
        format!("<p><b title={}>", "x".repeat(bytes / 2)) + &repeated("<p>a", bytes / 2 - 20)
    }),
    ("fostered br", |bytes| {
        "<table>".to_owned() + &repeated("<br>", bytes - 7)
    }),
    ("fostered text", |bytes| {
        "<table>".to_owned() + &repeated("a<b></b>", bytes - 7)
    }),
    ("fostered ampersands", |bytes| {
        let breaks = bytes / 12;
        "<br>".repeat(breaks) + "<table>" + &repeated("&<p>", bytes - 4 * breaks - 7)
    }),
    ("ampersands", |bytes| repeated("&", bytes)),
    ("some ampersands", |bytes| repeated("&aaaaaaaaa", bytes)),
    ("entities", |bytes| repeated("&nbsp;", bytes)),
    ("long entity", |bytes| "&".to_owned() + &repeated("a", bytes - 1)),
    ("degrees", |bytes| repeated("°", bytes)),
    ("divided degrees", |bytes| repeated("°°°°</x>", bytes)),
    ("degrees in an attribute", |bytes| {
        format!("<p title=\"{}\">a", repeated("°", bytes - 20))
    }),
    ("degrees in an address", |bytes| {
        format!("<img src=\"https://a.org/{}\">a", repeated("°", bytes - 50))
    }),
    ("degrees behind a picture", |bytes| {
        format!(
            "<img src='data:image/png;base64,AA#{}'>a",
            repeated("°", bytes - 50)
        )
    }),
    ("angles", |bytes| repeated("<", bytes)),
    ("open tags", |bytes| repeated("<b", bytes)),
    ("open comments", |bytes| repeated("<!--", bytes)),
    ("comments", |bytes| repeated("<!---->", bytes)),
    ("sections", |bytes| repeated("]]>", bytes)),
    ("one letter", |bytes| repeated("a", bytes)),
    ("words", |bytes| repeated("a ", bytes)),
    ("attributes", |bytes| {
        format!("<p{}>a", numbered(bytes - 10, |n| format!(" a{n}")))
    }),
    ("tags of attributes", |bytes| {
        repeated(&format!("<p{}>a", numbered(3_000, |n| format!(" a{n}"))), bytes)
    }),
    ("style", |bytes| {
        format!("<p style='{}'>a", repeated("color:red;", bytes - 20))
    }),
    ("classes", |bytes| {
        format!(
            "<pre class='{}'>a",
            numbered(bytes - 20, |n| format!("language-{n} "))
        )
    }),
    ("headings", |bytes| repeated("<h2>a</h2>", bytes)),
    ("headings in headings", |bytes| {
        "<h2><div>".repeat(60) + &repeated("<i>a</i> b", bytes - 540)
    }),
    ("pictures", |bytes| {
        repeated("<p>a<img src=https://a.org/>b", bytes)
    }),
    ("code", |bytes| {
        format!("<pre class=language-{}>", "x".repeat(8_000)) + &repeated("<pre>\n\na</pre>", bytes - 8_100)
    }),
    ("small tables", |bytes| {
        repeated("<table><caption>a</table>", bytes)
    }),
];

/// Texts that make some step of a Markdown parser or writer slow.
const MARKDOWN_TEXTS: [(&str, Text); 22] = [
    ("quotes", |bytes| repeated(">", bytes)),
    ("nested items", |bytes| repeated("- ", bytes)),
    ("deeper items", |bytes| {
        numbered(bytes, |n| format!("{}- a\n", "  ".repeat(n % 100)))
    }),
    ("stars", |bytes| repeated("*a ", bytes)),
    ("underscores", |bytes| repeated("a_", bytes)),
    ("nested stars", |bytes| repeated("**a *a ", bytes)),
    ("tildes", |bytes| repeated("~~a", bytes)),
    ("brackets", |bytes| repeated("[", bytes)),
    ("links", |bytes| repeated("[a](", bytes)),
    ("images", |bytes| repeated("![a](<b", bytes)),
    ("references", |bytes| {
        numbered(bytes, |n| format!("[a{n}]: /b\n\n[a{n}]\n\n"))
    }),
    ("footnotes", |bytes| {
        numbered(bytes, |n| format!("a[^{n}]\n\n[^{n}]: b\n\n"))
    }),
    ("one footnote", |bytes| {
        "[^1]: a\n\n".to_owned() + &repeated("[^1]", bytes - 9)
    }),
    ("backticks", |bytes| {
        numbered(bytes, |n| "`".repeat(n % 400) + "a")
    }),
    ("fences", |bytes| repeated("```\n", bytes)),
    ("dollars", |bytes| repeated("$a ", bytes)),
    ("addresses", |bytes| repeated("https://a.b/(", bytes)),
    ("mail addresses", |bytes| repeated("a@b.", bytes)),
    ("wide table", |bytes| {
        let row = "|a".repeat(1_000) + "|\n";
        let delimiter = "|-".repeat(1_000) + "|\n";
        row.clone() + &delimiter + &repeated(&row, bytes - row.len() - delimiter.len())
    }),
    ("short rows", |bytes| {
        let columns = 2_000;
        let head = "|a".repeat(columns) + "|\n" + &"|-".repeat(columns) + "|\n";
        head.clone() + &repeated("|a\n", (bytes - head.len()) / 200)
    }),
    ("callouts", |bytes| repeated("> [!NOTE]\n> a\n\n", bytes)),
    ("mixed blocks", |bytes| {
        repeated(
            "<p>*a_</p><ul><li>1. b</li></ul><ul><li># c</li></ul><p>$d$ [e]</p>",
            bytes,
        )
    }),
];

/// Returns the CPU time of a task, which does not depend on other processes.
fn cpu_time(task: impl FnOnce()) -> Duration {
    let now = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap();
    let start = now();
    task();
    now().saturating_sub(start)
}

/// Returns the CPU time of processing a text from the form to the page and the feed.
fn processing_time(html: &str) -> Duration {
    cpu_time(|| {
        let Ok(clean) = sanitise(html) else { return };
        if clean.len() > CONTENT_BYTES_MAX {
            return;
        }
        is_blank(&clean);
        let title = Title::parse("Title").unwrap();
        let article = article(
            title,
            Category::parse("Other").unwrap(),
            Vec::new(),
            Status::Draft,
            clean.clone(),
            &ImageSizes::new(),
        );
        with_absolute_urls(&clean, "https://a.org", "https://a.org/blog/a");
        if article.rendered.is_none() {
            render_article(&clean, &|_| None);
        }
    })
}

/// The length of the processed texts: the longest that is accepted, and a quarter of it in a debug build, whose code is
/// that much slower.
const BYTES: usize = CONTENT_BYTES_MAX / if cfg!(debug_assertions) { 4 } else { 1 };
/// The limit: a second in a release build. A debug build takes up to nine seconds on a busy machine: what shows a slow
/// step there is how the time grows.
const TIME_MAX: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 1 });
/// The time by which the measurement of a text may be off.
const NOISE_MAX: Duration = Duration::from_millis(250);

/// Returns the CPU time of converting HTML to Markdown, and that back, or this text as Markdown to HTML.
fn conversion_time(text: &str) -> Duration {
    cpu_time(|| {
        let _ = markdown_to_html(text);
        if let Ok(clean) = sanitise(text) {
            let _ = html_to_markdown(&clean);
        }
    })
}

fn assert_linear_and_fast(texts: &[(&str, Text)], bytes: usize, processing_time: fn(&str) -> Duration) {
    for (name, text) in texts {
        let (quarter, full) = (text(bytes / 4), text(bytes));
        assert!(full.len() <= bytes, "{name}");
        let (quarter_time, full_time) = (processing_time(&quarter), processing_time(&full));
        println!("{name}: {quarter_time:?} and {full_time:?}");
        assert!(full_time < TIME_MAX, "{name}: {full_time:?}");
        assert!(
            full_time < quarter_time * 8 + NOISE_MAX,
            "{name}: {quarter_time:?} and {full_time:?}"
        );
    }
}

#[test]
fn processes_a_megabyte_of_nested_elements_within_a_second() {
    assert_linear_and_fast(&TEXTS[..NESTED], BYTES, processing_time);
}

#[test]
fn processes_a_megabyte_of_any_other_text_within_a_second() {
    assert_linear_and_fast(&TEXTS[NESTED..], BYTES, processing_time);
}

/// A sixteenth of the longest text: quadratic time shows in it as well.
#[test]
fn converts_any_markdown_in_linear_time() {
    assert_linear_and_fast(&MARKDOWN_TEXTS, CONTENT_BYTES_MAX / 16, conversion_time);
}

/// Texts that make some step of the parser of comments slow.
const COMMENT_TEXTS: [(&str, Text); 10] = [
    ("closing brackets", |bytes| {
        "[".repeat(bytes / 4) + &repeated("](x", bytes / 2)
    }),
    ("destinations", |bytes| repeated("[a](https://", bytes)),
    ("parentheses", |bytes| {
        "[a](https://a.org/".to_owned() + &repeated("(", bytes - 18)
    }),
    ("words of addresses", |bytes| repeated("https://%", bytes)),
    ("closed addresses", |bytes| {
        "https://a.org".to_owned() + &repeated(")", bytes - 13)
    }),
    ("mentions", |bytes| numbered(bytes, |n| format!("@a{n} "))),
    ("ats", |bytes| repeated("@-", bytes)),
    ("blank lines of items", |bytes| repeated("- a\n\n\n\n", bytes)),
    ("quotes of items", |bytes| repeated("> - > - a\n", bytes)),
    ("tildes of fences", |bytes| {
        numbered(bytes, |n| "~".repeat(n % 300) + "\n")
    }),
];

/// Returns the CPU time of rendering a text as that of a comment, and of looking for links and mentions in it.
fn comment_time(text: &str) -> Duration {
    cpu_time(|| {
        comment::render(text, &Mentions::new());
        comment::link_hosts(text);
        comment::mentioned_names(text);
    })
}

#[test]
fn renders_any_text_of_a_comment_in_linear_time() {
    let bytes = BYTES / 4;
    assert_linear_and_fast(&COMMENT_TEXTS, bytes, comment_time);
    assert_linear_and_fast(&MARKDOWN_TEXTS[..20], bytes, comment_time);
    assert_linear_and_fast(&TEXTS, bytes, comment_time);
}
