//! CPU time and memory of processes, from `/proc`.

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// The unit of CPU times in `/proc` (`USER_HZ`).
const TICK: Duration = Duration::from_millis(10);

/// The memory of a process, in kilobytes of 1,024 bytes.
#[derive(Debug, Clone, Copy)]
pub struct Memory {
    pub resident: u64,
    pub peak: u64,
    /// The part of `resident` that is not backed by files.
    pub anonymous: u64,
}

/// Returns the CPU time of a process and its children.
pub fn processor_time(id: u32) -> Result<Duration> {
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"))?;
    let children = children
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<Vec<u32>, _>>()?;
    children.into_iter().chain([id]).map(own_processor_time).sum()
}

pub fn memory(id: u32) -> Result<Memory> {
    let status = fs::read_to_string(format!("/proc/{id}/status"))?;
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|line| line.split_whitespace().next());
        Ok::<u64, anyhow::Error>(number.with_context(|| format!("no {name} in /proc"))?.parse()?)
    };
    Ok(Memory {
        resident: field("VmRSS:")?,
        peak: field("VmHWM:")?,
        anonymous: field("RssAnon:")?,
    })
}

fn own_processor_time(id: u32) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"))?;
    // The name, in parentheses, may contain any character; the third field follows it.
    let (_, fields) = stat.rsplit_once(") ").context("/proc has an unexpected format")?;
    let ticks = fields
        .split(' ')
        .skip(11)
        .take(2)
        .map(str::parse::<u32>)
        .sum::<Result<u32, _>>()?;
    Ok(TICK * ticks)
}
