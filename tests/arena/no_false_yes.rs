//! Matches that prove little: with faults, few games, or late moves.

use crate::command::{fresh_file, play, summarise};
use crate::program::{Run, waggle};

/// Black fills the last liberty of White's queen.
const LOST: &str = "1. wS1 2. bS1 -wS1 3. wQ wS1- 4. bQ -bS1 5. wG1 wQ- 6. bA1 \\bQ 7. wG2 wQ/ 8. bA1 wQ\\ \
                    9. wA1 wG1- 10. bA2 \\bQ 11. wA2 wG1/ 12. bA2 \\wQ 13. wB1 wA1- 14. bA3 \\bQ \
                    15. wB1 wA1/ 16. bA3 /wQ";

/// `waggle match` of engines that follow these scripts, with the code that it ends with.
fn report_of(scripts: &[&str], args: &[&str], code: i32) -> (String, String) {
    let output = play(scripts, args);
    assert_eq!(output.code, Some(code), "{}{}", output.out, output.err);
    (output.out, output.err)
}

fn summary_of(pgn: &str, args: &[&str]) -> Run {
    summarise(&[&[pgn], args].concat())
}

fn says_nothing(report: &str) {
    for line in report.lines() {
        assert!(!line.starts_with("  elo ") && !line.starts_with("  los "), "{report}");
    }
}

#[test]
fn engines_that_never_start_say_nothing() {
    for (scripts, count) in [
        (["crash at start", "crash at start too"], 2),
        (["honest", "crash at start"], 2),
        (["crash at start", "honest"], 10),
    ] {
        let args = ["--games", &count.to_string(), "--recover"];
        let (report, errors) = report_of(&scripts, &args, 3);
        says_nothing(&report);
        // A game in progress is finished.
        let played = report
            .lines()
            .filter(|line| line.starts_with("endings"))
            .find_map(|line| line.strip_prefix("endings     StartFailure ")?.parse::<u32>().ok());
        let played = played.expect("all games ended so");
        let named = format!("withheld  elo and los: {played} of {played} games ended by faults\n");
        assert!(report.contains(&named), "{report}");
        assert!(if count == 2 { played == 2 } else { (4..10).contains(&played) }, "{report}");
        // After four of ten faults the other six can change nothing.
        let stops =
            errors.contains("warning: the match ends early: too many games ended by faults");
        assert_eq!(stops, count == 10, "{errors}");
    }
}

#[test]
fn many_faults_withhold_what_the_other_games_say() {
    // It crashes in every second game, so the match goes on.
    let pgn = fresh_file("crashes-later.pgn").display().to_string();
    let args = ["--games", "10", "--pgn", &pgn];
    let (report, errors) = report_of(&["honest", "crash later"], &args, 3);
    says_nothing(&report);
    let named = "withheld  elo and los: 4 of 8 games ended by faults, 3 are tolerated\n";
    assert!(report.contains(named), "{report}");
    assert!(report.contains("faults      crash later: Crash 4"), "{report}");
    assert!(errors.contains("game 8: ") && !errors.contains("game 9: "), "{errors}");
    // Nothing is left to play, and a cluster is told so.
    let list = ["--games", "10", "--pgn", &pgn, "--resume", "--list"];
    let listed = play(&["honest", "crash later"], &list);
    assert_eq!((listed.code, listed.out), (Some(0), String::new()));
    // Summarising the file gives the same result, also with a test.
    let counted = summary_of(&pgn, &[]);
    assert_eq!((counted.code, counted.out), (Some(3), report));
    let tested = summary_of(&pgn, &["--sprt", "elo0=0,elo1=200"]);
    assert_eq!(tested.code, Some(3));
    let document = summary_of(&pgn, &["--json"]).document();
    let result = &document["encounters"][0]["result"];
    assert_eq!((&result["withheld"], &result["faults"]), (&true.into(), &4.into()));
    assert!(result["elo"].is_null() && result["los"].is_null(), "{result}");
    assert!(document["engines"][0]["rating"].is_null(), "{document}");
}

#[test]
fn a_few_faults_are_not_in_elo_and_los() {
    let (report, _) = report_of(&["honest", "crash later"], &["--games", "5"], 0);
    assert!(report.contains("  result    +2 =3 -0, "), "{report}");
    assert!(
        report.contains("  faults    2 games that ended by faults are not in elo and los"),
        "{report}"
    );
    // The three other games were drawn.
    assert!(report.contains("\n  elo       +0.0 ± "), "{report}");
    assert!(report.contains("\n  los       50.0 %\n"), "{report}");
}

