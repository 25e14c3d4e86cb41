//! The PostgreSQL server of the tests: what its databases are like, and that it ends with the tests.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::postgres::{
    Template, UNUSED_DATABASES, free_ports, is_installed, new_database, psql, query, server_folder,
    temporary_postgres,
};
use crate::support::wait_until;

/// Set in the process that `ends_with_a_killed_process` kills.
const WAIT_FOR_KILL: &str = "WAIT_FOR_KILL";

#[test]
fn gives_an_empty_database_to_each_caller() {
    if !is_installed() {
        return;
    }
    let [one, other] = [new_database(), new_database()];
    query(&one.url, "create table notes (text text)");
    let tables = "select count(*) from pg_tables where schemaname = 'public'";
    assert_eq!(query(&one.url, tables), "1");
    assert_eq!(query(&other.url, tables), "0");
}

#[test]
fn the_owner_of_a_database_has_no_power_over_others() {
    if !is_installed() {
        return;
    }
    let role =
        "select rolname, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user";
    assert_eq!(query(&new_database().url, role), "blog|f|f|f");
}

#[test]
fn asks_for_a_password() {
    if !is_installed() {
        return;
    }
    let database = new_database();
    let refused = psql()
        .args([
            "-X",
            "-c",
            "select",
            &database.url.replace("blog:blog@", "blog:wrong@"),
        ])
        .output()
        .unwrap();
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains("password authentication failed"), "{message}");
}

#[test]
fn sorts_texts_by_language_unless_told_otherwise() {
    if !is_installed() {
        return;
    }
    let sorted = |collation: &str| {
        let values = "(values ('a'), ('B')) as texts (text)";
        format!("select string_agg(text, '' order by text {collation}) from {values}")
    };
    let database = new_database();
    assert_eq!(query(&database.url, &sorted("")), "aB");
    assert_eq!(query(&database.url, &sorted("collate \"C\"")), "Ba");
}

#[test]
fn prepares_a_template_once_and_copies_it() {
    if !is_installed() {
        return;
    }
    let template = Template::named("template_with_notes");
    let migrate = |url: &str| {
        query(
            url,
            "create table notes (text text); insert into notes values ('first')",
        );
    };
    let one = template.new_database(migrate);
    let other = template.new_database(|_| panic!("the template is prepared already"));
    query(&one.url, "insert into notes values ('second')");
    assert_eq!(query(&other.url, "select text from notes"), "first");
}

#[test]
fn prepares_a_template_again_after_a_failure() {
    if !is_installed() {
        return;
    }
    let template = Template::named("template_after_a_failure");
    let failed = catch_unwind(AssertUnwindSafe(|| {
        template.new_database(|url| {
            query(url, "create table half (text text)");
            panic!("a migration fails");
        })
    }));
    assert!(failed.is_err());
    let database = template.new_database(|url| {
        query(url, "create table whole (text text)");
    });
    let tables = "select tablename from pg_tables where schemaname = 'public'";
    assert_eq!(query(&database.url, tables), "whole");
}

#[test]
fn drops_unused_databases() {
    if !is_installed() {
        return;
    }
    let oldest = new_database();
    let name = oldest.url.rsplit_once('/').unwrap().1.to_owned();
    drop(oldest);
    for _ in 0..UNUSED_DATABASES {
        drop(new_database());
    }
    let found = format!("select count(*) from pg_database where datname = '{name}'");
    assert_eq!(query(&new_database().url, &found), "0");
}

#[test]
fn starts_on_a_free_port_and_ends_with_its_input() {
    if !is_installed() {
        return;
    }
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let taken = listener.local_addr().unwrap().port();
    let free = free_ports(8);
    let output = temporary_postgres()
        .args([taken].iter().chain(&free).map(u16::to_string))
        .env_remove("KEEP_TEST_DATABASES")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let (url, folder) = printed.trim().split_once('\n').unwrap();
    let url_on = |port| format!("postgres://blog:blog@127.0.0.1:{port}/blog");
    assert!(free.iter().any(|port| url == url_on(port)), "{url}");
    assert_nothing_is_left(Path::new(folder));
}

#[test]
fn says_why_there_is_no_server() {
    let output = temporary_postgres()
        .env("POSTGRES_BIN", "/nonexistent")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(1), Vec::new()));
    let reason = String::from_utf8(output.stderr).unwrap();
    assert!(reason.starts_with("PostgreSQL"), "{reason}");
}

#[test]
fn ends_with_a_killed_process() {
    if !is_installed() {
        return;
    }
    if std::env::var_os(WAIT_FOR_KILL).is_some() {
        hold_a_database_until_killed();
    }
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args([
            "postgres_server::server_of_the_tests::ends_with_a_killed_process",
            "--exact",
            "--nocapture",
        ])
        .env(WAIT_FOR_KILL, "1")
        .env_remove("KEEP_TEST_DATABASES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = holder.stdin.take().unwrap();
    let folder = BufReader::new(holder.stdout.take().unwrap())
        .lines()
        .find_map(|line| line.unwrap().strip_prefix("folder: ").map(str::to_owned))
        .unwrap();
    let folder = Path::new(&folder);
    assert!(folder.exists() && is_used(folder));
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert_nothing_is_left(folder);
    // Until here the child of the killed process ran.
    drop(input);
}

/// Prints the folder of the server, and waits, with a child that runs until the end of the input.
fn hold_a_database_until_killed() -> ! {
    let _database = new_database();
    let _child = Command::new("cat").spawn().unwrap();
    println!("folder: {}", server_folder().display());
    // Unless it is killed it ends with the test.
    io::stdin().read_to_end(&mut Vec::new()).unwrap();
    std::process::exit(1)
}

fn assert_nothing_is_left(folder: &Path) {
    wait_until(|| !folder.exists() && !is_used(folder));
}

/// Returns whether a process works in this folder, as each of PostgreSQL does.
fn is_used(folder: &Path) -> bool {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|process| fs::read_link(process.unwrap().path().join("cwd")).ok())
        .any(|current| current.starts_with(folder))
}
