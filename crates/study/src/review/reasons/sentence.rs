//! Facts as sentences.

use super::comparison::Comparison;
use crate::review::judging::fact::Fact;
use waggle_hive_core::notation::move_string;
use waggle_hive_core::rules::{Color, Move, Outcome, Piece};
use waggle_hive_engine::analysis::moves_of_winner;

/// How sentences begin that say why a game is a draw, the third after the name of a color.
const OF_DRAWS: [&str; 4] = [
    "The same position for ",
    "The players agreed to a draw.",
    " had a forced win after ply ",
    "The engine gave ",
];

/// Whether this is what a review has said of a drawn game.
pub(in crate::review) fn is_of_draw(text: &str) -> bool {
    let winner = Color::ALL.map(|color| color.to_string());
    let text = winner.iter().find_map(|name| text.strip_prefix(name)).unwrap_or(text);
    OF_DRAWS.iter().any(|start| text.starts_with(start))
}

/// The sentence for a fact about a move.
#[expect(clippy::too_many_lines, reason = "a sentence for each fact")]
pub(super) fn of(fact: &Fact, comparison: &Comparison) -> String {
    let [same, agreed, had_win, gave] = OF_DRAWS;
    let (us, them) = (comparison.us, comparison.us.other());
    let (ours, theirs) = (queen(us), queen(them));
    let before = |mv: Move| move_string(&comparison.before, mv);
    let after = |mv: Move| move_string(&comparison.played, mv);
    let instead = comparison.instead.as_ref().map(|(mv, _)| before(*mv)).unwrap_or_default();
    match fact {
        Fact::OnlyMove => format!("{us} had no other move."),
        Fact::Ends(Outcome::Draw) => "Both Queens are surrounded: a draw.".to_owned(),
        Fact::Ends(Outcome::Win(winner)) if *winner == us => format!("{us} surrounds {theirs}."),
        Fact::Ends(Outcome::Win(_)) => format!("{us} surrounds {ours}, which loses the game."),
        Fact::Repeats { times } => {
            format!("{same}{} time: a draw.", ordinal(*times))
        }
        Fact::Agreed => agreed.to_owned(),
        Fact::HadWin { winner, first, last, at_end } => {
            let later = match (first == last, at_end) {
                (true, true) => ", when the game ended".to_owned(),
                (true, false) => String::new(),
                (false, true) => ", and had one when the game ended".to_owned(),
                (false, false) => format!(", and one after ply {last}"),
            };
            format!("{winner}{had_win}{first}{later}.")
        }
        Fact::CouldSurround { mv, closes_the_gap: true } => {
            let mover = mv.piece().map(|piece| piece.to_string()).unwrap_or_default();
            format!("{mover} could have closed the last gap around {theirs} with {}.", before(*mv))
        }
        Fact::CouldSurround { mv, .. } => {
            format!("{us} could have surrounded {theirs} with {}.", before(*mv))
        }
        Fact::CouldWin { mv, plies } => {
            let moves = in_moves(*plies);
            format!("{us} could have won {moves}, beginning with {}.", before(*mv))
        }
        Fact::AllowsSurround { mv, was_threatened: true } => {
            let mv = after(*mv);
            format!("{them} threatened to surround {ours} with {mv}, and still does.")
        }
        Fact::AllowsSurround { mv, .. } => {
            format!("{them} can now surround {ours} with {}.", after(*mv))
        }
        Fact::AllowsWin { mv, plies, prevented_by } => {
            let (moves, mv) = (in_moves(*plies), after(*mv));
            match prevented_by {
                Some(_) => format!(
                    "Allows {them} to win {moves}, beginning with {mv}; after {instead} there would be \
                     no such win."
                ),
                None => format!("{them} can win {moves}, beginning with {mv}."),
            }
        }
        Fact::LetsReach { pieces } => {
            let pieces = list(pieces);
            format!("Lets {pieces} come to {ours} with the next move, which {instead} prevents.")
        }
        Fact::LetsClimb { piece } => {
            format!("Lets {piece} climb onto {ours} with the next move, which {instead} prevents.")
        }
        Fact::LetsEnter { mv } => format!(
            "Lets {them} place a piece beside {ours}, such as {}, which {instead} prevents.",
            after(*mv)
        ),
        Fact::Liberties { queen: whose, left, instead: other } => format!(
            "Leaves {} with {}; after {instead} she would have {}.",
            queen(*whose),
            liberties(*left),
            number(*other)
        ),
        Fact::LibertiesAfterReply { reply, left, instead: other } => format!(
            "{} leaves {ours} with {}; after {instead} no reply would leave her fewer than {}.",
            after(*reply),
            liberties(*left),
            number(*other)
        ),
        Fact::Frees { piece, reaches_queen: Some(mv) } => {
            let mv = after(*mv);
            format!("{piece} was pinned until now and can come to {ours} with {mv}.")
        }
        Fact::Frees { piece, .. } => format!("{piece} was pinned until now and is free."),
        Fact::WouldPin { pieces } => {
            format!("{instead} would have pinned {}, now free to move.", list(pieces))
        }
        Fact::PinsOwn { pieces } => {
            format!("Pins {us}'s own {}, which {instead} would not have done.", list(pieces))
        }
        Fact::WouldFree { pieces } => {
            let stay = if pieces.len() == 1 { "stays" } else { "stay" };
            format!("{instead} would have freed {}, which {stay} pinned.", list(pieces))
        }
        Fact::WouldCover { piece } => format!("{instead} would have covered {piece}."),
        Fact::QueenStuck => {
            format!("{} can no longer move; after {instead} she still could.", upper(&ours))
        }
        Fact::CouldThreaten { then } => {
            let threat = comparison.threatening().map(|position| move_string(&position, *then));
            let threat = threat.unwrap_or_default();
            format!("{instead} would have threatened {threat}, which surrounds {theirs}.")
        }
        Fact::CouldSqueeze => format!("{instead} would have left {them} nothing but a pass."),
        Fact::CouldThrowAway { thrower, piece } => {
            format!("{thrower} could have thrown {piece} away from {ours} with {instead}.")
        }
        Fact::HardToFind { percent, extrapolated } => format!(
            "The model of people's moves thinks that few would find {instead}: {percent} % at most{}.",
            guess(*extrapolated)
        ),
        Fact::MostPlayIt { percent, extrapolated } => format!(
            "The model of people's moves thinks that most would play this, too: {percent} % at least{}.",
            guess(*extrapolated)
        ),
        Fact::AsGood { choice } => {
            format!("The engine would play {}, but finds this move just as good.", before(*choice))
        }
        Fact::WasWinning { winner, first, last } => {
            format!("{gave}{winner} 90 % or more after every ply from {first} to {last}.")
        }
        Fact::Later { plies, fact } => later(*plies, fact, &instead),
        Fact::EnginesMove => "The engine would play it, too.".to_owned(),
        Fact::NothingMuchBetter => "The engine sees nothing that is much better.".to_owned(),
        Fact::MissesUnproven { .. } => {
            format!("The engine sees a win for {us} that is missed; it is not proven.")
        }
        Fact::AllowsUnproven { .. } => {
            format!("The engine now sees a win for {them}; it is not proven.")
        }
        Fact::ChancesFall { before, after } => {
            format!("The engine thinks that {us}'s chances fall from {before} % to {after} %.")
        }
    }
}

