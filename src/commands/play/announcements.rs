//! Who has died, and who can enter.

use waggle::bees::{Color, DRONES_TO_ENTER, Dead, Move, PLAYERS, Position, WARRIORS_TO_ENTER};

/// The bees that died between two positions, a line for each player.
pub(super) fn deaths(before: &Position, after: &Position) -> String {
    let line = |color: Color| {
        let (was, is) = (before.dead(color), after.dead(color));
        // An entry takes one of the dead, and no bee dies in it.
        let dead = Dead {
            drones: is.drones.saturating_sub(was.drones),
            warriors: is.warriors.saturating_sub(was.warriors),
        };
        let mut bees = counted(dead);
        if before.queen(color).is_some() && after.queen(color).is_none() {
            bees.push("the Queen".to_owned());
        }
        if bees.is_empty() { String::new() } else { format!("{color} loses {}.\n", and(&bees)) }
    };
    PLAYERS.map(line).concat()
}

/// The dead bees that each player holds, and which of them can enter.
pub(super) fn held(position: &Position) -> String {
    let entries = position.legal_moves();
    let has_place = |is_entry: fn(&Move) -> bool| entries.iter().any(is_entry);
    let line = |color: Color| {
        let held = position.dead(color.other());
        if held == Dead::default() {
            return String::new();
        }
        let is_to_move = color == position.side_to_move();
        let mut can_enter = Vec::new();
        let mut has_no_place = Vec::new();
        let mut sort = |is_enough: bool, has_place: bool, name: &str| match (is_enough, has_place) {
            (false, _) => {}
            (true, true) => can_enter.push(name.to_owned()),
            (true, false) => has_no_place.push(name.to_owned()),
        };
        let drone = !is_to_move || has_place(|mv| matches!(mv, Move::EnterDrone { .. }));
        sort(held.drones >= DRONES_TO_ENTER, drone, "a Drone");
        let warrior = !is_to_move || has_place(|mv| matches!(mv, Move::EnterWarrior { .. }));
        sort(held.warriors >= WARRIORS_TO_ENTER, warrior, "a Warrior");
        let mut text = format!("{color} holds {} of {}'s", and(&counted(held)), color.other());
        if !can_enter.is_empty() {
            text = text + " and can enter " + &can_enter.join(" or ");
        }
        if !has_no_place.is_empty() {
            text = text + "; there is no place to enter " + &has_no_place.join(" or ");
        }
        text + ".\n"
    };
    PLAYERS.map(line).concat()
}

fn counted(dead: Dead) -> Vec<String> {
    let kinds = [(dead.drones, "Drone"), (dead.warriors, "Warrior")];
    let phrase = |(count, name): (u8, &str)| match count {
        0 => None,
        1 => Some(format!("a {name}")),
        _ => Some(format!("{count} {name}s")),
    };
    kinds.into_iter().filter_map(phrase).collect()
}

fn and(parts: &[String]) -> String {
    match parts {
        [init @ .., last] if !init.is_empty() => format!("{} and {last}", init.join(", ")),
        _ => parts.concat(),
    }
}
