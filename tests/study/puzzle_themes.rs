//! The themes of the puzzles that come with the program, found once more by the plain rules.

use waggle::notation::setup_text;
use waggle::puzzles::{Entry, Theme, built_in_sets, read_set};

use crate::common::forced_wins::{ply_of, won};
use crate::common::plain_puzzle::set_up;
use crate::common::plain_rules::{Bug, Cell, Color, Game, Piece, Ply};

#[test]
fn a_puzzle_has_a_theme_exactly_if_its_solution_shows_it() {
    let mut wrong = vec![];
    let mut seen: Vec<Theme> = vec![];
    for puzzle in built_in_sets().flat_map(|text| read_set(text).unwrap()) {
        let solution = Solution::of(&puzzle);
        for &theme in Theme::ALL {
            let (is_said, is_shown) = (puzzle.themes.contains(&theme), solution.shows(theme));
            if is_said != is_shown {
                wrong.push(format!("{} {}: {is_said}", puzzle.id(), theme.name()));
            }
        }
        seen.extend(&puzzle.themes);
    }
    assert!(wrong.is_empty(), "{} are wrong: {wrong:#?}", wrong.len());
    let unseen: Vec<&Theme> = Theme::ALL.iter().filter(|theme| !seen.contains(theme)).collect();
    assert_eq!(unseen, [&Theme::LastPlacement], "no puzzle has them");
}

/// The moves of a solution, each with the game before it.
struct Solution {
    moves: Vec<(Game, Ply)>,
    us: Color,
    their_queen: Piece,
}

impl Solution {
    fn of(puzzle: &Entry) -> Self {
        let position = &puzzle.position;
        let mut game = set_up(&format!("{};{}", position.game_type(), setup_text(position)));
        let us = game.side_to_move();
        let mut moves = vec![];
        for &mv in &puzzle.line {
            let ply = ply_of(&game, mv);
            moves.push((game.clone(), ply));
            game.play(ply);
        }
        let their_queen = Piece { color: us.other(), bug: Bug::Queen, number: 1 };
        Self { moves, us, their_queen }
    }

    /// The definitions of `docs/archives.md`, word by word.
    fn shows(&self, theme: Theme) -> bool {
        let (start, first) = &self.moves[0];
        let (end, last) = self.moves.last().unwrap();
        if !end.after(*last).is_over() {
            return theme == Theme::Defend;
        }
        let is_ours = self.moves.len() % 2 == 1;
        let mut ours = self.moves.iter().step_by(2);
        let mut theirs = self.moves.iter().skip(1).step_by(2);
        let ends_with = |bug| is_ours && walks(end, *last).is_some_and(|piece| piece.bug == bug);
        match theme {
            Theme::QuietMove => self.moves.len() > 1 && !self.is_attack(start, *first),
            Theme::UnderThreat => {
                let passed = start.after(Ply::Pass);
                let wins = |ply| passed.after(ply).state() == won(self.us.other());
                passed.legal().into_iter().any(wins)
            }
            Theme::Unpinning => self.unpins(),
            Theme::Pinning => self.pins(start, &start.after(*first)),
            Theme::Throw => ours.any(|(game, ply)| game.is_throw(*ply)),
            Theme::QueenThrown => ours.any(|(_, ply)| moved(*ply) == Some(self.their_queen)),
            Theme::OntoQueen => ours.any(|(game, ply)| {
                goal(*ply).is_some_and(|cell| game.table.top(cell) == Some(self.their_queen))
            }),
            Theme::BeetleDrop => {
                let from = moved(*last).and_then(|piece| end.table.cell_of(piece));
                let falls =
                    |from| end.table.height(from) > end.table.height(goal(*last).unwrap()) + 1;
                (ends_with(Bug::Beetle) || ends_with(Bug::Mosquito)) && from.is_some_and(falls)
            }
            Theme::LastPlacement => {
                is_ours && moved(*last).is_some_and(|piece| end.table.cell_of(piece).is_none())
            }
            Theme::AntFinish => ends_with(Bug::Ant),
            Theme::SpiderFinish => ends_with(Bug::Spider),
            Theme::GrasshopperFinish => ends_with(Bug::Grasshopper),
            Theme::BeetleFinish => ends_with(Bug::Beetle),
            Theme::MosquitoFinish => ends_with(Bug::Mosquito),
            Theme::LadybugFinish => ends_with(Bug::Ladybug),
            Theme::PillbugFinish => ends_with(Bug::Pillbug),
            Theme::QueenFinish => ends_with(Bug::Queen),
            Theme::PassForced => theirs.any(|(_, ply)| *ply == Ply::Pass),
            Theme::OwnSurround => !is_ours,
            Theme::Defend => false,
        }
    }

    /// Whether a move puts a piece onto their queen, or beside her where nothing was.
    fn is_attack(&self, game: &Game, ply: Ply) -> bool {
        let Some(queen) = game.table.cell_of(self.their_queen) else { return false };
        let is_other = moved(ply) != Some(self.their_queen);
        let fills = |cell: Cell| cell.touches(queen) && game.table.is_empty(cell);
        is_other && goal(ply).is_some_and(|cell| cell == queen || fills(cell))
    }

    /// Whether a piece of theirs that stands alone and could move before cannot be lifted after.
    fn pins(&self, before: &Game, after: &Game) -> bool {
        let theirs = Game { ply: before.ply + 1, resting: None, ..before.clone() };
        let could_move = |piece| theirs.legal().into_iter().any(|ply| moved(ply) == Some(piece));
        after.table.tops().any(|(cell, piece)| {
            piece.color != self.us && is_pinned(after, cell) && could_move(piece)
        })
    }

    /// Whether one of our moves frees a pinned piece of ours, and a later one moves it.
    fn unpins(&self) -> bool {
        (0..self.moves.len()).step_by(2).any(|at| {
            let (before, ply) = &self.moves[at];
            let after = before.after(*ply);
            self.moves[at..].iter().skip(2).step_by(2).any(|(_, later)| {
                moved(*later).is_some_and(|piece| {
                    let is_pinned = |game: &Game| {
                        game.table.cell_of(piece).is_some_and(|cell| is_pinned(game, cell))
                    };
                    piece.color == self.us && is_pinned(before) && !is_pinned(&after)
                })
            })
        })
    }
}

/// The piece that a move moves.
fn moved(ply: Ply) -> Option<Piece> {
    match ply {
        Ply::To { piece, .. } => Some(piece),
        Ply::Pass => None,
    }
}

fn goal(ply: Ply) -> Option<Cell> {
    match ply {
        Ply::To { cell, .. } => Some(cell),
        Ply::Pass => None,
    }
}

/// The piece of a move that is neither a placement nor a throw.
fn walks(game: &Game, ply: Ply) -> Option<Piece> {
    moved(ply).filter(|&piece| game.table.cell_of(piece).is_some() && !game.is_throw(ply))
}

/// Whether a piece stands alone, and the hive breaks without it.
fn is_pinned(game: &Game, cell: Cell) -> bool {
    game.table.height(cell) == 1 && !game.is_free(cell)
}
