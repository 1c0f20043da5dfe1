//! The modules of the page as one script.
//!
//! The board in a browser (`web/`) is made of modules that import each other; a page in a
//! single file cannot. So the modules it needs are joined, each after those it imports,
//! without the words `import` and `export`.

macro_rules! modules {
    ($($name:literal),* $(,)?) => {
        /// The modules with their names, each after those that it imports.
        const MODULES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../web/js/", $name)))),*];
    };
}

modules![
    "game/position.js",
    "game/move_words.js",
    "game/destination.js",
    "game/pieces.js",
    "game/tree.js",
    "game/study.js",
    "engine/documents.js",
    "board/geometry.js",
    "board/symbols.js",
    "board/tiles.js",
    "board/starting_set.js",
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
    "panels/judgments.js",
    "game/attach_review.js",
    "panels/element.js",
    "panels/voice.js",
    "panels/bar.js",
    "panels/controls.js",
    "panels/graph.js",
    "panels/judgment_panel.js",
    "panels/move_list.js",
    "panels/review_panel.js",
    "review_page.js",
];

/// The styles of the page, in their order.
pub(super) const STYLES: [&str; 4] = [
    include_str!("../../web/css/theme.css"),
    include_str!("../../web/css/board.css"),
    include_str!("../../web/css/panels.css"),
    include_str!("../../web/css/layout.css"),
];

/// All modules as one script, with a scope of its own and without what only people read.
pub(super) fn script() -> String {
    let mut script = "(() => {\n\"use strict\";\n".to_owned();
    for (_, module) in MODULES {
        let mut goes_on = false;
        for line in module.lines() {
            let starts = line.trim_start().starts_with("/**");
            // Behind the type of an expression there is the expression.
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
    use std::path::{Path, PathBuf};

    use super::*;

    /// Where an import of this module leads, from the folder of all modules.
    fn resolved(module: &str, import: &str) -> PathBuf {
        let folder = Path::new(module).parent().unwrap();
        let mut path = PathBuf::new();
        for part in folder.join(import).components() {
            match part {
                std::path::Component::ParentDir => {
                    path.pop();
                }
                std::path::Component::CurDir => {}
                part => path.push(part),
            }
        }
        path
    }

    #[test]
    fn every_module_stands_after_those_that_it_imports() {
        let mut before = HashSet::new();
        for (name, module) in MODULES {
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                let import = line.strip_suffix("\";").and_then(|line| line.rsplit_once('"'));
                let (_, import) = import.unwrap_or_else(|| panic!("an import of {name}: {line}"));
                assert!(before.contains(&resolved(name, import)), "{name} imports {import}");
            }
            before.insert(PathBuf::from(name));
        }
    }

    #[test]
    fn no_name_is_given_twice_in_the_scope_that_all_share() {
        let script = script();
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
        assert!(names.contains("Board") && names.contains("HALF"));
    }

    #[test]
    fn shapes_and_colors_are_those_of_pictures() {
        use crate::render::{Theme, symbols};
        let of_the_page = include_str!("../../web/js/board/symbols.js");
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
