//! Texts that nobody wrote on purpose, or that somebody wrote to do harm.

use proptest::prelude::*;

use super::*;

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
    let root = fixtures();
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
                2 => {
                    text.remove(at);
                }
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
