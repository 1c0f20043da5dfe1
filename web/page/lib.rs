//! The embedded web page: the files of `web/` that `waggle board` serves, and standalone pages for
//! reviews, puzzles and openings. Those are templates filled with modules and styles of `web/` and
//! a JSON document; they work offline and load nothing.

mod files;
mod modules;

pub use files::find;
use modules::{BOARD, Module};

/// The style sheets of the pages, in order.
const STYLES: [&str; 4] = [
    include_str!("../css/theme.css"),
    include_str!("../css/board.css"),
    include_str!("../css/panels.css"),
    include_str!("../css/layout.css"),
];

/// The modules and style sheets of a standalone page.
#[derive(Clone, Copy, Debug)]
pub struct Bundle {
    modules: &'static [&'static [Module]],
    styles: [&'static str; 5],
}

impl Bundle {
    /// The review page.
    pub const REVIEW: Self = Self::with_board(&[BOARD, modules::REVIEW], "");
    /// The puzzle page.
    pub const PUZZLES: Self =
        Self::with_board(&[BOARD, modules::PUZZLES], include_str!("../css/puzzles.css"));
    /// The openings page.
    pub const OPENINGS: Self =
        Self::with_board(&[BOARD, modules::OPENINGS], include_str!("../css/openings.css"));
    /// The index page of a report on many games.
    pub const REPORT: Self = Self {
        modules: &[modules::REPORT],
        styles: [STYLES[0], STYLES[2], include_str!("../css/report.css"), "", ""],
    };

    const fn with_board(modules: &'static [&'static [Module]], style: &'static str) -> Self {
        Self { modules, styles: [STYLES[0], STYLES[1], STYLES[2], STYLES[3], style] }
    }

    /// The styles, concatenated.
    #[must_use]
    pub fn style(&self) -> String {
        self.styles.concat()
    }

    /// The modules as one script.
    #[must_use]
    pub fn script(&self) -> String {
        modules::script(self.modules)
    }
}

/// The style and the script of a page.
#[derive(Clone, Debug)]
pub enum Assets {
    /// Inline.
    Inline {
        /// The text of the style.
        style: String,
        /// The text of the script.
        script: String,
    },
    /// In files beside the page.
    Linked {
        /// The name of the style sheet.
        style: &'static str,
        /// The name of the script.
        script: &'static str,
    },
}

/// A page with this title (text), body (HTML) and JSON document for its script.
///
/// Its content security policy allows the linked files only.
#[must_use]
pub fn page(title: &str, body: String, document: &str, assets: Assets) -> String {
    // A page opened as a file may load files beside it only if the policy names `file:`.
    let (beside, style, script) = match assets {
        Assets::Inline { style, script } => {
            ("", format!("<style>\n{style}</style>"), format!("<script>\n{script}</script>"))
        }
        Assets::Linked { style, script } => (
            " 'self' file:",
            format!("<link rel=\"stylesheet\" href=\"{style}\">"),
            format!("<script src=\"{script}\"></script>"),
        ),
    };
    let parts = [
        ("beside", beside.to_owned()),
        ("title", escaped(title)),
        ("style", style),
        ("body", body),
        ("data", as_data(document)),
        ("script", script),
    ];
    fill(include_str!("frame.html"), &parts)
}

/// The name and version of the program, for pages.
pub const PROGRAM: &str = concat!("Waggle ", env!("CARGO_PKG_VERSION"));

/// A document escaped for a script element of type `application/json`.
fn as_data(document: &str) -> String {
    // No string may end the script element.
    document.replace('<', "\\u003c")
}

/// Replaces every `{{name}}` of a template by its part; unknown names become empty.
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

/// Escapes text for HTML and attributes. Four characters are not worth a crate.
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
    fn parts_of_a_template_are_not_filled_again() {
        let parts = [("a", "{{b}}".to_owned()), ("b", "2".to_owned())];
        assert_eq!(fill("<{{a}}{{b}}{{c}}>", &parts), "<{{b}}2>");
    }

    #[test]
    fn html_is_escaped() {
        assert_eq!(escaped("<a href=\"&\">"), "&lt;a href=&quot;&amp;&quot;&gt;");
    }
}
