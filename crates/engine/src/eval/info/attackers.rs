//! The liberties of the opponent's queen that a player's pieces can fill.

use super::hive_info::HiveInfo;
use super::mobility::{FillMethod, Mobility};
use super::queen_zone::QueenZone;
use waggle_hive_core::rules::bit_hive::BitHive;
use waggle_hive_core::rules::bitboard::Bitboard;
use waggle_hive_core::rules::hive::Hive;
use waggle_hive_core::rules::piece_set;
use waggle_hive_core::rules::slides::Slides;
use waggle_hive_core::rules::{Bug, ByColor, Color, Direction, Piece};

/// The mobility of a player. `beside` are the pieces next to the opponent's queen; `throws` is
/// whether the pillbug is in play.
#[inline(always)]
pub(super) fn mobility<B: Bitboard>(
    info: &HiveInfo<'_, B>,
    us: Color,
    beside: u32,
    throws: bool,
) -> Mobility {
    if B::BOUNDED {
        mobility_inlined(info, us, beside, throws)
    } else {
        mobility_apart(info, us, beside, throws)
    }
}

#[inline(never)]
fn mobility_apart<B: Bitboard>(
    info: &HiveInfo<'_, B>,
    us: Color,
    beside: u32,
    throws: bool,
) -> Mobility {
    mobility_inlined(info, us, beside, throws)
}

#[inline(always)]
fn mobility_inlined<B: Bitboard>(
    info: &HiveInfo<'_, B>,
    us: Color,
    beside: u32,
    throws: bool,
) -> Mobility {
    let HiveInfo { hive, bits, on_ground, .. } = *info;
    let them = us.other();
    let (beside_us, beside_them) = (&info.beside[us], &info.beside[them]);
    let entries = beside_us.any().without(beside_them.any()).without(bits.occupied);
    let mut mobility = Mobility {
        entries: entries.len() as u8,
        three_ways: (info.three_ways & bits.tops[us]).len() as u8,
        ..Mobility::default()
    };
    let Some(queen) = info.queen(them) else { return mobility };
    let liberties = info.near_queens[them].without(bits.occupied);
    let zone = QueenZone::new(bits, queen, liberties);
    mobility.ring = !zone.free_directions & 0x3f;
    mobility.open = zone.directions(info.edge);
    let is_covered_by_us = !(bits.tops[us] & B::single(queen)).is_empty();
    let others = if is_covered_by_us { beside_them.any() } else { beside_them.several() };
    mobility.liberties_beside_us = (liberties & beside_us.any()).without(others).len() as u8;
    mobility.liberties_beside_them = (liberties & others).without(beside_us.any()).len() as u8;
    if info.queen(us).is_none() {
        return mobility;
    }
    mobility.fillable[FillMethod::Placement as usize] = zone.directions(entries);
    // A piece next to her would open a liberty by filling one.
    let movable = piece_set::all_of(us) & info.uppermost & !info.pinned & !(beside & on_ground);
    let movable = movable & info.rested();
    let mosquito = Mosquito::of(hive, us, on_ground);
    mobility.mimicked = mosquito.mimicked;
    let mut attackers = Attackers {
        info,
        zone,
        us,
        on_ground: movable & on_ground,
        atop: movable & !on_ground,
        mosquito,
        mobility,
    };
    attackers.slide();
    attackers.walk();
    attackers.step_down();
    attackers.jump();
    attackers.walk_far();
    attackers.run();
    if throws {
        attackers.throw();
    }
    attackers.mobility
}

/// How a kind of bug on the ground fills liberties; `None` for mosquitoes, which copy others.
const fn method_of(bug: Bug) -> Option<FillMethod> {
    match bug {
        Bug::Queen | Bug::Beetle | Bug::Pillbug => Some(FillMethod::Slide),
        Bug::Spider => Some(FillMethod::Spider),
        Bug::Grasshopper => Some(FillMethod::Jump),
        Bug::Ant => Some(FillMethod::Ant),
        Bug::Ladybug => Some(FillMethod::Ladybug),
        Bug::Mosquito => None,
    }
}

