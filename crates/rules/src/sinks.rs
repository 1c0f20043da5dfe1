//! Sinks: lists of moves, of candidates and of attacks, and a count.

use super::bit_hive::BitHive;
use super::bitboard::{self, Bitboard};
use super::hive::Hive;
use super::piece_set;
use super::sink::{Jumps, Sink};
use super::{Direction, Hex, Move, Piece};

pub(super) struct List<'a> {
    pub(super) moves: &'a mut Vec<Move>,
}

impl Sink for List<'_> {
    #[inline(always)]
    fn placements<B: Bitboard>(&mut self, bits: &BitHive<B>, pieces: u32, to: B) {
        for piece in piece_set::pieces(pieces) {
            self.moves(bits, piece, to);
        }
    }

    #[inline(always)]
    fn moves<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: B) {
        for (position, &word) in to.words().as_ref().iter().enumerate() {
            // A range has a known length, so the list is grown once.
            let mut rest = word;
            self.moves.extend((0..word.count_ones()).map(|_| {
                let index = position << 6 | rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Move::To { piece, hex: bits.hex_at(index) }
            }));
        }
    }

    #[inline(always)]
    fn steps<B: Bitboard>(&mut self, _bits: &BitHive<B>, piece: Piece, from: Hex, directions: u8) {
        for direction in Direction::ALL {
            if directions >> direction as u8 & 1 != 0 {
                self.moves.push(Move::To { piece, hex: from.neighbor(direction) });
            }
        }
    }

    #[inline(always)]
    fn jump<B: Bitboard>(&mut self, _bits: &BitHive<B>, piece: Piece, to: Hex) {
        self.moves.push(Move::To { piece, hex: to });
    }
}

/// Records what is generated, to pass it on to any sink as if it came from the generator.
#[derive(Default)]
pub(super) struct Recorded(Vec<(Piece, Goals)>);

enum Goals {
    /// A hex, by its index.
    Hex(usize),
    /// Steps in some directions, which each sink puts into its own order.
    Steps { from: Hex, directions: u8 },
}

impl Recorded {
    #[inline(always)]
    pub(super) fn replay<B: Bitboard, S: Sink>(self, bits: &BitHive<B>, sink: &mut S) {
        for (piece, goals) in self.0 {
            match goals {
                Goals::Hex(index) => sink.moves(bits, piece, B::single(index)),
                Goals::Steps { from, directions } => sink.steps(bits, piece, from, directions),
            }
        }
    }
}

impl Sink for Recorded {
    #[inline(always)]
    fn placements<B: Bitboard>(&mut self, bits: &BitHive<B>, pieces: u32, to: B) {
        for piece in piece_set::pieces(pieces) {
            self.moves(bits, piece, to);
        }
    }

    #[inline(always)]
    fn moves<B: Bitboard>(&mut self, _bits: &BitHive<B>, piece: Piece, to: B) {
        self.0.extend(bitboard::indices(&to.words()).map(|index| (piece, Goals::Hex(index))));
    }

    #[inline(always)]
    fn steps<B: Bitboard>(&mut self, _bits: &BitHive<B>, piece: Piece, from: Hex, directions: u8) {
        self.0.push((piece, Goals::Steps { from, directions }));
    }

    #[inline(always)]
    fn jump<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: Hex) {
        self.0.push((piece, Goals::Hex(bits.index_of(to))));
    }
}

/// Lists the moves that are among the candidates.
pub(super) struct Among<'a> {
    pub(super) candidates: &'a [Move],
    pub(super) moves: &'a mut Vec<Move>,
}

impl Among<'_> {
    /// Lists the candidates that move one of these pieces to one of these hexes.
    #[inline(always)]
    fn retain<B: Bitboard>(&mut self, bits: &BitHive<B>, pieces: u32, to: B) {
        let words = to.words();
        for &mv in self.candidates {
            if let Move::To { piece, hex } = mv
                && pieces >> piece.index() & 1 != 0
                && let index = bits.index_of(hex)
                && bitboard::contains(&words, index)
                && bits.hex_at(index) == hex
            {
                self.moves.push(mv);
            }
        }
    }
}

