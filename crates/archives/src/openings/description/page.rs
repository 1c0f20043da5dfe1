//! The description as a page and its plots.

use std::fmt::Write as _;

use waggle_hive_core::text::counted;
use waggle_hive_page::{Assets, Bundle, PROGRAM, escaped, fill, page};

use super::plot::{self, STYLE, as_file};
use super::result_counts::{NOT_KNOWN, Share, band_name, players_name};
use super::{Description, ResultCounts};
use crate::openings::json::line_of;
use crate::openings::{Explorer, OpeningPosition};

const PAGE: &str = include_str!("page.html");

/// How many plies the first moves have.
pub const FIRST_PLIES: usize = 4;
/// How many lines of first moves are shown.
const LINES: usize = 20;
/// The minimum number of games for the result of a line to be shown.
const LEAST: u32 = 5;

impl Description {
    /// The names of all files that a description can have.
    pub const FILES: [&str; 7] = [
        "index.html",
        "white-by-players.svg",
        "white-by-type.svg",
        "white-by-rating.svg",
        "white-by-speed.svg",
        "endings.svg",
        "lengths.svg",
    ];

    /// The files of the description: their names, some of [`FILES`](Self::FILES), and contents. The
    /// page needs none of the others. The explorer has the first [`FIRST_PLIES`] plies of all games.
    pub fn files(&self, first_moves: &Explorer) -> Vec<(&'static str, String)> {
        let by_type: Vec<(String, ResultCounts)> =
            self.by_type.iter().map(|(name, it)| (name.clone(), *it)).collect();
        let bands: Vec<(String, ResultCounts)> =
            self.by_band.iter().map(|(band, it)| (band_name(*band), *it)).collect();
        let speeds = self
            .by_speed
            .iter()
            .map(|(name, it)| (name.clone().unwrap_or_else(|| NOT_KNOWN.to_owned()), *it));
        let players: Vec<(String, ResultCounts)> = self
            .by_players
            .iter()
            .map(|(bots, it)| (players_name(*bots).to_owned(), *it))
            .collect();
        let mut endings: Vec<(String, ResultCounts)> =
            self.by_ending.iter().map(|(name, it)| (name.clone(), *it)).collect();
        endings.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
        let mut parts = vec![
            ("games", counted(self.all.games(), "game", "games")),
            ("summary", self.summary()),
            ("program", PROGRAM.to_owned()),
        ];
        let mut files = vec![];
        for (part, file, title, rows) in [
            ("players", "white-by-players.svg", "White's points by who plays", players),
            ("types", "white-by-type.svg", "White's points by type", by_type),
            ("bands", "white-by-rating.svg", "White's points by mean rating", bands),
            ("speeds", "white-by-speed.svg", "White's points by speed", speeds.collect()),
        ] {
            if let [(name, _)] = &rows[..]
                && name == NOT_KNOWN
            {
                parts.push((part, "<p class=\"soft\">Unknown for these games.</p>".to_owned()));
                continue;
            }
            let plotted: Vec<_> =
                rows.iter().map(|(name, it)| (name.clone(), it.games(), it.share())).collect();
            let svg = plot::points(title, &plotted);
            parts.push((part, format!("{svg}{}", table(&rows, true))));
            files.push((file, as_file(&svg)));
        }
        let svg = plot::results("How games end", &endings);
        parts.push(("endings", format!("{svg}{}", table(&endings, false))));
        files.push(("endings.svg", as_file(&svg)));
        let lengths = self.lengths.iter().map(|(&plies, &games)| (plies, games));
        let svg = plot::lengths("Lengths of the games in plies", lengths, 5);
        parts.push(("lengths", svg.clone()));
        files.push(("lengths.svg", as_file(&svg)));
        parts.extend(first_lines(first_moves));
        let style = format!("{}{STYLE}", Bundle::REPORT.style());
        let assets = Assets::Inline { style, script: String::new() };
        let title = format!("An archive of {} · Hive", counted(self.all.games(), "game", "games"));
        files.insert(0, ("index.html", page(&title, fill(PAGE, &parts), "null", assets)));
        files
    }

