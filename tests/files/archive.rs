//! What the verbs that go through archives do with many files, broken games, interruptions
//! and earlier runs.

use std::fs;
use std::path::Path;

use serde_json::Value;
use waggle::eval::{Network, Weights};

use crate::program::{Run, command, ended, folder, reading, run, send, start, waggle};

fn review(args: &[&str]) -> Run {
    waggle(&[&["review", "--all", "--depth", "1", "--table", "1", "--json-lines"], args].concat())
}

/// What was printed by a run without errors, whose exit code tells whether a game was left out.
pub(super) fn done(run: Run) -> (String, String) {
    let expected = i32::from(run.err.contains("; left out\n"));
    assert_eq!(run.code, Some(expected), "{}", run.err);
    (run.out, run.err)
}

pub(super) fn documents(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The file and the number of each line.
fn games(documents: &[Value]) -> Vec<(String, u64)> {
    let name = |document: &Value| {
        let file = Path::new(document["file"].as_str().expect("a name")).file_name();
        file.expect("a file").to_string_lossy().into_owned()
    };
    documents
        .iter()
        .map(|document| (name(document), document["number"].as_u64().expect("a number")))
        .collect()
}

const SAMPLES: &str = "tests/data/games";

#[test]
fn all_games_of_a_folder_are_reviewed_in_their_order_and_broken_ones_are_named() {
    let (out, err) = done(review(&[SAMPLES, "--threads", "3"]));
    let documents = documents(&out);
    let found = games(&documents);
    let mut sorted = found.clone();
    sorted.sort();
    assert_eq!(found, sorted, "files by name, games by number");
    for game in [("boardspace.sgf", 2), ("games.txt", 3), ("hivegame.pgn", 1)] {
        assert!(found.contains(&(game.0.to_owned(), game.1)), "{found:?}");
    }
    assert_eq!(
        err,
        "warning: tests/data/games/broken.pgn: game 2, line 10: move 3, `wS1 bS1-`: \
         no piece may move before its own queen is placed; left out\n"
    );
    let (alone, _) = done(review(&[SAMPLES, "--threads", "1"]));
    assert_eq!(alone, out, "the number of threads changes nothing");
    for document in &documents {
        let file = document["file"].as_str().unwrap();
        let number = document["number"].to_string();
        let limits = ["--depth", "1", "--table", "1", "--threads", "1"];
        let of = ["review", file, "--game", &number, "--json"];
        let one = waggle(&[&of[..], &limits].concat()).document();
        for field in ["game", "moves", "players"] {
            assert_eq!(document[field], one[field], "{file} {number}");
        }
    }
}

#[test]
fn patterns_are_expanded_and_files_may_come_from_the_standard_input() {
    let (out, _) = done(review(&["tests/data/games/*.sgf", "--threads", "1"]));
    assert!(games(&documents(&out)).iter().all(|(file, _)| file == "boardspace.sgf"));
    let file = fs::File::open("tests/data/games/mzinga.pgn").unwrap();
    let mut command = command(&["review", "--all", "-", "--depth", "1", "--json-lines"]);
    let (out, _) = done(run(command.stdin(file)));
    assert_eq!(games(&documents(&out)), [("the standard input".to_owned(), 1)]);
}

#[test]
fn a_run_resumes_where_an_earlier_one_ended() {
    let folder = folder("archive-resume");
    let path = folder.join("reviews.jsonl");
    let path = path.to_str().unwrap();
    let run = |args: &[&str]| review(&[&[SAMPLES, "-o", path, "--threads", "2"], args].concat());
    done(run(&[]));
    let whole = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    assert!(lines.len() > 4);
    // As a machine leaves it that stops in the middle of a line.
    fs::write(path, format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..40])).unwrap();
    assert!(run(&[]).complaint().contains("already exists: --resume continues it"));
    let other = run(&["--resume", "--nodes", "7"]).complaint();
    assert!(other.contains("other settings: --nodes is missing there, 7 here"), "{other}");
    done(run(&["--resume"]));
    assert_eq!(fs::read_to_string(path).unwrap(), whole);
    done(run(&["--resume"]));
    assert_eq!(fs::read_to_string(path).unwrap(), whole, "there is nothing left to do");
}

