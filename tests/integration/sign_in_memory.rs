//! The memory of the real program during and after many sign-ins.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use blog_app::auth::password;
use blog_app::domain::user::{EmailAddress, Name, NewUser};
use blog_app::domain::{Clock as _, Password, SystemClock, SystemEntropy, UserId};
use blog_app::store::{StoreError, users};
use serde_json::json;

use crate::support::accounts::PASSWORD;
use crate::support::database;
use crate::support::program::RunningSite;

const NETWORKS: usize = 100;
const SIGN_INS_PER_NETWORK: usize = 10;
/// The maximum growth, in kilobytes of 1,024 bytes.
const GROWTH_MAX: u64 = 40 * 1_024;

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into()
}

/// Returns the resident memory of a process, in kilobytes.
fn resident(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Inserts a reader for each network.
fn add_readers(folder: &Path) {
    let store = database::open(folder, 1);
    let result: Result<(), StoreError> = store.write_blocking(|tx| {
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
                email: EmailAddress::parse(&address(network)).unwrap(),
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
    result.unwrap();
}

fn address(network: usize) -> String {
    format!("reader-{network}@example.org")
}

/// Signs in from one network, every fifth time with a wrong password.
fn sign_in(site: &RunningSite, network: usize) {
    let agent = agent();
    for number in 0..SIGN_INS_PER_NETWORK {
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
fn releases_the_memory_of_a_thousand_sign_ins_from_a_hundred_networks() {
    let folder = tempfile::tempdir().unwrap();
    add_readers(folder.path());
    let proxies = ("BLOG_APP_SERVER__TRUSTED_PROXIES", "127.0.0.1");
    let site = RunningSite::start_with(folder.path(), &[(proxies.0.to_owned(), proxies.1.to_owned())]);
    site.get("/api/blogs");
    let before = resident(site.id());
    let (peak, is_over) = (AtomicU64::new(before), AtomicBool::default());
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                peak.fetch_max(resident(site.id()), Ordering::Relaxed);
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
        let results: Vec<_> = sign_ins.into_iter().map(thread::ScopedJoinHandle::join).collect();
        is_over.store(true, Ordering::Relaxed);
        results.into_iter().for_each(Result::unwrap);
    });
    let elapsed = start.elapsed();
    let (after, peak) = (resident(site.id()), peak.into_inner());
    println!("memory before {before} kB, at peak {peak} kB, after {after} kB; elapsed {elapsed:?}");
    assert!(
        after <= before + GROWTH_MAX,
        "{before} kB before, {after} kB after"
    );
    // Two workers on a large machine take 38 MiB while they work.
    assert!(
        peak <= before + GROWTH_MAX * 3 / 2,
        "{before} kB before, {peak} kB at peak"
    );
}
