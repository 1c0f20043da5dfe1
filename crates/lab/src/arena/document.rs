//! A match as JSON. `docs/json.md` has the schema; infinite numbers become `null`.

use serde::Serialize;

use waggle_hive_core::games::{GameRecord, GameResult};
use waggle_hive_core::notation::game_string;
use waggle_hive_core::rules::Color;
use waggle_hive_engine::document::{Format, pairs};

use super::record::{id_of, summary_of};
use super::report::ranked;
use super::{
    Encounter, Estimate, MatchScore, Rated, Sprt, Standings, Termination, TimeUse, Verdict,
};

/// The document of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchDocument<'a> {
    kind: &'static str,
    format: Format,
    games: u32,
    played: &'a [GameObject],
    engines: Vec<EngineObject<'a>>,
    encounters: Vec<EncounterObject<'a>>,
    white: MatchScore,
    white_advantage: Option<Rated>,
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
    white: MatchScore,
    white_advantage: Option<Rated>,
    equals_draw: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct RatedObject<'a> {
    name: &'a str,
    rating: Option<Rated>,
    total: MatchScore,
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
    total: MatchScore,
    rating: Option<Rated>,
    time: TimeUse,
    #[serde(serialize_with = "pairs::serialize")]
    faults: Vec<(&'static str, u32)>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct EncounterObject<'a> {
    first: &'a str,
    second: &'a str,
    result: EncounterResultsObject,
    as_white: MatchScore,
    as_black: MatchScore,
    #[serde(serialize_with = "pairs::serialize")]
    by_type: Vec<(String, MatchScore)>,
    sprt: Option<TestObject>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct EncounterResultsObject {
    #[serde(flatten)]
    results: MatchScore,
    faults: u32,
    withheld: bool,
    #[serde(flatten)]
    estimate: Option<Estimate>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct TestObject {
    #[serde(flatten)]
    sprt: Sprt,
    llr: f64,
    lower_bound: f64,
    upper_bound: f64,
    faults: u32,
    verdict: Verdict,
}

impl<'a> MatchDocument<'a> {
    /// The document of these standings and the games they count.
    pub fn of(standings: &'a Standings, sprt: Option<&Sprt>, played: &'a [GameObject]) -> Self {
        let names = standings.names();
        let ratings = standings.ratings();
        let engines = names.iter().enumerate().map(|(place, name)| EngineObject {
            name,
            total: standings.total_of(place),
            rating: ratings.as_ref().and_then(|ratings| ratings.engines[place]),
            time: standings.time_of(place),
            faults: by_name(standings.faults_of(place)),
        });
        let encounters = standings.encounters().map(|((first, second), encounter)| {
            let by_type = encounter.by_type();
            EncounterObject {
                first: &names[first],
                second: &names[second],
                result: EncounterResultsObject::of(encounter),
                as_white: encounter.by_color.white,
                as_black: encounter.by_color.black,
                by_type: by_type
                    .map(|(game_type, score)| (game_type.to_string(), *score))
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
            white: standings.white(),
            white_advantage: ratings.as_ref().map(|ratings| ratings.white),
            plies_per_game: standings.average_plies(),
            endings: by_name(standings.terminations()),
        }
    }
}

impl<'a> RatingsDocument<'a> {
    /// The document of these standings, the best player first.
    pub fn of(standings: &'a Standings) -> Self {
        let ratings = standings.ratings();
        let players = ranked(standings).into_iter().map(|place| RatedObject {
            name: &standings.names()[place],
            rating: ratings.as_ref().and_then(|ratings| ratings.engines[place]),
            total: standings.total_of(place),
        });
        Self {
            kind: "ratings",
            format: Format,
            games: standings.games(),
            players: players.collect(),
            white: standings.white(),
            white_advantage: ratings.as_ref().map(|ratings| ratings.white),
            equals_draw: ratings.as_ref().map(|ratings| ratings.draws),
        }
    }
}

impl GameObject {
    /// A game, with its moves as a GameString; `None` if it has no result.
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

impl EncounterResultsObject {
    fn of(encounter: &Encounter) -> Self {
        Self {
            results: encounter.score,
            faults: encounter.faults(),
            withheld: encounter.is_withheld(),
            estimate: encounter.estimate(),
        }
    }
}

impl TestObject {
    fn of(sprt: &Sprt, encounter: &Encounter) -> Self {
        Self {
            sprt: *sprt,
            llr: sprt.llr(&encounter.sound),
            lower_bound: sprt.lower_bound(),
            upper_bound: sprt.upper_bound(),
            faults: encounter.faults(),
            verdict: encounter.verdict(sprt),
        }
    }
}

fn by_name(counts: impl Iterator<Item = (Termination, u32)>) -> Vec<(&'static str, u32)> {
    counts.map(|(termination, count)| (termination.name(), count)).collect()
}
