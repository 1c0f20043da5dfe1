//! A match as JSON. `docs/json.md` has the schema; infinite numbers become `null`.

use serde::Serialize;

use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::Color;
use waggle_hive_engine::document::{Format, pairs};

use super::record::{id_of, summary_of};
use super::report::ranked;
use super::{Encounter, MatchScore, Rated, Sprt, Standings, Termination};

/// The document of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchDocument<'a> {
    kind: &'static str,
    format: Format,
    games: u32,
    played: &'a [GameObject],
    engines: Vec<EngineObject<'a>>,
    encounters: Vec<EncounterObject<'a>>,
    white: ResultsObject,
    white_advantage: Option<RatingObject>,
    plies_per_game: f64,
    #[serde(serialize_with = "pairs::serialize")]
    endings: Vec<(&'static str, u32)>,
}

/// The document of the joint rating of an archive's players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingsDocument<'a> {
    kind: &'static str,
    format: Format,
    games: u32,
    players: Vec<RatedObject<'a>>,
    white: ResultsObject,
    white_advantage: Option<RatingObject>,
    equals_draw: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct RatedObject<'a> {
    name: &'a str,
    rating: Option<RatingObject>,
    total: ResultsObject,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameObject {
    number: Option<u32>,
    white: String,
    black: String,
    result: &'static str,
    ending: &'static str,
    plies: u32,
    game: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct EngineObject<'a> {
    name: &'a str,
    total: ResultsObject,
    rating: Option<RatingObject>,
    time: TimeObject,
    #[serde(serialize_with = "pairs::serialize")]
    faults: Vec<(&'static str, u32)>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct RatingObject {
    elo: f64,
    error: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct TimeObject {
    moves: u32,
    seconds: f64,
    seconds_per_move: f64,
    late_moves: u32,
    largest_overshoot: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct EncounterObject<'a> {
    first: &'a str,
    second: &'a str,
    result: EncounterResultsObject,
    as_white: ResultsObject,
    as_black: ResultsObject,
    #[serde(serialize_with = "pairs::serialize")]
    by_type: Vec<(String, ResultsObject)>,
    sprt: Option<TestObject>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct ResultsObject {
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    points: f64,
    pairs: [u32; 5],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct EncounterResultsObject {
    #[serde(flatten)]
    results: ResultsObject,
    faults: u32,
    withheld: bool,
    #[serde(flatten)]
    estimate: Option<EstimateObject>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct EstimateObject {
    score: f64,
    elo: f64,
    elo_interval: [f64; 2],
    normalized_elo: f64,
    normalized_elo_error: f64,
    los: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct TestObject {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: String,
    llr: f64,
    lower_bound: f64,
    upper_bound: f64,
    faults: u32,
    verdict: String,
}

impl<'a> MatchDocument<'a> {
    /// The document of these standings and the games they count.
    #[must_use]
    pub fn of(standings: &'a Standings, sprt: Option<&Sprt>, played: &'a [GameObject]) -> Self {
        let names = standings.names();
        let ratings = standings.ratings();
        let engines = names.iter().enumerate().map(|(place, name)| {
            let time = standings.time_of(place);
            EngineObject {
                name,
                total: ResultsObject::of(&standings.total_of(place)),
                rating: ratings.as_ref().and_then(|it| it.engines[place]).map(RatingObject::of),
                time: TimeObject {
                    moves: time.moves,
                    seconds: time.used.as_secs_f64(),
                    seconds_per_move: time.average().as_secs_f64(),
                    late_moves: time.late_moves,
                    largest_overshoot: time.overshoot.as_secs_f64(),
                },
                faults: by_name(standings.faults_of(place)),
            }
        });
        let encounters = standings.encounters().map(|((first, second), encounter)| {
            let by_type = encounter.by_type();
            EncounterObject {
                first: &names[first],
                second: &names[second],
                result: EncounterResultsObject::of(encounter),
                as_white: ResultsObject::of(&encounter.by_color.white),
                as_black: ResultsObject::of(&encounter.by_color.black),
                by_type: by_type
                    .map(|(game_type, score)| (game_type.to_string(), ResultsObject::of(score)))
                    .collect(),
                sprt: sprt.map(|sprt| TestObject::of(sprt, encounter)),
            }
        });
        Self {
            kind: "match",
            format: Format,
            games: standings.games(),
            played,
            engines: engines.collect(),
            encounters: encounters.collect(),
            white: ResultsObject::of(&standings.white()),
            white_advantage: ratings.as_ref().map(|ratings| RatingObject::of(ratings.white)),
            plies_per_game: standings.average_plies(),
            endings: by_name(standings.terminations()),
        }
    }
}

impl<'a> RatingsDocument<'a> {
    /// The document of these standings, the best player first.
    #[must_use]
    pub fn of(standings: &'a Standings) -> Self {
        let ratings = standings.ratings();
        let players = ranked(standings).into_iter().map(|place| RatedObject {
            name: &standings.names()[place],
            rating: ratings.as_ref().and_then(|it| it.engines[place]).map(RatingObject::of),
            total: ResultsObject::of(&standings.total_of(place)),
        });
        Self {
            kind: "ratings",
            format: Format,
            games: standings.games(),
            players: players.collect(),
            white: ResultsObject::of(&standings.white()),
            white_advantage: ratings.as_ref().map(|it| RatingObject::of(it.white)),
            equals_draw: ratings.as_ref().map(|it| it.draws),
        }
    }
}

impl GameObject {
    /// A game, with its moves as a GameString; `None` if it has no result.
    #[must_use]
    pub fn of(record: &GameRecord) -> Option<Self> {
        let game = record.replay().ok()?;
        let summary = summary_of(record)?;
        let result = match summary.result {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => return None,
        };
        Some(Self {
            number: id_of(record).map(|id| id.number),
            white: summary.players.white,
            black: summary.players.black,
            result,
            ending: summary.termination.name(),
            plies: summary.plies,
            game: game_string(&game),
        })
    }
}

impl RatingObject {
    const fn of(Rated { elo, error }: Rated) -> Self {
        Self { elo, error }
    }
}

impl ResultsObject {
    fn of(score: &MatchScore) -> Self {
        Self {
            games: score.games(),
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            points: score.points(),
            pairs: score.pairs,
        }
    }
}

impl EncounterResultsObject {
    fn of(encounter: &Encounter) -> Self {
        let estimate = encounter.estimate().map(|estimate| EstimateObject {
            score: estimate.score,
            elo: estimate.elo,
            elo_interval: [estimate.elo_low, estimate.elo_high],
            normalized_elo: estimate.normalized_elo,
            normalized_elo_error: estimate.normalized_error,
            los: estimate.los,
        });
        Self {
            results: ResultsObject::of(&encounter.score),
            faults: encounter.faults(),
            withheld: encounter.is_withheld(),
            estimate,
        }
    }
}

impl TestObject {
    fn of(sprt: &Sprt, encounter: &Encounter) -> Self {
        Self {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            alpha: sprt.alpha,
            beta: sprt.beta,
            model: sprt.model.to_string(),
            llr: sprt.llr(&encounter.sound),
            lower_bound: sprt.lower_bound(),
            upper_bound: sprt.upper_bound(),
            faults: encounter.faults(),
            verdict: encounter.verdict(sprt).to_string(),
        }
    }
}

fn by_name(counts: impl Iterator<Item = (Termination, u32)>) -> Vec<(&'static str, u32)> {
    counts.map(|(termination, count)| (termination.name(), count)).collect()
}
