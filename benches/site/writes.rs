//! Durable writes: each is on disk before its response is sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use blog_app::domain::{Clock as _, SystemClock};
use blog_app::store::{Store, StoreError, marks};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use tokio::task::JoinSet;

use crate::comparison::{CONNECTIONS, Peers};
use crate::dataset::Dataset;
use crate::folders::open_store;
use crate::measurement::number;
use crate::reads::articles_and_lists;
use crate::report::{Row, Table, Verdict};
use crate::wrk::{Load, Request};
use crate::zipf::zipf;

const SEED: u64 = 20_261_121;
const CALLERS: usize = 256;
const CONCURRENT_RATIO_MIN: f64 = 7.0;
const HTTP_RATE_MIN: f64 = 0.12;
/// Milliseconds.
const HTTP_P99_MAX: f64 = 50.0;
/// The minimum rate of reads during writes, relative to reads alone.
const READS_DURING_WRITES_MIN: f64 = 0.8;
/// The writes per second meanwhile: those of a busy day, a comment, like or view each 5 ms.
const WRITES_PER_SECOND: u32 = 200;
const WRITERS: u32 = 8;
/// The distance between the most written posts in the order of time.
pub const STRIDE: usize = 7_919;
const READ_ADDRESSES: usize = 200;
/// The approximate length of the responses to writes.
const RESPONSE_BYTES: usize = 150;

pub fn table(rows: [Row; 3]) -> Table {
    Table {
        title: "Writes and reads together",
        note: None,
        columns: &["", "Alone", "Together", "Ratio"],
        rows: rows.into(),
    }
}

/// Adds a row of writes over HTTP. Returns the rows of reads during writes: mostly to other posts, and mostly to the
/// posts that are read.
pub fn measure(peers: &Peers<'_>, world: &Dataset, table: &mut Table) -> Result<[Row; 2]> {
    let writes = writes_to(world, STRIDE)?;
    let reads = articles_and_lists(READ_ADDRESSES / 2);
    peers.warm_up(&reads)?;
    let other_posts = reads_during(peers, reads.clone(), &writes, "", Some(READS_DURING_WRITES_MIN))?;
    let writes_to_read_posts = writes_to(world, 1)?;
    let same_posts = reads_during(
        peers,
        reads,
        &writes_to_read_posts,
        ", most of them to these",
        None,
    )?;
    let (warm_up, writes) = writes.split_at(writes.len() / 3);
    peers.warm_up(warm_up)?;
    let compared = peers.compare(writes, RESPONSE_BYTES, CONNECTIONS, false)?;
    let verdict = Verdict::new([
        (
            format!("≥ {HTTP_RATE_MIN:.2}"),
            compared.rate_ratio() >= HTTP_RATE_MIN,
        ),
        (
            format!("p99 < {HTTP_P99_MAX:.0} ms"),
            compared.site.p99 < HTTP_P99_MAX,
        ),
    ]);
    compared.add_to(table, "comments, likes, bookmarks and views", Some(verdict));
    Ok([other_posts, same_posts])
}

fn reads_during(
    peers: &Peers<'_>,
    reads: Vec<Request>,
    writes: &[Request],
    which: &str,
    target: Option<f64>,
) -> Result<Row> {
    let address = &peers.site.address;
    let reads = Load {
        requests: reads,
        connections: CONNECTIONS,
        duration: peers.duration,
        per_second: None,
    };
    let writes = Load {
        requests: writes.to_vec(),
        connections: WRITERS,
        per_second: Some(WRITES_PER_SECOND),
        ..reads.clone()
    };
    let alone = reads.send(address)?.requests_per_second();
    let writing = writes.start(address, "writes")?;
    let together = reads.send(address)?.requests_per_second();
    let writes_per_second = writing.wait()?.requests_per_second();
    let ratio = together / alone;
    Ok(Row {
        cells: vec![
            format!(
                "reads/s of {READ_ADDRESSES} addresses: alone, amid {writes_per_second:.0} writes/s{which}"
            ),
            format!("{alone:.0}"),
            format!("{together:.0}"),
            format!("{ratio:.2}"),
        ],
        verdict: target.map(|target| Verdict::new([(format!("≥ {target:.2}"), ratio >= target)])),
    })
}

/// Returns writes of all kinds, alternating, by all readers. Few posts get most of them; these are `stride` places
/// apart in the order of time.
pub fn writes_to(world: &Dataset, stride: usize) -> Result<Vec<Request>> {
    let mut random = StdRng::seed_from_u64(SEED);
    let count = world.readers.len() * 4;
    (0..count)
        .map(|number| {
            let post = world.posts[zipf(&mut random, world.posts.len()) * stride % world.posts.len()];
            let address = |action: &str| format!("/api/blogs/{post}/{action}");
            let request = match number % 4 {
                0 => Request::post(
                    address("comments"),
                    format!(r#"{{"content":"Well said, number {number}"}}"#),
                ),
                1 => Request::post(address("like"), ""),
                2 => Request::post(address("bookmark"), ""),
                _ => Request::post(
                    address("view"),
                    format!(r#"{{"sessionId":"session-{number}","deviceType":"desktop"}}"#),
                ),
            };
            Ok(request.by(world.reader_token(number / 4)?))
        })
        .collect()
}

/// Measures the store without HTTP, with one caller and with many concurrent callers.
pub fn store_alone(world: &Dataset, duration: Duration) -> Result<Row> {
    let store = open_store(&world.folder)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let alone = runtime.block_on(writes_per_second(&store, world, 1, duration))?;
    let together = runtime.block_on(writes_per_second(&store, world, CALLERS, duration))?;
    let ratio = together / alone;
    Ok(Row {
        cells: vec![
            format!("likes/s of the store: one caller, {CALLERS} callers"),
            format!("{alone:.0}"),
            format!("{together:.0}"),
            format!("{ratio:.1}"),
        ],
        verdict: Some(Verdict::new([(
            format!("≥ {CONCURRENT_RATIO_MIN:.0}"),
            ratio >= CONCURRENT_RATIO_MIN,
        )])),
    })
}

async fn writes_per_second(
    store: &Store,
    world: &Dataset,
    callers: usize,
    duration: Duration,
) -> Result<f64> {
    let written = Arc::<AtomicU64>::default();
    let started = Instant::now();
    let mut tasks = JoinSet::new();
    for caller in 0..callers {
        let (store, written, posts) = (store.clone(), Arc::clone(&written), world.posts.clone());
        let reader = world.readers[caller % world.readers.len()];
        tasks.spawn(async move {
            for turn in 0.. {
                if started.elapsed() >= duration {
                    break;
                }
                let (post, is_liked) = (posts[turn % posts.len()], turn / posts.len() % 2 == 0);
                let now = SystemClock.now();
                store
                    .write(move |tx| marks::LIKE.set(tx, post, reader, is_liked, now))
                    .await?;
                written.fetch_add(1, Ordering::Relaxed);
            }
            Ok::<_, StoreError>(())
        });
    }
    while let Some(ended) = tasks.join_next().await {
        ended??;
    }
    Ok(number(written.load(Ordering::Relaxed)) / started.elapsed().as_secs_f64())
}
