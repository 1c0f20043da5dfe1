//! Any bytes as what hivegame.com says to a bot.

use std::time::{Duration, Instant};

use waggle_hive_hivegame::frames::{GameAction, Message, Request};
use waggle_hive_hivegame::{
    Action, Bot, Decision, Event, Now, Order, Pace, SiteSettings, Stamp, Task,
};

use waggle::notation::parse_move;

/// The longest game that is played.
const MAX_PLIES: usize = 60;

/// Each line is a frame, a second after the one before. None upsets the bot; a move that it sends is
/// legal in the position for which it was asked to think last in that game.
///
/// # Panics
///
/// If it is not.
pub fn hivegame_frames(data: &[u8]) {
    let settings =
        SiteSettings::parse("[bot]\nemail = 'x'\nthreads = 2\npublic = true\nbots = true");
    let settings = settings.expect("these are right").bot.expect("there is a bot");
    let mut bot = Bot::new(settings.clone(), Pace::of(&settings), false);
    let (start, wall) = (Instant::now(), Stamp::parse("2026-08-04T18:00:00Z").expect("a time"));
    let mut tasks: Vec<(String, Box<Task>)> = vec![];
    let mut events = vec![Event::Connected { username: "me".to_owned() }];
    let text = String::from_utf8_lossy(data);
    for (second, line) in text.lines().enumerate() {
        match Message::read(line) {
            Ok(message) => events.push(Event::Message(message)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let after = Duration::from_secs(second as u64);
        let now = Now { at: start + after, wall: wall.after(after) };
        while let Some(event) = events.pop() {
            for action in bot.on(now, event) {
                match action {
                    Action::Order { game_id, order: Order::Think(task) } => {
                        if task.game.moves().len() > MAX_PLIES {
                            continue;
                        }
                        let mv = task.game.position().legal_moves()[0];
                        let ticket = task.ticket;
                        let decision = Decision {
                            mv,
                            line: vec![mv],
                            score: None,
                            depth: 0,
                            elapsed: Duration::ZERO,
                        };
                        tasks.retain(|(id, _)| *id != game_id);
                        tasks.push((game_id, task));
                        events.push(Event::Decided { ticket, decision });
                    }
                    Action::Send(request) => {
                        assert!(!request.text().is_empty());
                        let Request::Game { game_id, action: GameAction::Play(text) } = request
                        else {
                            continue;
                        };
                        let task = tasks.iter().find(|(id, _)| *id == game_id);
                        let (_, task) = task.expect("it was asked to think");
                        let mv = parse_move(task.game.position(), &text).expect("a move");
                        assert!(task.game.position().is_legal(mv), "{text}");
                    }
                    Action::Log(line) => assert!(!line.contains('\n'), "{line}"),
                    Action::Order { .. } | Action::Finished => {}
                }
            }
        }
    }
    assert!(!bot.summary().is_empty());
}
