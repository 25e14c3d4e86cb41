//! The floors of the house: a module uses only floors beneath its own.

use std::fs;
use std::path::{Path, PathBuf};

/// Each module with the modules that it may use. Crates are named as well, where only some may know them.
const RULES: [(&str, &[&str], &[&str]); 10] = [
    ("domain", &[], &[]),
    ("content", &["domain"], &["html5ever", "ammonia", "dom_query"]),
    ("config", &["mail"], &["toml"]),
    ("auth", &["domain"], &["argon2", "hmac", "jsonwebtoken", "tokio"]),
    ("mail", &["domain"], &["askama", "lettre", "tokio"]),
    (
        "media",
        &["domain"],
        &["cosmic_text", "image", "tiny_skia", "webp"],
    ),
    (
        "store",
        &["domain", "content"],
        &["rusqlite", "refinery", "tokio"],
    ),
    (
        "actions",
        &["auth", "config", "content", "domain", "mail", "media", "store"],
        &["ureq", "toml"],
    ),
    (
        "http",
        &["actions", "auth", "config", "content", "domain", "mail", "store"],
        &[
            "askama",
            "axum",
            "brotlic",
            "flate2",
            "governor",
            "prometheus_client",
            "quick_cache",
            "rustix",
            "tokio",
        ],
    ),
    (
        "cli",
        &[
            "actions", "auth", "config", "content", "domain", "http", "mail", "store",
        ],
        &["clap", "tokio"],
    ),
];

/// Crates that belong to single floors.
const GUARDED_CRATES: [&str; 24] = [
    "prometheus_client",
    "brotlic",
    "flate2",
    "quick_cache",
    "rustix",
    "axum",
    "rusqlite",
    "refinery",
    "tokio",
    "clap",
    "html5ever",
    "ammonia",
    "dom_query",
    "argon2",
    "ureq",
    "askama",
    "hmac",
    "jsonwebtoken",
    "lettre",
    "governor",
    "image",
    "webp",
    "cosmic_text",
    "tiny_skia",
];

#[test]
fn every_module_uses_only_floors_beneath_its_own() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut breaches = Vec::new();
    for (module, beneath, crates) in RULES {
        for file in files(&source.join(module)) {
            let text = fs::read_to_string(&file).unwrap();
            breaches.extend(
                breaches_in(&text, module, beneath, crates)
                    .into_iter()
                    .map(|breach| format!("{}: {breach}", file.display())),
            );
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn only_the_engine_knows_the_database() {
    let store = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    for file in files(&store) {
        let is_engine = file.starts_with(store.join("engine"));
        let text = fs::read_to_string(&file).unwrap();
        assert!(is_engine || !text.contains("rusqlite"), "{}", file.display());
    }
}

#[test]
fn every_module_of_the_crate_has_a_floor() {
    let library = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    for line in library.lines().filter_map(|line| line.strip_prefix("pub mod ")) {
        let module = line.trim_end_matches(';');
        assert!(
            RULES.iter().any(|(known, _, _)| *known == module),
            "{module} has no floor"
        );
    }
}

#[test]
fn a_breach_is_noticed() {
    let text = "use crate::store::Store;\nuse rusqlite::Connection;\nfn f() { crate::http::serve(); }";
    let breaches = breaches_in(text, "domain", &[], &[]);
    assert_eq!(breaches.len(), 3, "{breaches:?}");
    assert!(breaches_in("use crate::domain::Time;\n// use crate::http", "domain", &[], &[]).is_empty());
}

fn breaches_in(text: &str, module: &str, beneath: &[&str], crates: &[&str]) -> Vec<String> {
    let mut breaches = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for used in line
            .match_indices("crate::")
            .map(|(start, found)| &line[start + found.len()..])
        {
            let name: String = used
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let is_module = RULES.iter().any(|(known, _, _)| *known == name);
            if is_module && name != module && !beneath.contains(&name.as_str()) {
                breaches.push(format!("{module} uses {name}"));
            }
        }
        for guarded in GUARDED_CRATES {
            let is_used = line.contains(&format!("{guarded}::")) || line.contains(&format!("use {guarded};"));
            if is_used && !crates.contains(&guarded) {
                breaches.push(format!("{module} uses the crate {guarded}"));
            }
        }
    }
    breaches
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
