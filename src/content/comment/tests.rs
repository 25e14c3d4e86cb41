use super::*;

/// Renders a text that mentions Ada, a reader, and Root, a member of the staff.
fn html(text: &str) -> String {
    let people = [("ada", "/profile/1"), ("Root", "/treasure?author=2&x")];
    let people = people.map(|(name, path)| (name.to_owned(), path.to_owned()));
    render(text, &Mentions::from(people))
}

fn assert_html(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(html(text), *expected, "{text:?}");
    }
}

fn link(address: &str, text: &str) -> String {
    format!("<a href=\"{address}\" rel=\"nofollow ugc noopener\" target=\"_blank\">{text}</a>")
}

/// Returns the text of HTML as browsers show it, without line breaks.
fn text_of(html: &str) -> String {
    scraper::Html::parse_fragment(html)
        .root_element()
        .text()
        .collect()
}

#[test]
fn draws_paragraphs_with_their_line_breaks() {
    assert_html(&[
        ("a", "<p>a</p>"),
        ("a\nb\n\n \n  c ", "<p>a<br>b</p><p>c</p>"),
        ("a\rb", "<p>a<br>b</p>"),
        ("", ""),
        ("    not code", "<p>not code</p>"),
    ]);
}

#[test]
fn draws_code() {
    assert_html(&[
        ("`a<b` c", "<p><code>a&lt;b</code> c</p>"),
        ("`` a`b ``", "<p><code>a`b</code></p>"),
        (
            "`*a* @ada https://a.org`",
            "<p><code>*a* @ada https://a.org</code></p>",
        ),
        ("`a", "<p>`a</p>"),
        ("``a`", "<p>``a`</p>"),
        (
            "```Rust x\nlet a = 1;\n\n  <b>\n```\nc",
            "<pre><code class=\"language-rust\">let a = 1;\n\n  &lt;b&gt;\n</code></pre><p>c</p>",
        ),
        ("~~~\na\n```", "<pre><code>a\n```\n</code></pre>"),
        ("```\"onclick\na\n```", "<pre><code>a\n</code></pre>"),
        ("a\n```\nb\n```", "<p>a</p><pre><code>b\n</code></pre>"),
    ]);
}

