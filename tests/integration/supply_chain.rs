//! The output of `make audit`: findings, and checks that could not run.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const NOTHING_FOUND: &str = "exit 0";
const ADVISORY: &str =
    "if [ \"$2\" = fetch ]; then exit 0; fi; echo 'error[vulnerability]: RUSTSEC-0000-0001' >&2; exit 1";
const NO_LIST: &str = "echo 'the host does not answer' >&2; exit 1";
const FAULTY_PACKAGE: &str = "echo '{\"vulnerabilities\": {\"left\": {\"severity\": \"high\"}}}'; exit 1";
const NO_REGISTRY: &str = "echo '{\"message\": \"405 Method Not Allowed\"}'; exit 1";

/// Creates a folder of scripts that replace real programs in the PATH.
fn programs(programs: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, script) in programs {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn audit(cargo_deny: &str, npm: &str, strict: &str) -> Output {
    // The script requires cargo-deny and runs it through cargo.
    let programs = programs(&[("cargo-deny", ""), ("cargo", cargo_deny), ("npm", npm)]);
    let home = tempfile::tempdir().unwrap();
    Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/audit"))
        .env("PATH", format!("{}:/usr/bin:/bin", programs.path().display()))
        .env("CARGO_HOME", home.path())
        .env("STRICT", strict)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn passes_without_findings() {
    let output = audit(NOTHING_FOUND, NOTHING_FOUND, "1");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(stdout(&output).matches("nothing found").count(), 2);
}

#[test]
fn fails_with_a_finding() {
    for (cargo_deny, npm, expected) in [
        (ADVISORY, NOTHING_FOUND, "FOUND: cargo deny check advisories"),
        (NOTHING_FOUND, FAULTY_PACKAGE, "FOUND: npm audit"),
    ] {
        let output = audit(cargo_deny, npm, "0");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stdout(&output).contains(expected), "{output:?}");
    }
}

#[test]
fn reports_a_check_that_cannot_run_and_fails_only_if_strict() {
    let output = audit(NO_LIST, NO_REGISTRY, "0");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for expected in [
        "NOT RUN: cargo deny check advisories: the list cannot be fetched (the host does not answer)",
        "NOT RUN: npm audit: the registry does not answer (\"message\": \"405 Method Not Allowed\")",
    ] {
        assert!(stdout(&output).contains(expected), "{}", stdout(&output));
    }
    assert_eq!(audit(NO_LIST, NO_REGISTRY, "1").status.code(), Some(1));
}

#[test]
fn every_exception_has_a_reason() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).unwrap();
    let settings: toml::Table = text.parse().unwrap();
    let exceptions = [&settings["advisories"]["ignore"], &settings["bans"]["deny"]];
    for exception in exceptions.iter().flat_map(|list| list.as_array().unwrap()) {
        let reason = exception.get("reason").and_then(toml::Value::as_str);
        assert!(
            reason.is_some_and(|reason| !reason.trim().is_empty()),
            "{exception}"
        );
    }
}
