//! Whole sites of each system, and the rules for what one of them can hold.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::*;
use crate::domain::Time;
use crate::moving::item::{Change, ForeignAuthor};
use crate::moving::{System, read as read_system};

#[derive(Default)]
struct Items {
    items: Vec<Item>,
    bytes: u64,
}

impl Sink for Items {
    fn take(&mut self, item: Item) -> Result<(), ReadError> {
        self.items.push(item);
        Ok(())
    }

    fn read(&mut self, bytes: u64) {
        assert!(bytes >= self.bytes);
        self.bytes = bytes;
    }
}

fn read_path(path: &Path) -> Vec<Item> {
    let source = Source::open(path).unwrap();
    let mut items = Items::default();
    read_system(System::Markdown, &source, &mut items).unwrap();
    assert_eq!(items.bytes, source.size());
    items.items
}

/// The items of one of the sites among the fixtures.
fn fixture(name: &str) -> Vec<Item> {
    // The root of the project, also where this file is compiled for itself.
    let root = Path::new(file!()).ancestors().nth(4).unwrap();
    read_path(&root.join("tests/fixtures/moving/markdown").join(name))
}

/// The items of a site with these files.
fn site(files: &[(&str, &str)]) -> Vec<Item> {
    let folder = folder(files);
    read_path(folder.path())
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The text with this source id, whose blank lines in a row are one.
fn text(items: &[Item], id: &str) -> ForeignText {
    let text = items.iter().find_map(|item| match item {
        Item::Text(text) if text.source_id == id => Some(text.as_ref().clone()),
        _ => None,
    });
    let mut text = text.unwrap_or_else(|| panic!("there is no text {id} in {items:#?}"));
    match &mut text.text {
        ForeignContent::Html(content) | ForeignContent::Markdown(content) => {
            while content.contains("\n\n\n") {
                *content = content.replace("\n\n\n", "\n\n");
            }
            *content = content.trim().to_owned();
        }
    }
    text
}

fn markdown(text: &ForeignText) -> &str {
    match &text.text {
        ForeignContent::Markdown(text) | ForeignContent::Html(text) => text,
    }
}

/// The ids of what was refused, with a part of each reason.
fn assert_refused(items: &[Item], expected: &[(&str, &str)]) {
    let refused: Vec<(&str, &str)> = items
        .iter()
        .filter_map(|item| match item {
            Item::Refused(refused) => Some((refused.source_id.as_str(), refused.reason.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(refused.len(), expected.len(), "{refused:#?}");
    for ((id, reason), (expected_id, part)) in refused.iter().zip(expected) {
        assert_eq!(id, expected_id);
        assert!(reason.contains(part), "{id}: {reason}");
    }
}

fn redirects(items: &[Item]) -> Vec<(&str, Option<&str>)> {
    let redirects = items.iter().filter_map(|item| match item {
        Item::Redirect(redirect) => Some((redirect.path.as_str(), redirect.target.as_deref())),
        _ => None,
    });
    redirects.collect()
}

fn time(text: &str) -> Option<Time> {
    Some(Time::parse(text).unwrap())
}

fn scheduled(text: &str) -> Visibility {
    Visibility::Scheduled(Time::parse(text).unwrap())
}

fn person(name: &str, email: Option<&str>) -> ForeignAuthor {
    ForeignAuthor {
        name: name.to_owned(),
        email: email.map(str::to_owned),
    }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// A public post without anything but an id and a title.
fn bare(id: &str, title: &str) -> ForeignText {
    ForeignText {
        kind: Kind::Post,
        source_id: id.to_owned(),
        title: title.to_owned(),
        slug: None,
        text: ForeignContent::Markdown(String::new()),
        authors: Vec::new(),
        tags: Vec::new(),
        categories: Vec::new(),
        visibility: Visibility::Public,
        created_at: None,
        updated_at: None,
        cover: None,
        canonical_url: None,
        summary: None,
        is_featured: false,
        comments_closed: false,
        old_addresses: Vec::new(),
        base: Base::Folder(id.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned()),
        changes: Vec::new(),
    }
}

fn in_markdown(text: &str) -> ForeignContent {
    ForeignContent::Markdown(text.to_owned())
}

const ATTRIBUTES_LOST: &str = "Attributes in braces such as {: .class} or {#id} were left out";

fn unknown(what: &str) -> Change {
    Change::new("text", format!("The {what} is not known here and stays as text"))
}

#[test]
fn reads_a_site_of_jekyll() {
    let items = fixture("jekyll");
    let kai = person("Kai Lund", Some("kai@harbour.example"));
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
            authors: vec![kai.clone()],
            tags: strings(&["one", "two"]),
            categories: strings(&["Sea", "Diary"]),
            visibility: scheduled("2020-01-01T23:30:00Z"),
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
    assert_eq!(
        text(&items, "_posts/2020-02-03-second.markdown"),
        ForeignText {
            slug: Some("second".to_owned()),
            text: in_markdown("Not yet."),
            authors: vec![kai.clone()],
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
            visibility: scheduled("2020-05-06T00:00:00Z"),
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
        &[
            ("README.md", "describes the project"),
            ("_includes/", "templates"),
            ("_posts/2020-04-05-broken.md", "YAML cannot be read at line"),
            ("_private/note.md", "makes no pages of this folder"),
            ("index.md", "front page"),
            ("plain.md", "no front matter"),
        ],
    );
}

#[test]
fn reads_a_site_of_hugo() {
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
            visibility: scheduled("2021-03-05T00:00:00Z"),
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
    assert_eq!(
        text(&items, "content/posts/bundle/index.md"),
        ForeignText {
            slug: Some("In The Bundle".to_owned()),
            text: in_markdown("Text with ![pic](pic.png)."),
            visibility: scheduled("2021-05-06T00:00:00Z"),
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
    assert_eq!(redirects(&items), [("/index.xml", Some("/feed.xml"))]);
    assert_refused(
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
fn reads_a_site_of_astro() {
    let items = fixture("astro");
    assert_eq!(
        text(&items, "src/content/blog/first-post.md"),
        ForeignText {
            slug: Some("first-post".to_owned()),
            text: in_markdown("Liquid such as {{ x }} and {% y %} is text here."),
            tags: strings(&["astro", "web dev"]),
            visibility: scheduled("2022-07-08T00:00:00Z"),
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
            visibility: scheduled("2022-07-10T00:00:00Z"),
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
            visibility: scheduled("2023-01-02T00:00:00Z"),
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
            visibility: scheduled("2024-01-02T00:00:00Z"),
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
    assert_refused(&items, &[("README.md", "describes"), ("latin.md", "UTF-8")]);
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
        ("One", Base::Folder(String::new()))
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
    assert_eq!(one.base, Base::Folder("blog-main/_posts".to_owned()));
    assert_eq!(text(&wrapped, "about.md").old_addresses, ["/about/"]);
    let picture = Source::open(&folder.path().join("picture.png")).unwrap();
    let error = read(&picture, &mut Items::default()).unwrap_err();
    assert_eq!(error.to_string(), "there is no Markdown in it");
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
        assert_refused(&site(&[("a.md", file)]), &[("a.md", "front matter")]);
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

#[test]
fn takes_time_in_proportion_to_the_length() {
    for pattern in [
        "{{<",
        "{{< note >}}",
        "{{% details %}}x",
        "{{</*",
        "{%",
        "{% raw %}",
        "{% highlight %}",
        "{{",
        "{#",
        "`",
        "``a`",
        "```\n",
        "`a\n",
        "{: .a}\n",
        "{{<a\n\n",
        "<Aside>",
        "{/*",
        "[x]{.a",
        "# a {#b}\n",
        "> [!note]\n",
        "> ",
        "- ```\n",
        "{{< ref \"a\" >}}",
        "import a\n",
        "{{ 'a' | date: '%Q' }}",
    ] {
        let text = pattern.repeat((256 << 10) / pattern.len());
        for (settings, path) in [
            ("hugo.toml", "content/posts/a.md"),
            ("_config.yml", "_posts/2020-01-02-a.md"),
            ("astro.config.mjs", "src/content/blog/a.mdx"),
            ("eleventy.config.js", "posts/a.md"),
        ] {
            assert!(!site(&[(settings, ""), (path, &format!("---\ntitle: a\n---\n{text}"))]).is_empty());
        }
    }
}

/// The files of the fixtures in which damage is done.
fn sites() -> Vec<(&'static str, PathBuf)> {
    let root = Path::new(file!())
        .ancestors()
        .nth(4)
        .unwrap()
        .join("tests/fixtures/moving/markdown");
    [
        ("jekyll", "_posts/2020-01-02-first-light.md"),
        ("hugo", "content/posts/short-codes.md"),
        ("astro", "src/content/blog/using-mdx.mdx"),
        ("eleventy", "posts/2023-01-02-growing.md"),
        ("plain", "2024-01-02-a-walk.md"),
    ]
    .into_iter()
    .map(|(site, path)| (path, root.join(site).join(path)))
    .collect()
}

const SETTINGS: [(&str, &str); 5] = [
    ("_config.yml", "permalink: /:categories/:year/:title/"),
    (
        "hugo.toml",
        "[permalinks]\nposts = '/:year/:sections[last]/:slug/'",
    ),
    ("astro.config.mjs", "site: 'https://a.example'"),
    ("eleventy.config.js", ""),
    ("notes.txt", ""),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn never_panics_on_arbitrary_bytes(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        settings in proptest::collection::vec(any::<u8>(), 0..100),
        system in 0_usize..5,
    ) {
        let folder = folder(&[(SETTINGS[system].0, ""), (sites()[system].0, "")]);
        fs::write(folder.path().join(sites()[system].0), bytes).unwrap();
        fs::write(folder.path().join(SETTINGS[system].0), settings).unwrap();
        prop_assert!(!read_path(folder.path()).is_empty());
    }

    #[test]
    fn yields_items_of_damaged_texts(
        system in 0_usize..5,
        damage in proptest::collection::vec((any::<proptest::sample::Index>(), any::<char>(), 0_u8..4), 1..12),
    ) {
        let (name, path) = sites()[system].clone();
        let mut text: Vec<char> = fs::read_to_string(path).unwrap().chars().collect();
        for (at, character, kind) in damage {
            let at = at.index(text.len());
            match kind {
                0 => text[at] = character,
                1 => text.insert(at, character),
                2 => drop(text.remove(at)),
                _ => text.swap(at, 0),
            }
            prop_assume!(!text.is_empty());
        }
        let text: String = text.into_iter().collect();
        prop_assert!(!site(&[SETTINGS[system], (name, &text)]).is_empty());
    }

    #[test]
    fn never_panics_on_text_of_marks(
        parts in proptest::collection::vec(
            prop_oneof![
                Just("{{<"), Just(">}}"), Just("{{%"), Just("%}}"), Just("{%"), Just("%}"), Just("{{"), Just("}}"),
                Just(" note "), Just("/"), Just("/*"), Just("*/"), Just("raw"), Just("endraw"), Just("highlight"),
                Just("endhighlight"), Just("\""), Just("'"), Just("|"), Just("date:"), Just("\n"), Just("`"),
                Just("```"), Just("{: .a}"), Just("{#a}"), Just("<Aside>"), Just("</Aside>"), Just("é"), Just("> "),
                Just("[!info]"), Just("details"), Just("import a from './b'"), Just("{/*"), Just("*/}"), Just("{:toc}"),
            ],
            0..60,
        ),
        system in 0_usize..5,
    ) {
        let text = format!("---\ntitle: a\n---\n{}", parts.concat());
        prop_assert!(!site(&[SETTINGS[system], (sites()[system].0, &text)]).is_empty());
    }
}
