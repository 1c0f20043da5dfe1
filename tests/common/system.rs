//! What the system reports about a process.

use std::fs;

/// The resident size of a process, in KiB.
pub(crate) fn resident_kib(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).expect("the process runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).expect("the system tells it")
}

/// Processor time used so far, in hundredths of a second.
pub(crate) fn ticks(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("the process runs");
    let fields = stat.rsplit(')').next().expect("a name").split_whitespace();
    fields.skip(11).take(2).map(|field| field.parse::<u64>().expect("a number")).sum()
}
