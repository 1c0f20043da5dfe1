//! A review as a page for a browser, in a single file.
//!
//! The page is a use of the board in `web/`: its modules and styles stand in the file, with
//! the review as a JSON document.

use super::{Heading, Review, json};
use crate::page::{BOARD, Module, STYLES, as_data, escaped, fill, modules, script};

const PAGE: &str = include_str!("page.html");

/// What the page has beside the board.
const MODULES: &[Module] = modules![
    "game/attach_review.js",
    "panels/graph.js",
    "panels/judgment_panel.js",
    "panels/move_list.js",
    "panels/review_panel.js",
    "review_page.js",
];

/// The review as a page to step through with the arrow keys.
///
/// It works offline: its content security policy forbids the browser to load anything.
#[must_use]
pub fn html(review: &Review, heading: &Heading) -> String {
    let facts = [review.game.game_type().to_string(), heading.result.clone()];
    let facts: Vec<String> = facts
        .iter()
        .chain([&heading.occasion])
        .filter(|fact| !fact.is_empty())
        .map(|fact| format!("<span>{}</span>", escaped(fact)))
        .collect();
    let parts = [
        ("title", escaped(&heading.title().replacen(" - ", " – ", 1))),
        ("style", STYLES.concat()),
        ("facts", facts.concat()),
        ("program", escaped(concat!("Waggle ", env!("CARGO_PKG_VERSION")))),
        ("data", as_data(&json(review, heading))),
        ("script", script(&[BOARD, MODULES])),
    ];
    fill(PAGE, &parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::checks::can_be_joined;
    use crate::review::sample::sample;

    #[test]
    fn the_modules_can_be_joined() {
        can_be_joined(&[BOARD, MODULES]);
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
}
