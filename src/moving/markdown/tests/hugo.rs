//! A site of Hugo.

use super::*;

#[test]
fn reads_short_codes_of_hugo() {
    let items = fixture("hugo");
    assert_eq!(
        text(&items, "content/posts/short-codes.md"),
        ForeignText {
            slug: Some("short-codes".to_owned()),
            text: in_markdown(concat!(
                "<figure><img src=\"hill.png\" alt=\"A &quot;hill&quot;\"><figcaption><strong>Hill</strong> ",
                "The <em>hill</em> <a href=\"https://ida.example\">Ida</a></figcaption></figure>\n\n",
                "<iframe src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\"></iframe>\n\n",
                "<iframe src=\"https://player.vimeo.com/video/76979871\"></iframe>\n\n",
                "<p><a href=\"https://gist.github.com/ida/123\">https://gist.github.com/ida/123</a></p>\n\n",
                "<p><a href=\"https://x.com/ida/status/42\">https://x.com/ida/status/42</a></p>\n\n",
                "```go\nfmt.Println(\"`x`\")\n```\n\n",
                "See [bundle](/posts/in-the-bundle/), [note](/n/2021/one/#part) and [gone](/gone).\n",
                "The motto is Up of Short codes.\n\n",
                "<details><summary>More <strong>here</strong></summary>\n\n",
                "Hidden *text*.\n\n</details>\n\n",
                "```mermaid\nflowchart LR\n  a --> b\n```\n\n",
                "<p><a href=\"https://hill.example\">https://hill.example</a></p>\n\n",
                "> [!WARNING]\n> Careful\n\n",
                "- In a list\n\n  <p><img src=\"b.png\" alt=\"\"></p>\n\n  \n\n",
                "Write it as {{\\< figure src=\"x\" >}} or `{{< ref \"y\" >}}`.\n\n",
                "```text\n{{% raw %}}\n```\n\n",
                "{{\\< widget a=\"b\" >}}kept{{\\< /widget >}}\n\n",
                "## Part two\n\n",
                "![x](y.png)\n\n",
                "> [!NOTE] Read on\n> Text\n\n",
                "```go\na := 1\n```",
            )),
            authors: vec![
                person("Ida Holm", Some("ida@hill.example")),
                person("Bo", Some("bo@hill.example")),
            ],
            tags: strings(&["Go", "Hugo", "Writing"]),
            categories: strings(&["Tools"]),
            visibility: public_from("2021-03-05T00:00:00Z"),
            created_at: time("2021-03-04T03:06:07Z"),
            updated_at: time("2021-04-01T10:00:00Z"),
            cover: Some("images/cover.png".to_owned()),
            canonical_url: Some("https://first.example/short".to_owned()),
            summary: Some("All of them.".to_owned()),
            old_addresses: strings(&[
                "https://hill.example/posts/short-codes/",
                "https://hill.example/old/short/",
                "https://hill.example/posts/older",
            ]),
            changes: vec![
                Change::new(
                    "text",
                    "The gist that was shown in the text became a link: https://gist.github.com/ida/123"
                ),
                Change::new(
                    "text",
                    "The post of X that was shown in the text became a link: https://x.com/ida/status/42"
                ),
                Change::new("text", "The text gone.md that a link names is not in the export"),
                Change::new("text", "A QR code was replaced by what it says"),
                unknown("short code widget"),
                Change::new("text", ATTRIBUTES_LOST),
                Change::new(
                    "series",
                    "It was a part of the series Basics, which has to be made here anew"
                ),
            ],
            ..bare("content/posts/short-codes.md", "Short codes")
        }
    );
}

