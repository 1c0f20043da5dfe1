//! Networks from files, and `waggle network`, which checks them.

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use waggle::analysis::bench_positions;
use waggle::eval::{Network, evaluate};
use waggle::rules::Game;
use waggle::search::Settings;
use waggle::tune::{Difference, network_differences, squared_error};
use waggle::uhp::Options;

use super::terminal::{grouped, print};
use super::tune::visit_kept_games;
use crate::cli::{BUILT_IN, CheckNetworkArgs, EngineArgs, NetworkArgs};
use crate::exit_code::ExitCode;

/// How much the rest of a game counts in the error, as `waggle tune` has it if nothing is said.
const LATER: f32 = 0.75;
/// The positions listed where two networks differ.
const LISTED: usize = 5;
/// How long the speed is measured.
const MEASURED: Duration = Duration::from_millis(200);

pub(crate) fn run(args: &CheckNetworkArgs) -> anyhow::Result<ExitCode> {
    let network = named(&args.network)?;
    let other = args.other.as_deref().map(named).transpose()?;
    let (mut games, mut samples) = (vec![], vec![]);
    if let Some(path) = &args.games {
        visit_kept_games(path, |played| {
            games.extend(played.iter().map(|game| game.game().clone()));
            let all = played.iter().flat_map(|game| game.samples(LATER));
            samples.extend(all.filter(|sample| sample.is_quiet));
        })?;
        ensure!(!samples.is_empty(), "`{}`: expected quiet positions, found none", path.display());
    } else {
        games.extend(bench_positions().map(|(_, game)| game));
    }
    let mut report = String::new();
    for network in [Some(&network), other.as_ref()].into_iter().flatten() {
        write!(report, "{}\norigin: {}\n", network.name(), network.origin())?;
        if let Some(error) = squared_error(network, &samples) {
            let positions = grouped(samples.len() as u64);
            writeln!(report, "squared error {error:.6} in {positions} quiet positions")?;
        }
        writeln!(report, "{} evaluations a second\n", grouped(speed(network, &games)))?;
    }
    if let Some(other) = &other {
        let (differences, mean) = network_differences([&network, other], &games);
        let most = if differences.is_empty() { "." } else { "; at most, for the side to move:" };
        writeln!(report, "mean difference {:.2}{most}", mean / 100.0)?;
        for Difference { game, values: [one, other] } in differences.iter().take(LISTED) {
            let [one, other] = [one, other].map(|value| f64::from(*value) / 100.0);
            writeln!(report, "{one:+6.2} {other:+6.2}  {game}")?;
        }
    }
    print(&report)?;
    Ok(ExitCode::Done)
}

/// Evaluations a second of all positions of the games, one after another, on one thread.
fn speed(network: &Network, games: &[Game]) -> u64 {
    let start = Instant::now();
    let mut evaluations: u64 = 0;
    loop {
        for game in games {
            let mut replay = Game::new(game.game_type());
            for mv in game.moves() {
                black_box(evaluate(network, replay.position(), 0));
                evaluations += 1;
                let elapsed = start.elapsed();
                if elapsed >= MEASURED {
                    return (evaluations as f64 / elapsed.as_secs_f64()) as u64;
                }
                if replay.play(mv).is_err() {
                    break;
                }
            }
        }
    }
}

/// The network of a file, or the one that is built in by its name.
pub(super) fn named(path: &Path) -> anyhow::Result<Network> {
    if path == Path::new(BUILT_IN) { Ok(Network::default()) } else { read(path) }
}

/// Reads a network.
pub(crate) fn read(path: &Path) -> anyhow::Result<Network> {
    let file = fs::read(path).with_context(|| format!("reading `{}`", path.display()))?;
    Network::read(&file).with_context(|| format!("reading `{}`", path.display()))
}

/// The network of a flag, or the built-in one.
pub(crate) fn of(args: &NetworkArgs) -> anyhow::Result<Network> {
    args.network.as_deref().map_or_else(|| Ok(Network::default()), read)
}

/// The settings of a searcher.
pub(crate) fn settings(engine: &EngineArgs, network: &NetworkArgs) -> anyhow::Result<Settings> {
    Ok(Settings { network: of(network)?, ..engine.settings() })
}

/// Options with the networks of these files to choose from, the first one chosen.
pub(crate) fn options<'a>(paths: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<Options> {
    let mut options = Options::default();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        options.networks.add(&name, read(path)?);
        options.network = 1;
    }
    Ok(options)
}
