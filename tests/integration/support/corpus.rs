//! Real posts and odd strings from outside the project, read from beside the checkout. Where they are absent, the
//! project's own sample posts and odd strings replace them, so that no test is skipped.

use std::fs;
use std::path::{Path, PathBuf};

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

/// Returns many posts, as lines of an import.
pub fn posts() -> Vec<Value> {
    let lines = read("posts.jsonl").map(|text| {
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    });
    lines.unwrap_or_else(sample_posts)
}

/// Returns strings that are known to break programs.
pub fn odd_strings() -> Vec<String> {
    match read("naughty-strings.json") {
        Some(text) => serde_json::from_str(&text).unwrap(),
        None => ODD_STRINGS.map(str::to_owned).to_vec(),
    }
}

fn read(name: &str) -> Option<String> {
    fs::read_to_string(root().join("../shared/corpus").join(name)).ok()
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
