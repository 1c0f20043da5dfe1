//! The rules of Bees! written down once more, slowly and plainly, to judge the
//! engine by. Nothing here is the engine's: not a type, not a coordinate.
//!
//! A hex is its line and column in the page's drawing, so neighbors are two
//! columns apart on a line, or one column on the next. A bee is a list of hexes;
//! one that is pushed off the hive keeps hexes beyond the edge until it is
//! killed at the end of the turn.

use std::collections::{BTreeMap, BTreeSet};

/// Line and column in the drawing.
type Cell = (i32, i32);

const WAYS: [(&str, Cell); 6] = [
    ("e", (0, 2)),
    ("se", (1, 1)),
    ("sw", (1, -1)),
    ("w", (0, -2)),
    ("nw", (-1, -1)),
    ("ne", (-1, 1)),
];

/// Letters of the heads and thoraxes, in pairs.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNPQ";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Drone,
    Warrior,
    Queen,
}

#[derive(Clone, Debug)]
struct Bee {
    kind: Kind,
    black: bool,
    /// Which pair of letters, for Warriors.
    pair: usize,
    /// A Warrior's head comes first.
    cells: Vec<Cell>,
}

/// A push that was just made.
#[derive(Clone, Debug)]
struct Push {
    way: Cell,
    moved: usize,
    cells: BTreeSet<Cell>,
}

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    bees: Vec<Bee>,
    black_to_move: bool,
    /// Dead Drones and Warriors: Black's, then White's.
    dead: [[usize; 2]; 2],
    push: Option<Push>,
    result: Option<&'static str>,
}

fn on_board((line, column): Cell) -> bool {
    let margin = (5 - line).abs();
    (0..11).contains(&line) && (margin..=20 - margin).contains(&column)
}

fn plus(a: Cell, b: Cell) -> Cell {
    (a.0 + b.0, a.1 + b.1)
}

fn minus(a: Cell, b: Cell) -> Cell {
    (a.0 - b.0, a.1 - b.1)
}

fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    WAYS.iter().map(move |&(_, way)| plus(cell, way))
}

fn line_cells(line: i32) -> impl Iterator<Item = Cell> {
    let margin = (5 - line).abs();
    (0..11 - margin).map(move |place| (line, margin + 2 * place))
}

fn name((line, column): Cell) -> String {
    let row = 10 - line;
    let number = (column - (5 - line).abs()) / 2 + 1 + (row - 5).max(0);
    // Beyond the edge this is no name, and no legal move has it.
    format!("{}{number}", u8::try_from(97 + row).map_or('?', char::from))
}

fn way_name(way: Cell) -> &'static str {
    WAYS.iter().find(|named| named.1 == way).unwrap().0
}

impl Bee {
    fn head(&self) -> Cell {
        self.cells[0]
    }

    fn thorax(&self) -> Cell {
        self.cells[1]
    }

    fn shift(&mut self, way: Cell) {
        for cell in &mut self.cells {
            *cell = plus(*cell, way);
        }
    }

    /// For a Queen, wherever she is.
    fn soft_spots(&self) -> BTreeSet<Cell> {
        let parts_next_to =
            |cell: Cell| around(cell).filter(|part| self.cells.contains(part)).count();
        let near: BTreeSet<Cell> = self.cells.iter().flat_map(|&part| around(part)).collect();
        near.into_iter()
            .filter(|&cell| {
                on_board(cell) && !self.cells.contains(&cell) && parts_next_to(cell) == 2
            })
            .collect()
    }
}

