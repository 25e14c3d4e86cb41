//! Delivery of mail exactly once across failures of the mail server and of the program.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::accounts::{PASSWORD, code_in};
use crate::support::program::{RunningSite, expect_failure, expect_success, run, run_with_env};
use crate::support::smtp::{Mailbox, ServerFailure, free_port, header};
use crate::support::wait_until;

fn smtp(port: u16) -> Vec<(String, String)> {
    [
        ("TRANSPORT", "smtp"),
        ("HOST", "127.0.0.1"),
        ("PORT", &*port.to_string()),
        ("TLS", "none"),
        ("FROM", "Bits <blog@example.org>"),
        ("RETRY_SECONDS", "1"),
        ("TIMEOUT_SECONDS", "2"),
    ]
    .map(|(key, value)| (format!("BLOG_APP_MAIL__{key}"), value.to_owned()))
    .to_vec()
}

fn register(site: &RunningSite, name: &str) {
    let body = json!({"name": name, "email": format!("{name}@example.org"), "password": PASSWORD});
    let response = ureq::post(format!("http://{}/api/auth/register", site.address)).send_json(body);
    assert_eq!(response.unwrap().status(), 201);
}

#[test]
fn delivers_each_mail_once_after_outages_and_kills() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let names = ["ada", "bo", "cy", "di", "ed"];

    let first = RunningSite::start_with(folder.path(), &smtp(port));
    for name in &names[..3] {
        register(&first, name);
    }
    first.kill();
    let second = RunningSite::start_with(folder.path(), &smtp(port));
    for name in &names[3..] {
        register(&second, name);
    }
    let mailbox = Mailbox::open(port);
    let mails = mailbox.wait_for(names.len());
    // By now all mails were accepted; a second copy would follow within the retry interval.
    assert_eq!(second.stop(), Some(0));
    let third = RunningSite::start_with(folder.path(), &smtp(port));
    register(&third, "last");
    let all = mailbox.wait_for(names.len() + 1);
    assert_eq!(all.len(), names.len() + 1, "a mail arrived twice");
    assert!(header(&all[names.len()], "To").contains("last@example.org"));

    let receivers: HashSet<&str> = mails.iter().map(|mail| header(mail, "To")).collect();
    let expected: Vec<String> = names.iter().map(|name| format!("{name}@example.org")).collect();
    assert_eq!(receivers, expected.iter().map(String::as_str).collect());
    let ids: HashSet<&str> = all.iter().map(|mail| header(mail, "Message-ID")).collect();
    assert_eq!(ids.len(), all.len());
    assert!(ids.iter().all(|id| id.ends_with("@example.org>")), "{ids:?}");
}

#[test]
fn delivers_after_server_failures_and_check_reports_waiting_mails() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let names = ["ada", "bo", "cy", "di"];
    let site = RunningSite::start_with(folder.path(), &smtp(port));
    for name in names {
        register(&site, name);
    }
    let message = expect_success(&run(folder.path(), &["check"]));
    assert!(message.contains("4 mails wait, the oldest for "), "{message}");

    let misconduct = &[
        ServerFailure::RejectsConnection,
        ServerFailure::NeverResponds,
        ServerFailure::Disconnects,
        ServerFailure::FailsTemporarily,
    ];
    let mails = Mailbox::open_with_failures(port, misconduct).wait_for(names.len());
    let receivers: HashSet<&str> = mails.iter().map(|mail| header(mail, "To")).collect();
    assert_eq!(receivers.len(), names.len(), "{receivers:?}");
    assert_eq!(site.stop(), Some(0));
    let message = expect_success(&run(folder.path(), &["check"]));
    assert!(message.contains("No mail waits."), "{message}");
}

#[test]
fn writes_mails_to_files_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let site = RunningSite::start_with(folder.path(), &[]);
    register(&site, "ada");
    assert_eq!(site.stop(), Some(0));
    let again = RunningSite::start_with(folder.path(), &[]);
    // The first one may have been stopped before it wrote the mail.
    let outbox = folder.path().join("outbox");
    wait_until(|| outbox.exists() && !mails_in(&outbox).is_empty());
    assert_eq!(again.stop(), Some(0));
    let mails = mails_in(&outbox);
    assert_eq!(mails.len(), 1);
    assert!(header(&mails[0], "To").contains("ada@example.org"));
    assert_eq!(code_in(&mails[0]).len(), 6);
}

#[test]
fn sends_a_test_mail_or_reports_the_failure() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["mail", "test", "--to", "ada@example.org"];
    let message = expect_success(&run(folder.path(), &arguments));
    assert!(
        message.contains("The mail to ada@example.org was written to"),
        "{message}"
    );
    assert!(mails_in(&folder.path().join("outbox"))[0].contains("Mail works"));

    let port = free_port();
    let message = expect_failure(&run_with_env(folder.path(), &arguments, &smtp(port)));
    assert!(
        message.contains("the mail was not sent; see [mail] in the settings"),
        "{message}"
    );
    let mailbox = Mailbox::open(port);
    let message = expect_success(&run_with_env(folder.path(), &arguments, &smtp(port)));
    assert!(
        message.contains("The mail server took the mail to ada@example.org"),
        "{message}"
    );
    assert!(mailbox.wait_for(1)[0].contains("Mail works"));
}

#[test]
fn serve_rejects_an_invalid_sender() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = [("BLOG_APP_MAIL__FROM".to_owned(), "nobody".to_owned())];
    let message = expect_failure(&run_with_env(folder.path(), &["serve"], &wrong));
    assert!(
        message.contains("mail.from: must be an address such as"),
        "{message}"
    );
}

fn mails_in(folder: &Path) -> Vec<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect()
}
