//! A game as the site sends it.

use std::time::Duration;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use waggle_hive_core::games::site::{Ending, Status};
use waggle_hive_core::notation::{parse_game_type, parse_move};
use waggle_hive_core::rules::{Color, Game, GameType};

use super::control::Control;
use crate::settings::Speed;
use crate::stamp::{Stamp, lenient};

/// The game types of the site, as spelled in requests.
pub const ACCEPTED_TYPES: [&str; 8] = ["Base", "M", "L", "P", "ML", "MP", "LP", "MLP"];

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the fields of the site")]
pub struct User {
    #[serde(default)]
    pub uid: String,
    #[serde(default)]
    pub username: String,
    #[serde(default)]
    pub bot: bool,
}

/// A reading of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the fields of the site")]
pub struct TimeLeft {
    pub secs: u64,
    #[serde(default)]
    pub nanos: u32,
}

impl From<TimeLeft> for Duration {
    fn from(left: TimeLeft) -> Self {
        Self::from_secs(left.secs).saturating_add(Self::from_nanos(left.nanos.into()))
    }
}

/// A game: the moves, the players, the clocks.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[expect(missing_docs, reason = "the fields of the site")]
pub struct SiteGame {
    pub game_id: String,
    pub game_type: String,
    /// Each move as its piece and its place.
    pub history: Vec<(String, String)>,
    pub finished: bool,
    pub game_status: Status,
    pub white_player: User,
    pub black_player: User,
    #[serde(default)]
    pub rated: bool,
    #[serde(default, deserialize_with = "or_none")]
    pub speed: Option<Speed>,
    #[serde(default)]
    pub time_mode: String,
    /// Seconds.
    #[serde(default, deserialize_with = "or_none")]
    pub time_increment: Option<u64>,
    #[serde(default, deserialize_with = "or_none")]
    pub white_time_left: Option<TimeLeft>,
    #[serde(default, deserialize_with = "or_none")]
    pub black_time_left: Option<TimeLeft>,
    /// When the clocks were read.
    #[serde(default, deserialize_with = "lenient")]
    pub last_interaction: Option<Stamp>,
    #[serde(default, deserialize_with = "lenient")]
    pub updated_at: Option<Stamp>,
    /// Each with the turn in which it was said; `None` for an unknown one.
    #[serde(default, deserialize_with = "controls")]
    pub game_control_history: Vec<(i64, Option<Control>)>,
    #[serde(default, deserialize_with = "or_none")]
    pub conclusion: Option<String>,
    #[serde(default, deserialize_with = "or_none")]
    pub game_start: Option<String>,
}

/// A field that another version of the site may have in another form.
pub(super) fn or_none<'de, D, T>(source: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: serde::de::DeserializeOwned,
{
    Ok(serde_json::from_value(Value::deserialize(source)?).ok())
}

fn controls<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<(i64, Option<Control>)>, D::Error> {
    let all = Option::<Vec<(i64, Value)>>::deserialize(source)?.unwrap_or_default();
    Ok(all.into_iter().map(|(turn, said)| (turn, serde_json::from_value(said).ok())).collect())
}

impl SiteGame {
    /// Plays the moves by our rules.
    ///
    /// # Errors
    ///
    /// In words, if the type is unknown or a move is not legal.
    pub fn replay(&self) -> Result<Game, String> {
        let game_type: GameType =
            parse_game_type(&self.game_type).map_err(|error| error.to_string())?;
        let mut game = Game::new(game_type);
        for (index, (piece, place)) in self.history.iter().enumerate() {
            let text = format!("{piece} {place}");
            let mv = parse_move(game.position(), text.trim())
                .map_err(|error| format!("move {}: {error}", index + 1))?;
            game.play(mv).map_err(|error| format!("move {}, `{text}`: {error}", index + 1))?;
        }
        Ok(game)
    }

    /// Who is to move.
    pub fn to_move(&self) -> Color {
        if self.history.len().is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// The player of a color.
    pub fn player(&self, color: Color) -> &User {
        match color {
            Color::White => &self.white_player,
            Color::Black => &self.black_player,
        }
    }

    /// The color of the player with this name, or this id where the site sends no names.
    pub fn color_of(&self, username: &str, uid: Option<&str>) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| {
            let player = self.player(color);
            (!player.username.is_empty() && player.username == username)
                || uid.is_some_and(|uid| player.uid == uid)
        })
    }

    /// A player's remaining time at the last interaction; `None` in a game without clocks.
    pub fn time_left(&self, color: Color) -> Option<Duration> {
        let left = match color {
            Color::White => self.white_time_left,
            Color::Black => self.black_time_left,
        };
        left.map(Duration::from)
    }

    /// Whether the clocks cover the whole game, unlike those of correspondence games.
    pub fn is_real_time(&self) -> bool {
        match self.time_mode.as_str() {
            "RealTime" => true,
            "" => self.white_time_left.is_some() && self.time_increment.is_some_and(|it| it < 3600),
            _ => false,
        }
    }

    /// The last offer, request or answer, if made in this turn.
    pub fn open_control(&self) -> Option<Control> {
        let (turn, said) = self.game_control_history.last()?;
        said.filter(|_| usize::try_from(*turn) == Ok(self.history.len()))
    }

    /// Who won: `Some(None)` for a draw, `None` if that is not known.
    pub fn winner(&self) -> Option<Option<Color>> {
        match &self.game_status {
            Status::Finished(Ending::Winner(winner)) => Some(Some((*winner).into())),
            Status::Finished(Ending::Draw) => Some(None),
            _ => None,
        }
    }
}
