//! `make bench`: measures the site against the upper bound of its stack, and checks the targets.
//!
//! It generates a site, starts the program that was just built, and loads it with wrk, alternating with two baselines of
//! the same body size: bare axum, and nginx with a file. Then it compares it with nodes on PostgreSQL. The results go to
//! `benches/RESULTS.md`. The exit code is 1 if a target was missed.

mod bare_axum;
mod comparison;
mod corpus;
mod dataset;
mod fetch;
mod folders;
mod footprint;
mod generate;
mod growth;
mod machine;
mod measurement;
mod moving;
mod nodes;
mod process;
mod reads;
mod report;
mod searches;
mod server;
mod suite;
mod writes;
mod wrk;
mod zipf;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use report::{Report, print_line};

const POSTS: usize = 10_000;
const SECONDS: u64 = 5;

/// The options of the benchmark.
pub struct Options {
    /// Posts of the site.
    pub posts: usize,
    /// The duration of each measurement.
    pub duration: Duration,
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            print_line(&format!("the benchmark could not run: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool> {
    if std::env::args().any(|argument| argument == bare_axum::ARGUMENT) {
        bare_axum::serve()?;
        return Ok(true);
    }
    let options = Options {
        posts: variable("N", POSTS)?,
        duration: Duration::from_secs(variable("SECONDS", SECONDS)?),
    };
    if variable("MOVING", 0)? == 1 {
        return publish(&moving::report(&options)?, "RESULTS-moving.md");
    }
    require_program("wrk", "wrk")?;
    require_program(server::NGINX, "nginx")?;
    let (report, file) = if variable("GROWTH", 0)? == 1 {
        (growth::report(&options)?, "RESULTS-growth.md".to_owned())
    } else if options.posts == POSTS {
        (suite::report(&options)?, "RESULTS.md".to_owned())
    } else {
        (suite::report(&options)?, format!("RESULTS-{}.md", options.posts))
    };
    publish(&report, &file)
}

fn publish(report: &Report, file: &str) -> Result<bool> {
    let text = report.to_markdown(&machine::describe()?);
    std::fs::write(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(file),
        &text,
    )?;
    print_line(&text);
    Ok(report.missed() == 0)
}

fn require_program(program: &str, package: &str) -> Result<()> {
    let status = Command::new(program)
        .arg("-v")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match status {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!("it needs {program}; on Debian: apt-get install {package}")
        }
        Err(error) => Err(error).context(format!("{program} cannot be run")),
    }
}

fn variable<T>(name: &str, default: T) -> Result<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .with_context(|| format!("{name}={text} is no number")),
        Err(_) => Ok(default),
    }
}