#[test]
fn a_file_with_other_fields_is_not_resumed() {
    let folder = folder("archive-fields");
    let path = folder.join("reviews.jsonl");
    let path = path.to_str().unwrap();
    let run =
        |args: &[&str]| review(&[&["tests/data/games/hivegame.pgn", "-o", path], args].concat());
    done(run(&[]));
    let whole = fs::read_to_string(path).unwrap();
    let line = |text: &str| {
        fs::write(path, text).unwrap();
        let complaint = run(&["--resume"]).complaint();
        assert_eq!(fs::read_to_string(path).unwrap(), text, "the file stays as it is");
        complaint
    };
    // As another build would write them.
    let renamed = whole.replace("\"accuracy\":", "\"precision\":");
    let renamed = renamed.replace("\"choices\":", "\"unforced\":");
    let complaint = line(&renamed);
    assert!(complaint.contains("line 1: players.white.unforced: unknown field"), "{complaint}");
    let complaint = line(&whole.replacen("\"mistakes\":0,", "", 1));
    assert!(complaint.contains("line 1: players.white: missing field `mistakes`"), "{complaint}");
    let complaint = line(&whole.replacen("\"accuracy\":", "\"accuracy\":\"x\",\"x\":", 1));
    assert!(complaint.contains("line 1: players.white.accuracy: invalid type"), "{complaint}");
    let complaint = line(&whole.replace("\"format\":1", "\"format\":2"));
    assert!(complaint.contains("line 1 has format 2, expected 1"), "{complaint}");
}

#[test]
fn reviews_become_annotated_games_and_a_folder_of_pages() {
    let folder = folder("archive-report");
    let (pgn, html) = (folder.join("reviewed.pgn"), folder.join("report"));
    let (pgn, html) = (pgn.to_str().unwrap(), html.to_str().unwrap());
    let args =
        ["review", "--all", SAMPLES, "--depth", "3", "--table", "1", "--pgn", pgn, "--html", html];
    let (table, _) = done(waggle(&args));
    assert!(table.starts_with("15 games, 4 players and some without names\n"), "{table}");
    let written = fs::read_to_string(pgn).unwrap();
    let read: Vec<_> = waggle::games::pgn::read(&written).map(Result::unwrap).collect();
    let samples = waggle(&["convert", "--keep-going", SAMPLES]);
    let moves = |line: &str| line.split(';').skip(3).collect::<Vec<_>>().join(";");
    let samples: Vec<String> =
        samples.out.lines().map(moves).filter(|moves| !moves.is_empty()).collect();
    let lines: Vec<String> =
        read.iter().map(|game| moves(waggle::games::lines::write(game).unwrap().trim())).collect();
    assert_eq!(lines, samples, "the same games in the same order");
    assert!(read.iter().all(|game| game.tag("WhiteAccuracy").is_some()));
    let has_error =
        |text: &str| ["? $2 mistake", "?? $4 blunder"].iter().any(|it| text.contains(it));
    assert!(read.iter().flat_map(|game| &game.comments).any(|comment| has_error(&comment.text)));
    let pages = fs::read_dir(Path::new(html).join("games")).unwrap().count();
    assert_eq!(pages, read.len() + 2, "a page for each game, a script and a style");
    assert!(
        Path::new(html).join("reviews.jsonl").is_file()
            && Path::new(html).join("index.html").is_file()
    );
}

