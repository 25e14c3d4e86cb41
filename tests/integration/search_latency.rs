//! The latency of a visitor during thirty searches for many words a second, against the real program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::support::program::RunningSite;
use crate::support::{Site, post_with_changes};

const POSTS: u32 = 60;
const WORDS_PER_POST: usize = 1_000;
const WORDS_PER_SEARCH: usize = 16;
const SEARCHES_PER_SECOND: u32 = 30;
const DURATION: Duration = Duration::from_secs(4);
/// The tolerance beyond the doubled latency, for load of other processes on the machine.
const SLACK: Duration = Duration::from_millis(10);

/// Returns posts of unique random words, so that the term dictionary is large.
fn texts() -> Vec<Vec<String>> {
    let mut random = StdRng::seed_from_u64(12);
    let mut word = || -> String {
        (0..9)
            .map(|_| char::from(random.random_range(b'a'..=b'z')))
            .collect()
    };
    (0..POSTS)
        .map(|_| (0..WORDS_PER_POST).map(|_| word()).collect())
        .collect()
}

/// Returns the median and the 95th percentile of a visitor's latency, for responses that are not cached.
fn latencies(site: &RunningSite, is_over: &AtomicBool) -> (Duration, Duration) {
    let mut latencies = Vec::new();
    let start = Instant::now();
    while start.elapsed() < DURATION && !is_over.load(Ordering::Relaxed) {
        let sent_at = Instant::now();
        site.get(&format!(
            "/api/blogs?page=1&limit=9&visitor={:?}",
            start.elapsed().as_nanos()
        ));
        latencies.push(sent_at.elapsed());
        thread::sleep(Duration::from_millis(5));
    }
    latencies.sort_unstable();
    (
        latencies[latencies.len() / 2],
        latencies[latencies.len() * 95 / 100],
    )
}

#[test]
fn thirty_costly_searches_a_second_do_not_double_the_latency_of_other_visitors() {
    let site = Site::new();
    let texts = texts();
    let posts: Vec<Value> = texts
        .iter()
        .zip(1_u32..)
        .map(|(words, number)| {
            let changes = json!({
                "slug": format!("words-{number}"), "contentHtml": format!("<p>{}</p>", words.join(" ")),
            });
            post_with_changes(1 + number % 28, changes)
        })
        .collect();
    site.import(&posts);
    let program = RunningSite::start(site.folder());
    let never = AtomicBool::new(false);
    program.get("/api/blogs?search=prepared");
    latencies(&program, &never);
    let (median_alone, p95_alone) = latencies(&program, &never);

    let is_over = &AtomicBool::new(false);
    let (median, p95) = thread::scope(|scope| {
        let (program, texts) = (&program, &texts);
        for number in 0..SEARCHES_PER_SECOND as usize {
            scope.spawn(move || {
                // Each thread sends one search a second; the threads are staggered.
                thread::sleep(Duration::from_secs(1) / SEARCHES_PER_SECOND * u32::try_from(number).unwrap());
                let words = &texts[number % texts.len()];
                for round in 0_usize.. {
                    let sent_at = Instant::now();
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                    let start = (round * WORDS_PER_SEARCH) % (words.len() - WORDS_PER_SEARCH);
                    let search = words[start..start + WORDS_PER_SEARCH].join("+");
                    let found = program.get(&format!("/api/blogs?limit=9&search={search}"));
                    assert!(found.contains("\"total\":1"), "{found}");
                    thread::sleep(Duration::from_secs(1).saturating_sub(sent_at.elapsed()));
                }
            });
        }
        let latencies = latencies(program, &never);
        is_over.store(true, Ordering::Relaxed);
        latencies
    });
    println!(
        "a visitor waits {median_alone:?} alone, {median:?} beside {SEARCHES_PER_SECOND} searches a second; \
         95 of 100 times at most {p95_alone:?} and {p95:?}"
    );
    assert!(
        median <= 2 * median_alone + SLACK,
        "{median:?} instead of {median_alone:?}"
    );
}
