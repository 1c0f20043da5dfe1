//! Names for files that hold one game each.

use super::GameRecord;

/// The maximum length in bytes: short enough for every file system, with an ending.
const MAX_LENGTH: usize = 100;

/// The name of a file for this game, without an ending: the players, the date and the
/// round, as far as they are known, such as `ann-joanna-2026.11.20-round3`.
///
/// Only letters, digits, `.`, `-` and `_` are used, so that the name is the same on every
/// system and cannot lead to another folder.
pub fn file_stem(record: &GameRecord) -> String {
    let tag = |name: &str| portable(record.tag(name).unwrap_or_default());
    let player = |name: &str| match tag(name) {
        player if player.is_empty() => name.to_owned(),
        player => player,
    };
    let mut parts = vec![player("White"), player("Black")];
    let date = tag("Date");
    // An unknown date is written `????.??.??`.
    if date.chars().any(char::is_alphanumeric) {
        parts.push(date);
    }
    let round = tag("Round");
    if round.chars().any(char::is_alphanumeric) {
        parts.push(format!("round{round}"));
    }
    let mut stem = parts.join("-");
    while stem.len() > MAX_LENGTH {
        stem.pop();
    }
    stem.trim_end_matches('.').to_owned()
}

/// The text with `_` for blanks and without characters that names may not contain.
fn portable(text: &str) -> String {
    let letters =
        text.trim().chars().map(|letter| if letter.is_whitespace() { '_' } else { letter });
    let kept: String =
        letters.filter(|&letter| letter.is_alphanumeric() || ".-_".contains(letter)).collect();
    // A leading dot would hide the file.
    kept.trim_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem(tags: &[(&str, &str)]) -> String {
        let mut record = GameRecord::default();
        for (name, value) in tags {
            record.set_tag(name, *value);
        }
        file_stem(&record)
    }

    #[test]
    fn a_file_is_named_by_players_date_and_round() {
        let game =
            [("White", "ann"), ("Black", "joanna"), ("Date", "2026.11.20"), ("Round", "3.1")];
        assert_eq!(stem(&game), "ann-joanna-2026.11.20-round3.1");
        assert_eq!(stem(&game[..2]), "ann-joanna");
        assert_eq!(stem(&[("Black", " "), ("Date", "????.??.??"), ("Round", "-")]), "White-Black");
    }

    #[test]
    fn a_name_cannot_lead_elsewhere() {
        assert_eq!(stem(&[("White", "../../etc/passwd"), ("Black", r"C:\a b")]), "etcpasswd-Ca_b");
        assert_eq!(stem(&[("White", ".."), ("Black", "…")]), "White-Black");
        assert_eq!(stem(&[("White", "René"), ("Black", "b."), ("Round", "1.")]), "René-b-round1");
        for letter in ["x", "é", "蜂"] {
            let bytes = stem(&[("White", &letter.repeat(500))]).len();
            assert!((MAX_LENGTH - 2..=MAX_LENGTH).contains(&bytes), "{letter}: {bytes}");
        }
    }
}
