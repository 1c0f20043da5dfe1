//! An overview of a position: what can be seen of it in whole sets.
//!
//! This is what the evaluation is made of, so it has to be quick. Nothing is found out
//! piece by piece that can be found out for all pieces at once, and instead of asking
//! where each piece can go it asks, backwards, from where a liberty of a queen can be
//! filled. Three things are left out for that: a walk is looked at with the piece still in
//! its place, except for spiders that seem to arrive; gates on top of the hive do not
//! hold; and an ant reaches the edge of the hive or nothing.

use super::board::Board;
use super::dispatch::{self, Task};
use super::grid::{Grid, Spots};
use super::hive::{self, Hive};
use super::slides::{Perimeter, Slides};
use super::{Bug, ByColor, Color, Direction, Piece, Position};

/// What can be seen of a position at once. Sets of pieces have a bit for each index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// The pieces that belong to the game and are in hand.
    pub in_hand: u32,
    /// The pieces on the table.
    pub on_table: u32,
    /// The pieces below others.
    pub covered: u32,
    /// The pieces on the ground that hold the hive together.
    pub pinned: u32,
    /// The pieces on top of others.
    pub atop: u32,
    /// The pieces on the ground with a way to slide, pinned or not.
    pub slides: u32,
    /// Those with two ways or more.
    pub slides_much: u32,
    /// The uppermost pieces around the queen of each player.
    pub beside_queen: ByColor<u32>,
    /// What each player can do.
    pub outlook: ByColor<Outlook>,
}

/// How a liberty of the opponent's queen can be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// By one slide.
    Slide,
    /// By a step down from the top of the hive.
    StepDown,
    /// By a spider's walk.
    Spider,
    /// By a jump.
    Jump,
    /// By an ant's walk.
    Ant,
    /// By a ladybug's run.
    Ladybug,
    /// By a throw of either player's piece.
    Throw,
    /// By a new piece.
    Placement,
}

impl Means {
    /// All means, in the order of [`Outlook::fillable`].
    pub const ALL: [Self; 8] = [
        Self::Slide,
        Self::StepDown,
        Self::Spider,
        Self::Jump,
        Self::Ant,
        Self::Ladybug,
        Self::Throw,
        Self::Placement,
    ];
}

/// What a player can do. All but `open` and `entries` are nothing while a queen is in
/// hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// The liberties of the opponent's queen that can be filled, a bit for each
    /// direction from her, by [`Means`]. Mosquitoes fill them as whom they touch.
    pub fillable: [u8; Means::ALL.len()],
    /// The pieces that can fill one of them or climb onto her, without opening another.
    pub attackers: u32,
    /// The liberties of the opponent's queen to which a slide leads from outside.
    pub open: u8,
    /// The kinds of bugs that the mosquito touches, a bit for each.
    pub mimicked: u8,
    /// The pieces of both players that can be thrown.
    pub throwable: u8,
    /// The hexes where pieces can be placed.
    pub entries: u8,
}

impl Position {
    /// Looks over the position.
    ///
    /// The player who is not to move is seen without regard to the resting piece.
    #[must_use]
    #[inline]
    pub fn overview(&self) -> Overview {
        let hive = self.hive();
        let mut overview = if self.ply() >= 2 {
            let us = self.side_to_move();
            let resting = self.last_moved().filter(|piece| piece.color() == us);
            let throws = self.game_type().pillbug;
            dispatch::run(hive, Overlooking { hive, resting, throws })
        } else {
            Overview { on_table: hive.on_table(), ..Overview::default() }
        };
        overview.in_hand = hive::all_in(self.game_type()) & !hive.on_table();
        overview
    }
}

/// Looks over a hive of two pieces or more.
pub(super) struct Overlooking<'a> {
    pub(super) hive: &'a Hive,
    /// The piece of the player to move that rests, if one does.
    pub(super) resting: Option<Piece>,
    /// Whether the pillbug is in play.
    pub(super) throws: bool,
}