impl Sink for Among<'_> {
    #[inline(always)]
    fn placements<B: Bitboard>(&mut self, bits: &BitHive<B>, pieces: u32, to: B) {
        self.retain(bits, pieces, to);
    }

    #[inline(always)]
    fn moves<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: B) {
        self.retain(bits, 1 << piece.index(), to);
    }

    #[inline(always)]
    fn steps<B: Bitboard>(&mut self, _bits: &BitHive<B>, piece: Piece, from: Hex, directions: u8) {
        for direction in Direction::ALL {
            let mv = Move::To { piece, hex: from.neighbor(direction) };
            if directions >> direction as u8 & 1 != 0 && self.candidates.contains(&mv) {
                self.moves.push(mv);
            }
        }
    }

    #[inline(always)]
    fn jump<B: Bitboard>(&mut self, _bits: &BitHive<B>, piece: Piece, to: Hex) {
        let mv = Move::To { piece, hex: to };
        if self.candidates.contains(&mv) {
            self.moves.push(mv);
        }
    }
}

pub(super) struct Count(pub(super) u32);

impl Sink for Count {
    #[inline(always)]
    fn placements<B: Bitboard>(&mut self, _bits: &BitHive<B>, pieces: u32, to: B) {
        self.0 += to.len() * pieces.count_ones();
    }

    #[inline(always)]
    fn moves<B: Bitboard>(&mut self, _bits: &BitHive<B>, _piece: Piece, to: B) {
        self.0 += to.len();
    }

    #[inline(always)]
    fn steps<B: Bitboard>(
        &mut self,
        _bits: &BitHive<B>,
        _piece: Piece,
        _from: Hex,
        directions: u8,
    ) {
        self.0 += directions.count_ones();
    }

    #[inline(always)]
    fn jump<B: Bitboard>(&mut self, _bits: &BitHive<B>, _piece: Piece, _to: Hex) {
        self.0 += 1;
    }

    #[inline(always)]
    fn jumps<B: Bitboard>(&mut self, _bits: &BitHive<B>, _piece: Piece, over: &Jumps<'_>) {
        self.0 += over.directions.count_ones();
    }
}

/// Lists the moves that fill a liberty of a queen or end on top of her, of pieces that do not
/// already fill one.
pub(super) struct Attacks<'a> {
    pub(super) hive: &'a Hive,
    pub(super) queen: Hex,
    pub(super) moves: &'a mut Vec<Move>,
}

impl Attacks<'_> {
    /// Whether the piece already fills a liberty of the queen, which a move would open.
    #[inline(always)]
    fn is_beside(&self, piece: Piece) -> bool {
        self.hive
            .hex_of(piece)
            .is_some_and(|hex| hex.is_beside(self.queen) && self.hive.height(hex) == 1)
    }
}

impl Sink for Attacks<'_> {
    #[inline(always)]
    fn placements<B: Bitboard>(&mut self, bits: &BitHive<B>, pieces: u32, to: B) {
        let to = to & bits.around(self.queen, 0x3f);
        if !to.is_empty() {
            List { moves: self.moves }.placements(bits, pieces, to);
        }
    }

    #[inline(always)]
    fn moves<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: B) {
        let queen = bits.index_of(self.queen);
        let to = to & (bits.liberties(self.queen) | B::single(queen));
        if !to.is_empty() && !self.is_beside(piece) {
            List { moves: self.moves }.moves(bits, piece, to);
        }
    }

    #[inline(always)]
    fn steps<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, from: Hex, directions: u8) {
        self.moves(bits, piece, bits.around(from, directions));
    }

    #[inline(always)]
    fn jump<B: Bitboard>(&mut self, bits: &BitHive<B>, piece: Piece, to: Hex) {
        if to.is_beside(self.queen) && !self.is_beside(piece) {
            List { moves: self.moves }.jump(bits, piece, to);
        }
    }
}
