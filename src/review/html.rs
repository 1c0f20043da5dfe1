//! A review as a page for a browser, in a single file.
//!
//! The page is a use of the board in `web/`: its modules and styles stand in the file, with
//! the review as a JSON document.

use super::modules::{STYLES, script};
use super::{Heading, Review, json};

const PAGE: &str = include_str!("page.html");

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
        // So that no string can contain the end of the script.
        ("data", json(review, heading).to_string().replace('<', "\\u003c")),
        ("script", script()),
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
    fn html_is_escaped() {
        assert_eq!(escaped("<a href=\"&\">"), "&lt;a href=&quot;&amp;&quot;&gt;");
    }
}
