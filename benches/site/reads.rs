//! Reads by visitors and signed-in readers.

use anyhow::Result;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::comparison::{CONNECTIONS, Compared, Peers};
use crate::dataset::Dataset;
use crate::fetch;
use crate::report::{Table, Verdict};
use crate::wrk::Request;

const SEED: u64 = 1;
/// Articles and list pages of the mixed row, more than the response cache can hold.
const MIXED_ARTICLES: usize = 1_600;
const MIXED_LISTS: usize = 400;
const MIXED_REQUESTS: usize = 20_000;
const SIGNED_IN: usize = 200;

const VISITOR_RATE: f64 = 0.75;
const VISITOR_PROCESSOR: f64 = 1.35;
const MIXED_RATE: f64 = 0.35;
const SIGNED_IN_RATE: f64 = 0.20;

/// Adds a row for each kind of read.
pub fn measure(peers: &Peers<'_>, world: &Dataset, table: &mut Table) -> Result<()> {
    let id = world.posts[world.posts.len() / 2];
    for (name, path) in [
        ("home page", "/".to_owned()),
        ("article page", "/blog/post-42".to_owned()),
        ("list of posts (API)", "/api/blogs?limit=9".to_owned()),
        ("post (API)", format!("/api/blogs/{id}")),
        ("trending (API)", "/api/blogs/trending".to_owned()),
    ] {
        let compared = compare(peers, &[Request::get(path)])?;
        compared.add_to(table, name, Some(visitor_verdict(&compared)));
    }
    let mixed = compare(peers, &mixed(world))?;
    mixed.add_to(
        table,
        "half home page, half of 2,000 others",
        Some(at_least(&mixed, MIXED_RATE)),
    );
    let signed_in = compare(peers, &signed_in(world)?)?;
    signed_in.add_to(
        table,
        "post (API), 200 readers signed in",
        Some(at_least(&signed_in, SIGNED_IN_RATE)),
    );
    Ok(())
}

/// Returns `count` article pages and list pages, alternating.
pub fn articles_and_lists(count: usize) -> Vec<Request> {
    (0..count)
        .flat_map(|number| {
            [
                Request::get(format!("/blog/post-{number}")),
                Request::get(format!("/api/blogs?page={}&limit=9", number + 1)),
            ]
        })
        .collect()
}

fn compare(peers: &Peers<'_>, requests: &[Request]) -> Result<Compared> {
    let distinct = requests.len().min(MIXED_ARTICLES + MIXED_LISTS);
    peers.warm_up(requests)?;
    let bytes = fetch::mean_body_length(&peers.site.address, &requests[..distinct])?;
    peers.compare(requests, bytes, CONNECTIONS, true)
}

fn visitor_verdict(compared: &Compared) -> Verdict {
    Verdict::new([
        (
            format!("≥ {VISITOR_RATE:.2}"),
            compared.rate_ratio() >= VISITOR_RATE,
        ),
        (
            format!("CPU ≤ {VISITOR_PROCESSOR:.2}"),
            compared.processor_ratio() <= VISITOR_PROCESSOR,
        ),
    ])
}

/// Returns the verdict on a minimum rate relative to bare axum.
pub fn at_least(compared: &Compared, rate: f64) -> Verdict {
    Verdict::new([(format!("≥ {rate:.2}"), compared.rate_ratio() >= rate)])
}

fn mixed(world: &Dataset) -> Vec<Request> {
    let mut random = StdRng::seed_from_u64(SEED);
    let lists = MIXED_LISTS.min(world.posts.len() / 9);
    let articles = MIXED_ARTICLES.min(world.posts.len());
    (0..MIXED_REQUESTS)
        .map(|number| {
            if number % 2 == 0 {
                return Request::get("/");
            }
            match random.random_range(0..articles + lists) {
                article if article < articles => Request::get(format!("/blog/post-{article}")),
                list => Request::get(format!("/api/blogs?page={}&limit=9", list - articles + 1)),
            }
        })
        .collect()
}

fn signed_in(world: &Dataset) -> Result<Vec<Request>> {
    let step = (world.posts.len() / SIGNED_IN).max(1);
    let posts = world.posts.iter().step_by(step).take(SIGNED_IN);
    posts
        .enumerate()
        .map(|(reader, post)| Ok(Request::get(format!("/api/blogs/{post}")).by(world.reader_token(reader)?)))
        .collect()
}
