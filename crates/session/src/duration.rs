//! Parses durations as clients write them.

use std::time::Duration;

/// Longer times are clamped to this: a hundred years.
pub(super) const MAX_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// Parses `hh:mm:ss`, `hh:mm:ss.fffffff`, `d.hh:mm:ss[.f]`, `d:hh:mm:ss[.f]` or
/// `hh:mm`.
///
/// These are the forms of a .NET `TimeSpan`, which viewers send. A lone number, which .NET reads
/// as days, is an error, because nobody means days; so are minutes and seconds above 59.
pub(super) fn parse_time_span(text: &str) -> Option<Duration> {
    let (days, clock) = match text.split_once(':')? {
        (first, rest) if first.contains('.') => {
            let (days, hours) = first.split_once('.')?;
            (number(days)?, format!("{hours}:{rest}"))
        }
        (days, rest) if rest.matches(':').count() == 2 => (number(days)?, rest.to_owned()),
        _ => (0, text.to_owned()),
    };
    let mut fields = clock.split(':');
    let (hours, minutes) = (number(fields.next()?)?, below_sixty(fields.next()?)?);
    let (seconds, nanos) = match fields.next() {
        None => (0, 0),
        Some(text) => seconds_and_nanos(text)?,
    };
    if fields.next().is_some() {
        return None;
    }
    let whole = days.checked_mul(24)?.checked_add(hours)?;
    let whole = whole.checked_mul(60)?.checked_add(minutes)?;
    let whole = whole.checked_mul(60)?.checked_add(seconds)?;
    Some(Duration::new(whole, nanos).min(MAX_TIME))
}

/// Parses a number of seconds, such as `2` or `0.25`.
pub(super) fn parse_seconds(text: &str) -> Option<Duration> {
    if text.eq_ignore_ascii_case("inf") {
        return Some(MAX_TIME);
    }
    // By hand: the standard library's exact way brings a table of 10 kB into WebAssembly.
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = [whole, fraction].concat();
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let number = digits.bytes().fold(0.0, |sum, digit| sum * 10.0 + f64::from(digit - b'0'));
    let shift = exponent.saturating_sub_unsigned(fraction.len() as u32).clamp(-300, 300);
    let power = 10_f64.powi(shift.abs());
    let seconds = if shift < 0 { number / power } else { number * power };
    // Huge numbers are clamped.
    Some(Duration::try_from_secs_f64(seconds).map_or(MAX_TIME, |time| time.min(MAX_TIME)))
}

fn number(text: &str) -> Option<u64> {
    // `parse` alone accepts a sign.
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Minutes or seconds.
fn below_sixty(text: &str) -> Option<u64> {
    number(text).filter(|&number| number < 60)
}

fn seconds_and_nanos(text: &str) -> Option<(u64, u32)> {
    let Some((seconds, fraction)) = text.split_once('.') else {
        return Some((below_sixty(text)?, 0));
    };
    number(fraction)?;
    let digits: String = fraction.chars().chain("000000000".chars()).take(9).collect();
    Some((below_sixty(seconds)?, digits.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_time_span_is_parsed() {
        for (text, millis) in [
            ("00:00:00", 0),
            ("00:00:05", 5_000),
            ("0:0:5", 5_000),
            ("00:00:00.5000000", 500),
            ("00:00:00.5", 500),
            ("00:00:00.230", 230),
            ("00:00:00.0000001", 0),
            ("01:02:03", 3_723_000),
            ("99:59:59", 359_999_000),
            ("01:30", 5_400_000),
            ("1.00:00:01.250", 86_401_250),
            ("1:00:00:01", 86_401_000),
        ] {
            let read = parse_time_span(text).map(|time| time.as_millis());
            assert_eq!(read, Some(millis), "{text}");
        }
    }

    #[test]
    fn long_times_are_clamped() {
        assert_eq!(parse_time_span("999999999999:00:00"), Some(MAX_TIME));
        assert_eq!(parse_time_span("99999999999999999999:00:00"), None);
        assert_eq!(parse_seconds("1e300"), Some(MAX_TIME));
        assert_eq!(parse_seconds("inf"), Some(MAX_TIME));
    }

    #[test]
    fn seconds_may_have_a_fraction_and_no_sign() {
        assert_eq!(parse_seconds("0.25"), Some(Duration::from_millis(250)));
        assert_eq!(parse_seconds("3"), Some(Duration::from_secs(3)));
        assert_eq!(parse_seconds(".3"), Some(Duration::from_millis(300)));
        assert_eq!(parse_seconds("1.5e1"), Some(Duration::from_secs(15)));
        assert_eq!(parse_seconds("5E-05"), Some(Duration::from_micros(50)));
        assert_eq!(parse_seconds("0e999"), Some(Duration::ZERO));
        for text in ["-1", "NaN", "", ".", "e", "1e", "soon", "1,5", "0x1"] {
            assert_eq!(parse_seconds(text), None, "{text}");
        }
    }
}
