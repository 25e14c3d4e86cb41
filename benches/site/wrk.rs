//! Load generation with wrk.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::folders::bench_folder;

const SCRIPT: &str = include_str!("requests.lua");
/// One thread of wrk saturates a core.
const THREADS: &str = "-t1";

/// One request of a load.
#[derive(Debug, Clone)]
pub struct Request {
    method: &'static str,
    pub path: String,
    pub token: String,
    body: String,
}

impl Request {
    pub fn get(path: impl Into<String>) -> Self {
        Self {
            method: "GET",
            path: path.into(),
            token: String::new(),
            body: String::new(),
        }
    }

    /// Creates a POST request. `body` is JSON or empty.
    pub fn post(path: impl Into<String>, body: impl Into<String>) -> Self {
        Self {
            method: "POST",
            path: path.into(),
            token: String::new(),
            body: body.into(),
        }
    }

    #[must_use]
    pub fn by(mut self, token: String) -> Self {
        self.token = token;
        self
    }
}

/// Requests that are sent repeatedly, in order.
#[derive(Debug, Clone)]
pub struct Load {
    pub requests: Vec<Request>,
    pub connections: u32,
    pub duration: Duration,
    /// The rate at which the requests are sent; as fast as they are responded to when it is `None`.
    pub per_second: Option<u32>,
}

/// The output of wrk. Times are in microseconds.
#[derive(Debug, Deserialize)]
pub struct WrkResult {
    pub requests: u64,
    pub microseconds: u64,
    /// Responses with a status of 400 or more, and failed requests.
    pub failures: u64,
    pub p50: u64,
    pub p99: u64,
}

/// A running load.
pub struct Running(Child);

impl Load {
    /// Sends the load to `address`, and waits for its end.
    pub fn send(&self, address: &str) -> Result<WrkResult> {
        self.start(address, "load")?.wait()
    }

    /// Starts sending the load. `name` distinguishes loads that run at the same time.
    pub fn start(&self, address: &str, name: &str) -> Result<Running> {
        ensure!(!self.requests.is_empty(), "the load has no requests");
        let script = bench_folder().join(format!("{name}.lua"));
        let requests = bench_folder().join(format!("{name}.requests"));
        fs::write(&script, self.script())?;
        fs::write(&requests, lines(&self.requests))?;
        let child = Command::new("wrk")
            .args([THREADS, "-c", &self.connections.to_string()])
            .args(["-d", &format!("{}s", self.duration.as_secs().max(1))])
            .args(["--timeout", "10s", "-s"])
            .arg(script)
            .arg(format!("http://{address}"))
            .arg("--")
            .arg(requests)
            .stdout(Stdio::piped())
            .spawn()
            .context("wrk cannot be run")?;
        Ok(Running(child))
    }

    fn script(&self) -> String {
        let delay = self.per_second.map(|rate| {
            // wrk calls this before each request of a connection.
            format!(
                "function delay() return {} end\n",
                1_000 * self.connections / rate
            )
        });
        SCRIPT.to_owned() + &delay.unwrap_or_default()
    }
}

impl Running {
    pub fn wait(self) -> Result<WrkResult> {
        let output = self.0.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find(|line| line.starts_with('{'));
        let line = line.with_context(|| format!("unexpected output of wrk: {text}"))?;
        let result: WrkResult = serde_json::from_str(line)?;
        ensure!(result.requests > 0, "wrk received no response: {text}");
        Ok(result)
    }
}

fn lines(requests: &[Request]) -> String {
    let lines: Vec<String> = requests
        .iter()
        .map(|request| {
            let Request {
                method,
                path,
                token,
                body,
            } = request;
            format!("{method}\t{path}\t{token}\t{body}\n")
        })
        .collect();
    lines.concat()
}
