//! What many sign-ins take of the real program's memory.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use blog_app::auth::password;
use blog_app::domain::user::{Email, Name, NewUser};
use blog_app::domain::{Clock as _, Password, SystemClock, SystemEntropy, UserId};
use blog_app::store::{Store, StoreError, StoreOptions, users};
use serde_json::json;

use crate::support::people::PASSWORD;
use crate::support::program::Running;

const NETWORKS: usize = 100;
const SIGN_INS_OF_EACH: usize = 10;
/// Kilobytes of 1,024 bytes that may stay.
const GROWTH_MAX: u64 = 40 * 1_024;

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into()
}

/// The resident memory of a process, in kilobytes.
fn resident(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Makes a reader for each network.
fn add_readers(folder: &Path) {
    let store = Store::open(&StoreOptions::new(folder.join("blog.db"), 1)).unwrap();
    let added: Result<(), StoreError> = store.write_blocking(|tx| {
        let (now, password) = (
            SystemClock.now(),
            Password::parse("password", PASSWORD, &[]).unwrap(),
        );
        let password_hash = password::hash(&password).unwrap();
        for network in 0..NETWORKS {
            let name = Name::parse(&format!("Reader {network}")).unwrap();
            let user = NewUser {
                id: UserId::new(now, &SystemEntropy),
                username: name.username(),
                name,
                email: Email::parse(&address(network)).unwrap(),
                password_hash: password_hash.clone(),
                verified_at: Some(now),
                onboarded: true,
                bio: String::new(),
                avatar: None,
                created_at: now,
            };
            users::insert(tx, &user)?;
        }
        Ok(())
    });
    added.unwrap();
}

fn address(network: usize) -> String {
    format!("reader-{network}@example.org")
}

/// Signs in from one network, now and then with a wrong password.
fn sign_in(site: &Running, network: usize) {
    let agent = agent();
    for number in 0..SIGN_INS_OF_EACH {
        let (password, expected) = if number % 5 == 4 {
            ("wrong horse", 401)
        } else {
            (PASSWORD, 200)
        };
        let response = agent
            .post(format!("http://{}/api/auth/login", site.address))
            .header("x-forwarded-for", format!("198.51.100.{network}"))
            .send_json(json!({"email": address(network), "password": password}))
            .unwrap();
        assert_eq!(response.status(), expected, "network {network}");
    }
}

#[test]
fn a_thousand_sign_ins_from_a_hundred_networks_leave_no_memory_behind() {
    let folder = tempfile::tempdir().unwrap();
    add_readers(folder.path());
    let proxies = ("BLOG_APP_SERVER__TRUSTED_PROXIES", "127.0.0.1");
    let site = Running::start_with(folder.path(), &[(proxies.0.to_owned(), proxies.1.to_owned())]);
    site.get("/api/blogs");
    let before = resident(site.id());
    let (most, is_over) = (AtomicU64::new(before), AtomicBool::default());
    let begun = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                most.fetch_max(resident(site.id()), Ordering::Relaxed);
                thread::sleep(Duration::from_millis(10));
            }
        });
        let sign_ins: Vec<_> = (0..NETWORKS)
            .map(|network| {
                scope.spawn({
                    let site = &site;
                    move || sign_in(site, network)
                })
            })
            .collect();
        let ended: Vec<_> = sign_ins.into_iter().map(thread::ScopedJoinHandle::join).collect();
        is_over.store(true, Ordering::Relaxed);
        ended.into_iter().for_each(Result::unwrap);
    });
    let took = begun.elapsed();
    let (after, most) = (resident(site.id()), most.into_inner());
    println!("memory before {before} kB, at most {most} kB, after {after} kB; it took {took:?}");
    assert!(
        after <= before + GROWTH_MAX,
        "{before} kB before, {after} kB after"
    );
    // Two workers on a large machine take 38 MiB while they work.
    assert!(
        most <= before + GROWTH_MAX * 3 / 2,
        "{before} kB before, {most} kB at most"
    );
}
