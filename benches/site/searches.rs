//! Searches with different words each time, so that no response is cached.

use anyhow::Result;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use crate::comparison::Peers;
use crate::corpus::Texts;
use crate::fetch;
use crate::report::{Table, Verdict};
use crate::wrk::Request;

const SEED: u64 = 2;
pub const CONNECTIONS: u32 = 16;
/// More than all rounds can send.
const SEARCHES: usize = 400_000;
/// The number of responses that determine the mean body length.
const SAMPLE: usize = 100;
const LARGE: usize = 100_000;
/// Milliseconds.
const P99_MAX: f64 = 20.0;
const P99_MAX_WHEN_LARGE: f64 = 80.0;

pub fn measure(peers: &Peers<'_>, texts: &Texts, posts: usize, table: &mut Table) -> Result<()> {
    let p99_max = if posts < LARGE {
        P99_MAX
    } else {
        P99_MAX_WHEN_LARGE
    };
    for (name, requests, p99_max) in [
        (
            "search, other words each time (16 connections)",
            requests(texts),
            p99_max,
        ),
        (
            "search with operators (16 connections)",
            with_operators(texts),
            p99_max,
        ),
        (
            "suggestions while typing (16 connections)",
            suggestions(texts),
            P99_MAX,
        ),
    ] {
        let (sample, requests) = requests.split_at(SAMPLE.min(requests.len()));
        let bytes = fetch::mean_body_length(&peers.site.address, sample)?;
        let compared = peers.compare(requests, bytes, CONNECTIONS, false)?;
        let verdict = Verdict::new([(format!("p99 < {p99_max:.0} ms"), compared.site.p99 < p99_max)]);
        compared.add_to(table, name, Some(verdict));
    }
    Ok(())
}

/// Returns searches with different words.
pub fn requests(texts: &Texts) -> Vec<Request> {
    let searches = searches(texts).into_iter();
    searches
        .map(|words| Request::get(format!("/api/blogs?search={words}&limit=9")))
        .collect()
}

/// Returns searches with different words, each with an operator, with an excluded word, or as a phrase.
fn with_operators(texts: &Texts) -> Vec<Request> {
    const OPERATORS: [&str; 8] = [
        "tag:rust",
        "-tag:web",
        "category:development",
        "-category:other",
        "author:a",
        "after:2020",
        "before:2024-07",
        "-the",
    ];
    let searches = searches(texts).into_iter().enumerate();
    searches
        .map(|(number, words)| {
            let search = if words.contains('+') && number % 2 == 0 {
                format!("%22{words}%22")
            } else {
                format!("{words}+{}", OPERATORS[number % OPERATORS.len()])
            };
            Request::get(format!("/api/blogs?search={search}&limit=9"))
        })
        .collect()
}

/// Returns the beginnings of searches.
fn suggestions(texts: &Texts) -> Vec<Request> {
    let searches = searches(texts).into_iter();
    searches
        .map(|words| Request::get(format!("/api/search/suggest?q={}", &words[..words.len() - 1])))
        .collect()
}

fn searches(texts: &Texts) -> Vec<String> {
    texts.searches(SEARCHES, &mut StdRng::seed_from_u64(SEED))
}