/// The kinds that move by each method, one bit per kind.
const KINDS: [u8; FillMethod::COUNT] = {
    let mut kinds = [0; FillMethod::COUNT];
    let mut kind = 0;
    while kind < Bug::COUNT {
        if let Some(method) = method_of(Bug::ALL[kind]) {
            kinds[method as usize] |= 1 << kind;
        }
        kind += 1;
    }
    kinds
};

/// The pieces of each player that move by each method, one bit per index.
const PIECES: ByColor<[u32; FillMethod::COUNT]> = {
    const fn of(color: Color) -> [u32; FillMethod::COUNT] {
        let mut pieces = [0; FillMethod::COUNT];
        let mut kind = 0;
        while kind < Bug::COUNT {
            if let Some(method) = method_of(Bug::ALL[kind]) {
                pieces[method as usize] |= piece_set::all_of_kind(color, Bug::ALL[kind]);
            }
            kind += 1;
        }
        pieces
    }
    ByColor { white: of(Color::White), black: of(Color::Black) }
};

/// A mosquito on the ground and the kinds of bugs it touches.
#[derive(Clone, Copy)]
struct Mosquito {
    piece: u32,
    mimicked: u8,
}

impl Mosquito {
    #[inline(always)]
    fn of(hive: &Hive, us: Color, on_ground: u32) -> Self {
        let piece = on_ground & piece_set::all_of_kind(us, Bug::Mosquito);
        let mimicked = match piece_set::pieces(piece).next() {
            Some(mosquito) => hive.bugs_around(hive.hex_on_table(mosquito)),
            None => 0,
        };
        Self { piece, mimicked }
    }

    /// The mosquito, if it touches one of these kinds, one bit per kind.
    #[inline(always)]
    fn copying(self, kinds: u8) -> u32 {
        if self.mimicked & kinds != 0 { self.piece } else { 0 }
    }
}

/// The pieces of a player that may attack, and their mobility found so far.
struct Attackers<'a, B: Bitboard> {
    info: &'a HiveInfo<'a, B>,
    zone: QueenZone<B>,
    us: Color,
    on_ground: u32,
    atop: u32,
    mosquito: Mosquito,
    mobility: Mobility,
}

