//! The page of Waggle in a browser, embedded: the files of `web/` that `waggle board` serves, and
//! pages that are single files. Those are templates that are filled, with modules and styles of
//! `web/` and a JSON document within them. They work offline and load nothing.

mod files;
mod modules;

pub use files::find;
use modules::{BOARD, Module};

/// The styles of the pages, in their order.
const STYLES: [&str; 4] = [
    include_str!("../css/theme.css"),
    include_str!("../css/board.css"),
    include_str!("../css/panels.css"),
    include_str!("../css/layout.css"),
];

/// The modules and styles of a page in a single file.
#[derive(Clone, Copy, Debug)]
pub struct Bundle {
    modules: &'static [&'static [Module]],
    styles: [&'static str; 5],
}

impl Bundle {
    /// The page of a review.
    pub const REVIEW: Self = Self::with_board(&[BOARD, modules::REVIEW], "");
    /// The page of puzzles.
    pub const PUZZLES: Self =
        Self::with_board(&[BOARD, modules::PUZZLES], include_str!("../css/puzzles.css"));
    /// The page of openings.
    pub const OPENINGS: Self =
        Self::with_board(&[BOARD, modules::OPENINGS], include_str!("../css/openings.css"));
    /// The index of a report on many games.
    pub const REPORT: Self = Self {
        modules: &[modules::REPORT],
        styles: [STYLES[0], STYLES[2], include_str!("../css/report.css"), "", ""],
    };

    const fn with_board(modules: &'static [&'static [Module]], style: &'static str) -> Self {
        Self { modules, styles: [STYLES[0], STYLES[1], STYLES[2], STYLES[3], style] }
    }

    /// All styles as one.
    #[must_use]
    pub fn style(&self) -> String {
        self.styles.concat()
    }

    /// All modules as one script.
    #[must_use]
    pub fn script(&self) -> String {
        modules::script(self.modules)
    }
}

/// Where the style and the script of a page are.
#[derive(Clone, Debug)]
pub enum Assets {
    /// Within the page, as they are.
    Within {
        /// The style.
        style: String,
        /// The script.
        script: String,
    },
    /// In files beside it, by their names.
    Linked {
        /// That of the style.
        style: &'static str,
        /// That of the script.
        script: &'static str,
    },
}

/// A page with this title, which is text, this body, which is HTML, and a document of JSON
/// for its script.
///
/// Its content security policy forbids the browser to load anything but what is linked.
#[must_use]
pub fn page(title: &str, body: String, document: &str, assets: Assets) -> String {
    // A page from a file may load its neighbours only if the policy names files, too.
    let (neighbours, style, script) = match assets {
        Assets::Within { style, script } => {
            ("", format!("<style>\n{style}</style>"), format!("<script>\n{script}</script>"))
        }
        Assets::Linked { style, script } => (
            " 'self' file:",
            format!("<link rel=\"stylesheet\" href=\"{style}\">"),
            format!("<script src=\"{script}\"></script>"),
        ),
    };
    let parts = [
        ("neighbours", neighbours.to_owned()),
        ("title", escaped(title)),
        ("style", style),
        ("body", body),
        ("data", as_data(document)),
        ("script", script),
    ];
    fill(include_str!("frame.html"), &parts)
}

/// The program's name and version, as pages tell it.
pub const PROGRAM: &str = concat!("Waggle ", env!("CARGO_PKG_VERSION"));

/// A document as the text of a script element of the type `application/json`.
fn as_data(document: &str) -> String {
    // So that no string can contain the end of the script.
    document.replace('<', "\\u003c")
}

/// A template with every `{{name}}` replaced by its part; unknown names become nothing.
#[must_use]
pub fn fill(template: &str, parts: &[(&str, String)]) -> String {
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

/// Text escaped for HTML, including attributes. Four characters are not worth a crate.
#[must_use]
pub fn escaped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_once_and_parts_are_not_filled_again() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "2".to_owned())];
        assert_eq!(fill("<{{a}}{{b}}{{c}}>", &parts), "<{{b}}2>");
    }

    #[test]
    fn html_is_escaped() {
        assert_eq!(escaped("<a href=\"&\">"), "&lt;a href=&quot;&amp;&quot;&gt;");
    }
}
