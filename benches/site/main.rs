//! `make bench`: how fast the site is beside what its stack can do at best, and whether that is as fast as it should be.
//!
//! It makes a site, starts the program that was just built, and loads it with wrk, in turn with three others that
//! answer as many bytes: the program's own fixed body, nginx with a file, and axum with nothing else. What it found
//! stands in `benches/RESULTS.md`. It ends with exit code 1 when a target was missed.

mod bare;
mod blog;
mod comparison;
mod fetch;
mod footprint;
mod growth;
mod machine;
mod making;
mod process;
mod reading;
mod report;
mod searching;
mod server;
mod texts;
mod world;
mod writing;
mod wrk;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use report::{Report, say};

const POSTS: usize = 10_000;
const SECONDS: u64 = 5;

/// What is asked of the benchmark.
pub struct Options {
    /// Posts of the site.
    pub posts: usize,
    /// How long each measurement takes.
    pub duration: Duration,
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            say(&format!("the benchmark could not run: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool> {
    if std::env::args().any(|argument| argument == bare::ARGUMENT) {
        bare::serve()?;
        return Ok(true);
    }
    needs("wrk", "wrk")?;
    needs(server::NGINX, "nginx")?;
    let options = Options {
        posts: variable("N", POSTS)?,
        duration: Duration::from_secs(variable("SECONDS", SECONDS)?),
    };
    let (report, file) = if variable("GROWTH", 0)? == 1 {
        (growth::report(&options)?, "RESULTS-growth.md".to_owned())
    } else if options.posts == POSTS {
        (blog::report(&options)?, "RESULTS.md".to_owned())
    } else {
        (blog::report(&options)?, format!("RESULTS-{}.md", options.posts))
    };
    publish(&report, &file)
}

fn publish(report: &Report, file: &str) -> Result<bool> {
    let text = report.to_markdown(&machine::describe()?);
    std::fs::write(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(file),
        &text,
    )?;
    say(&text);
    Ok(report.missed() == 0)
}

fn needs(program: &str, package: &str) -> Result<()> {
    let started = Command::new(program)
        .arg("-v")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match started {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!("it needs {program}; on Debian: apt-get install {package}")
        }
        Err(error) => Err(error).context(format!("{program} cannot be run")),
    }
}

fn variable<T>(name: &str, usual: T) -> Result<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    match std::env::var(name) {
        Ok(text) => text
            .parse()
            .with_context(|| format!("{name}={text} is no number")),
        Err(_) => Ok(usual),
    }
}
