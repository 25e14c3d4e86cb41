//! Searches for many words, thirty a second from one address, against the real program: what another visitor waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::support::program::Running;
use crate::support::{Site, post_with};

const POSTS: u32 = 60;
const WORDS_OF_POST: usize = 1_000;
const WORDS_OF_SEARCH: usize = 16;
const SEARCHES_A_SECOND: u32 = 30;
const WHILE: Duration = Duration::from_secs(4);
/// What a wait may be longer, on a machine that has other things to do, before doubling it counts.
const SLACK: Duration = Duration::from_millis(10);

/// Posts of words that occur nowhere else, so that every word has to be looked for among many.
fn texts() -> Vec<Vec<String>> {
    let mut random = StdRng::seed_from_u64(12);
    let mut word = || -> String {
        (0..9)
            .map(|_| char::from(random.random_range(b'a'..=b'z')))
            .collect()
    };
    (0..POSTS)
        .map(|_| (0..WORDS_OF_POST).map(|_| word()).collect())
        .collect()
}

/// How long a visitor waits for pages that are not kept: half of the times, and 95 of 100.
fn waits(site: &Running, is_over: &AtomicBool) -> (Duration, Duration) {
    let mut waits = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < WHILE && !is_over.load(Ordering::Relaxed) {
        let asked = Instant::now();
        site.get(&format!(
            "/api/blogs?page=1&limit=9&visitor={:?}",
            begun.elapsed().as_nanos()
        ));
        waits.push(asked.elapsed());
        thread::sleep(Duration::from_millis(5));
    }
    waits.sort_unstable();
    (waits[waits.len() / 2], waits[waits.len() * 95 / 100])
}

#[test]
fn thirty_costly_searches_a_second_do_not_double_what_another_visitor_waits() {
    let site = Site::new();
    let texts = texts();
    let posts: Vec<Value> = texts
        .iter()
        .zip(1_u32..)
        .map(|(words, number)| {
            let changes = json!({
                "slug": format!("words-{number}"), "contentHtml": format!("<p>{}</p>", words.join(" ")),
            });
            post_with(1 + number % 28, changes)
        })
        .collect();
    site.import(&posts);
    let program = Running::start(site.folder());
    let never = AtomicBool::new(false);
    program.get("/api/blogs?search=prepared");
    waits(&program, &never);
    let (median_alone, most_alone) = waits(&program, &never);

    let is_over = &AtomicBool::new(false);
    let (median, most) = thread::scope(|scope| {
        let (program, texts) = (&program, &texts);
        for number in 0..SEARCHES_A_SECOND as usize {
            scope.spawn(move || {
                // One a second each, spread over the second.
                thread::sleep(Duration::from_secs(1) / SEARCHES_A_SECOND * u32::try_from(number).unwrap());
                let words = &texts[number % texts.len()];
                for round in 0_usize.. {
                    let asked = Instant::now();
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                    let start = (round * WORDS_OF_SEARCH) % (words.len() - WORDS_OF_SEARCH);
                    let search = words[start..start + WORDS_OF_SEARCH].join("+");
                    let found = program.get(&format!("/api/blogs?limit=9&search={search}"));
                    assert!(found.contains("\"total\":1"), "{found}");
                    thread::sleep(Duration::from_secs(1).saturating_sub(asked.elapsed()));
                }
            });
        }
        let waits = waits(program, &never);
        is_over.store(true, Ordering::Relaxed);
        waits
    });
    println!(
        "a visitor waits {median_alone:?} alone, {median:?} beside {SEARCHES_A_SECOND} searches a second; \
         95 of 100 times at most {most_alone:?} and {most:?}"
    );
    assert!(
        median <= 2 * median_alone + SLACK,
        "{median:?} instead of {median_alone:?}"
    );
}
