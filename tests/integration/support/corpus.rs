//! The posts and odd strings that tests of content run on: always those of the project, and in addition those in the
//! folder that the variable `CORPUS` names.

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::post;

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
