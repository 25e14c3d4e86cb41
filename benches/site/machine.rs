//! A description of the machine, the commit and the date.

use std::fs;
use std::process::Command;

use anyhow::Result;
use blog_app::domain::{Clock as _, SystemClock};

pub fn describe() -> Result<String> {
    let processor = field("/proc/cpuinfo", "model name")?;
    let cores = std::thread::available_parallelism()?;
    let memory: u64 = field("/proc/meminfo", "MemTotal")?
        .trim_end_matches(" kB")
        .parse::<u64>()?
        .div_ceil(1 << 20);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")?;
    Ok(format!(
        "{processor}, {cores} cores, {memory} GiB of memory, Linux {}; {}, {}.",
        kernel.trim(),
        commit(),
        SystemClock.now().to_english_day()
    ))
}

fn field(file: &str, name: &str) -> Result<String> {
    let text = fs::read_to_string(file)?;
    let line = text.lines().find(|line| line.starts_with(name));
    let value = line
        .and_then(|line| line.split_once(':'))
        .map(|(_, value)| value.trim().to_owned());
    Ok(value.unwrap_or_else(|| format!("an unknown {name}")))
}

fn commit() -> String {
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty=, changed"])
        .output();
    match output {
        Ok(output) if output.status.success() => {
            format!("commit {}", String::from_utf8_lossy(&output.stdout).trim())
        }
        _ => "no commit".to_owned(),
    }
}