impl<B: Bitboard> Attackers<'_, B> {
    /// The pieces on the ground that move by this method.
    #[inline(always)]
    fn moving_by(&self, method: FillMethod) -> u32 {
        let kinds = KINDS[method as usize];
        let pieces = PIECES[self.us][method as usize];
        (pieces | self.mosquito.copying(kinds)) & self.on_ground
    }

    #[inline(always)]
    fn spot(&self, piece: Piece) -> B {
        B::single(BitHive::<B>::locate(self.info.hive, piece).index)
    }

    #[inline(always)]
    fn record(&mut self, piece: Piece, method: FillMethod, goals: B) {
        let filled = self.zone.directions(goals);
        self.mobility.fillable[method as usize] |= filled;
        self.mobility.attackers |= u32::from(filled != 0) << piece.index();
    }

    /// One slide, of queen, pillbug and beetles.
    #[inline(always)]
    fn slide(&mut self) {
        let steppers = self.moving_by(FillMethod::Slide);
        let HiveInfo { slides, .. } = self.info;
        for piece in
            piece_set::pieces(steppers & self.info.pieces_on(slides.back(self.zone.liberties)))
        {
            self.record(piece, FillMethod::Slide, slides.step(self.spot(piece)));
        }
    }

    /// A spider's three slides.
    #[inline(always)]
    fn walk(&mut self) {
        let spiders = self.moving_by(FillMethod::Spider);
        if spiders == 0 {
            return;
        }
        let slides = &self.info.slides;
        let occupied = self.info.bits.occupied;
        let one_away = slides.back(self.zone.liberties).without(occupied);
        let two_away = slides.back(one_away).without(occupied);
        for piece in piece_set::pieces(spiders & self.info.pieces_on(slides.back(two_away))) {
            let start = self.spot(piece);
            let slides = Slides::around(&occupied.without(start).shifted_to_neighbors());
            self.record(piece, FillMethod::Spider, slides.three_steps(start));
        }
    }

    /// From the top of the hive onto a liberty or the queen.
    #[inline(always)]
    fn step_down(&mut self) {
        if self.atop == 0 {
            return;
        }
        let bits = self.info.bits;
        let goals = self.zone.liberties | B::single(self.zone.queen);
        self.mobility.attackers |= self.atop & self.info.pieces_on(goals.neighbors());
        let stacks = B::from_words(bits.stacked) & bits.tops[self.us];
        self.mobility.fillable[FillMethod::StepDown as usize] =
            self.zone.directions(stacks.neighbors());
    }

    /// A grasshopper's jump.
    #[inline(always)]
    fn jump(&mut self) {
        let HiveInfo { hive, bits, .. } = *self.info;
        for piece in piece_set::pieces(self.moving_by(FillMethod::Jump)) {
            let from = BitHive::<B>::locate(hive, piece);
            let mut filled = 0;
            for (direction, pieces) in hive.lines().rows_beside(from.hex).into_iter().enumerate() {
                // Without a piece to jump over, the jump leads nowhere: no branch needed.
                let steps = pieces + u32::from(pieces > 0);
                filled |= if B::BOUNDED {
                    self.zone.direction_of(from.index, direction, steps)
                } else {
                    let goal = from.hex.stepped(Direction::ALL[direction], steps as u16);
                    self.zone.directions(B::single(bits.index_of(goal)))
                };
            }
            filled &= self.zone.free_directions;
            self.mobility.fillable[FillMethod::Jump as usize] |= filled;
            self.mobility.attackers |= u32::from(filled != 0) << piece.index();
        }
    }

    /// An ant's walk along the edge of the hive.
    #[inline(always)]
    fn walk_far(&mut self) {
        let ants = self.moving_by(FillMethod::Ant);
        if ants != 0 && self.mobility.open != 0 {
            let ants = ants & self.info.pieces_on(self.info.slides.back(self.info.edge));
            self.mobility.attackers |= ants;
            self.mobility.fillable[FillMethod::Ant as usize] =
                if ants == 0 { 0 } else { self.mobility.open };
        }
    }

    /// A ladybug's run over two pieces.
    #[inline(always)]
    fn run(&mut self) {
        for piece in piece_set::pieces(self.moving_by(FillMethod::Ladybug)) {
            let start = self.spot(piece);
            let others = self.info.bits.occupied.without(start);
            let first = start.neighbors() & others;
            let second = first.neighbors() & others;
            self.record(piece, FillMethod::Ladybug, second.neighbors());
        }
    }

    /// The throws of a pillbug, and of a mosquito beside one.
    #[inline(always)]
    fn throw(&mut self) {
        let HiveInfo { bits, hive, .. } = *self.info;
        let throwers = piece_set::all_of_kind(self.us, Bug::Pillbug)
            | self.mosquito.copying(1 << Bug::Pillbug as u8);
        let throwers = throwers & self.info.on_ground & self.info.rested();
        if throwers == 0 {
            return;
        }
        let mut fixed = self.info.pins | B::from_words(bits.stacked);
        if let Some(resting) = self.info.resting {
            fixed = fixed | self.spot(resting);
        }
        for piece in piece_set::pieces(throwers) {
            let index = BitHive::<B>::locate(hive, piece).index;
            let ring = bits.ring(index);
            let victims = B::around(index, ring).without(fixed);
            if ring != 0x3f && !victims.is_empty() {
                self.mobility.throwable += victims.len() as u8;
                let ours = self.spot(Piece::queen(self.us));
                self.mobility.queen_throwable |= !(victims & ours).is_empty();
                let goals = B::around(index, !ring & 0x3f);
                self.mobility.fillable[FillMethod::Throw as usize] |= self.zone.directions(goals);
            }
        }
    }
}
