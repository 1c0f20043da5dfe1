//! A review as a page for a browser, in a single file.
//!
//! The headings, the move list and the graph are written here; the page's script draws
//! the board from `page_data`, with the shapes and colors of `render`.

use std::fmt::Write as _;

use super::annotations::annotation_paragraph;
use super::page_data::page_data;
use super::{Heading, Mark, MarkCounts, Review, ReviewedMove, chance};
use crate::notation::move_string;
use crate::render::{Theme, symbols};
use crate::rules::{Color, Game};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// How many moves of a better line the list shows.
const LINE: usize = 4;

/// The review as a page to step through with the arrow keys.
///
/// It works offline: its content security policy forbids the browser to load anything.
#[must_use]
pub fn html(review: &Review, heading: &Heading) -> String {
    let data = page_data(review);
    let facts = [review.game.game_type().to_string(), heading.result.clone()];
    let facts: Vec<String> = facts
        .iter()
        .chain([&heading.occasion])
        .filter(|fact| !fact.is_empty())
        .map(|fact| format!("<span>{}</span>", escaped(fact)))
        .collect();
    let parts = [
        ("title", escaped(&heading.title().replacen(" - ", " – ", 1))),
        ("style", STYLE.to_owned()),
        ("light", Theme::Light.css()),
        ("dark", Theme::Dark.css()),
        ("symbols", symbols()),
        ("facts", facts.concat()),
        ("white", player(review, heading, Color::White)),
        ("black", player(review, heading, Color::Black)),
        ("plies", review.moves.len().to_string()),
        ("area", area(review)),
        ("dots", dots(review)),
        ("moves", move_list(review, &data)),
        ("program", escaped(concat!("Waggle ", env!("CARGO_PKG_VERSION")))),
        // So that no string can contain the end of the script.
        ("data", data.to_string().replace('<', "\\u003c")),
        ("script", SCRIPT.to_owned()),
    ];
    fill(PAGE, &parts)
}

/// A template with every `{{name}}` replaced by its part; unknown names become nothing.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut pieces = template.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").unwrap_or((piece, ""));
        if let Some((_, part)) = parts.iter().find(|(key, _)| *key == name) {
            page.push_str(part);
        }
        page.push_str(rest);
    }
    page
}

/// Text escaped for HTML, including attributes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A player's name and marks.
fn player(review: &Review, heading: &Heading, color: Color) -> String {
    let counts = MarkCounts::of(review, color);
    let marks = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder].map(|mark| {
        let count = counts.count(mark);
        let plural = match (mark, count) {
            (_, 1) => mark.to_string(),
            (Mark::Inaccuracy, _) => "inaccuracies".to_owned(),
            (mark, _) => format!("{mark}s"),
        };
        format!(
            r#"<span class="count {mark}" title="{count} {plural}"><b>{}</b> {count}</span>"#,
            mark.sign()
        )
    });
    let missed = match counts.missed_wins {
        0 => String::new(),
        1 => " · 1 missed win".to_owned(),
        count => format!(" · {count} missed wins"),
    };
    format!(
        r##"<section class="player" aria-label="{color}"><svg viewBox="-95 -100 190 200" aria-hidden="true"><use href="#tile-{letter}"/><use href="#{letter}Q"/></svg><div><h2>{name}</h2><p class="summary">{best} of {choices} moves best · {loss:.1}&nbsp;% lost per move{missed}</p></div><p class="counts">{marks}</p></section>"##,
        letter = color.letter(),
        name = escaped(&heading.name(color)),
        best = counts.count(Mark::Best),
        choices = counts.choices(),
        loss = counts.mean_loss * 100.0,
        marks = marks.concat(),
    )
}

/// White's chances before the first move and after each move.
fn chances(review: &Review) -> Vec<f64> {
    let start = review.moves.first().map_or(review.last, |first| first.before);
    let scores = std::iter::once(start).chain(review.moves.iter().map(|reviewed| reviewed.after));
    scores.map(|score| chance(score, Color::White)).collect()
}

/// The outline of White's part of the graph, which is as wide as there are plies and 100
/// high.
fn area(review: &Review) -> String {
    let points = chances(review);
    let line: Vec<String> = points
        .iter()
        .enumerate()
        .map(|(ply, chance)| format!("{ply} {:.1}", 100.0 - 100.0 * chance))
        .collect();
    line.join("L")
}