#[test]
fn takes_bundles_sections_and_translations_of_hugo() {
    let items = fixture("hugo");
    assert_eq!(
        text(&items, "content/posts/bundle/index.md"),
        ForeignText {
            slug: Some("In The Bundle".to_owned()),
            text: in_markdown("Text with ![pic](pic.png)."),
            visibility: public_from("2021-05-06T00:00:00Z"),
            created_at: time("2021-05-06T00:00:00Z"),
            cover: Some("featured.png".to_owned()),
            old_addresses: strings(&["https://hill.example/posts/in-the-bundle/"]),
            ..bare("content/posts/bundle/index.md", "A bundle")
        }
    );
    let german = text(&items, "content/posts/bundle/index.de.md");
    assert_eq!(german.old_addresses, ["https://hill.example/de/posts/bundle/"]);
    assert_eq!(german.changes[0].field, "language");
    assert_eq!(
        text(&items, "content/posts/json.md"),
        ForeignText {
            slug: Some("address".to_owned()),
            text: in_markdown("In JSON."),
            visibility: Visibility::Draft,
            created_at: time("2021-06-07T00:00:00Z"),
            ..bare("content/posts/json.md", "JSON")
        }
    );
    let restricted = |reason: &str| Visibility::Restricted(reason.to_owned());
    assert_eq!(
        text(&items, "content/posts/expired.md").visibility,
        restricted("It expires on 2020-01-01, which no post of this site does")
    );
    assert_eq!(
        text(&items, "content/posts/hidden.md").visibility,
        restricted("It was not listed")
    );
    let note = text(&items, "content/notes/one.md");
    assert_eq!(
        (note.kind, note.old_addresses),
        (Kind::Post, strings(&["https://hill.example/n/2021/one/"]))
    );
    for (id, address) in [
        ("content/about.md", "https://hill.example/about/"),
        ("content/notes/_index.md", "https://hill.example/notes/"),
    ] {
        let page = text(&items, id);
        assert_eq!((page.kind, page.old_addresses), (Kind::Page, strings(&[address])));
    }
    assert_eq!(
        redirects(&items),
        [
            ("/index.xml", Some("/feed.xml")),
            ("/tags/go/", Some("/treasure?tag=Go")),
            ("/tags/go/index.xml", Some("/feed.xml")),
            ("/tags/hugo/", Some("/treasure?tag=Hugo")),
            ("/tags/hugo/index.xml", Some("/feed.xml")),
            ("/tags/writing/", Some("/treasure?tag=Writing")),
            ("/tags/writing/index.xml", Some("/feed.xml")),
            ("/categories/tools/", Some("/treasure")),
            ("/categories/tools/index.xml", Some("/feed.xml")),
        ]
    );
    assert_refused(&items, &[]);
    assert_left_out(
        &items,
        &[
            ("archetypes/", "templates"),
            ("content/_index.md", "front page"),
            ("content/authors/ida/_index.md", "list of a section"),
            ("content/posts/_index.md", "list of a section"),
            ("content/posts/bundle/extra.md", "belongs to the text in index.md"),
            ("themes/", "examples"),
        ],
    );
}

#[test]
fn makes_the_addresses_of_hugo() {
    for (settings, front, expected) in [
        ("", "", "/posts/2020/my-post/"),
        ("", "slug: other", "/posts/2020/other/"),
        ("", "url: /exact/", "/exact/"),
        ("uglyURLs = true", "", "/posts/2020/my-post.html"),
        (
            "[permalinks]\nposts = '/:year/:month/:day/:title/'",
            "title: A b",
            "/2020/01/02/a-b/",
        ),
        (
            "[permalinks]\nposts = '/:sections[1:]/:filename'",
            "",
            "/2020/my-post/",
        ),
        (
            "[permalinks.page]\nposts = '/:section/:monthname/:slug/'",
            "title: Ü",
            "/posts/january/%C3%BC/",
        ),
        (
            "baseURL = 'https://a.example/b/'",
            "",
            "https://a.example/b/posts/2020/my-post/",
        ),
    ] {
        let items = site(&[
            ("config.toml", settings),
            (
                "content/posts/2020/My Post.md",
                &format!("---\ndate: 2020-01-02\n{front}\n---\nText"),
            ),
        ]);
        let post = text(&items, "content/posts/2020/My Post.md");
        assert_eq!(post.old_addresses[0], expected, "{settings} {front}");
    }
}

/// The visibility of a post in a section, and whether that is reported.
fn visibility_below(files: &[(&str, &str)], front: &str) -> (Visibility, bool) {
    let post = format!("---\ntitle: A\n{front}\n---\nText");
    let mut files = files.to_vec();
    files.push(("content/posts/deep/a b.md", &post));
    let found = text(&site(&files), "content/posts/deep/a b.md");
    let is_reported = found.changes.iter().any(|change| change.field == "status");
    (found.visibility, is_reported)
}

