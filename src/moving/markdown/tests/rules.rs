//! What is kept from the public, found, or refused, whatever the system.

use super::*;

#[test]
fn keeps_from_the_public_what_was_not_public() {
    for (front, is_public) in [
        ("draft: true", false),
        ("draft: 'true'", false),
        ("published: no", false),
        ("publish: false", false),
        ("status: draft", false),
        ("status: private", false),
        ("password: x", false),
        ("private: true", false),
        ("unlisted: true", false),
        ("hidden: yes", false),
        ("visibility: paid", false),
        ("access: members", false),
        ("expiryDate: 2999-01-01", false),
        ("headless: true", false),
        ("build: { render: never }", false),
        ("_build: { list: false }", false),
        ("draft: false", true),
        ("published: true", true),
        ("status: published", true),
        ("visibility: public", true),
        ("private: false", true),
    ] {
        let items = site(&[("a.md", &format!("---\ntitle: A\n{front}\n---\nText"))]);
        let visibility = text(&items, "a.md").visibility;
        assert_eq!(
            visibility == Visibility::Public,
            is_public,
            "{front}: {visibility:?}"
        );
    }
    for file in ["---\ndraft: true\ntext", "---\ndraft: true\n\ta: b\n---\ntext"] {
        assert_refused(&site(&[("a.md", file)]), &[("a.md", "")]);
    }
}

#[test]
fn shows_no_mail_address_as_the_name_of_an_author() {
    for (author, expected) in [
        (
            "author: Ida Holm <ida@a.example>",
            person("Ida Holm", Some("ida@a.example")),
        ),
        ("author: ida@a.example", person("ida", Some("ida@a.example"))),
        ("author: <ida@a.example>", person("ida", Some("ida@a.example"))),
        ("author: '@ida'", person("@ida", None)),
        (
            "author: { name: ida@a.example, label: Ida, email: ida@a.example }",
            person("Ida", Some("ida@a.example")),
        ),
    ] {
        let items = site(&[("a.md", &format!("---\ntitle: A\n{author}\n---\nText"))]);
        assert_eq!(text(&items, "a.md").authors, [expected], "{author}");
    }
}

#[test]
fn finds_systems_without_their_settings() {
    let jekyll = site(&[("_posts/2020-01-02-a.md", "---\n---\n{% raw %}x{% endraw %}")]);
    assert_eq!(markdown(&text(&jekyll, "_posts/2020-01-02-a.md")), "x");
    let hugo = site(&[("content/posts/a.md", "{% raw %}")]);
    assert_eq!(markdown(&text(&hugo, "content/posts/a.md")), "{% raw %}");
    let astro = site(&[("src/content/blog/a.md", "text")]);
    assert_eq!(text(&astro, "src/content/blog/a.md").old_addresses, ["/blog/a/"]);
    let eleventy = site(&[
        (
            "package.json",
            "{\"devDependencies\": {\"@11ty/eleventy\": \"3\"}}",
        ),
        ("src/blog/2020-01-02-a.md", "text"),
        ("src/blog/b/b.md", "text"),
    ]);
    assert_eq!(
        text(&eleventy, "src/blog/2020-01-02-a.md").old_addresses,
        ["/blog/a/"]
    );
    assert_eq!(text(&eleventy, "src/blog/b/b.md").old_addresses, ["/blog/b/"]);
}

#[test]
fn refuses_large_texts_and_settings_that_cannot_be_read() {
    let large = "x".repeat((4 << 20) + 1);
    assert_refused(&site(&[("a.md", &large)]), &[("a.md", "larger than 4 MiB")]);
    let items = site(&[("hugo.toml", "a = "), ("content/posts/a.md", "text")]);
    assert_refused(&items, &[("hugo.toml", "TOML cannot be read")]);
    assert_eq!(text(&items, "content/posts/a.md").old_addresses, ["/posts/a/"]);
}
