//! Nodes on PostgreSQL beside the same site on SQLite.

mod delay;
mod servers;

use std::slice::from_ref;
use std::time::Duration;

use anyhow::Result;

use crate::Options;
use crate::comparison::CONNECTIONS;
use crate::corpus::Texts;
use crate::dataset::Dataset;
use crate::generate::Size;
use crate::measurement::{Figures, mean, measure};
use crate::report::{Table, Verdict, print_line};
use crate::server::Server;
use crate::wrk::{Load, Request};
use crate::{searches, writes};
use servers::Cluster;

/// Rounds of short measurements, since the ratios are what counts.
const ROUNDS: u32 = 5;
const WARM_UP: Duration = Duration::from_secs(3);
const NODES: usize = 3;
const POSTS: usize = 200;
const CACHED_RATIO_MIN: f64 = 0.95;

pub fn table(options: &Options) -> Result<Table> {
    let mut table = Table {
        title: "PostgreSQL beside SQLite",
        note: None,
        columns: &[
            "",
            "SQLite/s",
            "p50 ms",
            "p99 ms",
            "CPU µs",
            "PostgreSQL/s",
            "p50 ms",
            "p99 ms",
            "CPU µs",
            "PostgreSQL: SQLite",
        ],
        rows: Vec::new(),
    };
    if let Some(reason) = blog_app_postgres_servers::missing() {
        let note = format!("NOT RUN: {reason}; on Debian, as root: `make servers`.");
        print_line(&note);
        table.note = Some(note);
        return Ok(table);
    }
    print_line("copying the site to PostgreSQL");
    let world = Dataset::copy(Size::busy(options.posts))?;
    let cluster = Cluster::start(&world)?;
    let measurement = Measurement {
        world: &world,
        cluster: &cluster,
        duration: Duration::from_secs(options.duration.as_secs().div_ceil(u64::from(ROUNDS))),
    };
    print_line("measuring nodes on PostgreSQL");
    measurement.cached(&mut table)?;
    measurement.uncached(&mut table)?;
    measurement.writes(&mut table)?;
    table.note = Some(cluster.note());
    cluster.remove()?;
    Ok(table)
}

struct Measurement<'site> {
    world: &'site Dataset,
    cluster: &'site Cluster,
    /// The duration of one measurement of a round.
    duration: Duration,
}

