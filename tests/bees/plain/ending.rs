//! The end of a turn: who dies.

use std::collections::BTreeSet;

use super::{Bee, Cell, Kind, Plain, Push, WAYS, around, minus, on_board, plus};

impl Plain {
    /// The end of a turn: kills, and the other player's turn.
    pub(super) fn ended(mut self, push: Option<(Cell, usize, Vec<usize>)>) -> (Self, [bool; 2]) {
        let took_part: BTreeSet<Cell> = push
            .iter()
            .flat_map(|(_, _, bees)| bees)
            .flat_map(|&bee| self.bees[bee].cells.clone())
            .collect();
        let mut queens = [false; 2];
        for black in [!self.black_to_move, self.black_to_move] {
            let now = self.clone();
            self.bees.retain(|bee| bee.black != black || !now.dies(bee));
            for bee in now.bees.iter().filter(|bee| bee.black == black && now.dies(bee)) {
                let owner = usize::from(!black);
                match bee.kind {
                    Kind::Drone => self.dead[owner][0] += 1,
                    Kind::Warrior => self.dead[owner][1] += 1,
                    Kind::Queen => queens[owner] = true,
                }
            }
        }
        self.push = push.and_then(|(way, moved, _)| {
            let cells: BTreeSet<Cell> =
                took_part.into_iter().filter(|&cell| self.bee_at(cell).is_some()).collect();
            (!cells.is_empty()).then_some(Push { way, moved, cells })
        });
        self.black_to_move = !self.black_to_move;
        (self, queens)
    }

    fn dies(&self, bee: &Bee) -> bool {
        let filled = |cell: Cell| !on_board(cell) || self.bee_at(cell).is_some();
        let attacks = |cell: Cell| {
            on_board(cell)
                && self.bee_at(cell).is_some_and(|other| {
                    other.black != bee.black
                        && match other.kind {
                            Kind::Drone => true,
                            Kind::Warrior => other.head() == cell,
                            Kind::Queen => false,
                        }
                })
        };
        let safe = |cell: Cell| {
            let queens = self.bees.iter().filter(|other| other.kind == Kind::Queen);
            queens.into_iter().any(|queen| queen.soft_spots().contains(&cell))
        };
        if bee.cells.iter().any(|&cell| !on_board(cell)) {
            return true;
        }
        match bee.kind {
            Kind::Drone => {
                let cell = bee.cells[0];
                let between = WAYS
                    .iter()
                    .any(|&(_, way)| attacks(plus(cell, way)) && attacks(minus(cell, way)));
                between || around(cell).all(filled) && !safe(cell)
            }
            Kind::Warrior => around(bee.thorax()).all(filled) && !safe(bee.thorax()),
            Kind::Queen => {
                bee.cells.iter().flat_map(|&part| around(part)).all(filled)
                    || bee.soft_spots().into_iter().all(attacks)
            }
        }
    }
}
