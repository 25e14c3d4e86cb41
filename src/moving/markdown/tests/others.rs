//! Sites of Astro and Eleventy, and folders without a system.

use super::*;

#[test]
fn reads_a_site_of_astro() {
    let items = fixture("astro");
    assert_eq!(
        text(&items, "src/content/blog/first-post.md"),
        ForeignText {
            slug: Some("first-post".to_owned()),
            text: in_markdown("Liquid such as {{ x }} and {% y %} is text here."),
            tags: strings(&["astro", "web dev"]),
            visibility: public_from("2022-07-08T00:00:00Z"),
            created_at: time("2022-07-08T00:00:00Z"),
            updated_at: time("2022-07-09T00:00:00Z"),
            cover: Some("../../assets/hero.jpg".to_owned()),
            summary: Some("Lorem".to_owned()),
            old_addresses: strings(&["https://orbit.example/blog/first-post/"]),
            ..bare("src/content/blog/first-post.md", "First post")
        }
    );
    assert_eq!(
        text(&items, "src/content/blog/using-mdx.mdx"),
        ForeignText {
            slug: Some("using-mdx".to_owned()),
            text: in_markdown(concat!(
                "This is Using MDX.\n\n",
                "<iframe src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\"></iframe>\n\n",
                "<p><img src=\"../../assets/hero.jpg\" alt=\"The hero\"></p>\n\n",
                "> [!CAUTION] Hot\n> Do *not* touch.\n\n",
                "\\<Chart data={[1, 2]} />\n\n",
                "\\<Box>kept\\</Box>\n\n",
                "```jsx\nimport x from 'y';\n<Chart />\n```",
            )),
            authors: vec![person("Ann", None)],
            visibility: public_from("2022-07-10T00:00:00Z"),
            created_at: time("2022-07-10T00:00:00Z"),
            old_addresses: strings(&["https://orbit.example/blog/using-mdx/"]),
            changes: vec![
                Change::new("text", "The lines of import and export were left out"),
                unknown("component <Chart>"),
                unknown("component <Box>"),
            ],
            ..bare("src/content/blog/using-mdx.mdx", "Using MDX")
        }
    );
    assert_eq!(
        text(&items, "src/content/blog/draft.md").visibility,
        Visibility::Draft
    );
    let about = text(&items, "src/pages/about.md");
    assert_eq!(
        (about.kind, about.old_addresses),
        (Kind::Page, strings(&["https://orbit.example/about/"]))
    );
    assert_eq!(redirects(&items), [("/rss.xml", Some("/feed.xml"))]);
    assert_refused(&items, &[]);
}

#[test]
fn reads_a_site_of_eleventy() {
    let items = fixture("eleventy");
    assert_eq!(
        text(&items, "posts/2023-01-02-growing.md"),
        ForeignText {
            slug: Some("growing".to_owned()),
            text: in_markdown("See [the list](/posts/).\n\n{{ seed }} \n{% image \"a.png\" %}"),
            tags: strings(&["plants", "garden"]),
            visibility: public_from("2023-01-02T00:00:00Z"),
            created_at: time("2023-01-02T00:00:00Z"),
            old_addresses: strings(&["/posts/growing/"]),
            changes: vec![unknown("tag {% image %}")],
            ..bare("posts/2023-01-02-growing.md", "Growing")
        }
    );
    let own = text(&items, "posts/own.md");
    assert_eq!(
        (own.slug.as_deref(), own.old_addresses),
        (Some("own-address"), strings(&["/2023/own-address/"]))
    );
    let odd = text(&items, "posts/odd.md");
    assert_eq!(
        (odd.slug.as_deref(), odd.old_addresses),
        (Some("odd"), Vec::new())
    );
    assert_eq!(odd.changes[0].field, "address");
    assert_eq!(
        text(&items, "posts/unlisted.md").visibility,
        Visibility::Restricted("It was not listed".to_owned())
    );
    assert_eq!(text(&items, "posts/unwritten.md").visibility, Visibility::Draft);
    let about = text(&items, "about.md");
    assert_eq!(
        (about.kind, about.visibility, about.created_at),
        (Kind::Page, Visibility::Public, None)
    );
    assert_eq!(redirects(&items), [("/feed/feed.xml", Some("/feed.xml"))]);
    assert_refused(&items, &[]);
}

#[test]
fn reads_a_plain_folder() {
    let items = fixture("plain");
    assert_eq!(
        text(&items, "2024-01-02-a-walk.md"),
        ForeignText {
            slug: Some("a-walk".to_owned()),
            text: in_markdown("Text with [another](sub/other.md) and ![p](p.png)."),
            visibility: public_from("2024-01-02T00:00:00Z"),
            created_at: time("2024-01-02T00:00:00Z"),
            ..bare("2024-01-02-a-walk.md", "A walk & talk")
        }
    );
    assert_eq!(
        text(&items, "bare.md"),
        ForeignText {
            slug: Some("bare".to_owned()),
            text: in_markdown("No heading at all."),
            ..bare("bare.md", "")
        }
    );
    let other = text(&items, "sub/other.md");
    assert_eq!(other.title, "Then a heading");
    assert!(markdown(&other).starts_with("Begins with text\n\nThen a heading"));
    assert_refused(&items, &[("latin.md", "UTF-8")]);
    assert_left_out(&items, &[("README.md", "describes")]);
}

#[test]
fn reads_a_single_file_and_a_zip_with_a_folder_around_the_site() {
    let folder = folder(&[
        (
            "2020-01-02-one.md",
            "---\ntitle: One\n---\n{{< youtube dQw4w9WgXcQ >}}",
        ),
        ("picture.png", "x"),
    ]);
    let items = read_path(&folder.path().join("2020-01-02-one.md"));
    let one = text(&items, "2020-01-02-one.md");
    assert_eq!(
        (one.title.as_str(), one.base.clone()),
        ("One", base_of("one.md", ""))
    );
    assert!(markdown(&one).starts_with("<iframe"));
    let wrapped = site(&[
        ("blog-main/_config.yml", "permalink: pretty"),
        ("blog-main/_posts/2020-01-02-one.md", "---\n---\nText"),
        ("blog-main/about.md", "---\n---\nText"),
        ("__MACOSX/blog-main/._about.md", "x"),
    ]);
    let one = text(&wrapped, "_posts/2020-01-02-one.md");
    assert_eq!(one.old_addresses, ["/2020/01/02/one/"]);
    assert_eq!(one.base, base_of("blog-main/_posts/one.md", ""));
    assert_eq!(text(&wrapped, "about.md").old_addresses, ["/about/"]);
    let picture = Source::open(&folder.path().join("picture.png")).unwrap();
    let error = read(&picture, &mut Items::default()).unwrap_err();
    assert_eq!(error.to_string(), "there is no Markdown in it");
}
