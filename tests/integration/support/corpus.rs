//! The posts and odd strings that tests of content run on: always those of the project, and in addition those in the
//! folder that the variable `CORPUS` names.

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

use super::{post, post_with_changes};

/// The odd strings of the project itself.
pub const ODD_STRINGS: [&str; 12] = [
    "\"double\" 'single' `back` “curly” ‘curly’ «angle» „low“",
    "</title><entry>&amp;&lt;&#60;]]><![CDATA[<!-- --><?xml?>",
    "👩‍👩‍👧‍👦 🏳️‍🌈 🇺🇳 👍🏽",
    "שלום \u{202e}مرحبا\u{202c} \u{200f}abc",
    "a\tb\nc\r\nd\re",
    "\u{1}\u{8}\u{b}\u{c}\u{e}\u{1f}kept\u{7f}\u{85}",
    "\u{fffd}\u{fffe}\u{ffff}\u{10ffff}",
    "\u{feff}zero\u{200b}width\u{2028}lines\u{2029}",
    "Z̮̞̠͙͔ͅa̘͈̰l̹̲̯g̹͔o͕̦̹",
    "{{ title }} {% raw %} ${x} {searchTerms}",
    "&nbsp;&copy;&unknown;",
    "㍿ ﷽ ｱ 𝒳 ﬀ ß ı",
];

static POSTS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let (fixtures, samples) = (fixture_posts(), sample_posts());
    let further = folder().map_or_else(Vec::new, |folder| lines(&read(&folder.join("posts.jsonl"))));
    // Written past the capture of the test harness, so that each run shows which posts it had.
    let mut output = std::io::stderr();
    writeln!(
        output,
        "tests of content run on {} fixture posts, {} sample posts and {} posts of CORPUS",
        fixtures.len(),
        samples.len(),
        further.len()
    )
    .unwrap();
    [fixtures, samples, further].concat()
});

/// Returns the fixture posts, the sample posts and those of `CORPUS`, as lines of an import.
pub fn posts() -> Vec<Value> {
    POSTS.clone()
}

/// Returns the fixture posts, as lines of an import.
pub fn fixture_posts() -> Vec<Value> {
    lines(&read(&root().join("tests/fixtures/posts/posts.jsonl")))
}

/// Returns strings that are known to break programs: those of the project, and those of `CORPUS` if it has any.
pub fn odd_strings() -> Vec<String> {
    let mut strings = ODD_STRINGS.map(str::to_owned).to_vec();
    let further = folder().map(|folder| folder.join("naughty-strings.json"));
    if let Some(file) = further.filter(|file| file.exists()) {
        strings.extend(serde_json::from_str::<Vec<String>>(&read(&file)).unwrap());
    }
    strings
}

/// Returns posts with a word of many bytes each, as lines of an import: a paragraph of Chinese, and random letters.
pub fn posts_with_long_words() -> Vec<Value> {
    long_words()
        .into_iter()
        .map(|(title, word)| {
            let slug = title.to_ascii_lowercase().replace(' ', "-");
            let html = format!("<p>{word}</p>");
            post_with_changes(1, json!({"title": title, "slug": slug, "contentHtml": html}))
        })
        .collect()
}

/// Returns searches for parts of the words of [`posts_with_long_words`], encoded, each with the slug of the only match.
pub fn searches_for_long_words() -> Vec<(String, String)> {
    let mut searches = Vec::new();
    for (title, word) in long_words() {
        let letters: Vec<char> = word.chars().collect();
        let end = letters.len() - 50;
        for part in [&letters[..150], &letters[400..412], &letters[end..]] {
            let part: String = part.iter().collect();
            let slug = title.to_ascii_lowercase().replace(' ', "-");
            searches.push((slug, byte_serialize(part.as_bytes()).collect()));
        }
    }
    searches
}

/// Returns titles with a word. The words cannot be compressed to less than an index of PostgreSQL takes.
fn long_words() -> [(&'static str, String); 3] {
    let mut state = 1_u64;
    let mut number_below = |limit: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u32::try_from(state >> 33).unwrap() % limit
    };
    let chinese = (0..900)
        .map(|_| char::from_u32(0x4e00 + number_below(20_000)).unwrap())
        .collect();
    let mut letters = |count| -> String {
        let letter = |_| char::from_digit(10 + number_below(26), 36).unwrap();
        (0..count).map(letter).collect()
    };
    let long = letters(10_000);
    [
        ("A paragraph of Chinese", chinese),
        ("A long word", long),
        ("A very long word", letters(300_000)),
    ]
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn read(file: &Path) -> String {
    let text = fs::read_to_string(file);
    text.map_err(|error| format!("{}: {error}", file.display()))
        .unwrap()
}

/// Returns the folder of further posts.
fn folder() -> Option<PathBuf> {
    env::var_os("CORPUS").map(PathBuf::from)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the posts of `seed demo`, as lines of an import.
fn sample_posts() -> Vec<Value> {
    let folder = root().join("src/actions/demo");
    let text = fs::read_to_string(folder.join("demo.toml")).unwrap();
    let sample: Value = toml::from_str(&text).unwrap();
    let posts = sample["posts"].as_array().unwrap();
    (1..)
        .zip(posts)
        .map(|(number, sample)| sample_post(&folder, number, sample))
        .collect()
}

fn sample_post(folder: &Path, number: u32, sample: &Value) -> Value {
    let mut line = post(number);
    for field in ["title", "slug", "author", "category", "tags"] {
        line[field] = sample[field].clone();
    }
    let slug = sample["slug"].as_str().unwrap();
    let html = fs::read_to_string(folder.join(format!("posts/{slug}.html"))).unwrap();
    line["contentHtml"] = json!(html);
    line
}