#[test]
fn reviewed_games_keep_their_variations_and_say_why_they_are_drawn() {
    let folder = folder("archive-variations");
    let [path, pgn] = ["games.pgn", "reviewed.pgn"].map(|name| folder.join(name));
    let to_and_fro = r"wQ \wA1 bQ bA1/ wQ -wA1 bQ bA1-";
    let moves = format!("wA1 bA1 wA1- wQ -wA1 bQ bA1- {to_and_fro} {to_and_fro}");
    let variation = "(wG1 wA1/ {a remark} bS1 bA1/ (bG1 bA1/))";
    let moves = moves.replacen(" bQ bA1-", &format!(" bQ bA1- {variation}"), 1);
    let moves = moves.replace("(wG1 wA1/ {a remark} bS1 bA1/", "(bS1 bA1/ {a remark} wG1 -wQ");
    let moves = moves.replace("(bG1 bA1/)", "(wG1 /wQ)");
    fs::write(&path, format!("[GameType \"Base\"]\n[Result \"Draw\"]\n\n{moves}\n")).unwrap();
    let (path, pgn) = (path.to_str().unwrap(), pgn.to_str().unwrap());
    done(waggle(&["review", "--all", path, "--depth", "1", "--table", "1", "--pgn", pgn]));
    let read = |path: &str| {
        let text = fs::read_to_string(path).unwrap();
        waggle::games::pgn::read(&text).next().unwrap().unwrap()
    };
    let (before, after) = (read(path), read(pgn));
    assert_eq!(before.variations.len(), 1);
    assert_eq!(before.variations[0].variations.len(), 1);
    assert_eq!((&after.moves, &after.variations), (&before.moves, &before.variations));
    let last = after.comments.iter().find(|comment| comment.ply == after.moves.len());
    let told = &last.expect("the last move is commented on").text;
    assert!(told.contains("The same position for the third time: a draw."), "{told}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_done() {
    use nix::sys::signal::Signal;
    use std::time::{Duration, Instant};

    let folder = folder("archive-interrupt");
    let path = folder.join("reviews.jsonl");
    let args = ["review", "--all", SAMPLES, "--time", "0.05", "--threads", "1", "-o"];
    let child = start(command(&args).arg(&path));
    let start = Instant::now();
    while fs::read(&path).map_or(0, |bytes| bytes.len()) == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "no game is reviewed");
        std::thread::sleep(Duration::from_millis(10));
    }
    send(&child, Signal::SIGTERM);
    let ended = ended(child);
    assert_eq!(ended.code, Some(130));
    assert!(ended.err.ends_with("the same command with --resume continues\n"));
    let kept = documents(&fs::read_to_string(&path).unwrap());
    assert!(!kept.is_empty());
}

/// Plants a puzzle, the same turned, and games without any.
fn planted(folder: &Path) -> String {
    let puzzles = include_str!("../data/puzzles.txt").lines();
    let games: Vec<&str> = puzzles.filter_map(|line| line.strip_prefix("win 3 ")).collect();
    let text = format!("{}\nBase;;;wS1;bS1 wS1-\nnonsense\n{}\n{}\n", games[0], games[0], games[1]);
    let path = folder.join("planted.txt");
    fs::write(&path, text).expect("the file can be written");
    path.display().to_string()
}

fn puzzles(args: &[&str]) -> Run {
    waggle(&[&["puzzles", "--within", "3", "--duals", "--table", "1"], args].concat())
}

#[test]
fn planted_puzzles_are_found_whatever_the_threads_and_joined_where_they_repeat() {
    let folder = folder("puzzles");
    let archive = planted(&folder);
    let (out, err) = done(puzzles(&[&archive, "--threads", "2"]));
    assert!(err.contains("planted.txt: game 3, line 3"), "{err}");
    assert_eq!(out, done(puzzles(&[&archive, "--threads", "1"])).0);
    let found = documents(&out);
    let of = |number: u64| found.iter().filter(move |line| line["number"] == number);
    let first: Vec<&Value> = of(1).collect();
    let again: Vec<&Value> = of(4).collect();
    assert!(!first.is_empty() && first.iter().all(|line| line["kind"] == "puzzle"), "{out}");
    assert!(again.iter().all(|line| line["kind"] == "repeat"), "{out}");
    assert_eq!(first.len(), again.len());
    assert!(first.iter().zip(&again).all(|(first, again)| first["id"] == again["id"]));
    for line in found.iter().filter(|line| line["kind"] == "puzzle") {
        let position = line["position"].as_str().expect("a position");
        let solved = waggle(&["solve", position, "--within", "3", "--unique", "--json"]);
        let solved = solved.document();
        assert_eq!(solved["uniqueness"]["keys"], serde_json::json!([line["line"][0]]), "{line}");
        assert_eq!(solved["score"]["win"]["plies"], line["plies"]);
    }
}

