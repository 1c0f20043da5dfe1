//! The openings as a page: the board, and what was played beside it.

use super::{Explorer, json};
use crate::page::{Assets, BOARD, Module, PROGRAM, STYLES, fill, modules, page, script};

const PAGE: &str = include_str!("page.html");

/// What the page has beside the board.
const MODULES: &[Module] = modules!["panels/openings_panel.js", "openings_page.js"];

/// The openings as a page to click through, in a single file that loads nothing else.
#[must_use]
pub fn html(explorer: &Explorer) -> String {
    let games = match explorer.games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    let title = format!("Openings of {games} · Hive");
    let body = fill(PAGE, &[("games", games), ("program", PROGRAM.to_owned())]);
    let style = STYLES.concat() + include_str!("../../web/css/openings.css");
    let script = script(&[BOARD, MODULES]);
    page(&title, body, &json(explorer), Assets::Within { style, script })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::checks::can_be_joined;

    #[test]
    fn the_modules_can_be_joined() {
        can_be_joined(&[BOARD, MODULES]);
    }

    #[test]
    fn the_page_loads_nothing() {
        let page = html(&Explorer { games: 1, positions: vec![] });
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(page.contains("1 game") && !page.contains("{{"));
        assert!(!page.contains("http:") && !page.contains("https:"));
    }
}
