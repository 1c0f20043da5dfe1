//! Positions from the engine's texts, and back.

use super::{Bee, Cell, Kind, LETTERS, Plain, Push, WAYS, line_cells, name, way_name};

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
}