#[test]
fn puzzles_go_on_after_the_last_line_of_an_earlier_run() {
    let folder = folder("puzzles_resumed");
    let archive = planted(&folder);
    let whole = folder.join("whole.jsonl").display().to_string();
    done(puzzles(&[&archive, "-o", &whole]));
    let text = fs::read_to_string(&whole).expect("the lines");
    let part = folder.join("part.jsonl").display().to_string();
    for lines in [0, 1, text.lines().count()] {
        let kept: String = text.split_inclusive('\n').take(lines).collect();
        fs::write(&part, kept + "{\"kind\":\"puz").expect("the file can be written");
        done(puzzles(&[&archive, "-o", &part, "--resume"]));
        assert_eq!(fs::read_to_string(&part).expect("the lines"), text, "{lines} lines");
    }
}

#[test]
fn games_that_are_added_before_the_last_puzzle_are_searched_when_resuming() {
    let folder = folder("puzzles_added");
    let puzzles_of = include_str!("../data/puzzles.txt").lines();
    let games: Vec<&str> = puzzles_of.filter_map(|line| line.strip_prefix("win 3 ")).collect();
    let file = |name: &str, games: &[&str]| {
        let path = folder.join(name);
        fs::write(&path, games.join("\n")).expect("the file can be written");
        path.display().to_string()
    };
    let last = file("b.txt", &games[..1]);
    let out = folder.join("puzzles.jsonl").display().to_string();
    done(puzzles(&[&last, "-o", &out]));
    let added = file("a.txt", &games[1..8]);
    done(puzzles(&[&added, &last, "-o", &out, "--resume"]));
    let whole = folder.join("whole.jsonl").display().to_string();
    done(puzzles(&[&added, &last, "-o", &whole]));
    let lines = |path: &str| {
        let text = fs::read_to_string(path).expect("the lines");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&out), lines(&whole));
    assert!(lines(&whole).iter().any(|line| line.contains("a.txt") && line.contains("\"puzzle\"")));
}

#[test]
fn all_positions_of_a_file_are_solved_and_their_keys_judged() {
    let folder = folder("solve_all");
    let archive = planted(&folder);
    let solve =
        |args: &[&str]| waggle(&[&["solve", &archive, "--all", "--within", "3"], args].concat());
    let plain = solve(&[]);
    let lines: Vec<String> = plain.out.lines().map(str::to_owned).collect();
    assert_eq!((lines.len(), plain.code), (4, Some(1)), "one of them has no win");
    assert!(lines[0].contains("game 1: ") && lines[0].contains(" surrounds in 2 moves, 3 plies: "));
    assert!(lines[1].ends_with("game 2: White has no forced win within 3 plies"), "{lines:?}");
    assert!(plain.err.contains("planted.txt: game 3"), "{}", plain.err);
    let judged = documents(&solve(&["--unique", "--json-lines"]).out);
    assert_eq!(games(&judged).iter().map(|game| game.1).collect::<Vec<_>>(), [1, 2, 4, 5]);
    assert!(judged[0]["uniqueness"]["keys"].as_array().is_some_and(|keys| !keys.is_empty()));
    assert_eq!(judged[1]["uniqueness"]["unique"], false);
}

#[cfg(unix)]
#[test]
fn a_run_of_solve_that_is_interrupted_says_what_comes_next() {
    use nix::sys::signal::Signal;
    use std::io::{BufRead as _, BufReader};

    let path = folder("solve_interrupt").join("games.txt");
    let open =
        include_str!("../data/puzzles.txt").lines().find_map(|line| line.strip_prefix("win 3 "));
    // Nobody sees 99 plies deep from the start.
    fs::write(&path, format!("{}\nBase+MLP;;;wS1;bS1 wS1-\n", open.unwrap())).unwrap();
    let args = ["solve", "--all", "--within", "99", "--threads", "1"];
    let mut child = start(command(&args).arg(&path));
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.contains("game 1: "), "{first}");
    send(&child, Signal::SIGINT);
    let ended = ended(child);
    assert_eq!(ended.code, Some(130));
    let told = ended.err;
    assert!(
        told.contains("the next position is game 2 of ") && told.contains("games.txt"),
        "{told}"
    );
}