impl Task for Overlooking<'_> {
    type Answer = Overview;

    #[inline(always)]
    fn on<G: Grid>(self, board: &Board<G>) -> Overview {
        let whole = Whole::of(&self, board);
        let (slides, slides_much) = whole.slides();
        let beside_queen =
            ByColor { white: whole.beside(Color::White), black: whole.beside(Color::Black) };
        // Once for each, so that neither has to be looked up by color.
        let outlook = ByColor {
            white: whole.outlook(Color::White, beside_queen.black),
            black: whole.outlook(Color::Black, beside_queen.white),
        };
        Overview {
            in_hand: 0,
            on_table: self.hive.on_table(),
            covered: self.hive.covered(),
            pinned: whole.pinned,
            atop: whole.uppermost & !whole.on_ground,
            slides,
            slides_much,
            beside_queen,
            outlook,
        }
    }
}

/// The hive as both players see it.
struct Whole<'a, G: Grid> {
    hive: &'a Hive,
    board: &'a Board<G>,
    slides: Slides<G>,
    /// The hexes that may not be left.
    pins: G,
    /// Where ants walk.
    edge: G,
    uppermost: u32,
    on_ground: u32,
    pinned: u32,
    resting: Option<Piece>,
    throws: bool,
}

impl<'a, G: Grid> Whole<'a, G> {
    #[inline(always)]
    fn of(task: &Overlooking<'a>, board: &'a Board<G>) -> Self {
        let Overlooking { hive, resting, throws } = *task;
        let pins = board.pins();
        let uppermost = hive.on_table() & !hive.covered();
        let on_ground = uppermost & !Board::pieces_on(hive, G::from_words(board.stacked));
        Self {
            hive,
            board,
            slides: Slides::around(&board.seen),
            pins: pins.hexes,
            edge: Perimeter::of(board.occupied, &board.seen, pins.encloses).hexes(),
            uppermost,
            on_ground,
            pinned: Board::pieces_on(hive, pins.hexes) & on_ground,
            resting,
            throws,
        }
    }

    /// All but the resting piece.
    #[inline(always)]
    fn rested(&self) -> u32 {
        !self.resting.map_or(0, |piece| 1 << piece.index())
    }

    /// The pieces with a way to slide, and those with several.
    #[inline(always)]
    fn slides(&self) -> (u32, u32) {
        let ready = self.on_ground & self.rested();
        let [one_way, two_ways] = self.slides.one_and_two_ways();
        let one_way = Board::pieces_on(self.hive, one_way);
        let two_ways = Board::pieces_on(self.hive, two_ways);
        (one_way & ready, two_ways & ready)
    }

    /// The number of a queen's hex, if she is on the table.
    #[inline(always)]
    fn queen(&self, color: Color) -> Option<usize> {
        let queen = Piece::queen(color);
        (self.hive.on_table() >> queen.index() & 1 != 0)
            .then(|| Board::<G>::place_of(self.hive, queen).index)
    }

    /// The uppermost pieces around a queen.
    #[inline(always)]
    fn beside(&self, color: Color) -> u32 {
        let Some(queen) = self.queen(color) else { return 0 };
        let around = self.board.near_queens[color].without(G::single(queen));
        Board::pieces_on(self.hive, around) & self.uppermost
    }

    /// What a player can do, while these pieces stand beside the opponent's queen.
    #[inline(always)]
    fn outlook(&self, us: Color, beside: u32) -> Outlook {
        let Self { hive, board, .. } = *self;
        let them = us.other();
        let entries = board.tops[us]
            .neighbors()
            .without(board.tops[them].neighbors())
            .without(board.occupied);
        let mut outlook = Outlook { entries: entries.len() as u8, ..Outlook::default() };
        let Some(queen) = self.queen(them) else { return outlook };
        let liberties = board.near_queens[them].without(board.occupied);
        let siege = Siege::new(board, queen, liberties);
        outlook.open = siege.directions(self.edge);
        if self.queen(us).is_none() {
            return outlook;
        }
        outlook.fillable[Means::Placement as usize] = siege.directions(entries);
        // Whoever stands beside her would open a liberty in order to fill one.
        let movable = hive::all_of(us) & self.uppermost & !self.pinned & !(beside & self.on_ground);
        let movable = movable & self.rested();
        let mosquito = Mosquito::of(hive, us, self.on_ground);
        outlook.mimicked = mosquito.mimicked;
        let mut pack = Pack {
            whole: self,
            siege,
            us,
            on_ground: movable & self.on_ground,
            atop: movable & !self.on_ground,
            mosquito,
            outlook,
        };
        pack.slide();
        pack.walk();
        pack.step_down();
        pack.jump();
        pack.walk_far();
        pack.run();
        if self.throws {
            pack.throw();
        }
        pack.outlook
    }
}

