//! Mail arrives, once each, whatever happens to the mail server or to us.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::people::{PASSWORD, code_in};
use crate::support::program::{Running, answer, refusal, run, run_with};
use crate::support::smtp::{Mailbox, Misconduct, free_port};

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

fn register(site: &Running, name: &str) {
    let body = json!({"name": name, "email": format!("{name}@example.org"), "password": PASSWORD});
    let answer = ureq::post(format!("http://{}/api/auth/register", site.address)).send_json(body);
    assert_eq!(answer.unwrap().status(), 201);
}

fn header<'mail>(mail: &'mail str, name: &str) -> &'mail str {
    mail.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        .unwrap()
}

#[test]
fn mail_waits_for_its_server_and_outlives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let names = ["ada", "bo", "cy", "di", "ed"];

    let first = Running::start_with(folder.path(), &smtp(port));
    for name in &names[..3] {
        register(&first, name);
    }
    first.kill();
    let second = Running::start_with(folder.path(), &smtp(port));
    for name in &names[3..] {
        register(&second, name);
    }
    let mailbox = Mailbox::open(port);
    let mails = mailbox.wait_for(names.len());
    // Everything was taken at once by then; a second copy would follow within a retry.
    assert_eq!(second.stop(), Some(0));
    let third = Running::start_with(folder.path(), &smtp(port));
    register(&third, "last");
    let all = mailbox.wait_for(names.len() + 1);
    assert_eq!(all.len(), names.len() + 1, "each mail came once");
    assert!(header(&all[names.len()], "To").contains("last@example.org"));

    let receivers: HashSet<&str> = mails.iter().map(|mail| header(mail, "To")).collect();
    let expected: Vec<String> = names.iter().map(|name| format!("{name}@example.org")).collect();
    assert_eq!(receivers, expected.iter().map(String::as_str).collect());
    let names: HashSet<&str> = all.iter().map(|mail| header(mail, "Message-ID")).collect();
    assert_eq!(names.len(), all.len());
    assert!(
        names.iter().all(|name| name.ends_with("@example.org>")),
        "{names:?}"
    );
}

#[test]
fn mail_arrives_once_the_server_behaves_and_check_tells_what_waits() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let names = ["ada", "bo", "cy", "di"];
    let site = Running::start_with(folder.path(), &smtp(port));
    for name in names {
        register(&site, name);
    }
    let said = answer(&run(folder.path(), &["check"]));
    assert!(said.contains("4 mails wait, the oldest for "), "{said}");

    let misconduct = &[
        Misconduct::Refuses,
        Misconduct::Hangs,
        Misconduct::Leaves,
        Misconduct::PutsOff,
    ];
    let mails = Mailbox::open_after(port, misconduct).wait_for(names.len());
    let receivers: HashSet<&str> = mails.iter().map(|mail| header(mail, "To")).collect();
    assert_eq!(receivers.len(), names.len(), "{receivers:?}");
    assert_eq!(site.stop(), Some(0));
    let said = answer(&run(folder.path(), &["check"]));
    assert!(said.contains("No mail waits."), "{said}");
}

#[test]
fn without_a_server_mails_become_files() {
    let folder = tempfile::tempdir().unwrap();
    let site = Running::start_with(folder.path(), &[]);
    register(&site, "ada");
    assert_eq!(site.stop(), Some(0));
    let again = Running::start_with(folder.path(), &[]);
    assert_eq!(again.stop(), Some(0));
    let mails = mails_in(&folder.path().join("outbox"));
    assert_eq!(mails.len(), 1);
    assert!(header(&mails[0], "To").contains("ada@example.org"));
    assert_eq!(code_in(&mails[0]).len(), 6);
}

#[test]
fn a_test_mail_proves_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["mail", "test", "--to", "ada@example.org"];
    let said = answer(&run(folder.path(), &arguments));
    assert!(
        said.contains("The mail to ada@example.org was written to"),
        "{said}"
    );
    assert!(mails_in(&folder.path().join("outbox"))[0].contains("Mail works"));

    let port = free_port();
    let refused = refusal(&run_with(folder.path(), &arguments, &smtp(port)));
    assert!(
        refused.contains("the mail was not sent; see [mail] in the settings"),
        "{refused}"
    );
    let mailbox = Mailbox::open(port);
    let said = answer(&run_with(folder.path(), &arguments, &smtp(port)));
    assert!(
        said.contains("The mail server took the mail to ada@example.org"),
        "{said}"
    );
    assert!(mailbox.wait_for(1)[0].contains("Mail works"));
}

#[test]
fn a_sender_that_is_no_address_is_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = [("BLOG_APP_MAIL__FROM".to_owned(), "nobody".to_owned())];
    let refused = refusal(&run_with(folder.path(), &["serve"], &wrong));
    assert!(
        refused.contains("mail.from: must be an address such as"),
        "{refused}"
    );
}

fn mails_in(folder: &Path) -> Vec<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect()
}
