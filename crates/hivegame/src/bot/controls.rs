//! Draws and takebacks.

use waggle_hive_core::rules::Color;
use waggle_hive_engine::analysis::DrawAnswer;

use super::table::{Opinion, Work};
use super::{Bot, Now};
use crate::frames::{Control, GameAction, Request};
use crate::settings::Takebacks;

/// What the opponent asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offer {
    Draw,
    Takeback,
}

impl Bot {
    /// Answers what the opponent asks for, once.
    pub(super) fn heed_controls(&mut self, now: Now, id: &str) {
        if !self.is_connected {
            return;
        }
        let Some(table) = self.tables.get_mut(id).filter(|table| table.is_fresh) else { return };
        let offer = match table.site.open_control() {
            Some(Control::DrawOffer(by)) if Color::from(by) != table.color => Offer::Draw,
            Some(Control::TakebackRequest(by)) if Color::from(by) != table.color => Offer::Takeback,
            _ => return,
        };
        let said = table.site.game_control_history.len();
        if table.answered == Some(said) {
            return;
        }
        table.offered.get_or_insert(now.at);
        let ours = table.color.into();
        let control = match offer {
            Offer::Takeback if takes_back(self.settings.takebacks, table.site.rated) => {
                Control::TakebackAccept(ours)
            }
            Offer::Takeback => Control::TakebackReject(ours),
            Offer::Draw => {
                // Our move refuses the offer anyway.
                if matches!(table.work, Work::Sent { .. }) {
                    return;
                }
                let plies = table.game.position().ply().into();
                let score = match table.opinion {
                    _ if DrawAnswer::is_too_early(plies) => None,
                    Opinion::Known(score) => Some(score),
                    Opinion::None => return self.judge(now, id),
                    Opinion::Asked { .. } if table.awaits_opinion(now, self.pace) => return,
                    Opinion::Asked { .. } => None,
                };
                let answer = |score| DrawAnswer::to_offer(plies, self.settings.draw_at, || score);
                match score.map(answer) {
                    Some(DrawAnswer::Accepted) => Control::DrawAccept(ours),
                    _ => Control::DrawReject(ours),
                }
            }
        };
        table.answered = Some(said);
        let is_granted = matches!(control, Control::DrawAccept(_) | Control::TakebackAccept(_));
        if is_granted && !self.is_dry {
            table.accepted = Some(now.at);
            table.has_refusal = false;
        }
        self.log(&format!("game {id}: {control:?}"));
        self.act(Request::game(id, GameAction::Control(control)));
    }
}

fn takes_back(takebacks: Takebacks, is_rated: bool) -> bool {
    match takebacks {
        Takebacks::Always => true,
        Takebacks::Casual => !is_rated,
        Takebacks::Never => false,
    }
}