/// From one hex of a window to its neighbors, clockwise, in numbers.
const STEPS: [i8; 6] = [-16, -15, 1, 16, 15, -1];

/// The direction of a neighbor, as a bit, by how much its number is larger.
const DIRECTION_OF_STEP: [u8; 256] = {
    let mut table = [0; 256];
    let mut direction = 0;
    while direction < 6 {
        table[STEPS[direction] as u8 as usize] = 1 << direction;
        direction += 1;
    }
    table
};

/// A queen on the table, seen by those who attack her.
struct Siege<G: Grid> {
    /// The number of her hex.
    queen: usize,
    liberties: G,
    /// The numbers of the hexes around her, clockwise, if the board is a window.
    around: Spots,
    /// The directions from her to her liberties.
    free_directions: u8,
}

impl<G: Grid> Siege<G> {
    #[inline(always)]
    fn new(board: &Board<G>, queen: usize, liberties: G) -> Self {
        let mut around = [0; 32];
        for (spot, step) in around.iter_mut().zip(STEPS) {
            *spot = (queen as u8).wrapping_add_signed(step);
        }
        Self { queen, liberties, around, free_directions: !board.ring(queen) & 0x3f }
    }

    /// The direction in which a hex of the window lies that is so many steps in a direction
    /// from another, if it is beside the queen, as a bit.
    #[inline(always)]
    fn direction_of(&self, from: usize, direction: usize, steps: u32) -> u8 {
        let step = i32::from(STEPS[direction]) as u32;
        let goal = (from as u32).wrapping_add(step.wrapping_mul(steps));
        DIRECTION_OF_STEP[goal.wrapping_sub(self.queen as u32) as usize & 0xff]
    }

    /// The directions from the queen to those of her liberties that are in the set.
    #[inline(always)]
    fn directions(&self, set: G) -> u8 {
        if G::BOUNDED {
            set.holds(&self.around) as u8 & self.free_directions
        } else {
            G::ring(&set.words(), self.queen) & self.free_directions
        }
    }
}

/// A mosquito on the ground and the kinds of bugs that it touches.
#[derive(Clone, Copy)]
struct Mosquito {
    piece: u32,
    mimicked: u8,
}

impl Mosquito {
    #[inline(always)]
    fn of(hive: &Hive, us: Color, on_ground: u32) -> Self {
        let piece = on_ground & hive::all_of_kind(us, Bug::Mosquito);
        let mimicked = match hive::pieces(piece).next() {
            Some(mosquito) => hive.bugs_around(hive.place(mosquito)),
            None => 0,
        };
        Self { piece, mimicked }
    }

    /// The mosquito, if it touches this kind.
    #[inline(always)]
    fn playing(self, bug: Bug) -> u32 {
        if self.mimicked >> bug as u8 & 1 != 0 { self.piece } else { 0 }
    }
}

/// The pieces of a player that may attack, and what they have been seen to do.
struct Pack<'a, G: Grid> {
    whole: &'a Whole<'a, G>,
    siege: Siege<G>,
    us: Color,
    on_ground: u32,
    atop: u32,
    mosquito: Mosquito,
    outlook: Outlook,
}

