//! Pushes of Queens.

use super::{Cell, Kind, Plain, Turns, WAYS, around, minus, name, plus};

impl Plain {
    pub(super) fn queen_pushes(&self, turns: &mut Turns) {
        for queen in 0..self.bees.len() {
            if self.bees[queen].kind != Kind::Queen {
                continue;
            }
            for (way_name, way) in WAYS {
                // Where pushers touch her from behind.
                let parts = &self.bees[queen].cells;
                let touching: Vec<Cell> = parts
                    .iter()
                    .map(|&part| minus(part, way))
                    .filter(|cell| !parts.contains(cell))
                    .collect();
                let soft = self.bees[queen].soft_spots();
                let (first, second) = if soft.contains(&touching[0]) {
                    (touching[0], touching[1])
                } else {
                    (touching[1], touching[0])
                };
                let warrior = |cell: Cell| {
                    self.bees.iter().position(|bee| {
                        bee.kind == Kind::Warrior
                            && bee.black == self.black_to_move
                            && bee.head() == cell
                            && plus(bee.thorax(), way) == cell
                    })
                };
                let drone =
                    |cell: Cell| self.is_own_drone(cell).then(|| self.index_at(cell).unwrap());
                let file = |cell: Cell| Some(vec![drone(cell)?, drone(minus(cell, way))?]);
                let mut groups: Vec<Vec<usize>> = Vec::new();
                let pairs = [(warrior(first), warrior(second)), (warrior(second), warrior(first))];
                if let (Some(one), Some(two)) = pairs[0] {
                    groups.push(vec![one, two]);
                }
                if let (Some(one), Some(file)) = (warrior(first), file(second)) {
                    groups.push([vec![one], file].concat());
                }
                if let (Some(one), Some(file)) = (warrior(second), file(first)) {
                    groups.push([vec![one], file].concat());
                }
                // Three Drones in a triangle: two touch her, the third touches both.
                let behind =
                    around(first).filter(|&cell| around(second).any(|other| other == cell));
                for third in behind {
                    if let (Some(one), Some(two), Some(three)) =
                        (drone(first), drone(second), drone(third))
                    {
                        groups.push(vec![one, two, three]);
                    }
                }
                for group in groups {
                    let text =
                        format!("{}Q>{way_name}", if self.bees[queen].black { 'b' } else { 'w' });
                    self.queen_push(&group, queen, way, &text, turns);
                }
            }
        }
    }

    /// One push of a Queen, and all ways in which the Warriors turn after it.
    fn queen_push(&self, group: &[usize], queen: usize, way: Cell, text: &str, turns: &mut Turns) {
        let warriors: Vec<usize> =
            group.iter().copied().filter(|&bee| self.bees[bee].kind == Kind::Warrior).collect();
        for first in WAYS {
            for second in WAYS {
                if second.1 != way && warriors.len() < 2 || first.1 != way && warriors.is_empty() {
                    continue;
                }
                let heads: Vec<(usize, Cell)> = warriors
                    .iter()
                    .zip([first.1, second.1])
                    .map(|(&bee, turn)| (bee, plus(self.bees[bee].head(), turn)))
                    .collect();
                let turn = self.pushing(group, &[queen], way, |next| {
                    for &(bee, head) in &heads {
                        next.bees[bee].cells[0] = head;
                    }
                    Some(())
                });
                let unturned = first.1 == way && second.1 == way;
                let suffix: String =
                    heads.iter().flat_map(|&(_, head)| ["^".to_owned(), name(head)]).collect();
                if let Some(turn) = turn {
                    turns.insert(
                        if unturned { text.to_owned() } else { format!("{text}{suffix}") },
                        turn,
                    );
                }
            }
        }
    }
}
