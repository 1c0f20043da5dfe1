//! The standings as text.

use std::fmt::Write as _;

use waggle_hive_core::text::{counted, name_in_table};

use super::estimate::signed;
use super::{Encounter, Estimate, MatchScore, Rated, Ratings, Sprt, Standings};

/// The match so far in one line, short enough for a progress bar.
pub fn running_score(standings: &Standings, sprt: Option<&Sprt>) -> String {
    if standings.names().len() > 2 {
        let scores = ranked(standings).into_iter().map(|place| {
            let score = standings.total_of(place);
            format!("{} {}/{}", standings.names()[place], score.points(), score.games())
        });
        return scores.collect::<Vec<_>>().join(", ");
    }
    let Some(encounter) = standings.first_encounter() else { return String::new() };
    let score = encounter.score;
    let mut line = format!("+{} ={} -{}", score.wins, score.draws, score.losses);
    if let Some(estimate) = encounter.estimate() {
        let _ = write!(line, " [{}], elo {estimate}", pairs(&score));
    }
    if let Some(sprt) = sprt {
        let _ = write!(line, ", llr {:.2}", sprt.llr(&encounter.sound));
    }
    line
}

/// The whole report.
pub fn text(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    let names = standings.names();
    if names.len() > 2 {
        ranking(&mut text, standings);
        late_moves(&mut text, standings, "");
        crosstable(&mut text, standings);
    }
    for ((first, second), encounter) in standings.encounters() {
        let games = counted(encounter.score.games(), "game", "games");
        let _ = writeln!(text, "{} against {}: {games}", names[first], names[second]);
        let _ = writeln!(text, "  result    {}", record(&encounter.score));
        if names.len() == 2 {
            late_moves(&mut text, standings, "  ");
        }
        describe(&mut text, encounter);
        if let Some(sprt) = sprt {
            let _ = writeln!(
                text,
                "  sprt      {}: llr {:.2} in ({:.2}, {:.2}), {sprt}{}",
                encounter.verdict(sprt),
                sprt.llr(&encounter.sound),
                sprt.lower_bound(),
                sprt.upper_bound(),
                faults_of_test(encounter)
            );
        }
    }
    let _ = writeln!(
        text,
        "white       {}; {:.1} plies a game",
        record(&standings.white()),
        standings.average_plies()
    );
    let endings =
        standings.terminations().map(|(termination, count)| format!("{termination} {count}"));
    let _ = writeln!(text, "endings     {}", endings.collect::<Vec<_>>().join(", "));
    for (place, name) in names.iter().enumerate() {
        let time = standings.time_of(place);
        let _ = writeln!(
            text,
            "time        {name}: {}, {:.3} s a move",
            counted(time.moves, "move", "moves"),
            time.average().as_secs_f64()
        );
    }
    for (place, name) in names.iter().enumerate() {
        let faults =
            standings.faults_of(place).map(|(termination, count)| format!("{termination} {count}"));
        let faults: Vec<String> = faults.collect();
        if !faults.is_empty() {
            let _ = writeln!(text, "faults      {name}: {}", faults.join(", "));
        }
    }
    text
}

/// The players by their joint rating, with its notes.
pub fn rating_table(standings: &Standings) -> String {
    let mut text = String::new();
    ranking(&mut text, standings);
    text
}

/// The faults, which an SPRT does not count.
fn faults_of_test(encounter: &Encounter) -> String {
    match (encounter.faults(), encounter.tolerated_faults()) {
        (0, _) => String::new(),
        (faults, tolerated) if faults > tolerated => {
            format!("; {faults} games ended by faults, {tolerated} are tolerated")
        }
        (1, _) => "; 1 game that ended by a fault is not counted".to_owned(),
        (faults, _) => format!("; {faults} games that ended by faults are not counted"),
    }
}

/// How often and by how much the engines were late, if they were.
fn late_moves(text: &mut String, standings: &Standings, indent: &str) {
    for (place, name) in standings.names().iter().enumerate() {
        let time = standings.time_of(place);
        if time.late_moves > 0 {
            let _ = writeln!(
                text,
                "{indent}late      {name}: {} of {}, by {:.3} s at most",
                time.late_moves,
                counted(time.moves, "move", "moves"),
                time.overshoot.as_secs_f64()
            );
        }
    }
}

/// The rating list, White's advantage and the draws.
fn ranking(text: &mut String, standings: &Standings) {
    let ratings = standings.ratings();
    let names: Vec<String> = standings.names().iter().map(|name| name_in_table(name)).collect();
    let width = width_of(&names);
    for (rank, place) in ranked(standings).into_iter().enumerate() {
        let rated = ratings.as_ref().and_then(|ratings| ratings.engines[place]);
        let _ = writeln!(
            text,
            "{:>2}. {:width$}  elo {:>15}   {}",
            rank + 1,
            names[place],
            rated.map_or_else(|| "unknown".to_owned(), points),
            record(&standings.total_of(place))
        );
    }
    if let Some(Ratings { white, draws, .. }) = ratings {
        let _ = writeln!(
            text,
            "elo from all sound games at once; White's advantage {}, equals draw {:.1} %",
            points(white),
            100.0 * draws
        );
    }
}