#[test]
fn engines_that_work_are_rated_and_the_exit_code_reports_the_other() {
    let args = ["--games", "4", "--recover", "--adjudicate-win", "5,4"];
    let (report, errors) = report_of(&["optimist", "pessimist", "crash at start"], &args, 3);
    let first = report.lines().next().unwrap_or_default();
    assert!(first.starts_with(" 1. optimist        elo "), "{report}");
    assert!(report.contains("\n 3. crash at start  elo         unknown   +0 =0 -8"), "{report}");
    assert_eq!(report.matches("withheld  elo and los: 4 of 4 games").count(), 2, "{report}");
    assert!(!errors.contains("the match stops"), "the others have something to say: {errors}");
}

#[test]
fn two_wins_are_no_certainty() {
    let args = ["--games", "2", "--adjudicate-win", "5,4"];
    let (report, errors) = report_of(&["optimist", "pessimist"], &args, 0);
    assert!(report.contains("\n  elo       above -195.6\n  los       84.1 %\n"), "{report}");
    assert!(errors.contains("; +1 =0 -0 [0 0 0 0 0], elo "), "{errors}");
    assert!(!format!("{report}{errors}").contains("inf"), "{report}{errors}");
    // One game says even less.
    let args = ["--games", "1", "--adjudicate-win", "5,4"];
    let (report, _) = report_of(&["pessimist", "optimist"], &args, 0);
    assert!(report.starts_with("pessimist against optimist: 1 game\n"), "{report}");
    assert!(!report.contains("inf") && !report.contains("los       0.0 %"), "{report}");
}

#[test]
fn the_margin_goes_with_the_limit_and_late_moves_are_told_first() {
    // The limit is for the second engine, which thinks for 0.2 s, ten times its limit.
    let args = ["--games", "2", "--time", "0.02", "--recover"];
    let limit = |margin: &[&str], code| {
        let output = play(&["honest", "sluggish"], &[&args, margin].concat());
        assert_eq!(output.code, Some(code), "{}", output.err);
        output.out
    };
    let report = limit(&[], 3);
    assert!(report.contains("faults      sluggish: Timeout 2\n"), "{report}");
    // The report says what a larger margin has forgiven.
    let report = limit(&["--margin", "5"], 0);
    let third = report.lines().nth(2).unwrap_or_default();
    assert!(third.starts_with("  late      sluggish: "), "{report}");
    assert!(third.contains(" moves, by 0."), "{report}");
}

#[test]
fn what_files_say_of_a_game_must_agree_with_its_moves_and_with_other_files() {
    let [first, second] = ["played.pgn", "told-otherwise.pgn"].map(fresh_file);
    let [first, second] = [first, second].map(|path| path.display().to_string());
    report_of(&["honest", "chatty"], &["--games", "2", "--pgn", &first], 0);
    let games = std::fs::read_to_string(&first).expect("the games were written");
    let other = games.replacen("[Result \"Draw\"]", "[Result \"WhiteWins\"]", 1);
    std::fs::write(&second, &other).expect("the file can be written");
    let told = |args: &[&str]| summary_of(&first, args).err;
    assert_eq!(told(&[]), "");
    assert!(told(&[&first]).contains("2 duplicate games are counted once"), "{}", told(&[&first]));
    assert!(!told(&[&first]).contains("another result"));
    let told = told(&[&second]);
    assert!(told.contains("game 1 of the match has other moves or another result"), "{told}");
    // White's queen is surrounded.
    let lost = "[GameType \"Base\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"WhiteWins\"]\n\n";
    let path = fresh_file("contradicted.pgn").display().to_string();
    std::fs::write(&path, format!("{lost}{LOST}\n\nWhiteWins\n\n")).expect("it can be written");
    let output = summary_of(&path, &[]);
    let told = output.err;
    assert!(
        told.contains("game 1: the result is `WhiteWins`, but the moves give `BlackWins`"),
        "{told}"
    );
}

#[test]
fn nothing_untried_is_reported_as_passed() {
    for option in ["--games", "--plies", "--perft-depth"] {
        let refused = waggle(&["verify", "an engine", option, "0"]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains("expected a whole number from 1"), "{option}");
    }
    // All positions of one game: whoever led has won it.
    let fitted = waggle(&["tune", "--chance", "--games", "1", "--nodes", "1", "--seed", "5"]);
    assert_eq!(fitted.code, Some(2), "{}", fitted.out);
    assert!(fitted.err.contains("no curve fits: there are too few games"));
    assert!(fitted.out.is_empty());
}
