//! Dates as boardspace.net writes them.

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Whether a date is in PGN's form, `yyyy.mm.dd`, with `?` for what is unknown.
pub(super) fn is_of_pgn(text: &str) -> bool {
    let is_part = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?');
    let parts: Vec<&str> = text.split('.').filter(|part| is_part(part)).collect();
    parts.iter().map(|part| part.len()).eq([4, 2, 2]) && text.len() == 10
}

/// The date in PGN's form of `Sat Dec 11 08:32:57 PST 2021`, `October 2, 2013`, `2 October 2013`,
/// `2. October 2013`, `2013-10-02`, `2013.10.2`, `2013.10` or `2013`.
pub(super) fn pgn_date(text: &str) -> Option<String> {
    let dotted = text.replace('-', ".");
    if is_of_pgn(&dotted) {
        return Some(dotted);
    }
    let number = |word: &str| word.parse::<u16>().ok();
    let parts: Option<Vec<u16>> = dotted.split('.').map(number).collect();
    if let Some([year @ 1900..3000, rest @ ..]) = parts.as_deref()
        && rest.len() <= 2
    {
        let part = |index| rest.get(index).map_or("??".to_owned(), |part| format!("{part:02}"));
        return Some(format!("{year}.{}.{}", part(0), part(1)));
    }
    let words = || text.split([' ', ',']).map(|word| word.trim_end_matches('.'));
    let year = words().filter_map(number).find(|year| (1900..3000).contains(year))?;
    let day = words().filter_map(number).find(|day| (1..=31).contains(day))?;
    let month = words().find_map(|word| {
        let start = word.get(..3)?.to_ascii_lowercase();
        MONTHS.iter().position(|month| *month == start)
    })?;
    Some(format!("{year:04}.{:02}.{day:02}", month + 1))
}