impl Plain {
    /// Reads the engine's text of a position; it must be a good one.
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut letters: Vec<(char, Cell)> = Vec::new();
        for (line, row) in fields[0].split('/').enumerate() {
            let mut cells = line_cells(line as i32);
            let mut number = String::new();
            for letter in row.chars().chain([' ']) {
                if letter.is_ascii_digit() {
                    number.push(letter);
                    continue;
                }
                for _ in 0..number.parse().unwrap_or(0) {
                    cells.next().unwrap();
                }
                number.clear();
                if letter != ' ' {
                    letters.push((letter, cells.next().unwrap()));
                }
            }
            assert!(cells.next().is_none(), "a full row");
        }
        let mut bees = Vec::new();
        for black in [true, false] {
            let of = |letter: u8| {
                let letter = char::from(if black { letter } else { letter.to_ascii_lowercase() });
                letters
                    .iter()
                    .filter(move |found| found.0 == letter)
                    .map(|found| found.1)
                    .collect::<Vec<_>>()
            };
            for cell in of(b'X') {
                bees.push(Bee { kind: Kind::Drone, black, pair: 0, cells: vec![cell] });
            }
            if of(b'O').len() == 3 {
                bees.push(Bee { kind: Kind::Queen, black, pair: 0, cells: of(b'O') });
            }
            for (pair, letters) in LETTERS.chunks(2).enumerate() {
                let cells = [of(letters[0]), of(letters[1])].concat();
                if cells.len() == 2 {
                    bees.push(Bee { kind: Kind::Warrior, black, pair, cells });
                }
            }
        }
        let dead = |letter| fields[2].chars().filter(|&found| found == letter).count();
        let push = (fields[3] != "-").then(|| {
            let (what, places) = fields[3].split_once(':').unwrap();
            let (way, moved) = what.split_at(what.find(char::is_numeric).unwrap());
            let places: Vec<&str> = places.split(',').collect();
            let cells =
                (0..11).flat_map(line_cells).filter(|&cell| places.contains(&name(cell).as_str()));
            Push {
                way: WAYS.iter().find(|named| named.0 == way).unwrap().1,
                moved: moved.parse().unwrap(),
                cells: cells.collect(),
            }
        });
        let result = fields.get(4).map(|&word| match word {
            "black" => "black",
            "white" => "white",
            _ => "draw",
        });
        let dead = [[dead('X'), dead('W')], [dead('x'), dead('w')]];
        Self { bees, black_to_move: fields[1] == "b", dead, push, result }
    }

    /// The same text again.
    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for line in 0..11 {
            let mut row = String::new();
            let mut empty = 0;
            for cell in line_cells(line) {
                let Some(bee) = self.bee_at(cell) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                let letter = match bee.kind {
                    Kind::Drone => b'X',
                    Kind::Queen => b'O',
                    Kind::Warrior => LETTERS[2 * bee.pair + usize::from(bee.thorax() == cell)],
                };
                row.push(if bee.black { letter } else { letter.to_ascii_lowercase() }.into());
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        let [black, white] = self.dead;
        let dead = [("X", black[0]), ("W", black[1]), ("x", white[0]), ("w", white[1])];
        let dead: String = dead.iter().map(|&(letter, count)| letter.repeat(count)).collect();
        let push = self.push.as_ref().map_or("-".to_owned(), |push| {
            // The engine names hexes row by row from the bottom.
            let rows = (0..11).rev().flat_map(line_cells).filter(|cell| push.cells.contains(cell));
            let cells: Vec<String> = rows.map(name).collect();
            format!("{}{}:{}", way_name(push.way), push.moved, cells.join(","))
        });
        let mut fields = vec![
            rows.join("/"),
            if self.black_to_move { "b" } else { "w" }.to_owned(),
            if dead.is_empty() { "-".to_owned() } else { dead },
            push,
        ];
        fields.extend(self.result.map(str::to_owned));
        fields.join(" ")
    }

    fn index_at(&self, cell: Cell) -> Option<usize> {
        self.bees.iter().position(|bee| bee.cells.contains(&cell))
    }

    fn bee_at(&self, cell: Cell) -> Option<&Bee> {
        self.index_at(cell).map(|index| &self.bees[index])
    }

    fn is_drone(&self, cell: Cell) -> bool {
        self.bee_at(cell).is_some_and(|bee| bee.kind == Kind::Drone)
    }

    fn is_own_drone(&self, cell: Cell) -> bool {
        self.is_drone(cell) && self.bee_at(cell).unwrap().black == self.black_to_move
    }

    /// No two bees on a hex, and all of these bees where they may be.
    fn is_sound(&self, must_be_on_board: &[usize]) -> bool {
        let mut seen = BTreeSet::new();
        let apart = self.bees.iter().flat_map(|bee| &bee.cells).all(|&cell| seen.insert(cell));
        apart
            && must_be_on_board
                .iter()
                .all(|&bee| self.bees[bee].cells.iter().all(|&cell| on_board(cell)))
    }

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
    fn turns(&self) -> BTreeMap<String, (Self, [bool; 2])> {
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

    fn drone_turns(&self, tail: usize, turns: &mut BTreeMap<String, (Self, [bool; 2])>) {
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
    fn pushing(
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

    fn warrior_turns(&self, index: usize, turns: &mut BTreeMap<String, (Self, [bool; 2])>) {
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

    fn queen_turns(&self, index: usize, turns: &mut BTreeMap<String, (Self, [bool; 2])>) {
        for (name, way) in WAYS {
            if let Some(turn) = self.pushing(&[index], &[], way, |_| Some(())) {
                turns.insert(format!("Q-{name}"), turn);
            }
        }
    }

    fn queen_pushes(&self, turns: &mut BTreeMap<String, (Self, [bool; 2])>) {
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
    fn queen_push(
        &self,
        group: &[usize],
        queen: usize,
        way: Cell,
        text: &str,
        turns: &mut BTreeMap<String, (Self, [bool; 2])>,
    ) {
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

    fn entries(&self, turns: &mut BTreeMap<String, (Self, [bool; 2])>) {
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

    /// The end of a turn: kills, and the other player's turn.
    fn ended(mut self, push: Option<(Cell, usize, Vec<usize>)>) -> (Self, [bool; 2]) {
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
