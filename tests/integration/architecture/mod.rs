//! The architecture: a module imports only from layers below its own, no imports form a cycle, and only some modules
//! use certain crates.

mod documents;
mod modules;
mod statements;

use std::fs;
use std::path::Path;

use modules::{ModulePath, Modules, files};

/// Each module with the modules and the guarded crates that it may use.
const RULES: [(&str, &[&str], &[&str]); 14] = [
    ("domain", &[], &[]),
    (
        "content",
        &["domain"],
        &["html5ever", "ammonia", "dom_query", "flate2", "math_core"],
    ),
    ("config", &["domain", "mail"], &["toml"]),
    ("auth", &["domain"], &["argon2", "hmac", "jsonwebtoken", "tokio"]),
    ("mail", &["domain"], &["askama", "lettre", "tokio"]),
    (
        "media",
        &["domain"],
        &["cosmic_text", "image", "merman", "quick_xml", "tiny_skia", "webp"],
    ),
    (
        "moving",
        &["content", "domain"],
        &[
            "html5ever",
            "dom_query",
            "flate2",
            "quick_xml",
            "serde_saphyr",
            "toml",
            "zip",
        ],
    ),
    (
        "outgoing",
        &["domain"],
        &["http_body_util", "tokio", "tokio_rustls"],
    ),
    (
        "store",
        &["domain", "content"],
        &["rusqlite", "postgres", "refinery", "tokio"],
    ),
    ("tls", &["domain"], &["rustls_acme", "tokio", "x509_parser"]),
    (
        "actions",
        &[
            "auth", "config", "content", "domain", "mail", "media", "moving", "outgoing", "store",
        ],
        &["ureq", "toml", "zip"],
    ),
    (
        "http",
        &[
            "actions", "auth", "config", "content", "domain", "mail", "store", "tls",
        ],
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
            "tokio_rustls",
        ],
    ),
    (
        "workers",
        &["actions", "config", "domain", "mail", "store"],
        &["tokio"],
    ),
    (
        "cli",
        &[
            "actions", "auth", "config", "content", "domain", "http", "mail", "moving", "store", "tls",
            "workers",
        ],
        &["clap", "tokio"],
    ),
];

/// Crates that only some modules may use.
const GUARDED_CRATES: [&str; 34] = [
    "math_core",
    "merman",
    "quick_xml",
    "serde_saphyr",
    "zip",
    "prometheus_client",
    "brotlic",
    "flate2",
    "quick_cache",
    "rustix",
    "axum",
    "rusqlite",
    "postgres",
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
    "http_body_util",
    "image",
    "webp",
    "cosmic_text",
    "tiny_skia",
    "rustls_acme",
    "tokio_rustls",
    "x509_parser",
];

/// The modules of `http` and `store` that form layers of their own, the lowest first. A module imports only from layers
/// below its own; those of the last layer of `store`, the queries, also from each other.
const INNER_LAYERS: [(&str, &[&[&str]]); 2] = [
    (
        "http",
        &[
            &["cookies", "error_code", "key_routes", "negotiation", "request_id"],
            &["error"],
            &[
                "account_status_cache",
                "assets",
                "metrics",
                "single_worker",
                "toggle_coalescing",
            ],
            &["limits"],
            &["route_policy"],
            &["extract", "middleware"],
            &["cache"],
            &["api", "media"],
            &["pages"],
            &["route_table"],
            &["router"],
            &["server"],
        ],
    ),
    (
        "store",
        &[
            &["commits"],
            &["engine"],
            &["commit_log", "copy"],
            &["derived"],
            &["memory", "tx", "upgrade"],
            &["database"],
        ],
    ),
];
/// `AppState` holds what the modules of `http` share, so it names them all and they all name it.
const STATE: [&str; 2] = ["http", "state"];