impl<G: Grid> Pack<'_, G> {
    /// Those on the ground that move as this kind.
    #[inline(always)]
    fn moving_as(&self, bug: Bug) -> u32 {
        (hive::all_of_kind(self.us, bug) | self.mosquito.playing(bug)) & self.on_ground
    }

    /// The pieces on these hexes.
    #[inline(always)]
    fn on(&self, set: G) -> u32 {
        Board::pieces_on(self.whole.hive, set)
    }

    /// Where the piece stands.
    #[inline(always)]
    fn spot(&self, piece: Piece) -> G {
        G::single(Board::<G>::place_of(self.whole.hive, piece).index)
    }

    /// Takes down where a piece goes.
    #[inline(always)]
    fn goes(&mut self, piece: Piece, means: Means, goals: G) {
        let filled = self.siege.directions(goals);
        self.outlook.fillable[means as usize] |= filled;
        self.outlook.attackers |= u32::from(filled != 0) << piece.index();
    }

    /// One slide: queen, pillbug and beetles.
    #[inline(always)]
    fn slide(&mut self) {
        let steppers =
            self.moving_as(Bug::Queen) | self.moving_as(Bug::Beetle) | self.moving_as(Bug::Pillbug);
        let Whole { slides, .. } = self.whole;
        for piece in hive::pieces(steppers & self.on(slides.back(self.siege.liberties))) {
            self.goes(piece, Means::Slide, slides.step(self.spot(piece)));
        }
    }

    /// A spider's three slides.
    #[inline(always)]
    fn walk(&mut self) {
        let spiders = self.moving_as(Bug::Spider);
        if spiders == 0 {
            return;
        }
        let slides = &self.whole.slides;
        let occupied = self.whole.board.occupied;
        let one_away = slides.back(self.siege.liberties).without(occupied);
        let two_away = slides.back(one_away).without(occupied);
        for piece in hive::pieces(spiders & self.on(slides.back(two_away))) {
            let start = self.spot(piece);
            let slides = Slides::around(&occupied.without(start).seen_from());
            self.goes(piece, Means::Spider, slides.three_steps(start));
        }
    }

    /// From the top of the hive onto a liberty or the queen.
    #[inline(always)]
    fn step_down(&mut self) {
        if self.atop == 0 {
            return;
        }
        let board = self.whole.board;
        let goals = self.siege.liberties | G::single(self.siege.queen);
        self.outlook.attackers |= self.atop & self.on(goals.neighbors());
        let stacks = G::from_words(board.stacked) & board.tops[self.us];
        self.outlook.fillable[Means::StepDown as usize] = self.siege.directions(stacks.neighbors());
    }

    /// A grasshopper's jump.
    #[inline(always)]
    fn jump(&mut self) {
        let Whole { hive, board, .. } = *self.whole;
        for piece in hive::pieces(self.moving_as(Bug::Grasshopper)) {
            let from = Board::<G>::place_of(hive, piece);
            let mut filled = 0;
            for (direction, pieces) in hive.lines().rows_beside(from.hex).into_iter().enumerate() {
                // Without a piece to jump over the grasshopper stays: no branch is needed.
                let steps = pieces + u32::from(pieces > 0);
                filled |= if G::BOUNDED {
                    self.siege.direction_of(from.index, direction, steps)
                } else {
                    let goal = from.hex.stepped(Direction::ALL[direction], steps as u16);
                    self.siege.directions(G::single(board.index_of(goal)))
                };
            }
            filled &= self.siege.free_directions;
            self.outlook.fillable[Means::Jump as usize] |= filled;
            self.outlook.attackers |= u32::from(filled != 0) << piece.index();
        }
    }

    /// An ant's walk along the edge of the hive.
    #[inline(always)]
    fn walk_far(&mut self) {
        let ants = self.moving_as(Bug::Ant);
        if ants != 0 && self.outlook.open != 0 {
            let ants = ants & self.on(self.whole.slides.back(self.whole.edge));
            self.outlook.attackers |= ants;
            self.outlook.fillable[Means::Ant as usize] =
                if ants == 0 { 0 } else { self.outlook.open };
        }
    }

    /// A ladybug's run over two pieces.
    #[inline(always)]
    fn run(&mut self) {
        for piece in hive::pieces(self.moving_as(Bug::Ladybug)) {
            let start = self.spot(piece);
            let others = self.whole.board.occupied.without(start);
            let first = start.neighbors() & others;
            let second = first.neighbors() & others;
            self.goes(piece, Means::Ladybug, second.neighbors());
        }
    }

    /// The throws of a pillbug, and of a mosquito beside one.
    #[inline(always)]
    fn throw(&mut self) {
        let Whole { board, hive, .. } = *self.whole;
        let throwers =
            hive::all_of_kind(self.us, Bug::Pillbug) | self.mosquito.playing(Bug::Pillbug);
        let throwers = throwers & self.whole.on_ground & self.whole.rested();
        if throwers == 0 {
            return;
        }
        let mut fixed = self.whole.pins | G::from_words(board.stacked);
        if let Some(resting) = self.whole.resting {
            fixed = fixed | self.spot(resting);
        }
        for piece in hive::pieces(throwers) {
            let index = Board::<G>::place_of(hive, piece).index;
            let ring = board.ring(index);
            let victims = G::around(index, ring).without(fixed);
            if ring != 0x3f && !victims.is_empty() {
                self.outlook.throwable += victims.len() as u8;
                let goals = G::around(index, !ring & 0x3f);
                self.outlook.fillable[Means::Throw as usize] |= self.siege.directions(goals);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, GameType};

    /// Plays games of arbitrary moves and shows every position from the third on.
    fn at_each_position(mut show: impl FnMut(&Position)) {
        for (seed, game_type) in GameType::ALL.into_iter().cycle().take(64).enumerate() {
            let mut game = Game::new(game_type);
            let mut state = seed as u64 + 1;
            while game.outcome().is_none() && game.position().ply() < 100 {
                if game.position().ply() >= 2 {
                    show(game.position());
                }
                let moves = game.position().legal_moves();
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(moves[(state >> 33) as usize % moves.len()]).unwrap();
            }
        }
    }

    /// The liberties of the opponent's queen that can be filled by any means.
    fn filled(outlook: &Outlook) -> u8 {
        outlook.fillable.iter().fold(0, |all, by_these| all | by_these)
    }

    #[test]
    fn what_it_says_of_pieces_is_what_generation_goes_by() {
        at_each_position(|position| {
            let (overview, survey) = (position.overview(), position.survey());
            assert_eq!(overview.pinned, survey.pinned);
            for piece in Piece::all() {
                let is_in = |set: u32| set >> piece.index() & 1 != 0;
                let hex = position.hex_of(piece);
                assert_eq!(is_in(overview.on_table), hex.is_some());
                assert_eq!(is_in(overview.covered), position.is_covered(piece));
                assert!(!is_in(overview.in_hand & overview.on_table));
                let Some(hex) = hex.filter(|_| !position.is_covered(piece)) else { continue };
                assert_eq!(is_in(overview.atop), position.height(hex) > 1);
                for color in Color::ALL {
                    let queen = position.hex_of(Piece::queen(color));
                    let is_beside = queen.is_some_and(|queen| hex.is_beside(queen));
                    assert_eq!(is_in(overview.beside_queen[color]), is_beside, "{piece}");
                }
                // Nobody throws her, so that all that she can do is slide.
                if piece.bug() == Bug::Queen
                    && !position.game_type().pillbug
                    && !is_in(overview.pinned | overview.atop)
                {
                    let ways = survey.moves[piece.index()];
                    assert_eq!(is_in(overview.slides), ways > 0, "{piece}");
                    assert_eq!(is_in(overview.slides_much), ways > 1, "{piece}");
                }
            }
        });
    }

    #[test]
    fn what_can_be_filled_is_seldom_seen_wrong() {
        let (mut seen, mut wrong) = (0, 0);
        at_each_position(|position| {
            let (overview, survey) = (position.overview(), position.survey());
            for us in Color::ALL {
                let outlook = &overview.outlook[us];
                if survey.entries[us] > 0 {
                    assert_eq!(outlook.entries, survey.entries[us]);
                }
                seen += 1;
                wrong +=
                    usize::from(filled(outlook).count_ones() != u32::from(survey.fillable[us]));
            }
        });
        assert!(wrong * 20 < seen, "{wrong} of {seen}");
    }
}
