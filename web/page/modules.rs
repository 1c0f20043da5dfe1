//! Joins the modules of a page into one script.
//!
//! The modules of `web/` import each other, which a standalone page cannot do. So its modules are
//! concatenated, each after those it imports, without `import` and `export`.

/// A module: its path below `web/js`, and its text.
pub(super) type Module = (&'static str, &'static str);

/// The modules of `web/js` with these names.
macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../js/", $name)))),*]
    };
}

/// The modules of every page with a board, each after those it imports.
pub(super) const BOARD: &[Module] = modules![
    "texts/en.js",
    "texts/text.js",
    "game/position.js",
    "game/move_words.js",
    "game/phrases.js",
    "game/destination.js",
    "game/pieces.js",
    "game/refusal.js",
    "game/shapes.js",
    "game/tree.js",
    "game/study.js",
    "engine/documents.js",
    "board/geometry.js",
    "board/symbols.js",
    "board/looks.js",
    "board/way.js",
    "board/tiles.js",
    "board/camera.js",
    "board/arrows.js",
    "board/choices.js",
    "board/drawing.js",
    "board/hands.js",
    "board/peek.js",
    "board/keyboard_input.js",
    "board/pointer_input.js",
    "board/board.js",
    "setup/setup_text.js",
    "game/game_string.js",
    "game/recorded_positions.js",
    "panels/reason_words.js",
    "panels/judgments.js",
    "panels/element.js",
    "panels/voice.js",
    "panels/bar.js",
    "panels/controls.js",
];

/// The further modules of the review page.
pub(super) const REVIEW: &[Module] = modules![
    "game/attach_review.js",
    "library/result.js",
    "panels/balance.js",
    "panels/graph.js",
    "panels/move_icons.js",
    "panels/judgment_panel.js",
    "panels/move_list.js",
    "panels/review_panel.js",
    "review_page.js",
];

/// The further modules of the puzzle page.
pub(super) const PUZZLES: &[Module] =
    modules!["kept.js", "puzzles/attempt.js", "puzzles/puzzle_list.js", "puzzles_page.js"];

/// The further modules of the openings page.
pub(super) const OPENINGS: &[Module] = modules![
    "panels/move_icons.js",
    "openings/moves_table.js",
    "panels/openings_panel.js",
    "openings_page.js"
];

/// The modules of the index page of a report.
pub(super) const REPORT: &[Module] =
    modules!["panels/element.js", "panels/sortable.js", "report_page.js"];

/// These modules as one script in its own scope, without comments.
pub(super) fn script(lists: &[&[Module]]) -> String {
    let mut script = "(() => {\n\"use strict\";\n".to_owned();
    for (_, module) in lists.iter().copied().flatten() {
        let mut goes_on = false;
        for line in module.lines() {
            let starts = line.trim_start().starts_with("/**");
            // A type annotation within a line precedes an expression.
            let is_comment = goes_on || (starts && !line.contains("*/ "));
            goes_on = is_comment && !line.ends_with("*/");
            if !is_comment && !line.is_empty() && !line.starts_with("import ") {
                script.push_str(line.strip_prefix("export ").unwrap_or(line));
                script.push('\n');
            }
        }
    }
    script + "})();\n"
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::{Component, Path, PathBuf};

    use waggle_hive_core::render::{Theme, symbols};

    use super::super::STYLES;
    use super::*;

    /// The path below `web/js` of an import of this module.
    fn resolved(module: &str, import: &str) -> PathBuf {
        let folder = Path::new(module).parent().unwrap();
        let mut path = PathBuf::new();
        for part in folder.join(import).components() {
            match part {
                Component::ParentDir => {
                    path.pop();
                }
                Component::CurDir => {}
                part => path.push(part),
            }
        }
        path
    }

    /// Asserts that every module comes after those it imports, and that no name is declared twice.
    fn assert_joinable(lists: &[&[Module]]) {
        let mut before = HashSet::new();
        for (name, module) in lists.iter().copied().flatten() {
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                let import = line.strip_suffix("\";").and_then(|line| line.rsplit_once('"'));
                let (_, import) = import.unwrap_or_else(|| panic!("an import of {name}: {line}"));
                assert!(before.contains(&resolved(name, import)), "{name} imports {import}");
            }
            before.insert(PathBuf::from(name));
        }
        let script = script(lists);
        let mut names = HashSet::new();
        for line in script.lines() {
            let line = line.strip_prefix("async ").unwrap_or(line);
            for word in ["const ", "let ", "function ", "class "] {
                let Some(rest) = line.strip_prefix(word) else { continue };
                let end = rest.find(['=', '(', '{', ';']).unwrap_or(rest.len());
                let listed = rest.split('=').next().unwrap().trim();
                let declared = match listed.strip_prefix('[') {
                    Some(list) => list.trim_end_matches(']'),
                    None => rest[..end].trim(),
                };
                for name in declared.split(", ") {
                    assert!(names.insert(name.to_owned()), "`{name}` is declared twice");
                }
            }
        }
    }

    #[test]
    fn the_modules_of_every_page_can_be_joined() {
        for modules in [REVIEW, PUZZLES, OPENINGS] {
            assert_joinable(&[BOARD, modules]);
        }
        assert_joinable(&[REPORT]);
        assert!(script(&[BOARD]).contains("class Board "));
    }

    #[test]
    fn shapes_and_colors_are_those_of_drawings() {
        let of_the_page = include_str!("../js/board/symbols.js");
        assert!(of_the_page.contains(symbols().trim_end()), "web/js/board/symbols.js is outdated");
        for theme in [Theme::Light, Theme::Dark] {
            for property in theme.css().split_terminator(';') {
                let (name, color) = property.split_once(':').unwrap();
                let property = format!("{name}: {color};");
                assert!(STYLES[0].contains(&property), "web/css/theme.css lacks {property}");
            }
        }
    }
}
