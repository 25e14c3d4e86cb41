//! Real posts and odd strings that nobody on this project wrote. They lie beside the checkout; where
//! they are absent, the tests that want them say so and are skipped.

use std::path::PathBuf;

use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus")
}

/// The posts, or none where the corpus is absent.
pub fn posts() -> Option<Vec<Value>> {
    let text = read("posts.jsonl")?;
    Some(
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    )
}

/// The odd strings, or none where the corpus is absent.
pub fn naughty_strings() -> Option<Vec<String>> {
    Some(serde_json::from_str(&read("naughty-strings.json")?).unwrap())
}

fn read(name: &str) -> Option<String> {
    let text = std::fs::read_to_string(folder().join(name)).ok();
    if text.is_none() {
        println!("skipped: there is no corpus beside this checkout");
    }
    text
}