#[test]
fn keeps_back_what_a_section_keeps_back() {
    let restricted = |reason: &str| Visibility::Restricted(reason.to_owned());
    for (cascade, front, expected) in [
        ("cascade: { draft: true }", "", Visibility::Draft),
        ("cascade: { build: { render: never } }", "", Visibility::Draft),
        ("cascade: { _build: { render: link } }", "", Visibility::Draft),
        (
            "cascade: { build: { list: never } }",
            "",
            restricted("It was not listed"),
        ),
        ("cascade: { headless: true }", "", Visibility::Draft),
        (
            "cascade: { params: { private: true } }",
            "params: { x: 1 }",
            restricted("It was private"),
        ),
        ("cascade: [{ type: x }, { draft: true }]", "", Visibility::Draft),
        (
            "cascade: { draft: true, _target: { path: '/posts/**' } }",
            "",
            Visibility::Draft,
        ),
        (
            "cascade: { draft: true, target: { path: '{/x,/posts/deep/a-b}' } }",
            "",
            Visibility::Draft,
        ),
        (
            "cascade: { draft: true, target: { kind: page, lang: en } }",
            "",
            Visibility::Draft,
        ),
        (
            "cascade: { draft: true, target: { environment: '{production,x}' } }",
            "",
            Visibility::Draft,
        ),
        // What the target says is not known here.
        (
            "cascade: { draft: true, target: { sites: x } }",
            "",
            Visibility::Draft,
        ),
        (
            "cascade: { draft: true, target: { path: '/[a-z]/**' } }",
            "",
            Visibility::Draft,
        ),
        (
            "cascade: { draft: true, target: { path: '/other/**' } }",
            "",
            Visibility::Public,
        ),
        (
            "cascade: { draft: true, target: { kind: section } }",
            "",
            Visibility::Public,
        ),
        (
            "cascade: { draft: true, target: { environment: staging } }",
            "",
            Visibility::Public,
        ),
        ("cascade: { draft: true }", "draft: false", Visibility::Public),
        (
            "cascade: { date: 2020-01-02 }",
            "",
            public_from("2020-01-02T00:00:00Z"),
        ),
        ("draft: true", "draft: false", Visibility::Draft),
        ("title: Posts", "", Visibility::Public),
    ] {
        let is_kept = matches!(expected, Visibility::Draft | Visibility::Restricted(_));
        let section = format!("---\n{cascade}\n---\n");
        for place in ["content/posts/_index.md", "content/posts/deep/_index.html"] {
            let found = visibility_below(&[("hugo.toml", ""), (place, &section)], front);
            assert_eq!(found, (expected.clone(), is_kept), "{place} {cascade} {front}");
        }
        let elsewhere = [("hugo.toml", ""), ("content/other/_index.md", &*section)];
        assert_eq!(
            visibility_below(&elsewhere, front).0,
            visibility_below(&[], front).0
        );
    }
}

#[test]
fn nearer_cascades_win_and_those_of_the_settings_are_last() {
    let draft = "---\ncascade: { draft: true }\n---\n";
    let public = "---\ncascade: { draft: false }\n---\n";
    let settings = (
        "hugo.toml",
        "[[cascade]]\ndraft = true\n[cascade.target]\npath = '/posts/**'\n",
    );
    for (files, expected) in [
        (vec![settings], Visibility::Draft),
        (
            vec![settings, ("content/posts/_index.md", public)],
            Visibility::Public,
        ),
        (
            vec![
                ("hugo.toml", ""),
                ("content/_index.md", draft),
                ("content/posts/_index.md", public),
            ],
            Visibility::Public,
        ),
        (
            vec![
                ("hugo.toml", ""),
                ("content/_index.md", public),
                ("content/posts/_index.md", draft),
            ],
            Visibility::Draft,
        ),
        (
            vec![(
                "hugo.toml",
                "[languages.en.cascade]\ndraft = true\n[languages.de]\n",
            )],
            Visibility::Draft,
        ),
        (
            vec![
                ("hugo.toml", "[languages.en]\n[languages.de]\n"),
                ("content/posts/_index.de.md", draft),
            ],
            Visibility::Public,
        ),
        (vec![("hugo.toml", "[cascade]\ndraft = ")], Visibility::Draft),
        (
            vec![
                ("hugo.toml", ""),
                ("content/posts/_index.md", "---\ncascade: {\n---\n"),
            ],
            Visibility::Draft,
        ),
    ] {
        assert_eq!(visibility_below(&files, "").0, expected, "{files:?}");
    }
}

#[test]
fn a_cascade_of_many_tables_is_bounded() {
    let tables = "  - { type: x, target: { path: '/x/**' } }\n".repeat(200);
    let section = format!("---\ncascade:\n{tables}---\n");
    let found = visibility_below(&[("hugo.toml", ""), ("content/posts/_index.md", &section)], "");
    assert_eq!(found, (Visibility::Draft, true));
}
