//! `make bench-moving`: how long 10,000 posts take in and out, and how much memory the largest exports need.

mod exports;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::Options;
use crate::dataset::Dataset;
use crate::folders::{bench_folder, recreate_folder};
use crate::generate::Size;
use crate::measurement::number;
use crate::process;
use crate::report::{Report, Row, Table, Verdict, print_line};
use crate::server::PROGRAM;

const METHOD: &str = "\
What `make bench-moving` found. Each row is a run of the program from its command line to an empty data folder on SQLite;
the memory is the most that was resident, of which the pages of files are a part.";
/// The longest way in and out together.
const DURATION_MAX: Duration = Duration::from_mins(5);
const MEMORY_MEBIBYTES_MAX: f64 = 256.0;
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A run of the program.
struct Run {
    duration: Duration,
    /// The most memory that it had, in MiB.
    peak: f64,
}

pub fn report(options: &Options) -> Result<Report> {
    let folder = bench_folder().join("moving");
    recreate_folder(&folder)?;
    let mut table = Table {
        title: "Moving",
        note: None,
        columns: &["", "Size, MiB", "Time, s", "Memory, MiB"],
        rows: Vec::new(),
    };
    for row in [
        posts_in_and_out(&folder, options.posts)?,
        large_wordpress(&folder)?,
        large_archive(&folder)?,
    ]
    .into_iter()
    .flatten()
    {
        table.rows.push(row);
    }
    let mut report = Report::measured_by("moving in and out".to_owned(), METHOD);
    report.add(table);
    fs::remove_dir_all(&folder)?;
    Ok(report)
}

/// Imports posts from WordPress; exports a site of as many with their comments and readers, and imports that.
fn posts_in_and_out(folder: &Path, posts: usize) -> Result<Vec<Row>> {
    print_line(&format!("moving {posts} posts"));
    let wordpress = folder.join("posts.xml");
    exports::wordpress(&wordpress, posts, 2_000)?;
    let from_wordpress = import(folder, "wordpress", &wordpress)?;
    let world = Dataset::copy(Size::proportional(posts))?;
    let site = folder.join("site.zip");
    let out = run(&world.folder, &["export", "site", text(&site)?])?;
    let back = import(folder, "site", &site)?;
    let again = folder.join("again.zip");
    run(&folder.join("data"), &["export", "site", text(&again)?])?;
    let sizes = [&wordpress, &site, &site].map(|file| mebibytes(file));
    let [size_in, size_out, size_back] = sizes;
    let together = out.duration + back.duration.max(from_wordpress.duration);
    let is_fast = Verdict::new([(
        format!("out and in < {} min", DURATION_MAX.as_secs() / 60),
        together < DURATION_MAX,
    )]);
    Ok(vec![
        row(
            format!("`import wordpress`, {posts} posts"),
            size_in?,
            &from_wordpress,
            None,
        ),
        row(format!("`export site`, {posts} posts"), size_out?, &out, None),
        row(
            format!("`import site`, {posts} posts"),
            size_back?,
            &back,
            Some(is_fast),
        ),
    ])
}

/// An export of WordPress of 500 MB.
fn large_wordpress(folder: &Path) -> Result<Vec<Row>> {
    print_line("importing a large export of WordPress");
    let file = folder.join("large.xml");
    exports::wordpress(&file, 25_000, 20_000)?;
    let size = mebibytes(&file)?;
    ensure!(size > 476.0, "the export has {size} MiB alone");
    let imported = import(folder, "wordpress", &file)?;
    fs::remove_file(&file)?;
    Ok(vec![row(
        "`import wordpress`, 25,000 posts of 20 kB".to_owned(),
        size,
        &imported,
        None,
    )])
}

/// An archive of 2 GB of pictures.
fn large_archive(folder: &Path) -> Result<Vec<Row>> {
    print_line("importing a large archive");
    let file = folder.join("large.zip");
    exports::archive(&file, 270)?;
    let size = mebibytes(&file)?;
    ensure!(size > 1_907.0, "the archive has {size} MiB alone");
    let imported = import(folder, "markdown", &file)?;
    fs::remove_file(&file)?;
    Ok(vec![row(
        "`import markdown`, a zip of 270 pictures of 7 MiB".to_owned(),
        size,
        &imported,
        None,
    )])
}

fn row(name: String, size: f64, run: &Run, verdict: Option<Verdict>) -> Row {
    let is_small = run.peak < MEMORY_MEBIBYTES_MAX;
    let memory = Verdict::new([(format!("< {MEMORY_MEBIBYTES_MAX:.0} MiB"), is_small)]);
    Row {
        cells: vec![
            name,
            format!("{size:.0}"),
            format!("{:.1}", run.duration.as_secs_f64()),
            format!("{:.0}", run.peak),
        ],
        verdict: Some(verdict.into_iter().fold(memory, Verdict::and)),
    }
}

/// Imports an export into an empty data folder.
fn import(folder: &Path, system: &str, export: &Path) -> Result<Run> {
    let data = folder.join("data");
    recreate_folder(&data)?;
    run(&data, &["import", system, text(export)?])
}

/// Runs the program to its end, and watches its memory.
fn run(data: &Path, arguments: &[&str]) -> Result<Run> {
    let begin = Instant::now();
    let mut child = Command::new(PROGRAM)
        .env("BLOG_APP_SERVER__DATA_DIR", data)
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()?;
    let mut peak = 0.0_f64;
    let status = loop {
        // A process that has just ended has no memory any more.
        if let Ok(memory) = process::memory(child.id()) {
            peak = peak.max(number(memory.peak) / 1_024.0);
        }
        match child.try_wait()? {
            Some(status) => break status,
            None => sleep(POLL_INTERVAL),
        }
    };
    ensure!(status.success(), "{arguments:?} has failed: {status}");
    Ok(Run {
        duration: begin.elapsed(),
        peak,
    })
}

fn text(path: &Path) -> Result<&str> {
    path.to_str()
        .context("the folder of the benchmark has an odd name")
}

fn mebibytes(file: &Path) -> Result<f64> {
    Ok(number(fs::metadata(file)?.len()) / 1_048_576.0)
}
