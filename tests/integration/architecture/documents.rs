//! The files, folders and tests that `SECURITY.md` and `docs/asvs.md` name exist, and the summary of the latter counts its
//! table.

use std::collections::BTreeSet;
use std::fs;

use super::root;

const ASVS: &str = "docs/asvs.md";
const DOCUMENTS: [&str; 2] = ["SECURITY.md", ASVS];
/// The folders that a path begins with. Other paths are addresses, or files of a running site.
const FOLDERS: [&str; 8] = [
    "benches",
    "deploy",
    "docs",
    "migrations",
    "scripts",
    "src",
    "tests",
    "web",
];
/// The ends of the names of files in the root.
const ROOT_FILES: [&str; 3] = [".toml", ".lock", ".md"];
const LEVELS: [&str; 2] = ["1", "2"];
const STATES: [&str; 3] = ["met", "not met", "does not apply"];

/// A requirement of the table.
struct Requirement<'a> {
    id: &'a str,
    level: &'a str,
    state: &'a str,
}

#[test]
fn documents_about_security_name_only_what_exists() {
    for document in DOCUMENTS {
        let text = read(document);
        assert!(names(&text).count() > 10, "{document} names nothing");
        let missing = missing_in(&text);
        assert!(missing.is_empty(), "{document}: {}", missing.join("\n"));
    }
}

#[test]
fn detects_names_of_nothing() {
    let text = "`src/auth/` `Cargo.toml` `/settings/security` `auth::token::tests::token_is_valid_for_its_lifetime` \
                `architecture::documents::detects_names_of_nothing` `src/nothing.rs` `nothing.toml` \
                `auth::token::tests::verify` `architecture::documents::read` `architecture::no_such_test`";
    let expected = [
        "src/nothing.rs",
        "nothing.toml",
        "auth::token::tests::verify",
        "architecture::documents::read",
        "architecture::no_such_test",
    ];
    assert_eq!(missing_in(text), expected);
}

#[test]
fn the_summary_of_the_asvs_counts_its_table() {
    let text = read(ASVS);
    let requirements: Vec<_> = text.lines().filter_map(requirement).collect();
    let ids: BTreeSet<_> = requirements.iter().map(|requirement| requirement.id).collect();
    assert_eq!(ids.len(), requirements.len(), "an id is there twice");
    for Requirement { id, level, state } in &requirements {
        assert!(LEVELS.contains(level), "{id}: {level}");
        assert!(STATES.contains(state), "{id}: {state}");
    }
    for (name, levels) in [
        ("level 1", &LEVELS[..1]),
        ("level 2", &LEVELS[1..]),
        ("both", &LEVELS[..]),
    ] {
        let of_levels = || {
            requirements
                .iter()
                .filter(|requirement| levels.contains(&requirement.level))
        };
        let counts = STATES.map(|state| {
            let count = of_levels()
                .filter(|requirement| requirement.state == state)
                .count();
            count.to_string()
        });
        let row = format!("| {name} | {} | {} |", counts.join(" | "), of_levels().count());
        assert!(text.contains(&row), "the summary lacks {row}");
    }
    let (_, list) = text.split_once("\n## Not met\n").unwrap();
    let listed: Vec<_> = list
        .lines()
        .filter_map(|line| line.strip_prefix("- ")?.split_once(' '))
        .map(|(id, _)| id)
        .collect();
    let not_met: Vec<_> = requirements
        .iter()
        .filter(|requirement| requirement.state == "not met")
        .map(|requirement| requirement.id)
        .collect();
    assert_eq!(listed, not_met);
}

fn read(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap()
}

/// Returns the requirement of a line of the table.
fn requirement(line: &str) -> Option<Requirement<'_>> {
    let cells: Vec<_> = line.split('|').map(str::trim).collect();
    match cells[..] {
        ["", id, level, _, state, _, ""] if id.starts_with(|first: char| first.is_ascii_digit()) => {
            Some(Requirement { id, level, state })
        }
        _ => None,
    }
}

/// Returns what a text has between backticks, line by line.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns the files and tests that a text names and that do not exist.
fn missing_in(text: &str) -> Vec<&str> {
    names(text).filter(|name| !exists(name)).collect()
}

/// Returns whether a name is that of an existing file or test, or of neither.
fn exists(name: &str) -> bool {
    if name.contains("::") {
        return is_test(name);
    }
    let is_path = match name.split_once('/') {
        Some((folder, _)) => FOLDERS.contains(&folder),
        None => ROOT_FILES.iter().any(|end| name.ends_with(end)),
    };
    !is_path || root().join(name).exists()
}

/// Returns whether a test has this name, as `cargo test` prints it. `tests` may be a module at the end of a file.
fn is_test(name: &str) -> bool {
    let (module, test) = name.rsplit_once("::").unwrap();
    let own_file = module.strip_suffix("::tests");
    [Some(module), own_file].into_iter().flatten().any(|module| {
        let path = module.replace("::", "/");
        ["src", "tests/integration"].into_iter().any(|folder| {
            [format!("{folder}/{path}.rs"), format!("{folder}/{path}/mod.rs")]
                .iter()
                .filter_map(|file| fs::read_to_string(root().join(file)).ok())
                .any(|source| declares_test(&source, test))
        })
    })
}

/// Returns whether a source has a function of this name below an attribute for tests.
fn declares_test(source: &str, name: &str) -> bool {
    let declaration = format!("fn {name}(");
    let lines: Vec<_> = source.lines().map(str::trim_start).collect();
    lines.iter().enumerate().any(|(number, line)| {
        line.contains(&declaration)
            && lines[..number]
                .iter()
                .rev()
                .take_while(|above| above.starts_with("#[") || above.starts_with("//"))
                .any(|above| above.starts_with("#[test]") || above.starts_with("#[tokio::test"))
    })
}