    /// The archive in a sentence or two.
    fn summary(&self) -> String {
        let [wins, draws, losses] = self.all.results;
        let unfinished = match self.all.unfinished {
            0 => String::new(),
            games => format!(" {} without a result.", counted(games, "game", "games")),
        };
        format!(
            "White won {wins}, drew {draws} and lost {losses}: {} of the points.{unfinished} Half of the games have at \
             most {}.",
            self.all.share().map_or_else(|| "no share".to_owned(), |it| percent(&it)),
            counted(self.median_plies(), "ply", "plies")
        )
    }
}

/// `52.1 % (50.0–54.2)`.
fn percent(share: &Share) -> String {
    let [low, high] = share.interval.map(|it| 100.0 * it);
    format!("{:.1} % ({low:.1}–{high:.1})", 100.0 * share.points)
}

/// The numbers of a plot, optionally with White's share of the points.
fn table(rows: &[(String, ResultCounts)], with_share: bool) -> String {
    let class = if with_share { " class=\"wide\"" } else { "" };
    let share = if with_share { "<th><span>White</span></th>" } else { "" };
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"The numbers\"><table><thead><tr>\
         <th><span class=\"words\"></span></th><th><span>games</span></th>{share}<th{class}><span>won</span></th>\
         <th{class}><span>drawn</span></th><th{class}><span>lost</span></th></tr></thead><tbody>",
    );
    for (name, tally) in rows {
        let [wins, draws, losses] = tally.results;
        let share = tally.share().map_or_else(|| "–".to_owned(), |it| percent(&it));
        let share = if with_share { format!("<td>{share}</td>") } else { String::new() };
        // Writing to a string cannot fail, here and below.
        let _ = write!(
            html,
            "<tr><td class=\"words\">{}</td><td>{}</td>{share}<td{class}>{wins}</td><td{class}>{draws}</td>\
             <td{class}>{losses}</td></tr>",
            escaped(name),
            tally.games()
        );
    }
    html + "</tbody></table></div>"
}

/// The lines of the first moves by how often they were played, and by their results.
fn first_lines(explorer: &Explorer) -> [(&'static str, String); 2] {
    let positions = explorer.positions.iter();
    let mut lines: Vec<&OpeningPosition> =
        positions.filter(|position| position.game.moves().len() == FIRST_PLIES).collect();
    lines.sort_by_key(|position| std::cmp::Reverse(position.sum.games));
    let frequent = line_table(lines.iter().take(LINES).copied());
    let share = |position: &OpeningPosition| Share::of_sum(&position.sum);
    lines.retain(|position| position.sum.decided >= LEAST);
    lines.sort_by(|one, other| {
        let points = |position| share(position).map_or(0.0, |it| it.points);
        points(other).total_cmp(&points(one))
    });
    let by_result = if lines.is_empty() {
        format!("<p class=\"soft\">No line has {LEAST} games with a result.</p>")
    } else if lines.len() <= LINES {
        line_table(lines.iter().copied())
    } else {
        let half = LINES / 2;
        let (best, worst) = (&lines[..half], &lines[lines.len() - half..]);
        line_table(best.iter().chain(worst).copied())
    };
    [("frequent", frequent), ("by_result", by_result)]
}

fn line_table<'a>(lines: impl Iterator<Item = &'a OpeningPosition>) -> String {
    let mut html = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Lines\"><table><thead><tr>\
         <th><span class=\"words\">line</span></th><th class=\"wide\"><span>type</span></th>\
         <th><span>games</span></th><th><span>White</span></th></tr></thead><tbody>",
    );
    for position in lines {
        let share = Share::of_sum(&position.sum).map_or_else(|| "–".to_owned(), |it| percent(&it));
        let _ = write!(
            html,
            "<tr><td class=\"words\">{}</td><td class=\"wide\">{}</td><td>{}</td><td>{share}</td></tr>",
            escaped(&line_of(&position.game).join(", ")),
            position.game.game_type(),
            position.sum.games
        );
    }
    html + "</tbody></table></div>"
}