#[test]
fn a_book_is_made_of_games_shown_and_played_from() {
    let folder = folder("book");
    let book = folder.join("a.book").display().to_string();
    let games = folder.join("games.txt").display().to_string();
    // White begins with an ant, Black answers with a spider on any side.
    let sides = ["wA1-", "-wA1", r"wA1\", r"\wA1"];
    let text_of = |side: &&str| format!("Base+M;WhiteWins;White[2];wA1;bS1 {side}\n");
    fs::write(&games, sides.iter().map(text_of).collect::<String>()).expect("a file");
    let limits = ["--plies", "2", "--nodes", "60", "--loss", "100", "--table", "1"];
    let build = |output: &str, more: &[&str]| {
        waggle(&[&["book", "build", &games, "--output", output], &limits[..], more].concat())
    };
    let (_, err) = done(build(&book, &["--threads", "2"]));
    assert!(err.starts_with("4 games, "), "{err}");
    let refused = build(&book, &["--type", "Base"]);
    assert_eq!(refused.code, Some(2), "an archive has its own types");
    assert_eq!(refused.err.lines().count(), 1);
    let again = folder.join("b.book").display().to_string();
    done(build(&again, &["--threads", "1"]));
    assert_eq!(fs::read(&book).expect("a book"), fs::read(&again).expect("a book"));
    let show = |game: &str| waggle(&["book", "show", "--book", &book, "--json", game]);
    let start = documents(&done(show("Base+M;NotStarted;White[1]")).0);
    let names = |document: &Value| -> Vec<String> {
        let moves = document["moves"].as_array().expect("moves").iter();
        moves.map(|it| it["move"].as_str().expect("a move").to_owned()).collect()
    };
    assert!(names(&start[0]).contains(&"wA1".to_owned()), "{start:?}");
    let reply = documents(&done(show("Base+M;InProgress;Black[1];wA1")).0);
    let spiders = names(&reply[0]).iter().filter(|mv| mv.starts_with("bS1")).count();
    assert_eq!(spiders, 1, "the four sides are one: {reply:?}");
    assert_eq!(show("Base+M;InProgress;White[2];wA1;bS1 wA1-").code, Some(1));
    let broken = folder.join("broken.book");
    fs::write(&broken, "WAGGLEBK").expect("a file");
    let refused = waggle(&["--book", &broken.display().to_string()]);
    let message = refused.err;
    assert_eq!((refused.code, message.lines().count()), (Some(2), 1), "{message}");
    assert!(message.ends_with("the book is damaged\n"), "{message}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_book_is_resumed() {
    use nix::sys::signal::Signal;

    let folder = folder("book-resume");
    let path = |name: &str| folder.join(name).display().to_string();
    let command = |name: &str, more: &[&str]| {
        let book = ["book", "build", "--type", "Base", "--output", &path(name), "--table", "1"];
        let limits = ["--nodes", "4000", "--positions", "40"];
        command(&[&book[..], &limits, more].concat())
    };
    let run = |name, more: &[&str]| run(&mut command(name, more));
    done(run("whole.book", &[]));
    let nothing = Weights { output: vec![0; 64], ..Network::default().weights().clone() };
    fs::write(path("flat.hivenet"), nothing.to_file("it finds all positions even")).unwrap();
    let flat = path("flat.hivenet");
    done(run("flat.book", &["--network", &flat]));
    assert_ne!(fs::read(path("flat.book")).unwrap(), fs::read(path("whole.book")).unwrap());
    let read = run("flat.hivenet", &["--network", &flat, "--force"]).complaint();
    assert!(read.contains("flat.hivenet` is read: expected another file"), "{read}");
    let child = start(&mut command("a.book", &[]));
    let kept = || fs::read_to_string(path("a.book.searches")).unwrap_or_default();
    while kept().lines().count() < 3 {
        std::thread::yield_now();
    }
    send(&child, Signal::SIGINT);
    let ended = ended(child);
    let said = ended.err;
    assert_eq!(said, "interrupted: the same command with --resume continues\n");
    assert_eq!(ended.code, Some(130));
    // As a machine leaves it that stops in the middle of a line.
    fs::write(path("a.book.searches"), kept() + "{\"key\":1").unwrap();
    let refused = run("a.book", &[]).complaint();
    assert!(refused.contains("--resume continues it, --force drops them"), "{refused}");
    let own = Network::default().hash();
    for (more, differing) in [
        (["--lines", "3"], "--lines is 5 there, 3 here".to_owned()),
        (["--network", &flat], format!("--network is {own} there, ")),
    ] {
        let other = run("a.book", &[&["--resume"], &more[..]].concat()).complaint();
        assert!(other.contains(&format!("has other settings: {differing}")), "{other}");
    }
    done(run("a.book", &["--resume"]));
    assert_eq!(fs::read(path("a.book")).unwrap(), fs::read(path("whole.book")).unwrap());
    assert!(
        !folder.join("a.book.searches").exists() && !folder.join("whole.book.searches").exists()
    );
    fs::write(path("b.book.searches"), "my notes").unwrap();
    for more in [&[][..], &["--resume"], &["--force"]] {
        assert!(run("b.book", more).complaint().contains("holds no searches of a book"));
        assert_eq!(fs::read_to_string(path("b.book.searches")).unwrap(), "my notes");
    }
}

#[test]
fn books_of_the_search_alone_are_put_together() {
    let folder = folder("merge");
    let path = |name: &str| folder.join(name).display().to_string();
    let limits = ["--lines", "1", "--nodes", "300", "--positions", "5", "--table", "1"];
    let build = |name: &str, more: &[&str]| {
        waggle(&[&["book", "build", "--output", &path(name)], &limits[..], more].concat())
    };
    let (_, err) = done(build("base.book", &["--type", "Base"]));
    assert!(err.starts_with("0 games, 5 positions, "), "{err}");
    done(build("mlp.book", &["--type", "Base+MLP,Base+P", "--threads", "2"]));
    let refused = build("no.book", &[]);
    assert_eq!(refused.code, Some(2), "of which type?");

    let names = ["base.book", "mlp.book", "both.book"].map(path);
    let (_, err) = done(waggle(&["book", "merge", &names[0], &names[1], "-o", &names[2]]));
    assert!(err.starts_with("10 positions, "), "{err}");
    for game_type in ["Base", "Base+P", "Base+MLP"] {
        let (out, _) = done(waggle(&["book", "show", "--book", &names[2], "--type", game_type]));
        assert_eq!(out.lines().count(), 2, "the best move alone: {out}");
    }
    let missing =
        waggle(&["book", "merge", &names[0], &path("missing.book"), "-o", &path("other.book")]);
    let message = missing.err;
    assert_eq!((missing.code, message.lines().count()), (Some(2), 1), "{message}");
    assert!(message.contains("missing.book"), "{message}");
}

#[test]
fn the_book_within_the_program_is_shown_and_played() {
    let show =
        |args: &[&str]| documents(&done(waggle(&[&["book", "show", "--json"], args].concat())).0);
    for game_type in ["Base", "Base+MLP"] {
        let moves = &show(&["--type", game_type])[0]["moves"];
        assert!(moves.as_array().is_some_and(|moves| !moves.is_empty()), "{game_type}");
    }
    let names: Vec<String> = show(&["--type", "Base+MLP"])[0]["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|it| it["move"].as_str().expect("a move").to_owned())
        .collect();
    // A search would take an hour.
    let asked = "newgame Base+MLP\nbestmove time 01:00:00\nexit\n";
    let output = reading(&["--own-book", "--verbose"], asked);
    let (out, notes) = (output.out, output.err);
    let played = out.lines().rev().nth(1).unwrap_or_default();
    assert!(names.iter().any(|name| name == played), "{out}");
    assert!(notes.contains(&format!("book {played}\n")), "{notes}");
}
