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