/// `+12.3 ± 45.6`
fn points(Rated { elo, error }: Rated) -> String {
    format!("{} ± {error:.1}", signed(elo))
}

/// The length of the longest name.
fn width_of(names: &[String]) -> usize {
    names.iter().map(|name| name.chars().count()).max().unwrap_or_default()
}

/// The points and games of each engine against each other, ranked.
fn crosstable(text: &mut String, standings: &Standings) {
    let places = ranked(standings);
    let cell = |row: usize, column: usize| {
        let key = (row.min(column), row.max(column));
        let encounter = standings.encounters().find(|(players, _)| *players == key);
        encounter.map_or(".".to_owned(), |(_, encounter)| {
            let score = if row < column { encounter.score } else { encounter.score.swapped() };
            format!("{}/{}", score.points(), score.games())
        })
    };
    let names: Vec<String> = standings.names().iter().map(|name| name_in_table(name)).collect();
    let width = width_of(&names);
    let _ = write!(text, "{:width$}", "", width = width + 4);
    for number in 1..=places.len() {
        let _ = write!(text, " {number:>9}");
    }
    text.push('\n');
    for (rank, &row) in places.iter().enumerate() {
        let _ = write!(text, "{:>2}. {:width$}", rank + 1, names[row]);
        for &column in &places {
            let cell = if row == column { "-".to_owned() } else { cell(row, column) };
            let _ = write!(text, " {cell:>9}");
        }
        text.push('\n');
    }
    text.push('\n');
}

/// The indices of the engines, best rating first; without ratings, by points.
pub(super) fn ranked(standings: &Standings) -> Vec<usize> {
    let ratings = standings.ratings();
    let rank = |place: usize| {
        let rated = ratings.as_ref().and_then(|ratings| ratings.engines[place]);
        let score = standings.total_of(place);
        let share = score.points() / f64::from(score.games().max(1));
        (rated.map_or(f64::NEG_INFINITY, |rated| rated.elo), share)
    };
    let ranks: Vec<(f64, f64)> = (0..standings.names().len()).map(rank).collect();
    let mut places: Vec<usize> = (0..ranks.len()).collect();
    places.sort_by(|&a, &b| {
        let ((elo, share), (other_elo, other_share)) = (ranks[a], ranks[b]);
        other_elo.total_cmp(&elo).then(other_share.total_cmp(&share))
    });
    places
}

/// Describes an encounter from the point of view of the first engine.
fn describe(text: &mut String, encounter: &Encounter) {
    let (score, faults) = (&encounter.sound, encounter.faults());
    if let Some(estimate) = encounter.estimate() {
        let _ = write!(text, "  elo       {estimate}");
        let Estimate { normalized_elo, normalized_error, los, .. } = estimate;
        if normalized_elo.is_finite() {
            let elo = signed(normalized_elo);
            let _ = write!(text, ", normalized {elo} ± {normalized_error:.1}");
        }
        text.push('\n');
        let _ = writeln!(text, "  los       {:.1} %", 100.0 * los);
        let _ = match faults {
            0 => Ok(()),
            1 => writeln!(text, "  faults    1 game that ended by a fault is not in elo and los"),
            _ => writeln!(
                text,
                "  faults    {faults} games that ended by faults are not in elo and los"
            ),
        };
    } else {
        let (games, tolerated) = (encounter.score.games(), encounter.tolerated_faults());
        let tolerated =
            if faults < games { format!(", {tolerated} are tolerated") } else { String::new() };
        let _ = writeln!(
            text,
            "  withheld  elo and los: {faults} of {games} games ended by faults{tolerated}"
        );
    }
    let unpaired = match (score.counts_pairs(), score.unpaired_games()) {
        (false, _) | (_, 0) => String::new(),
        (true, 1) => "; 1 game without its partner is not in elo and los".to_owned(),
        (true, count) => format!("; {count} games without partners are not in elo and los"),
    };
    let _ =
        writeln!(text, "  pairs     {} (0, ½, 1, 1½, 2 points){unpaired}", pairs(&encounter.score));
    let _ = writeln!(text, "  as white  {}", record(&encounter.by_color.white));
    let _ = writeln!(text, "  as black  {}", record(&encounter.by_color.black));
    for (game_type, score) in encounter.by_type() {
        let _ = writeln!(text, "  {:<9} {}", game_type.to_string(), record(score));
    }
}

/// `+12 =3 -5, 13.5 of 20 (67.5 %)`
fn record(score: &MatchScore) -> String {
    let games = score.games();
    let percent = 100.0 * score.points() / f64::from(games.max(1));
    format!(
        "+{} ={} -{}, {} of {games} ({percent:.1} %)",
        score.wins,
        score.draws,
        score.losses,
        score.points()
    )
}

/// `0 1 4 2 3`
fn pairs(score: &MatchScore) -> String {
    score.pairs.map(|count| count.to_string()).join(" ")
}
