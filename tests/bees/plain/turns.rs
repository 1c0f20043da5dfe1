//! Moves of Drones, Warriors and Queens, with their pushes.

use std::collections::BTreeMap;

use super::{Cell, Kind, Plain, Turns, WAYS, minus, name, on_board, plus};

impl Plain {
    /// All legal moves, each with the position after it.
    pub(crate) fn moves(&self) -> BTreeMap<String, Self> {
        if self.result.is_some() {
            return BTreeMap::new();
        }
        let turns = self.turns();
        let after = |(mut next, queens): (Self, [bool; 2])| {
            let (enemy, own) =
                if self.black_to_move { (queens[1], queens[0]) } else { (queens[0], queens[1]) };
            let can_avenge = || {
                next.turns().into_values().any(|(_, dead)| dead[usize::from(!self.black_to_move)])
            };
            let (us, them) =
                if self.black_to_move { ("black", "white") } else { ("white", "black") };
            next.result = match (enemy, own) {
                (false, false) => None,
                (false, true) => Some(them),
                (true, true) => Some("draw"),
                (true, false) => Some(if can_avenge() { "draw" } else { us }),
            };
            next
        };
        turns.into_iter().map(|(text, turn)| (text, after(turn))).collect()
    }

    /// What the side to move could do, and whose Queens would die of it.
    fn turns(&self) -> Turns {
        let mut turns = BTreeMap::new();
        for index in 0..self.bees.len() {
            if self.bees[index].black != self.black_to_move {
                continue;
            }
            match self.bees[index].kind {
                Kind::Drone => self.drone_turns(index, &mut turns),
                Kind::Warrior => self.warrior_turns(index, &mut turns),
                Kind::Queen => self.queen_turns(index, &mut turns),
            }
        }
        self.queen_pushes(&mut turns);
        self.entries(&mut turns);
        if turns.is_empty() {
            turns.insert("pass".to_owned(), self.clone().ended(None));
        }
        turns
    }

    fn drone_turns(&self, tail: usize, turns: &mut Turns) {
        for (_, way) in WAYS {
            let from = self.bees[tail].cells[0];
            let mut group = vec![tail];
            let mut next = plus(from, way);
            while self.is_own_drone(next) {
                group.push(self.index_at(next).unwrap());
                next = plus(next, way);
            }
            let mut pushed = Vec::new();
            if self.is_drone(next) {
                while self.is_drone(next) {
                    pushed.push(self.index_at(next).unwrap());
                    next = plus(next, way);
                }
                if pushed.len() > group.len() {
                    continue;
                }
            } else if let Some(bee) = self.bee_at(next) {
                if bee.kind == Kind::Queen {
                    continue;
                }
                pushed.push(self.index_at(next).unwrap());
            }
            if !pushed.is_empty() && group.len() == 1 {
                continue;
            }
            let sign = if pushed.is_empty() { '-' } else { '>' };
            if let Some(turn) = self.pushing(&group, &pushed, way, |_| Some(())) {
                turns.insert(format!("{}{sign}{}", name(from), name(plus(from, way))), turn);
            }
        }
    }

    /// Moves both groups one step and ends the turn, if that is legal. `finish`
    /// may change something after the step, or find it illegal.
    pub(super) fn pushing(
        &self,
        group: &[usize],
        pushed: &[usize],
        way: Cell,
        finish: impl Fn(&mut Self) -> Option<()>,
    ) -> Option<(Self, [bool; 2])> {
        if let Some(last) = &self.push {
            let touches = pushed
                .iter()
                .any(|&bee| self.bees[bee].cells.iter().any(|cell| last.cells.contains(cell)));
            if touches && minus((0, 0), way) == last.way && group.len() <= last.moved {
                return None;
            }
        }
        let mut next = self.clone();
        for &bee in group.iter().chain(pushed) {
            next.bees[bee].shift(way);
        }
        if !next.is_sound(group) {
            return None;
        }
        finish(&mut next)?;
        if !next.is_sound(group) {
            return None;
        }
        let moved = match pushed {
            [] => return Some(next.ended(None)),
            [queen] if self.bees[*queen].kind == Kind::Queen => group.len(),
            others => others.len(),
        };
        Some(next.ended(Some((way, moved, [group, pushed].concat()))))
    }

    fn warrior_turns(&self, index: usize, turns: &mut Turns) {
        let from = self.bees[index].thorax();
        let way = minus(self.bees[index].head(), from);
        let mut charged = self.clone();
        loop {
            let at = charged.bees[index].thorax();
            let path = if at == from { String::new() } else { format!("-{}", name(at)) };
            for (_, turn) in WAYS {
                let mut next = charged.clone();
                next.bees[index].cells[0] = plus(at, turn);
                if !next.is_sound(&[index]) || at == from && turn == way {
                    continue;
                }
                let head =
                    if turn == way { String::new() } else { format!("^{}", name(plus(at, turn))) };
                turns.insert(format!("W{}{path}{head}", name(from)), next.ended(None));
            }
            let before = plus(charged.bees[index].head(), way);
            if let Some(target) = charged.index_at(before) {
                if charged.bees[target].kind == Kind::Queen {
                    return;
                }
                for (_, turn) in WAYS {
                    let head = plus(before, minus(turn, way));
                    let pushed = charged.pushing(&[index], &[target], way, |next| {
                        next.bees[index].cells[0] = head;
                        Some(())
                    });
                    let to = minus(before, way);
                    let turned =
                        if turn == way { String::new() } else { format!("^{}", name(head)) };
                    if let Some(pushed) = pushed {
                        turns.insert(format!("W{}>{}{turned}", name(from), name(to)), pushed);
                    }
                }
                return;
            }
            if !on_board(before) {
                return;
            }
            charged.bees[index].shift(way);
        }
    }

    fn queen_turns(&self, index: usize, turns: &mut Turns) {
        for (name, way) in WAYS {
            if let Some(turn) = self.pushing(&[index], &[], way, |_| Some(())) {
                turns.insert(format!("Q-{name}"), turn);
            }
        }
    }
}
