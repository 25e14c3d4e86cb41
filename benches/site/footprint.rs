//! Startup time, memory, and binary size.

use std::fs;
use std::time::Duration;

use anyhow::Result;

use crate::dataset::Dataset;
use crate::measurement::number;
use crate::report::{Row, Table, Verdict};
use crate::server::{PROGRAM, Server};

const STARTS: usize = 5;
const STARTUP_MAX: Duration = Duration::from_millis(150);
const MEMORY_MEBIBYTES_MAX: f64 = 80.0;
const BINARY_MEBIBYTES_MAX: f64 = 42.0;
const MEBIBYTE: f64 = 1_048_576.0;

pub fn table(rows: [Row; 3]) -> Table {
    Table {
        title: "Footprint",
        note: None,
        columns: &["", "Measured"],
        rows: rows.into(),
    }
}

/// Measures the time from the start of the program to its first response, the home page.
pub fn startup(world: &Dataset) -> Result<Row> {
    let mut times = (0..STARTS)
        .map(|_| Server::time_to_first_response(&world.folder))
        .collect::<Result<Vec<Duration>>>()?;
    times.sort_unstable();
    let median = times[STARTS / 2];
    Ok(Row {
        cells: vec![
            "start to the first home page, median of five (best)".to_owned(),
            format!("{} ms ({} ms)", median.as_millis(), times[0].as_millis()),
        ],
        verdict: Some(Verdict::new([(
            format!("< {} ms", STARTUP_MAX.as_millis()),
            median < STARTUP_MAX,
        )])),
    })
}

/// Measures the memory, after the reading benchmarks.
pub fn memory(site: &Server) -> Result<Row> {
    let memory = site.memory()?;
    let [resident, peak, anonymous] =
        [memory.resident, memory.peak, memory.anonymous].map(|kilobytes| number(kilobytes) / 1_024.0);
    Ok(Row {
        cells: vec![
            "memory after that, at most (now; of that its own, the rest are pages of files)".to_owned(),
            format!("{peak:.1} MiB ({resident:.1} MiB; {anonymous:.1} MiB)"),
        ],
        verdict: Some(Verdict::new([(
            format!("< {MEMORY_MEBIBYTES_MAX:.0} MiB"),
            peak < MEMORY_MEBIBYTES_MAX,
        )])),
    })
}

pub fn binary() -> Result<Row> {
    let size = number(fs::metadata(PROGRAM)?.len()) / MEBIBYTE;
    Ok(Row {
        cells: vec![
            "the program, with everything in it".to_owned(),
            format!("{size:.1} MiB"),
        ],
        verdict: Some(Verdict::new([(
            format!("< {BINARY_MEBIBYTES_MAX:.0} MiB"),
            size < BINARY_MEBIBYTES_MAX,
        )])),
    })
}
