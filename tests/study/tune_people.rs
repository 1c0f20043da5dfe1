//! `waggle tune-people --reviews`: what reviews of games tell of people.

use crate::program::{folder, waggle};

#[test]
fn reviews_give_a_curve_and_a_table_of_accuracies() {
    let folder = folder("tune_people");
    let path = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    let [games, reviews, table] = ["games.pgn", "reviews.jsonl", "table.txt"].map(path);
    // A few games of levels stand in for those of people.
    let all = std::fs::read_to_string("examples/levels.pgn").expect("it is there");
    let few: String = all.split_inclusive("[GameType ").take(11).collect();
    std::fs::write(&games, few.trim_end_matches("[GameType ")).expect("it can be written");
    let options = ["--nodes", "5", "--table", "1", "-o", &reviews];
    waggle(&[&["review", "--all", &games], &options[..]].concat()).said();
    let out = waggle(&["tune-people", "--reviews", &reviews, "--out", &table]).said();
    assert!(out.starts_with("games: 10, others left out: 0\n"), "{out}");
    assert!(out.contains("odds of e to 1 at a score of ") && out.contains("plies"), "{out}");
    let table = std::fs::read_to_string(table).expect("the table");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(' ').collect()).collect();
    let games = rows.iter().map(|row| row[2].parse::<usize>().expect("a number of games"));
    assert_eq!(games.sum::<usize>(), 10);
    let number = |text: &&str| text.parse::<f64>().expect("an accuracy");
    for row in &rows {
        assert!(row[0] == "5" && row.len() == 24, "{row:?}");
        assert!(row[3..].iter().map(number).is_sorted(), "{row:?}");
    }
}
