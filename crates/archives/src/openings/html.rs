//! The openings as a page: the board and the moves played.

use super::{Explorer, OpeningsDocument};
use waggle_hive_core::text::counted;
use waggle_hive_engine::document::Json;
use waggle_hive_page::{Assets, Bundle, PROGRAM, fill, page};

const PAGE: &str = include_str!("page.html");

/// The openings as an interactive page in a single self-contained file.
pub fn html(explorer: &Explorer) -> String {
    let games = counted(explorer.games, "game", "games");
    let title = format!("Openings of {games} · Hive");
    let body = fill(PAGE, &[("games", games), ("program", PROGRAM.to_owned())]);
    let (style, script) = (Bundle::OPENINGS.style(), Bundle::OPENINGS.script());
    let document = Json(OpeningsDocument::of(explorer)).to_string();
    page(&title, body, &document, Assets::Inline { style, script })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_self_contained() {
        let page = html(&Explorer { games: 1, positions: vec![] });
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(page.contains("1 game") && !page.contains("{{"));
        assert!(!page.contains("http:") && !page.contains("https:"));
    }
}
