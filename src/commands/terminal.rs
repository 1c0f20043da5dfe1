//! The capabilities of the terminal, and output to it.

use std::fmt;
use std::io::{self, Write as _};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use waggle::text::{printable, spelled_out};

/// Whether standard output is a terminal that wants colors.
pub(crate) fn has_colors() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// The columns of the terminal; `None` for a file or a pipe.
pub(crate) fn width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into())
}

pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .context("writing to the standard output")
}

/// Prints a warning on the error output.
pub(crate) fn warn(complaint: &str) {
    // A closed error output is no reason to stop.
    let _ = writeln!(io::stderr(), "warning: {}", spelled_out(&printable(complaint)));
}

/// A length of time in seconds, minutes or hours, such as `13 s` or `2 min 5 s`.
pub(crate) fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// The date in UTC, as `yyyy.mm.dd`.
pub(crate) fn today() -> String {
    let date = time::OffsetDateTime::now_utc().date();
    format!("{}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}

/// A progress bar on the error output, hidden unless it is watched.
pub(crate) fn bar(length: u64, is_watched: bool, template: &str) -> ProgressBar {
    if !is_watched {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length).with_style(bar_style(template));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The style of a progress bar with a field `left`, the time to the end, such as `13 s left`.
pub(crate) fn bar_style(template: &str) -> ProgressStyle {
    // The template is a constant; a default style would do as well.
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key(
        "left",
        |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A field that cannot be written is missing from the bar.
            let _ = out.write_str(&time_left(state.pos(), state.eta()));
        },
    )
}

/// The remaining time; unknown before anything is done.
fn time_left(done: u64, eta: Duration) -> String {
    if done == 0 { "estimating".to_owned() } else { format!("{} left", in_words(eta)) }
}

/// A number with commas between the thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of nodes, with commas.
pub(crate) fn nodes(number: u64) -> String {
    format!("{} {}", grouped(number), if number == 1 { "node" } else { "nodes" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_the_units_that_matter() {
        let times = [0, 13, 60, 3599, 7380].map(|seconds| in_words(Duration::from_secs(seconds)));
        assert_eq!(times, ["0 s", "13 s", "1 min 0 s", "59 min 59 s", "2 h 3 min"]);
    }

    #[test]
    fn the_remaining_time_is_unknown_before_the_first_step() {
        assert_eq!(time_left(0, Duration::ZERO), "estimating");
        assert_eq!(time_left(1, Duration::from_secs(13)), "13 s left");
    }

    #[test]
    fn thousands_are_set_apart() {
        let numbers = [0, 999, 1000, 12_345, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "12,345", "1,234,567"]);
    }
}
