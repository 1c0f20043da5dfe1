//! Dates as boardspace.net writes them.

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The date in PGN's form, `yyyy.mm.dd`, of `Sat Dec 11 08:32:57 PST 2021`,
/// `October 2, 2013`, `2 October 2013` or `2. October 2013`.
pub(super) fn pgn_date(text: &str) -> Option<String> {
    let words = || text.split([' ', ',']).map(|word| word.trim_end_matches('.'));
    let number = |word: &str| word.parse::<u16>().ok();
    let year = words().filter_map(number).find(|year| (1900..3000).contains(year))?;
    let day = words().filter_map(number).find(|day| (1..=31).contains(day))?;
    let month = words().find_map(|word| {
        let start = word.get(..3)?.to_ascii_lowercase();
        MONTHS.iter().position(|month| *month == start)
    })?;
    Some(format!("{year:04}.{:02}.{day:02}", month + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_day_and_month_is_understood() {
        for text in
            ["Wed Oct 02 08:32:57 PST 2013", "October 2, 2013", "2 October 2013", "2. October 2013"]
        {
            assert_eq!(pgn_date(text).as_deref(), Some("2013.10.02"), "{text}");
        }
        assert_eq!(pgn_date("jan 1 1900").as_deref(), Some("1900.01.01"));
        assert_eq!(pgn_date("31 December 2999").as_deref(), Some("2999.12.31"));
        for text in [
            "yesterday",
            "1 jan 1899",
            "1 jan 3000",
            "0 jan 2000",
            "32 jan 2000",
            "1 2000",
            "jan 2000",
            "1 jan",
        ] {
            assert_eq!(pgn_date(text), None, "{text}");
        }
    }
}
