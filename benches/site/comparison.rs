//! A load on the site, in turn with the same load on what does nothing but answer as many bytes.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};

use crate::bare;
use crate::fetch;
use crate::report::{Table, Verdict};
use crate::server::Server;
use crate::world::{bench_folder, make_folder_anew};
use crate::wrk::{Load, Measured, Request};

pub const CONNECTIONS: u32 = 64;
const ROUNDS: usize = 2;
const WARM_UP: Duration = Duration::from_secs(1);

/// What one load met.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    pub requests_per_second: f64,
    /// Milliseconds.
    pub p50: f64,
    /// Milliseconds.
    pub p99: f64,
    /// Microseconds of the server's processors for one request.
    pub processor: f64,
}

/// The same load on three servers.
pub struct Compared {
    pub site: Figures,
    pub fixed: Figures,
    pub nginx: Figures,
    pub bytes: usize,
}

/// The site, and those it is compared with.
pub struct Peers<'site> {
    pub site: &'site Server,
    nginx: Server,
    files: PathBuf,
    pub duration: Duration,
}

impl<'site> Peers<'site> {
    pub fn start(site: &'site Server, duration: Duration) -> Result<Self> {
        let files = bench_folder().join("files");
        make_folder_anew(&files)?;
        Ok(Self {
            site,
            nginx: Server::nginx(&files)?,
            files,
            duration,
        })
    }

    pub fn table() -> Table {
        Table {
            title: "Requests",
            columns: &[
                "",
                "Bytes",
                "Requests/s",
                "p50 ms",
                "p99 ms",
                "CPU µs",
                "Fixed/s",
                "CPU µs",
                "nginx/s",
                "CPU µs",
                "Requests: fixed",
                "CPU: fixed",
            ],
            rows: Vec::new(),
        }
    }

    /// Sends `requests` over so many connections, one part of them in each round when they may not be repeated.
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
        };
        let part = requests.len() / ROUNDS;
        if is_repeatable {
            Load {
                duration: WARM_UP,
                ..load(requests)
            }
            .send(&self.site.address)?;
        }
        let file = format!("/{bytes}.json");
        fs::write(self.files.join(&file[1..]), " ".repeat(bytes))?;
        let fixed = vec![Request::get(format!("/api/health?bytes={bytes}")); requests.len()];
        let file = vec![Request::get(file); requests.len()];
        let mut rounds = Vec::with_capacity(ROUNDS);
        for round in 0..ROUNDS {
            let asked = if is_repeatable {
                requests
            } else {
                &requests[part * round..part * (round + 1)]
            };
            rounds.push([
                measure(self.site, &load(asked))?,
                measure(self.site, &load(&fixed))?,
                measure(&self.nginx, &load(&file))?,
            ]);
        }
        let [site, fixed, nginx] = [0, 1, 2].map(|server| mean(rounds.iter().map(|round| round[server])));
        Ok(Compared {
            site,
            fixed,
            nginx,
            bytes,
        })
    }

    /// Adds what axum does with a fixed body and nothing else, which has no target.
    pub fn bare_axum(&self, table: &mut Table) -> Result<()> {
        let axum = Server::bare_axum()?;
        let load = Load {
            requests: vec![Request::get("/")],
            connections: CONNECTIONS,
            duration: self.duration,
        };
        let bytes = bare::BODY_BYTES;
        let fixed = [Request::get(format!("/api/health?bytes={bytes}"))];
        ensure!(
            fetch::mean_body_length(&self.site.address, &fixed)? == bytes,
            "/api/health is not padded"
        );
        let mut compared = self.compare(&fixed, bytes, CONNECTIONS, true)?;
        let alone = [measure(&axum, &load)?, measure(&axum, &load)?];
        compared.site = mean(alone.into_iter());
        compared.add_to(table, "axum alone", None);
        Ok(())
    }
}

impl Compared {
    /// Requests/s as a part of those of the fixed body.
    pub fn rate_ratio(&self) -> f64 {
        self.site.requests_per_second / self.fixed.requests_per_second
    }

    /// Processor time as a multiple of that of the fixed body.
    pub fn processor_ratio(&self) -> f64 {
        self.site.processor / self.fixed.processor
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
            format!("{:.0}", self.fixed.requests_per_second),
            format!("{:.1}", self.fixed.processor),
            format!("{:.0}", self.nginx.requests_per_second),
            format!("{:.1}", self.nginx.processor),
            format!("{:.2}", self.rate_ratio()),
            format!("{:.2}", self.processor_ratio()),
        ];
        table.add(cells, verdict);
    }
}

/// Sends a load, and asks the kernel what the server took for it. Every answer has to be a good one.
pub fn measure(server: &Server, load: &Load) -> Result<Figures> {
    let before = server.processor_time()?;
    let measured = load.send(&server.address)?;
    let processor = server.processor_time()? - before;
    ensure!(
        measured.failures == 0,
        "{} requests failed of {}",
        measured.failures,
        load.requests[0].path
    );
    Ok(Figures::new(&measured, processor))
}

impl Figures {
    fn new(measured: &Measured, processor: Duration) -> Self {
        let requests = number(measured.requests);
        Self {
            requests_per_second: measured.requests_per_second(),
            p50: number(measured.p50) / 1e3,
            p99: number(measured.p99) / 1e3,
            processor: processor.as_secs_f64() * 1e6 / requests,
        }
    }
}

impl Measured {
    pub fn requests_per_second(&self) -> f64 {
        number(self.requests) / number(self.microseconds) * 1e6
    }
}

/// The mean of rounds, but the worst of their late answers.
fn mean(rounds: impl ExactSizeIterator<Item = Figures>) -> Figures {
    let part = 1.0 / number(rounds.len() as u64);
    rounds.fold(Figures::default(), |sum, figures| Figures {
        requests_per_second: sum.requests_per_second + figures.requests_per_second * part,
        p50: sum.p50 + figures.p50 * part,
        p99: sum.p99.max(figures.p99),
        processor: sum.processor + figures.processor * part,
    })
}

#[expect(clippy::cast_precision_loss, reason = "nothing here is counted up to 2^52")]
pub fn number(count: u64) -> f64 {
    count as f64
}
