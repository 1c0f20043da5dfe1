//! What blocks a piece that could otherwise reach its destination: the paths of the bugs if
//! gates did not block them, and the first gate on the path.

use std::collections::VecDeque;

use crate::{Bug, Direction, Hex, IllegalMove, Piece, Position};

/// What blocks a piece moving as this bug; `None` if the bug does not move that way at all.
pub(super) fn obstacle(
    position: &Position,
    piece: Piece,
    bug: Bug,
    from: Hex,
    goal: Hex,
) -> Option<IllegalMove> {
    let lifted = Lifted { position, from };
    let gates = match bug {
        Bug::Queen | Bug::Pillbug | Bug::Beetle => {
            let step = Step::between(from, goal)?;
            if lifted.is_apart(&step) {
                return Some(IllegalMove::LosesTouch(piece));
            }
            lifted.gate(&step).into_iter().collect()
        }
        Bug::Spider => lifted.three_slides(goal)?,
        Bug::Ant => lifted.walk(goal)?,
        Bug::Ladybug => lifted.run_over_the_top(goal)?,
        Bug::Grasshopper | Bug::Mosquito => return None,
    };
    gates.first().map(|posts| IllegalMove::Gate { piece, posts: *posts })
}

/// The pieces on both sides of a gate.
type Posts = [Piece; 2];

/// A step to a neighbor, with the two hexes flanking it.
struct Step {
    from: Hex,
    to: Hex,
    beside: [Hex; 2],
}

impl Step {
    fn new(from: Hex, direction: Direction) -> Self {
        let beside = [direction.counterclockwise(), direction.clockwise()];
        Self { from, to: from.neighbor(direction), beside: beside.map(|side| from.neighbor(side)) }
    }

    fn between(from: Hex, to: Hex) -> Option<Self> {
        from.direction_to(to).map(|direction| Self::new(from, direction))
    }

    fn all_from(from: Hex) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().map(move |direction| Self::new(from, direction))
    }
}

/// The hive without the moving piece.
struct Lifted<'a> {
    position: &'a Position,
    from: Hex,
}

impl Lifted<'_> {
    fn height(&self, hex: Hex) -> u8 {
        self.position.height(hex) - u8::from(hex == self.from)
    }

    /// Whether a step on the ground touches no piece on either side.
    fn is_apart(&self, step: &Step) -> bool {
        [step.from, step.to, step.beside[0], step.beside[1]].map(|hex| self.height(hex)) == [0; 4]
    }

    /// The gate that blocks a step: stacks on both sides, higher than both of its ends.
    fn gate(&self, step: &Step) -> Option<Posts> {
        let bar = self.height(step.from).max(self.height(step.to));
        let [left, right] = step.beside;
        if self.height(left).min(self.height(right)) <= bar {
            return None;
        }
        let (left, right) = (self.position.top(left)?, self.position.top(right)?);
        Some([left.min(right), left.max(right)])
    }

    /// The slides along the ground from a hex, including those through gates.
    fn slides(&self, from: Hex) -> impl Iterator<Item = Step> {
        Step::all_from(from).filter(|step| self.height(step.to) == 0 && !self.is_apart(step))
    }

    /// The gates on the ant's path with the fewest gates; `None` if there is no path.
    fn walk(&self, goal: Hex) -> Option<Vec<Posts>> {
        let mut seen = vec![];
        let mut queue = VecDeque::from([(self.from, vec![])]);
        while let Some((hex, gates)) = queue.pop_front() {
            if hex == goal {
                return Some(gates);
            }
            if seen.contains(&hex) {
                continue;
            }
            seen.push(hex);
            for step in self.slides(hex) {
                let mut gates = gates.clone();
                match self.gate(&step) {
                    Some(posts) => {
                        gates.push(posts);
                        queue.push_back((step.to, gates));
                    }
                    None => queue.push_front((step.to, gates)),
                }
            }
        }
        None
    }

    /// The gates on the spider's path with the fewest gates; `None` if there is no path.
    fn three_slides(&self, goal: Hex) -> Option<Vec<Posts>> {
        let mut ways = vec![];
        for first in self.slides(self.from) {
            for second in self.slides(first.to).filter(|step| step.to != self.from) {
                let onwards = self.slides(second.to).filter(|step| step.to == goal);
                for third in onwards.filter(|step| ![self.from, first.to].contains(&step.to)) {
                    ways.push(self.gates([&first, &second, &third]));
                }
            }
        }
        ways.into_iter().min_by_key(Vec::len)
    }

    /// The gates on the ladybug's path with the fewest gates; `None` if there is no path.
    fn run_over_the_top(&self, goal: Hex) -> Option<Vec<Posts>> {
        if self.height(goal) > 0 {
            return None;
        }
        let mut ways = vec![];
        let on_top = |step: &Step| self.height(step.to) > 0;
        for first in Step::all_from(self.from).filter(on_top) {
            for second in Step::all_from(first.to).filter(on_top) {
                if let Some(third) = Step::between(second.to, goal) {
                    ways.push(self.gates([&first, &second, &third]));
                }
            }
        }
        ways.into_iter().min_by_key(Vec::len)
    }

    fn gates(&self, steps: [&Step; 3]) -> Vec<Posts> {
        steps.into_iter().filter_map(|step| self.gate(step)).collect()
    }
}