/// A fact that holds some plies later in the line that the engine expects, and would not after the
/// better move.
fn later(plies: usize, fact: &Fact, instead: &str) -> String {
    let when = match plies {
        1 => "one ply".to_owned(),
        2..=6 => format!("{} plies", number(plies as u8)),
        plies => format!("{plies} plies"),
    };
    let expected = match fact {
        Fact::Liberties { queen: whose, left, instead: other } => format!(
            "{} to have {} {when} later; after {instead}, {}",
            queen(*whose),
            liberties(*left),
            number(*other)
        ),
        Fact::Repeats { times } => {
            let time = ordinal(*times);
            format!("the same position for {time} time {when} later; after {instead}, another")
        }
        Fact::WouldPin { pieces } => {
            format!("{} to be free {when} later; after {instead}, pinned", list(pieces))
        }
        Fact::PinsOwn { pieces } => {
            format!("{} to be pinned {when} later; after {instead}, free", list(pieces))
        }
        _ => String::new(),
    };
    format!("The engine expects {expected}.")
}

fn queen(color: Color) -> String {
    match color {
        Color::White => "the white Queen".to_owned(),
        Color::Black => "the black Queen".to_owned(),
    }
}

/// The text with a capital first letter.
fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
        .unwrap_or_default()
}

/// What is added to an opinion on a game type of which the model has seen no games.
const fn guess(extrapolated: bool) -> &'static str {
    if extrapolated { ", a guess, because it has learned from games of Base+MLP" } else { "" }
}

fn in_moves(plies: u8) -> String {
    match moves_of_winner(plies.into()) {
        1 => "with one move".to_owned(),
        moves => format!("in {moves} moves"),
    }
}

fn number(count: u8) -> &'static str {
    ["none", "one", "two", "three", "four", "five", "six"]
        .get(usize::from(count))
        .unwrap_or(&"many")
}

/// Which occurrence of a position this is.
fn ordinal(times: usize) -> &'static str {
    let named = ["the third", "the fourth", "the fifth", "the sixth", "the seventh", "the eighth"];
    times.checked_sub(3).and_then(|index| named.get(index)).unwrap_or(&"another")
}

fn liberties(count: u8) -> String {
    match count {
        0 => "no liberty".to_owned(),
        1 => "one liberty".to_owned(),
        count => format!("{} liberties", number(count)),
    }
}

/// `wA1`, `wA1 and wB1`, `wA1, wB1 and wG1`.
fn list(pieces: &[Piece]) -> String {
    let names: Vec<String> = pieces.iter().map(Piece::to_string).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_and_numbers_are_listed_as_people_do() {
        let pieces: Vec<Piece> = Piece::of(Color::White).take(3).collect();
        assert_eq!(list(&pieces[..1]), "wQ");
        assert_eq!(list(&pieces[..2]), "wQ and wS1");
        assert_eq!(list(&pieces), "wQ, wS1 and wS2");
        assert_eq!(
            (liberties(1).as_str(), liberties(3).as_str()),
            ("one liberty", "three liberties")
        );
        assert_eq!(in_moves(5), "in 3 moves");
        assert_eq!(upper("the white Queen"), "The white Queen");
    }
}
