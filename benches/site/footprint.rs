//! What the program takes: time to start, memory, room on the disk.

use std::fs;
use std::time::Duration;

use anyhow::Result;

use crate::comparison::number;
use crate::report::{Row, Table, Verdict};
use crate::server::{PROGRAM, Server};
use crate::world::World;

const STARTS: usize = 5;
const START: Duration = Duration::from_millis(150);
const MEMORY_MEBIBYTES: f64 = 80.0;
const PROGRAM_MEBIBYTES: f64 = 30.0;
const MEBIBYTE: f64 = 1_048_576.0;

pub fn table(rows: [Row; 3]) -> Table {
    Table {
        title: "Footprint",
        columns: &["", "Measured"],
        rows: rows.into(),
    }
}

/// From the start of the program to its first answer, of the home page.
pub fn start(world: &World) -> Result<Row> {
    let mut times = (0..STARTS)
        .map(|_| Server::time_to_first_answer(&world.folder))
        .collect::<Result<Vec<Duration>>>()?;
    times.sort_unstable();
    let median = times[STARTS / 2];
    Ok(Row {
        cells: vec![
            "start to the first home page, median of five (best)".to_owned(),
            format!("{} ms ({} ms)", median.as_millis(), times[0].as_millis()),
        ],
        verdict: Some(Verdict::new([(
            format!("< {} ms", START.as_millis()),
            median < START,
        )])),
    })
}

/// After all that visitors and readers read.
pub fn memory(site: &Server) -> Result<Row> {
    let memory = site.memory()?;
    let [resident, highest, own] =
        [memory.resident, memory.highest, memory.own].map(|kilobytes| number(kilobytes) / 1_024.0);
    Ok(Row {
        cells: vec![
            "memory after that, at most (now; of that its own, the rest are pages of files)".to_owned(),
            format!("{highest:.1} MiB ({resident:.1} MiB; {own:.1} MiB)"),
        ],
        verdict: Some(Verdict::new([(
            format!("< {MEMORY_MEBIBYTES:.0} MiB"),
            highest < MEMORY_MEBIBYTES,
        )])),
    })
}

pub fn program() -> Result<Row> {
    let size = number(fs::metadata(PROGRAM)?.len()) / MEBIBYTE;
    Ok(Row {
        cells: vec![
            "the program, with everything in it".to_owned(),
            format!("{size:.1} MiB"),
        ],
        verdict: Some(Verdict::new([(
            format!("< {PROGRAM_MEBIBYTES:.0} MiB"),
            size < PROGRAM_MEBIBYTES,
        )])),
    })
}
