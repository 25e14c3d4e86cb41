//! The search: other words each time, so that it has to look.

use anyhow::Result;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use crate::comparison::Peers;
use crate::fetch;
use crate::report::{Table, Verdict};
use crate::texts::Texts;
use crate::wrk::Request;

const SEED: u64 = 2;
const CONNECTIONS: u32 = 16;
/// More than are answered in all rounds.
const SEARCHES: usize = 60_000;
/// So many answers tell how long they are.
const SAMPLE: usize = 100;
const LARGE: usize = 100_000;
/// Milliseconds.
const LATEST: f64 = 20.0;
const LATEST_WHEN_LARGE: f64 = 80.0;

pub fn measure(peers: &Peers<'_>, texts: &Texts, posts: usize, table: &mut Table) -> Result<()> {
    let searches = texts.searches(SEARCHES, &mut StdRng::seed_from_u64(SEED));
    let requests: Vec<Request> = searches
        .into_iter()
        .map(|words| Request::get(format!("/api/blogs?search={words}&limit=9")))
        .collect();
    let (sample, requests) = requests.split_at(SAMPLE.min(requests.len()));
    let bytes = fetch::mean_body_length(&peers.site.address, sample)?;
    let compared = peers.compare(requests, bytes, CONNECTIONS, false)?;
    let latest = if posts < LARGE { LATEST } else { LATEST_WHEN_LARGE };
    let verdict = Verdict::new([(format!("p99 < {latest:.0} ms"), compared.site.p99 < latest)]);
    compared.add_to(
        table,
        "search, other words each time (16 connections)",
        Some(verdict),
    );
    Ok(())
}
