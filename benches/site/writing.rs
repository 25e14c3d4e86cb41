//! Durable writes: each is on the disk before it is answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use blog_app::domain::{Clock as _, SystemClock};
use blog_app::store::{Store, StoreError, marks};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use tokio::task::JoinSet;

use crate::comparison::{CONNECTIONS, Peers, number};
use crate::fetch;
use crate::making::zipf;
use crate::reading::articles_and_lists;
use crate::report::{Row, Table, Verdict};
use crate::world::{World, open_store};
use crate::wrk::{Load, Request};

const SEED: u64 = 20_261_121;
const CALLERS: usize = 256;
const TOGETHER: f64 = 7.0;
const HTTP_RATE: f64 = 0.12;
/// Milliseconds.
const HTTP_LATEST: f64 = 50.0;
/// What is read amid writes, as a part of what is read without.
const READS_AMID_WRITES: f64 = 0.5;
/// The posts that are written to most often lie so far apart in the order of time.
const APART: usize = 7_919;
const READ_ADDRESSES: usize = 200;
/// What writes are answered with is about so long.
const ANSWER_BYTES: usize = 150;

pub fn table(rows: [Row; 3]) -> Table {
    Table {
        title: "Writes and reads together",
        columns: &["", "Alone", "Together", "Ratio"],
        rows: rows.into(),
    }
}

/// Adds a row of writes over HTTP, and gives those of reads amid them: of other posts than are written to most, and
/// of the very same.
pub fn measure(peers: &Peers<'_>, world: &World, table: &mut Table) -> Result<[Row; 2]> {
    let writes = writes_to(world, APART)?;
    let reads = articles_and_lists(READ_ADDRESSES / 2);
    fetch::mean_body_length(&peers.site.address, &reads)?;
    let others = reads_amid(peers, reads.clone(), &writes, "", Some(READS_AMID_WRITES))?;
    let to_these = writes_to(world, 1)?;
    let same = reads_amid(peers, reads, &to_these, ", most of them to these", None)?;
    let compared = peers.compare(&writes, ANSWER_BYTES, CONNECTIONS, false)?;
    let verdict = Verdict::new([
        (format!("≥ {HTTP_RATE:.2}"), compared.rate_ratio() >= HTTP_RATE),
        (
            format!("p99 < {HTTP_LATEST:.0} ms"),
            compared.site.p99 < HTTP_LATEST,
        ),
    ]);
    compared.add_to(table, "comments, likes, bookmarks and views", Some(verdict));
    Ok([others, same])
}

fn reads_amid(
    peers: &Peers<'_>,
    reads: Vec<Request>,
    writes: &[Request],
    which: &str,
    target: Option<f64>,
) -> Result<Row> {
    let address = &peers.site.address;
    let load = |requests| Load {
        requests,
        connections: CONNECTIONS,
        duration: peers.duration,
    };
    let reads = load(reads);
    let alone = reads.send(address)?.requests_per_second();
    let writing = load(writes.to_vec()).start(address, "writes")?;
    let amid = reads.send(address)?.requests_per_second();
    let written = writing.wait()?.requests_per_second();
    let ratio = amid / alone;
    Ok(Row {
        cells: vec![
            format!("reads/s of {READ_ADDRESSES} addresses: alone, amid {written:.0} writes/s{which}"),
            format!("{alone:.0}"),
            format!("{amid:.0}"),
            format!("{ratio:.2}"),
        ],
        verdict: target.map(|target| Verdict::new([(format!("≥ {target:.2}"), ratio >= target)])),
    })
}

/// One of each kind in turn, by all readers; a few posts have most of them, so many places apart from each other in
/// the order of time.
fn writes_to(world: &World, apart: usize) -> Result<Vec<Request>> {
    let mut random = StdRng::seed_from_u64(SEED);
    let count = world.readers.len() * 4;
    (0..count)
        .map(|number| {
            let post = world.posts[zipf(&mut random, world.posts.len()) * apart % world.posts.len()];
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

/// The store without HTTP: one write after the other, and many callers at once.
pub fn writer_alone(world: &World, duration: Duration) -> Result<Row> {
    let store = open_store(&world.folder)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let alone = runtime.block_on(written_per_second(&store, world, 1, duration))?;
    let together = runtime.block_on(written_per_second(&store, world, CALLERS, duration))?;
    let ratio = together / alone;
    Ok(Row {
        cells: vec![
            format!("likes/s of the store: one caller, {CALLERS} callers"),
            format!("{alone:.0}"),
            format!("{together:.0}"),
            format!("{ratio:.1}"),
        ],
        verdict: Some(Verdict::new([(format!("≥ {TOGETHER:.0}"), ratio >= TOGETHER)])),
    })
}

async fn written_per_second(store: &Store, world: &World, callers: usize, duration: Duration) -> Result<f64> {
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
                    .write(move |tx| marks::set_like(tx, post, reader, is_liked, now))
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
