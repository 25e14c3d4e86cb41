//! Measurements of a load on one server or several.

use std::time::Duration;

use anyhow::{Result, ensure};

use crate::server::Server;
use crate::wrk::{Load, Running, WrkResult};

/// The measurements of one load.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    pub requests_per_second: f64,
    /// Milliseconds.
    pub p50: f64,
    /// Milliseconds.
    pub p99: f64,
    /// The server's CPU time per request, in microseconds.
    pub processor: f64,
}

/// Sends a load to all servers at once, each with its share of the connections, and measures their CPU time.
///
/// # Errors
/// If any request fails.
pub fn measure(servers: &[Server], load: &Load) -> Result<Figures> {
    let before = processor_time(servers)?;
    let count = u32::try_from(servers.len())?;
    let running = servers
        .iter()
        .zip(0..count)
        .map(|(server, number)| share(load, number, count).start(&server.address, &format!("load-{number}")))
        .collect::<Result<Vec<_>>>()?;
    let results = running
        .into_iter()
        .map(Running::wait)
        .collect::<Result<Vec<_>>>()?;
    let processor = processor_time(servers)?.saturating_sub(before);
    let failures: u64 = results.iter().map(|result| result.failures).sum();
    ensure!(
        failures == 0,
        "{failures} requests failed of {}",
        load.requests[0].path
    );
    Ok(combine(&results, processor))
}

fn processor_time(servers: &[Server]) -> Result<Duration> {
    servers.iter().map(Server::processor_time).sum()
}

/// Returns the load of one of `count` servers. Each begins with other requests.
fn share(load: &Load, number: u32, count: u32) -> Load {
    let mut requests = load.requests.clone();
    let first = requests.len() / count as usize * number as usize;
    requests.rotate_left(first);
    let connections = |number: u32| load.connections * number / count;
    Load {
        requests,
        connections: connections(number + 1) - connections(number),
        ..load.clone()
    }
}

/// Returns the sum of the rates, the mean of the p50 and the maximum of the p99.
fn combine(results: &[WrkResult], processor: Duration) -> Figures {
    let requests = number(results.iter().map(|result| result.requests).sum());
    let p50 = results
        .iter()
        .map(|result| number(result.p50) * number(result.requests));
    let p99 = results.iter().map(|result| result.p99).max().unwrap_or_default();
    Figures {
        requests_per_second: results.iter().map(WrkResult::requests_per_second).sum(),
        p50: p50.sum::<f64>() / requests / 1e3,
        p99: number(p99) / 1e3,
        processor: processor.as_secs_f64() * 1e6 / requests,
    }
}

impl WrkResult {
    pub fn requests_per_second(&self) -> f64 {
        number(self.requests) / number(self.microseconds) * 1e6
    }
}

/// Returns the mean of the rounds, but the maximum of their p99.
pub fn mean(rounds: impl ExactSizeIterator<Item = Figures>) -> Figures {
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