impl Measurement<'_> {
    /// Starts the site on SQLite, and nodes.
    fn start(&self, nodes: usize, cache_megabytes: Option<u32>) -> Result<(Server, Vec<Server>)> {
        Ok((
            Server::site(&self.world.folder, cache_megabytes)?,
            self.cluster.start_nodes(nodes, cache_megabytes)?,
        ))
    }

    fn load(&self, requests: &[Request], connections: u32) -> Load {
        Load {
            requests: requests.to_vec(),
            connections,
            duration: self.duration,
            per_second: None,
        }
    }

    fn cached(&self, table: &mut Table) -> Result<()> {
        let (site, nodes) = self.start(1, None)?;
        let sites = [from_ref(&site), &nodes];
        let id = self.world.posts[self.world.posts.len() / 2];
        for (name, path) in [
            ("home page, cached", "/".to_owned()),
            ("article page, cached", "/blog/post-42".to_owned()),
            ("post (API), cached", format!("/api/blogs/{id}")),
        ] {
            let load = self.load(&[Request::get(path)], CONNECTIONS);
            warm_up(&sites, &load, WARM_UP)?;
            let [sqlite, postgres] = alternate(&sites, |_| load.clone())?;
            add(table, name, &sqlite, &postgres, Some(CACHED_RATIO_MIN));
        }
        Ok(())
    }

    fn uncached(&self, table: &mut Table) -> Result<()> {
        let (site, nodes) = self.start(1, Some(0))?;
        let sites = [from_ref(&site), &nodes];
        let step = (self.world.posts.len() / POSTS).max(1);
        let posts = self.world.posts.iter().step_by(step).take(POSTS);
        let requests: Vec<Request> = posts
            .map(|post| Request::get(format!("/api/blogs/{post}")))
            .collect();
        for (name, connections) in [
            ("post (API), nothing cached, one connection", 1),
            ("post (API), nothing cached, 16 connections", 16),
        ] {
            let load = self.load(&requests, connections);
            warm_up(&sites, &load, self.duration)?;
            let [sqlite, postgres] = alternate(&sites, |_| load.clone())?;
            add(table, name, &sqlite, &postgres, None);
        }
        let searches = searches::requests(&Texts::read()?);
        let part = searches.len() / ROUNDS as usize;
        let [sqlite, postgres] = alternate(&sites, |round| {
            self.load(&searches[part * round..part * (round + 1)], searches::CONNECTIONS)
        })?;
        add(
            table,
            "search, nothing cached, 16 connections",
            &sqlite,
            &postgres,
            None,
        );
        Ok(())
    }

    /// Measures durable writes without and then with the synchronous standby, and how soon other nodes see them.
    fn writes(&self, table: &mut Table) -> Result<()> {
        let (site, nodes) = self.start(NODES, None)?;
        let requests = writes::writes_to(self.world, writes::STRIDE)?;
        let load = self.load(&requests, CONNECTIONS);
        let sites = [from_ref(&site), &nodes[..1], &nodes];
        for (has_standby, standby) in [(false, "no standby"), (true, "a synchronous standby")] {
            if has_standby {
                self.cluster.start_standby();
            }
            warm_up(&sites, &load, self.duration)?;
            let [sqlite, one, all] = alternate(&sites, |_| load.clone())?;
            for (count, postgres) in [("one node", &one), ("three nodes", &all)] {
                let name = format!("durable writes, {count}, {standby}");
                add(table, &name, &sqlite, postgres, None);
            }
        }
        delay::measure(self.world, [&nodes[0], &nodes[1]], table)
    }
}

fn warm_up(sites: &[&[Server]], load: &Load, duration: Duration) -> Result<()> {
    let load = Load {
        duration,
        ..load.clone()
    };
    sites.iter().try_for_each(|site| measure(site, &load).map(drop))
}

/// Measures the loads of all rounds on each site in turn.
fn alternate<const SITES: usize>(
    sites: &[&[Server]; SITES],
    load: impl Fn(usize) -> Load,
) -> Result<[Vec<Figures>; SITES]> {
    let mut rounds: [Vec<Figures>; SITES] = std::array::from_fn(|_| Vec::new());
    for round in 0..ROUNDS as usize {
        let load = load(round);
        for (site, rounds) in sites.iter().zip(&mut rounds) {
            rounds.push(measure(site, &load)?);
        }
    }
    Ok(rounds)
}

/// Returns the median of the rounds' ratios: what else runs on the machine for a moment changes one of them.
fn rate_ratio(sqlite: &[Figures], postgres: &[Figures]) -> f64 {
    let rounds = sqlite.iter().zip(postgres);
    let mut ratios: Vec<f64> = rounds
        .map(|(sqlite, postgres)| postgres.requests_per_second / sqlite.requests_per_second)
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn add(table: &mut Table, name: &str, sqlite: &[Figures], postgres: &[Figures], ratio_min: Option<f64>) {
    let figures = [sqlite, postgres].into_iter().flat_map(|rounds| {
        let figures = mean(rounds.iter().copied());
        [
            format!("{:.0}", figures.requests_per_second),
            format!("{:.2}", figures.p50),
            format!("{:.2}", figures.p99),
            format!("{:.1}", figures.processor),
        ]
    });
    let ratio = rate_ratio(sqlite, postgres);
    let cells = [name.to_owned()].into_iter().chain(figures);
    table.add(
        cells.chain([format!("{ratio:.2}")]).collect(),
        ratio_min.map(|minimum| Verdict::new([(format!("≥ {minimum:.2}"), ratio >= minimum)])),
    );
}
