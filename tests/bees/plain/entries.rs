//! Dead bees that come back.

use super::{Bee, Cell, Kind, Plain, Turns, WAYS, around, line_cells, name, on_board, plus};

impl Plain {
    pub(super) fn entries(&self, turns: &mut Turns) {
        let theirs = usize::from(self.black_to_move);
        let all: Vec<Cell> = (0..11).flat_map(line_cells).collect();
        let sides: Vec<Vec<Cell>> = WAYS
            .iter()
            .map(|&(_, way)| {
                // A side is where this way and the next one lead off the hive.
                let place = WAYS.iter().position(|named| named.1 == way).unwrap();
                let next = WAYS[(place + 1) % 6].1;
                let off = |cell: Cell, way: Cell| !on_board(plus(cell, way));
                all.iter().copied().filter(|&cell| off(cell, way) && off(cell, next)).collect()
            })
            .collect();
        let mut places: Vec<(usize, String, Vec<Cell>)> = Vec::new();
        for side in sides {
            assert_eq!(side.len(), 6);
            let count = |black: bool| {
                side.iter()
                    .filter(|&&cell| self.bee_at(cell).is_some_and(|bee| bee.black == black))
                    .count()
            };
            if count(self.black_to_move) <= count(!self.black_to_move) {
                continue;
            }
            for &cell in &side {
                places.push((0, format!("+{}", name(cell)), vec![cell]));
                for head in around(cell).filter(|head| side.contains(head)) {
                    places.push((1, format!("+W{}^{}", name(cell), name(head)), vec![head, cell]));
                }
            }
        }
        for (caste, text, cells) in places {
            if self.dead[theirs][caste] < [5, 2][caste] {
                continue;
            }
            let mut next = self.clone();
            next.dead[theirs][caste] -= 1;
            let own = |pair: usize| {
                self.bees.iter().any(|bee| {
                    bee.kind == Kind::Warrior && bee.black == self.black_to_move && bee.pair == pair
                })
            };
            let Some(pair) = (0..8).find(|&pair| !own(pair)) else { continue };
            let kind = [Kind::Drone, Kind::Warrior][caste];
            next.bees.push(Bee { kind, black: self.black_to_move, pair, cells });
            let alive = next.bees.len();
            if next.is_sound(&[alive - 1]) {
                let turn = next.ended(None);
                if turn.0.bees.len() == alive {
                    turns.insert(text, turn);
                }
            }
        }
    }
}
