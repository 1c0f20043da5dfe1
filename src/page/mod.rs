//! Pages for a browser in single files: a template that is filled, with modules and styles of
//! `web/` and a JSON document within it. They work offline and load nothing.

mod modules;

use serde_json::Value;

#[cfg(test)]
pub(crate) use modules::checks;
pub(crate) use modules::{BOARD, Module, modules, script};

/// The styles of the pages, in their order.
pub(crate) const STYLES: [&str; 4] = [
    include_str!("../../web/css/theme.css"),
    include_str!("../../web/css/board.css"),
    include_str!("../../web/css/panels.css"),
    include_str!("../../web/css/layout.css"),
];

/// Where the style and the script of a page are.
#[derive(Clone, Debug)]
pub(crate) enum Assets {
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

/// A page with this title, which is text, this body, which is HTML, and a document for its
/// script.
///
/// Its content security policy forbids the browser to load anything but what is linked.
pub(crate) fn page(title: &str, body: String, document: &Value, assets: Assets) -> String {
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
pub(crate) const PROGRAM: &str = concat!("Waggle ", env!("CARGO_PKG_VERSION"));

/// A document as the text of a script element of the type `application/json`.
fn as_data(document: &Value) -> String {
    // So that no string can contain the end of the script.
    document.to_string().replace('<', "\\u003c")
}

/// A template with every `{{name}}` replaced by its part; unknown names become nothing.
pub(crate) fn fill(template: &str, parts: &[(&str, String)]) -> String {
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
pub(crate) fn escaped(text: &str) -> String {
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
