//! The time a player has left, as a comment of PGN: `[%clk 0:04:59.5]`.

use std::time::Duration;

/// The comment with the remaining time of the player who has just moved.
pub fn clock_comment(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = match left.subsec_millis() {
        0 => String::new(),
        millis => format!(".{millis:03}").trim_end_matches('0').to_owned(),
    };
    format!("[%clk {hours}:{minutes:02}:{seconds:02}{fraction}]")
}

/// The remaining time in a comment, if it has one.
pub fn clock_of(comment: &str) -> Option<Duration> {
    let (_, rest) = comment.split_once("[%clk ")?;
    let (time, _) = rest.split_once(']')?;
    let mut parts = time.trim().split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let whole: u64 = hours.parse::<u32>().ok()?.into();
    let minutes: u64 = minutes.parse::<u8>().ok()?.into();
    let seconds = seconds.parse().ok().and_then(|it| Duration::try_from_secs_f64(it).ok())?;
    let is_end = parts.next().is_none();
    is_end.then(|| Duration::from_secs(whole * 3600 + minutes * 60).checked_add(seconds))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_written_and_read() {
        for (millis, text) in [
            (299_500, "[%clk 0:04:59.5]"),
            (0, "[%clk 0:00:00]"),
            (90_061_007, "[%clk 25:01:01.007]"),
        ] {
            let left = Duration::from_millis(millis);
            assert_eq!(clock_comment(left), text);
            assert_eq!(clock_of(&format!("good {text} move")), Some(left));
        }
        for text in
            ["", "[%clk 1:2]", "[%clk 1:2:3:4]", "[%clk a:2:3]", "[%clk 0:00:-1]", "[%clk 0:0:inf]"]
        {
            assert_eq!(clock_of(text), None, "{text}");
        }
    }
}
