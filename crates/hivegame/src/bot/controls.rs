//! Draws and takebacks.

use waggle_hive_core::rules::Color;
use waggle_hive_engine::search::Score;

use super::table::Work;
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
        let since = *table.offered.get_or_insert(now.at);
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
                let is_thinking = matches!(table.work, Work::Thinking { .. });
                let score = match table.thought {
                    None if is_thinking && now.at.duration_since(since) < self.pace.offer => return,
                    None => table.score,
                    thought => thought,
                };
                if score.is_some_and(|score| is_no_better(score, self.settings.draw_at)) {
                    Control::DrawAccept(ours)
                } else {
                    Control::DrawReject(ours)
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

/// Whether our score, in liberties, is at most this.
fn is_no_better(score: Score, liberties: f64) -> bool {
    !score.is_win() && (score.is_loss() || f64::from(score.value()) / 100.0 <= liberties)
}
