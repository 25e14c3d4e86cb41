//! `blog-app export site` and `blog-app import site`, by the real program.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::round_trip::assert_same;
use crate::support::program::{command, create_admin, expect_failure, expect_success, run, run_with_input};
use crate::support::{database, wait_until};

/// A data folder with the sample content.
fn demo_site(folder: &Path) -> std::path::PathBuf {
    let data = folder.join("data");
    expect_success(&run(&data, &["seed", "demo"]));
    expect_success(&create_admin(&data, "ada", "correct horse"));
    data
}

#[test]
fn moves_a_site_from_one_folder_to_another() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_site(folder.path());
    for flags in [vec![], vec!["--with-accounts"]] {
        let number = flags.len();
        let first = folder.path().join(format!("first-{number}.zip"));
        let arguments = [vec!["export", "site", first.to_str().unwrap()], flags.clone()].concat();
        let said = expect_success(&run(&data, &arguments));
        assert!(said.contains("posts") && said.contains("first-"), "{said}");
        let mode = fs::metadata(&first).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let other = folder.path().join(format!("other-{number}"));
        expect_success(&run(&other, &["import", "site", first.to_str().unwrap()]));
        let second = folder.path().join(format!("second-{number}.zip"));
        let arguments = [vec!["export", "site", second.to_str().unwrap()], flags].concat();
        expect_success(&run(&other, &arguments));
        assert_same(&fs::read(&first).unwrap(), &fs::read(&second).unwrap());
        expect_success(&run(&other, &["check"]));
        database::forget(&other);
    }
    database::forget(&data);
}

#[test]
fn names_what_is_wrong_with_what_was_given() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_site(folder.path());
    let there = folder.path().join("there.zip");
    fs::write(&there, "mine").unwrap();
    let line = expect_failure(&run(&data, &["export", "site", there.to_str().unwrap()]));
    assert!(line.contains("is there already"), "{line}");
    assert_eq!(fs::read(&there).unwrap(), b"mine");
    let nowhere = folder.path().join("nowhere/site.zip");
    let line = expect_failure(&run(&data, &["export", "site", nowhere.to_str().unwrap()]));
    assert!(line.contains("cannot be written"), "{line}");
    let line = expect_failure(&run(&data, &["import", "site", there.to_str().unwrap()]));
    assert!(line.contains("manifest.json"), "{line}");
    let line = expect_failure(&run(
        &data,
        &["import", "site", there.to_str().unwrap(), "--fetch-media"],
    ));
    assert!(line.contains("--fetch-media"), "{line}");
    database::forget(&data);
}

#[test]
fn a_killed_export_leaves_no_file_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_site(folder.path());
    let target = folder.path().join("site.zip");
    let partial = folder.path().join("site.zip.partial");
    let mut was_killed = false;
    for _ in 0..20 {
        let mut export = command(&data, &["export", "site", target.to_str().unwrap()])
            .spawn()
            .unwrap();
        wait_until(|| partial.exists() || export.try_wait().unwrap().is_some());
        export.kill().unwrap();
        export.wait().unwrap();
        if !target.exists() {
            was_killed = true;
            break;
        }
        fs::remove_file(&target).unwrap();
    }
    assert!(was_killed, "no export could be killed in the middle");
    assert!(partial.exists());
    // The next one takes its place, unless one is under way.
    let held = File::options().write(true).open(&partial).unwrap();
    held.lock().unwrap();
    let line = expect_failure(&run(&data, &["export", "site", target.to_str().unwrap()]));
    assert!(line.contains("another export"), "{line}");
    drop(held);
    expect_success(&run(&data, &["export", "site", target.to_str().unwrap()]));
    assert!(target.exists() && !partial.exists());
    database::forget(&data);
}

#[test]
fn a_member_of_the_staff_without_an_account_gets_an_address_and_a_password() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_site(folder.path());
    let exported = folder.path().join("site.zip");
    expect_success(&run(&data, &["export", "site", exported.to_str().unwrap()]));
    let other = folder.path().join("other");
    expect_success(&run(&other, &["import", "site", exported.to_str().unwrap()]));
    let reset = [
        "admin",
        "reset-password",
        "--user",
        "ada",
        "--password-stdin",
        "--set-email",
        "ada@new.example",
    ];
    expect_success(&run_with_input(&other, &reset, "correct horse battery"));
    let listed = expect_success(&run(&other, &["admin", "list"]));
    assert!(listed.contains("ada@new.example"), "{listed}");
    expect_success(&run_with_input(
        &other,
        &[
            "admin",
            "create",
            "--username",
            "bo",
            "--email",
            "bo@new.example",
            "--password-stdin",
        ],
        "correct horse battery",
    ));
    let taken = [
        "admin",
        "reset-password",
        "--user",
        "bo",
        "--password-stdin",
        "--set-email",
        "ada@new.example",
    ];
    let line = expect_failure(&run_with_input(&other, &taken, "correct horse battery"));
    assert!(line.contains("--set-email"), "{line}");
    database::forget(&data);
    database::forget(&other);
}
