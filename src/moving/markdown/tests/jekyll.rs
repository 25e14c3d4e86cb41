//! A site of Jekyll.

use super::*;

/// A post of the fixture, whose root is at `/log`.
fn bare(id: &str, title: &str) -> ForeignText {
    ForeignText {
        base: base_of(id, "/log"),
        ..super::bare(id, title)
    }
}

#[test]
fn reads_a_post_of_jekyll() {
    let items = fixture("jekyll");
    assert_eq!(
        text(&items, "_posts/2020-01-02-first-light.md"),
        ForeignText {
            slug: Some("first-light".to_owned()),
            text: in_markdown(concat!(
                "Home is [here](/) at https://harbour.example/, see [the second](/2020/02/03/second.html#tide)\n",
                "and ![a boat](/assets/boat.png).\n\n",
                "```ruby\nputs \"{{ not_a_value }}\"\n```\n\n",
                "Liquid is written `{{ page.title }}`.\n\n",
                "```liquid\n{{ site.title }}\n```\n\n",
                "> [!WARNING]\n> Mind the tide\n\n",
                "{% include tide-table.html port=\"Oslo\" %}\n\n",
                "Title: First light &amp; tides 🌊. A note[^1].\n\n",
                "[^1]: Below.\n\n",
                "End {{ page.unknown | shout }}.",
            )),
            authors: vec![person("Kai Lund", Some("kai@harbour.example"))],
            tags: strings(&["one", "two"]),
            categories: strings(&["Sea", "Diary"]),
            visibility: public_from("2020-01-01T23:30:00Z"),
            created_at: time("2020-01-01T23:30:00Z"),
            cover: Some("/assets/light.png".to_owned()),
            summary: Some("The first morning.".to_owned()),
            is_featured: true,
            old_addresses: strings(&[
                "https://harbour.example/log/sea/diary/2020/01/02/first-light.html",
                "/sea/diary/2020/01/02/first-light.html",
                "https://harbour.example/log/sea/diary/2020/01/01/first-light.html",
                "/sea/diary/2020/01/01/first-light.html",
                "https://harbour.example/log/old/first-light/",
                "/old/first-light/",
                "https://harbour.example/log/?p=12",
                "/?p=12",
            ]),
            changes: vec![
                unknown("tag {% include tide-table.html %}"),
                unknown("expression {{ page.unknown | shout }}"),
                Change::new("text", ATTRIBUTES_LOST),
            ],
            ..bare("_posts/2020-01-02-first-light.md", "First light & tides 🌊")
        }
    );
}

#[test]
fn takes_drafts_categories_and_pages_of_jekyll() {
    let items = fixture("jekyll");
    let kai = person("Kai Lund", Some("kai@harbour.example"));
    assert_eq!(
        text(&items, "_posts/2020-02-03-second.markdown"),
        ForeignText {
            slug: Some("second".to_owned()),
            text: in_markdown("Not yet."),
            authors: vec![kai],
            visibility: Visibility::Draft,
            created_at: time("2020-02-03T00:00:00Z"),
            ..bare("_posts/2020-02-03-second.markdown", "Second")
        }
    );
    assert_eq!(
        text(&items, "_posts/2020-03-04-html.html").text,
        ForeignContent::Html(
            "<p>Code:</p>\n<pre><code class=\"language-js\">a &lt; b</code></pre>".to_owned()
        )
    );
    assert_eq!(
        text(&items, "_drafts/someday.md"),
        ForeignText {
            slug: Some("someday".to_owned()),
            text: in_markdown("An idea."),
            authors: vec![person("Mo Adebayo", None)],
            visibility: Visibility::Draft,
            ..bare("_drafts/someday.md", "Someday")
        }
    );
    assert_eq!(
        text(&items, "news/_posts/2020-05-06-harbour-opens.md"),
        ForeignText {
            slug: Some("opens".to_owned()),
            text: in_markdown("It is open."),
            authors: vec![person("Mo Adebayo", None), person("Ana", Some("ana@example.org"))],
            tags: strings(&["news"]),
            categories: strings(&["news"]),
            visibility: public_from("2020-05-06T00:00:00Z"),
            created_at: time("2020-05-06T00:00:00Z"),
            updated_at: time("2020-06-07T00:00:00Z"),
            comments_closed: true,
            old_addresses: strings(&[
                "https://harbour.example/log/news/2020/05/06/opens.html",
                "/news/2020/05/06/opens.html",
            ]),
            ..bare("news/_posts/2020-05-06-harbour-opens.md", "Harbour Opens")
        }
    );
    for (id, title, path) in [
        ("about.md", "About us", "/about/"),
        ("_docs/guide.md", "Guide", "/docs/guide.html"),
    ] {
        let page = text(&items, id);
        assert_eq!((page.kind, page.title.as_str()), (Kind::Page, title));
        let absolute = format!("https://harbour.example/log{path}");
        assert_eq!(page.old_addresses, [absolute.as_str(), path]);
        assert_eq!(page.visibility, Visibility::Public);
    }
    assert_eq!(
        redirects(&items),
        [("/log/moved/", Some("https://elsewhere.example/x"))]
    );
    assert_refused(
        &items,
        &[("_posts/2020-04-05-broken.md", "of its YAML cannot be read")],
    );
    assert_left_out(
        &items,
        &[
            ("README.md", "describes the project"),
            ("_includes/", "templates"),
            ("_private/note.md", "makes no pages of this folder"),
            ("index.md", "front page"),
            ("plain.md", "no front matter"),
        ],
    );
}

#[test]
fn makes_the_addresses_of_jekyll() {
    for (permalink, expected) in [
        ("date", "/a/2020/02/05/My.title.html"),
        ("pretty", "/a/2020/02/05/My.title/"),
        ("ordinal", "/a/2020/036/My.title.html"),
        ("weekdate", "/a/2020/W06/Wed/My.title.html"),
        ("none", "/a/My.title.html"),
        ("/:year/:i_month/:i_day/:slug", "/2020/2/5/my-title"),
        ("/b/:short_year/:short_month/:title/", "/b/20/Feb/My.title/"),
    ] {
        let items = site(&[
            ("_config.yml", &format!("permalink: {permalink}")),
            ("_posts/2020-02-05-My.title.md", "---\ncategory: A\n---\nText"),
        ]);
        let post = text(&items, "_posts/2020-02-05-My.title.md");
        assert_eq!(post.old_addresses, [expected], "{permalink}");
    }
}
