//! The load, which wrk makes.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::world::bench_folder;

const SCRIPT: &str = include_str!("requests.lua");
/// One thread of wrk asks for more than a core can answer.
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

    /// `body` is JSON; there may be none.
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

/// Requests that are sent again and again, in turn.
#[derive(Debug, Clone)]
pub struct Load {
    pub requests: Vec<Request>,
    pub connections: u32,
    pub duration: Duration,
}

/// What wrk measured. The times are in microseconds.
#[derive(Debug, Deserialize)]
pub struct Measured {
    pub requests: u64,
    pub microseconds: u64,
    /// Answers of 400 and more, and requests that were not answered.
    pub failures: u64,
    pub p50: u64,
    pub p99: u64,
}

/// A load that is under way.
pub struct Running(Child);

impl Load {
    /// Sends the load to `address`, and waits until it is over.
    pub fn send(&self, address: &str) -> Result<Measured> {
        self.start(address, "load")?.wait()
    }

    /// Begins to send the load. `name` tells loads apart that are under way at the same time.
    pub fn start(&self, address: &str, name: &str) -> Result<Running> {
        ensure!(!self.requests.is_empty(), "there is nothing to ask for");
        let script = bench_folder().join("requests.lua");
        let requests = bench_folder().join(format!("{name}.requests"));
        fs::write(&script, SCRIPT)?;
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
}

impl Running {
    pub fn wait(self) -> Result<Measured> {
        let output = self.0.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find(|line| line.starts_with('{'));
        let line = line.with_context(|| format!("wrk did not measure: {text}"))?;
        let measured: Measured = serde_json::from_str(line)?;
        ensure!(measured.requests > 0, "nothing was answered: {text}");
        Ok(measured)
    }
}

fn lines(requests: &[Request]) -> String {
    let mut lines = String::new();
    for Request {
        method,
        path,
        token,
        body,
    } in requests
    {
        lines += &format!("{method}\t{path}\t{token}\t{body}\n");
    }
    lines
}