#[test]
fn modules_import_only_from_layers_below() {
    let source = root().join("src");
    let mut violations = Vec::new();
    for (module, allowed, crates) in RULES {
        for file in files(&source.join(module)) {
            let text = fs::read_to_string(&file).unwrap();
            violations.extend(
                violations_in(&text, module, allowed, crates)
                    .into_iter()
                    .map(|violation| format!("{}: {violation}", file.display())),
            );
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn only_the_engine_knows_the_database() {
    let store = root().join("src/store");
    for file in files(&store) {
        let is_engine = file.starts_with(store.join("engine"));
        let text = fs::read_to_string(&file).unwrap();
        let names_driver = ["rusqlite", "postgres::"]
            .iter()
            .any(|driver| text.contains(driver));
        assert!(is_engine || !names_driver, "{}", file.display());
    }
}

#[test]
fn every_module_of_the_crate_has_a_rule() {
    let library = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    for line in library.lines().filter_map(|line| line.strip_prefix("pub mod ")) {
        let module = line.trim_end_matches(';');
        assert!(
            RULES.iter().any(|(rule, _, _)| *rule == module),
            "{module} has no rule"
        );
    }
}

#[test]
fn detects_violations() {
    let text = "use crate::store::Store;\nuse rusqlite::Connection;\nfn f() { crate::http::serve(); }";
    let violations = violations_in(text, "domain", &[], &[]);
    assert_eq!(violations.len(), 3, "{violations:?}");
    assert!(violations_in("use crate::domain::Time;\n// use crate::http", "domain", &[], &[]).is_empty());
}

#[test]
fn modules_of_http_and_store_import_only_from_layers_below() {
    let violations = inner_violations(&sources());
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn pages_call_no_handler_of_the_api() {
    for file in files(&root().join("src/http/pages")) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!names_handler(&text), "{}", file.display());
    }
    assert!(names_handler("let page = trending::handler(state).await?;"));
    assert!(names_handler(
        "use super::api::posts::trending::{TrendingResponse, handler};"
    ));
    assert!(!names_handler(
        "pub async fn handler() {} // posts::trending::handler"
    ));
}

/// Whether the source names a `handler` of another module.
fn names_handler(text: &str) -> bool {
    text.lines()
        .filter_map(|line| line.split("//").next())
        .any(|line| line.contains("::handler") || (line.contains("use ") && line.contains("handler")))
}

#[test]
fn imports_form_no_cycle() {
    assert_eq!(sources().cycles(&STATE), Vec::<Vec<ModulePath>>::new());
    let benches = Modules::read(&root().join("benches/site"));
    assert_eq!(benches.cycles(&[]), Vec::<Vec<ModulePath>>::new());
}

#[test]
fn detects_imports_from_layers_above() {
    let module = |path: &str, source: &str| {
        let path = path.split("::").map(str::to_owned).collect();
        (path, source.to_owned())
    };
    let modules = Modules::parse([
        module("http", "mod error; mod api; pub use error::ApiError;"),
        module("http::error", "use super::api::Posts;"),
        module(
            "http::api",
            "use crate::http::ApiError; mod posts; pub struct Posts;",
        ),
        module("http::api::posts", "fn f() { super::super::unknown::f(); }"),
        module("http::unknown", "pub fn f() {}"),
        module(
            "store::engine",
            "use crate::store::tx::Tx; #[cfg(test)] mod tests { use crate::store::database; }",
        ),
        module("store::tx", ""),
        module("store::database", ""),
    ]);
    assert_eq!(
        inner_violations(&modules),
        [
            "http::api::posts uses http::unknown, which has no layer",
            "http::error uses http::api",
            "store::engine uses store::tx",
        ]
    );
    let cycles = modules.cycles(&STATE);
    assert_eq!(cycles.len(), 1, "{cycles:?}");
    assert_eq!(cycles[0], [["http", "api"], ["http", "error"]]);
}

fn inner_violations(modules: &Modules) -> Vec<String> {
    let mut violations = Vec::new();
    for (importer, imported) in modules.imports() {
        for (parent, layers) in INNER_LAYERS {
            let ([module, from, ..], [other, to, ..]) = (&importer[..], &imported[..]) else {
                continue;
            };
            if module != parent || other != parent || from == to || imported == STATE || importer == STATE {
                continue;
            }
            let layer = |name: &str| layers.iter().position(|layer| layer.contains(&name));
            let is_allowed = match (layer(from), layer(to)) {
                (Some(from), Some(to)) => from > to,
                // The queries are the modules without a layer of their own.
                (None, _) if parent == "store" => true,
                (_, None) => {
                    violations.push(format!(
                        "{} uses {}, which has no layer",
                        importer.join("::"),
                        imported.join("::")
                    ));
                    continue;
                }
                (None, Some(_)) => false,
            };
            if !is_allowed {
                violations.push(format!("{} uses {}", importer.join("::"), imported.join("::")));
            }
        }
    }
    violations
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Modules {
    Modules::read(&root().join("src"))
}

fn violations_in(text: &str, module: &str, allowed: &[&str], crates: &[&str]) -> Vec<String> {
    let mut violations = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for used in line
            .match_indices("crate::")
            .map(|(start, found)| &line[start + found.len()..])
        {
            let name: String = used
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let is_module = RULES.iter().any(|(rule, _, _)| *rule == name);
            if is_module && name != module && !allowed.contains(&name.as_str()) {
                violations.push(format!("{module} uses {name}"));
            }
        }
        for guarded in GUARDED_CRATES {
            let is_used = line.contains(&format!("{guarded}::")) || line.contains(&format!("use {guarded};"));
            if is_used && !crates.contains(&guarded) {
                violations.push(format!("{module} uses the crate {guarded}"));
            }
        }
    }
    violations
}
