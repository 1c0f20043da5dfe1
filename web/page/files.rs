//! The files that `waggle board` serves; the puzzles are those of `waggle puzzles --play`, too.

use include_dir::{Dir, include_dir};

const INDEX: &[u8] = include_bytes!("../index.html");
static FOLDERS: [(&str, Dir<'_>); 3] = [
    ("css/", include_dir!("$CARGO_MANIFEST_DIR/css")),
    ("js/", include_dir!("$CARGO_MANIFEST_DIR/js")),
    ("puzzles/", include_dir!("$CARGO_MANIFEST_DIR/puzzles")),
];

/// The file at this path of the page and its type; `None` if there is none.
#[must_use]
pub fn find(path: &str) -> Option<(&'static [u8], &'static str)> {
    if path.is_empty() || path == "index.html" {
        return Some((INDEX, "text/html; charset=utf-8"));
    }
    let contents = FOLDERS.iter().find_map(|(prefix, folder)| {
        let file = folder.get_file(path.strip_prefix(prefix)?)?;
        Some(file.contents())
    })?;
    Some((contents, content_type(path)))
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "tsv" => "text/tab-separated-values; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_files_of_the_page_are_found() {
        for (path, kind) in [
            ("", "text/html; charset=utf-8"),
            ("index.html", "text/html; charset=utf-8"),
            ("js/main.js", "text/javascript; charset=utf-8"),
            ("css/board.css", "text/css; charset=utf-8"),
            ("puzzles/base.tsv", "text/tab-separated-values; charset=utf-8"),
        ] {
            assert_eq!(find(path).map(|(_, kind)| kind), Some(kind), "{path}");
        }
        for path in [
            "js",
            "js/",
            "js/../index.html",
            "../Cargo.toml",
            "/etc/passwd",
            "manifest.webmanifest",
        ] {
            assert_eq!(find(path), None, "{path}");
        }
    }
}
