//! The plots: SVG with the colors of the page around it, or with its own in a file.

use std::fmt::Write as _;

use waggle_hive_page::escaped;

use super::ResultCounts;
use super::result_counts::Share;

/// The width of a plot, narrow enough for a phone, and the height of a row.
const WIDTH: f64 = 440.0;
const ROW: f64 = 26.0;
/// Where the labels of the rows end, and where the text after the bars begins.
const LEFT: f64 = 172.0;
const RIGHT: f64 = 392.0;
/// The maximum length of a label in characters.
const LABEL: usize = 22;

/// The styles of plots in a page that defines the colors.
pub(super) const STYLE: &str = "\
.plot { display: block; width: 100%; max-width: 540px; height: auto; margin-top: 8px; }
.plot text { font: 13px system-ui, sans-serif; fill: var(--ink); } .plot .faint { fill: var(--soft); font-size: 12px; }
.plot .grid { stroke: var(--line); } .plot .half { stroke: var(--edge); stroke-dasharray: 4 3; }
.plot .range { stroke: var(--honey); stroke-width: 2; } .plot .point, .plot .bar { fill: var(--honey); }
.plot .white { fill: var(--white); stroke: var(--edge); } .plot .draw { fill: var(--edge); stroke: var(--edge); }
.plot .black { fill: var(--black); stroke: var(--edge); } .plot .none { fill: none; stroke: var(--edge); stroke-dasharray: 3 2; }
";

/// The colors of a plot in its own file.
const COLORS: &str = "\
.plot { --ink: #23262b; --soft: #5d6168; --line: #ddd6c6; --edge: #8b8574; --honey: #8f5b00; --white: #fbf4e0; --black: #33343b; }
@media (prefers-color-scheme: dark) { .plot { --ink: #e8e6e0; --soft: #a3a8ae; --line: #353c43; --edge: #7b848c; --honey: #f0b429; --white: #e9e1ca; --black: #0f1113; } }
";

pub(super) fn as_file(plot: &str) -> String {
    plot.replacen('>', &format!("><style>\n{COLORS}{STYLE}</style>"), 1)
}

/// White's points with their intervals, one row per label.
pub(super) fn points(title: &str, rows: &[(String, u32, Option<Share>)]) -> String {
    let height = ROW * (rows.len() as f64) + 26.0;
    let x = |share: f64| LEFT + 8.0 + share * (RIGHT - LEFT - 16.0);
    let mut svg = begin(title, height);
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let class = if quarter == 2 { "half" } else { "grid" };
        let (at, bottom) = (x(share), height - 22.0);
        // Writing to a string cannot fail, here and below.
        let _ = write!(svg, "<path class=\"{class}\" d=\"M{at:.1} 0V{bottom:.1}\"/>");
        let y = height - 6.0;
        let percent = quarter * 25;
        let _ = write!(
            svg,
            "<text class=\"faint\" x=\"{at:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{percent} %</text>"
        );
    }
    for (index, (name, games, share)) in rows.iter().enumerate() {
        let y = ROW * (index as f64) + ROW / 2.0;
        row_texts(&mut svg, y, name, &games.to_string());
        if let Some(Share { points, interval }) = share {
            let [low, high] = interval.map(x);
            let at = x(*points);
            let _ = write!(
                svg,
                "<path class=\"range\" d=\"M{low:.1} {y:.1}H{high:.1}\"/><circle class=\"point\" cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>"
            );
        }
    }
    svg + "</svg>"
}

/// The number of games per label, and White's results.
pub(super) fn results(title: &str, rows: &[(String, ResultCounts)]) -> String {
    let height = ROW * (rows.len() as f64) + 2.0;
    let most = rows.iter().map(|(_, tally)| tally.games()).max().unwrap_or(1).max(1);
    let mut svg = begin(title, height);
    for (index, (name, tally)) in rows.iter().enumerate() {
        let y = ROW * (index as f64) + ROW / 2.0;
        row_texts(&mut svg, y, name, &tally.games().to_string());
        let [wins, draws, losses] = tally.results;
        let mut at = LEFT + 8.0;
        for (class, games) in
            [("white", wins), ("draw", draws), ("black", losses), ("none", tally.unfinished)]
        {
            let width = f64::from(games) / f64::from(most) * (RIGHT - LEFT - 16.0);
            let top = y - 8.0;
            if games > 0 {
                let _ = write!(
                    svg,
                    "<rect class=\"{class}\" x=\"{at:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"16\"/>"
                );
            }
            at += width;
        }
    }
    svg + "</svg>"
}

/// A histogram of game lengths, in bars of `step` plies.
pub(super) fn lengths(
    title: &str,
    games: impl Iterator<Item = (usize, u32)>,
    step: usize,
) -> String {
    let mut bars: Vec<u32> = vec![];
    for (plies, games) in games {
        // Absurdly long games share the last bar.
        let place = (plies / step).min(MAX_BARS - 1);
        bars.resize(bars.len().max(place + 1), 0);
        bars[place] += games;
    }
    let most = bars.iter().copied().max().unwrap_or(1).max(1);
    let (bottom, left) = (128.0, 44.0);
    let width = (WIDTH - left - 8.0) / bars.len().max(1) as f64;
    let mut svg = begin(title, 150.0);
    let _ = write!(svg, "<path class=\"grid\" d=\"M{left} {bottom}H{}\"/>", WIDTH - 8.0);
    let _ = write!(
        svg,
        "<text class=\"faint\" x=\"{}\" y=\"16\" text-anchor=\"end\">{most}</text><text class=\"faint\" x=\"{}\" y=\"{bottom}\" text-anchor=\"end\">0</text>",
        left - 6.0,
        left - 6.0
    );
    let every = bars.len().div_ceil(8).max(1);
    for (index, &games) in bars.iter().enumerate() {
        let x = left + width * index as f64;
        let height = f64::from(games) / f64::from(most) * 116.0;
        let (y, bar) = (bottom - height, (width - 1.5).max(0.5));
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{bar:.1}\" height=\"{height:.1}\"/>"
        );
        if index % every == 0 {
            let plies = index * step;
            let _ = write!(svg, "<text class=\"faint\" x=\"{x:.1}\" y=\"146\">{plies}</text>");
        }
    }
    svg + "</svg>"
}

/// The maximum number of bars in a plot.
const MAX_BARS: usize = 60;

fn begin(title: &str, height: f64) -> String {
    format!(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
        escaped(title)
    )
}

/// The label of a row, and the text after it.
fn row_texts(svg: &mut String, y: f64, name: &str, behind: &str) {
    let name = if name.chars().count() > LABEL {
        format!("{}…", name.chars().take(LABEL - 1).collect::<String>())
    } else {
        name.to_owned()
    };
    let base = y + 4.5;
    let _ = write!(
        svg,
        "<text x=\"{LEFT}\" y=\"{base:.1}\" text-anchor=\"end\">{}</text><text class=\"faint\" x=\"{}\" y=\"{base:.1}\" text-anchor=\"end\">{behind}</text>",
        escaped(&name),
        WIDTH - 4.0
    );
}
