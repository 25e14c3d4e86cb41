//! Alternates a load on the site with the same load on bare axum and nginx, which send bodies of the same size.

use std::fs;
use std::path::PathBuf;
use std::slice::from_ref;
use std::time::Duration;

use anyhow::Result;

use crate::folders::{bench_folder, recreate_folder};
use crate::measurement::{Figures, mean, measure};
use crate::report::{Table, Verdict};
use crate::server::Server;
use crate::wrk::{Load, Request};

pub const CONNECTIONS: u32 = 64;
const ROUNDS: usize = 2;
/// Long enough for a second of age, from which the site compresses a response better.
const WARM_UP: Duration = Duration::from_secs(3);

/// The same load on three servers.
pub struct Compared {
    pub site: Figures,
    pub axum: Figures,
    pub nginx: Figures,
    pub bytes: usize,
}

/// The site and the servers that it is compared with.
pub struct Peers<'site> {
    pub site: &'site Server,
    axum: Server,
    nginx: Server,
    files: PathBuf,
    pub duration: Duration,
}

impl<'site> Peers<'site> {
    pub fn start(site: &'site Server, duration: Duration) -> Result<Self> {
        let files = bench_folder().join("files");
        recreate_folder(&files)?;
        Ok(Self {
            site,
            axum: Server::bare_axum()?,
            nginx: Server::nginx(&files)?,
            files,
            duration,
        })
    }

    pub fn table() -> Table {
        Table {
            title: "Requests",
            note: None,
            columns: &[
                "",
                "Bytes",
                "Requests/s",
                "p50 ms",
                "p99 ms",
                "CPU µs",
                "axum/s",
                "CPU µs",
                "nginx/s",
                "CPU µs",
                "Requests: axum",
                "CPU: axum",
            ],
            rows: Vec::new(),
        }
    }

    /// Sends `requests` to the site for some seconds, so that its caches and those of the system hold what they need.
    pub fn warm_up(&self, requests: &[Request]) -> Result<()> {
        let load = Load {
            requests: requests.to_vec(),
            connections: CONNECTIONS,
            duration: WARM_UP,
            per_second: None,
        };
        load.send(&self.site.address).map(drop)
    }

    /// Measures `requests` on all servers. Unless they are repeatable, each round sends a different part of them.
    pub fn compare(
        &self,
        requests: &[Request],
        bytes: usize,
        connections: u32,
        is_repeatable: bool,
    ) -> Result<Compared> {
        let load = |requests: &[Request]| Load {
            requests: requests.to_vec(),
            connections,
            duration: self.duration,
            per_second: None,
        };
        let part = requests.len() / ROUNDS;
        let file = format!("/{bytes}.json");
        fs::write(self.files.join(&file[1..]), " ".repeat(bytes))?;
        let body = vec![Request::get(format!("/{bytes}")); requests.len()];
        let file = vec![Request::get(file); requests.len()];
        let mut rounds = Vec::with_capacity(ROUNDS);
        for round in 0..ROUNDS {
            let round_requests = if is_repeatable {
                requests
            } else {
                &requests[part * round..part * (round + 1)]
            };
            rounds.push([
                measure(from_ref(self.site), &load(round_requests))?,
                measure(from_ref(&self.axum), &load(&body))?,
                measure(from_ref(&self.nginx), &load(&file))?,
            ]);
        }
        let [site, axum, nginx] = [0, 1, 2].map(|server| mean(rounds.iter().map(|round| round[server])));
        Ok(Compared {
            site,
            axum,
            nginx,
            bytes,
        })
    }
}

impl Compared {
    /// Returns requests/s relative to those of bare axum.
    pub fn rate_ratio(&self) -> f64 {
        self.site.requests_per_second / self.axum.requests_per_second
    }

    /// Returns the CPU time per request relative to that of bare axum.
    pub fn processor_ratio(&self) -> f64 {
        self.site.processor / self.axum.processor
    }

    pub fn add_to(&self, table: &mut Table, name: &str, verdict: Option<Verdict>) {
        let Figures {
            requests_per_second,
            p50,
            p99,
            processor,
        } = self.site;
        let cells = vec![
            name.to_owned(),
            self.bytes.to_string(),
            format!("{requests_per_second:.0}"),
            format!("{p50:.2}"),
            format!("{p99:.2}"),
            format!("{processor:.1}"),
            format!("{:.0}", self.axum.requests_per_second),
            format!("{:.1}", self.axum.processor),
            format!("{:.0}", self.nginx.requests_per_second),
            format!("{:.1}", self.nginx.processor),
            format!("{:.2}", self.rate_ratio()),
            format!("{:.2}", self.processor_ratio()),
        ];
        table.add(cells, verdict);
    }
}