#[test]
fn draws_bold_and_italic_text() {
    assert_html(&[
        ("**a** *b*", "<p><strong>a</strong> <em>b</em></p>"),
        ("***a***", "<p><em><strong>a</strong></em></p>"),
        ("**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"),
        ("*a **b** c*", "<p><em>a <strong>b</strong> c</em></p>"),
        ("a*b*c", "<p>a<em>b</em>c</p>"),
        ("*a\nb*", "<p><em>a<br>b</em></p>"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
        ("**a", "<p>**a</p>"),
        ("**a*", "<p>*<em>a</em></p>"),
        ("*a", "<p>*a</p>"),
        ("****a****", "<p>****a****</p>"),
        ("_a_ __b__ snake_case", "<p>_a_ __b__ snake_case</p>"),
        (
            "**\u{4f60}\u{3002}**\u{597d}",
            "<p><strong>\u{4f60}\u{3002}</strong>\u{597d}</p>",
        ),
    ]);
}

#[test]
fn draws_quotes_up_to_the_first_line_without_their_mark() {
    assert_html(&[
        ("> a\n>b\nc", "<blockquote><p>a<br>b</p></blockquote><p>c</p>"),
        (
            "> > a",
            "<blockquote><blockquote><p>a</p></blockquote></blockquote>",
        ),
        ("> a\n>\n> b", "<blockquote><p>a</p><p>b</p></blockquote>"),
        ("a\n> b", "<p>a</p><blockquote><p>b</p></blockquote>"),
        (">", "<p>&gt;</p>"),
        ("a > b", "<p>a &gt; b</p>"),
    ]);
}

#[test]
fn draws_lists() {
    assert_html(&[
        ("- a\n* b\n+ c", "<ul><li>a</li><li>b</li><li>c</li></ul>"),
        ("1. a\n2) b\n7. c", "<ol><li>a</li><li>b</li><li>c</li></ol>"),
        (
            "- a\n  - b\n- c",
            "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
        ),
        ("- a\n\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("- a\n\n  b\n- c", "<ul><li><p>a</p><p>b</p></li><li>c</li></ul>"),
        ("- a\n1. b", "<ul><li>a</li></ul><ol><li>b</li></ol>"),
        ("- a\nb", "<ul><li>a</li></ul><p>b</p>"),
        ("a\n- b", "<p>a</p><ul><li>b</li></ul>"),
        (
            "- ```\n  a\n  ```",
            "<ul><li><pre><code>a\n</code></pre></li></ul>",
        ),
        ("- > a", "<ul><li><blockquote><p>a</p></blockquote></li></ul>"),
        ("-a\n-\n1.b", "<p>-a<br>-<br>1.b</p>"),
        ("2026. A year\n3. c", "<p>2026. A year<br>3. c</p>"),
    ]);
}

#[test]
fn draws_links_to_web_addresses() {
    let of = |text: &str, expected: String| assert_eq!(html(text), format!("<p>{expected}</p>"), "{text}");
    of(
        "[a *b*](https://a.org/x_(y)?z&w)",
        link("https://a.org/x_(y)?z&amp;w", "a <em>b</em>"),
    );
    of(
        "(https://a.org).",
        format!("({}).", link("https://a.org/", "https://a.org")),
    );
    of(
        "HTTP://A.org/b(c) d",
        format!("{} d", link("http://a.org/b(c)", "HTTP://A.org/b(c)")),
    );
    of(
        "www.a.org, b",
        format!("{}, b", link("https://www.a.org/", "www.a.org")),
    );
    of(
        "**https://a.org**",
        format!("<strong>{}</strong>", link("https://a.org/", "https://a.org")),
    );
    of(
        "[https://a.org](https://b.org)",
        link("https://b.org/", "https://a.org"),
    );
    of("[@ada](https://b.org)", link("https://b.org/", "@ada"));
    of("[`]`](https://b.org)", link("https://b.org/", "<code>]</code>"));
    of(
        "[[a](https://b.org)]",
        format!("[{}]", link("https://b.org/", "a")),
    );
    for text in [
        "[a](javascript:alert)",
        "[a](data:text/html,x)",
        "[a](//b.org)",
        "[a](/b)",
        "[a]",
        "[a]: b",
        "[a](ftp://b.org)",
        "xhttps://a.org",
        "https://",
        "https://a@b.org",
        "www.a",
        "www",
        "ada@example.org",
        "mailto:ada@example.org",
    ] {
        assert_eq!(html(text), format!("<p>{text}</p>"));
    }
    let picture = html("![a](https://b.org/c.png)");
    assert_eq!(text_of(&picture), "![a](https://b.org/c.png)");
    assert!(!picture.contains("<img"));
}

#[test]
fn finds_the_hosts_of_the_links_that_it_draws() {
    let text = "https://A.org/ [b](http://b.example.:8080) `https://c.org` www.d.org https://a.org\n\
                ```\nhttps://e.org\n```\n> - https://b\u{fc}cher.example https://x@f.org http://1.2.3.4";
    assert_eq!(
        link_hosts(text),
        [
            "a.org",
            "b.example",
            "www.d.org",
            "a.org",
            "xn--bcher-kva.example",
            "1.2.3.4"
        ]
    );
}

#[test]
fn draws_mentions_of_people_as_links_to_their_pages() {
    assert_html(&[
        (
            "@ada, @Ada",
            "<p><a href=\"/profile/1\">@ada</a>, <a href=\"/profile/1\">@Ada</a></p>",
        ),
        ("(@ada.)", "<p>(<a href=\"/profile/1\">@ada</a>.)</p>"),
        ("@Root", "<p><a href=\"/treasure?author=2&amp;x\">@Root</a></p>"),
        ("@root @nobody", "<p>@root @nobody</p>"),
        ("a@ada @@ada @ ada", "<p>a@ada @@ada @ ada</p>"),
        (
            "**@ada**",
            "<p><strong><a href=\"/profile/1\">@ada</a></strong></p>",
        ),
    ]);
    assert_eq!(
        mentioned_names("@Ada @ada @b-c. `@d` [@e](https://a.org) > @f"),
        ["Ada", "b-c", "f"]
    );
}

#[test]
fn mentions_at_most_ten_people() {
    let names: Vec<String> = (0..12).map(|number| format!("name{number}")).collect();
    let text = format!("@{}", names.join(" @"));
    assert_eq!(mentioned_names(&text), names[..MENTIONS_MAX]);
    assert_eq!(all_mentioned_names(&format!("{text} {text}")), names);
}

#[test]
fn everything_else_stays_text() {
    for text in [
        "# a",
        "a\n===",
        "---",
        "|a|b|\n|-|-|\n|c|d|",
        "~~a~~",
        "&lt;script&gt; &amp; &copy;",
        "<b>a</b><!-- b --><img src=x onerror=alert(1)>",
        "<https://>",
        "\\*a",
        "$a$ [^1] [ ] [x]",
    ] {
        let drawn = html(text);
        assert_eq!(text_of(&drawn.replace("<br>", "\n")), text, "{drawn}");
        assert_eq!(drawn.replace("<br>", "").matches('<').count(), 2, "{drawn}");
    }
}

#[test]
fn hostile_html_stays_text() {
    let texts: Vec<String> = serde_json::from_str(include_str!("../../../tests/hostile-html.json")).unwrap();
    for text in texts {
        assert_harmless(&text);
        assert_harmless(&format!("> - **{text}** [{text}](https://a.org/{text}) @ada"));
        assert_harmless(&format!("```{text}\n{text}"));
    }
}

/// Asserts that the HTML has the elements and attributes of comments alone.
fn assert_harmless(text: &str) {
    let drawn = html(text);
    let document = scraper::Html::parse_fragment(&drawn);
    let all = scraper::Selector::parse("html *").unwrap();
    for element in document.select(&all) {
        let element = element.value();
        let attributes: Vec<(&str, &str)> = element.attrs().collect();
        let allowed = match element.name() {
            "a" => attributes.iter().all(|(name, value)| match *name {
                "href" => ["http://", "https://", "/profile/", "/treasure?"]
                    .iter()
                    .any(|start| value.starts_with(start)),
                "rel" => *value == "nofollow ugc noopener",
                "target" => *value == "_blank",
                _ => false,
            }),
            "code" => attributes
                .iter()
                .all(|(name, value)| *name == "class" && value.starts_with("language-")),
            "p" | "br" | "pre" | "strong" | "em" | "blockquote" | "ul" | "ol" | "li" => attributes.is_empty(),
            _ => false,
        };
        assert!(allowed, "{text}\n{drawn}");
    }
}

#[test]
fn elements_nest_to_a_bounded_depth() {
    for text in [
        ">".repeat(5_000),
        "- ".repeat(2_500) + "a",
        "> - ".repeat(1_000) + "a",
        "*a **b ".repeat(700) + &"** a*".repeat(700),
        "[".repeat(2_000) + &"](https://a.org)".repeat(200),
        (0..60).map(|depth| " ".repeat(depth * 2) + "- a\n").collect(),
    ] {
        let drawn = html(&text);
        let (mut depth, mut deepest) = (0_usize, 0);
        for tag in drawn.split('<').skip(1).filter(|tag| !tag.starts_with("br")) {
            depth = if tag.starts_with('/') {
                depth - 1
            } else {
                depth + 1
            };
            deepest = deepest.max(depth);
        }
        assert_eq!(depth, 0, "{drawn}");
        assert!(deepest <= 32, "{deepest}");
    }
}

#[test]
fn the_html_is_at_most_ten_times_as_long_as_the_text() {
    for part in [
        "&",
        "\"",
        "`\"`",
        "a\n\n",
        "> a\n\n",
        "- a\n\n",
        "- - a\n",
        "@ada ",
        "www.a.bc ",
        "*a*",
        "`a`",
        "\n- a\n\n1. a\n",
        "https://a.b/&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&& ",
        "```\n```\n",
        ">>>>>>a\n\n",
    ] {
        let text = part.repeat(20_000 / part.len());
        let drawn = html(&text);
        assert!(drawn.len() <= 10 * text.len() + 20_000, "{part}: {}", drawn.len());
    }
}