/// The errors on the graph.
fn dots(review: &Review) -> String {
    let plies = review.moves.len();
    let chances = chances(review);
    let marked =
        review.moves.iter().enumerate().filter(|(_, reviewed)| reviewed.judgment.mark.is_error());
    let dots: Vec<String> = marked
        .map(|(index, reviewed)| {
            format!(
                r#"<i class="{}" style="left:{:.2}%;--y:{:.1}%"></i>"#,
                reviewed.judgment.mark,
                100.0 * (index + 1) as f64 / plies as f64,
                100.0 - 100.0 * chances.get(index + 1).copied().unwrap_or(0.5),
            )
        })
        .collect();
    dots.concat()
}

/// The moves, two in a row, with the notes on them below.
fn move_list(review: &Review, data: &serde_json::Value) -> String {
    let mut game = review.game.restarted();
    let mut list = String::new();
    for (turn, pair) in review.moves.chunks(2).enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(list, r#"<li><span class="turn">{}</span>"#, turn + 1);
        let mut notes = String::new();
        for (offset, reviewed) in pair.iter().enumerate() {
            let ply = 2 * turn + offset + 1;
            list.push_str(&move_button(&game, ply, reviewed));
            if reviewed.judgment.mark.is_error() {
                let line = &data["plies"][ply - 1]["better"]["line"];
                notes.push_str(&note(ply, reviewed, line));
            }
            if game.play(reviewed.mv).is_err() {
                break; // The moves come from a game, so they are legal.
            }
        }
        list.push_str(&notes);
        list.push_str("</li>\n");
    }
    list
}

fn move_button(game: &Game, ply: usize, reviewed: &ReviewedMove) -> String {
    let (mark, sign) = (reviewed.judgment.mark, reviewed.judgment.mark.sign());
    let said = if reviewed.judgment.mark.is_error() {
        format!(r#" <b class="{mark}" title="{mark}">{sign}</b>"#)
    } else {
        String::new()
    };
    format!(
        r#"<button type="button" class="move" data-ply="{ply}">{}{said}</button>"#,
        escaped(&move_string(game.position(), reviewed.mv))
    )
}

/// The annotations of an error, and the beginning of the better line: each of its moves
/// can be shown on the board.
fn note(ply: usize, reviewed: &ReviewedMove, line: &serde_json::Value) -> String {
    let moves: Vec<String> = line
        .as_array()
        .into_iter()
        .flatten()
        .take(LINE)
        .enumerate()
        .map(|(step, mv)| {
            format!(
                r#"<button type="button" data-ply="{ply}" data-step="{}">{}</button>"#,
                step + 1,
                escaped(mv[0].as_str().unwrap_or_default())
            )
        })
        .collect();
    let better = match moves.join(" ") {
        moves if moves.is_empty() => moves,
        moves => format!(r#"<p class="line"><span>Better:</span> {moves}</p>"#),
    };
    format!(
        r#"<div class="note {}"><p>{}</p>{better}</div>"#,
        reviewed.judgment.mark,
        escaped(&annotation_paragraph(reviewed)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::sample::sample;

    #[test]
    fn a_template_is_filled_once_and_parts_are_not_filled_again() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "2".to_owned())];
        assert_eq!(fill("<{{a}}{{b}}{{c}}>", &parts), "<{{b}}2>");
    }

    #[test]
    fn the_page_loads_nothing_and_names_cannot_break_out_of_it() {
        let heading = Heading {
            white: "</script><script>alert(1)".to_owned(),
            black: "a \"b\" & c".to_owned(),
            ..Heading::default()
        };
        let page = html(&sample(), &heading);
        for part in ["http:", "https:", "//cdn", "@import", "url(h"] {
            let found: Vec<&str> = page.matches(part).collect();
            let namespaces = page.matches("http://www.w3.org/2000/svg").count();
            assert_eq!(found.len(), if part == "http:" { namespaces } else { 0 }, "{part}");
        }
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("a &quot;b&quot; &amp; c"));
        assert!(!page.contains("{{"), "every part is filled in");
    }

    #[test]
    fn every_ply_is_in_the_list_and_errors_have_better_lines() {
        let (review, page) = (sample(), html(&sample(), &Heading::default()));
        assert_eq!(page.matches(r#"class="move""#).count(), review.moves.len());
        assert_eq!(page.matches(r#"<div class="note blunder">"#).count(), 2);
        assert_eq!(page.matches(r#"<i class="blunder""#).count(), 2);
        assert!(page.contains(r#"data-ply="3" data-step="1">wQ \wS1</button>"#));
    }

    #[test]
    fn html_is_escaped() {
        assert_eq!(escaped("<a href=\"&\">"), "&lt;a href=&quot;&amp;&quot;&gt;");
    }
}
