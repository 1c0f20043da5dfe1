//! `waggle match`: engines against each other.

mod config;
mod counted;
mod engines;
mod list;
mod match_file;
mod names;
mod progress;
mod settings_file;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{anyhow, ensure};
use waggle::arena::{
    Duel, DuelRules, EngineSpec, Fixture, Limit, MatchDocument, MatchFormat, MatchTags, Openings,
    PlayerFault, Schedule, Shard, Source, Standings, Termination, Tournament, Verdict, id_of,
    names_of, record_of, report, summary_of,
};
use waggle::document::Json;
use waggle::games::{GameRecord, pgn};
use waggle::rules::{Game, GameType};
use waggle::text::{self, printable};

use crate::cli::MatchArgs;
use crate::exit_code::ExitCode;

use super::archive::LeftOut;
use super::growing_file::GrowingFile;
use super::outputs::Outputs;
use super::terminal::{today, warn};
use super::{game_files, interrupt, memory};

use counted::CountedGames;
use match_file::EarlierGames;
use progress::MatchProgress;

pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    match &args.config {
        Some(path) => play(&config::read(path)?),
        None => play(args),
    }
}

fn play(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    if !args.summarise.is_empty() {
        return summarise(args);
    }
    // The file may be named by --config.
    ensure!(!args.resume || args.pgn.is_some(), "expected --pgn FILE beside --resume");
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    let flags = [Arc::clone(&stop), Arc::clone(&interrupted)];
    let raise = move || flags.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
    interrupt::on_request_to_end(raise)?;
    let tournament = tournament(args)?;
    let names: Vec<String> = tournament.engines.iter().map(|engine| engine.name.clone()).collect();
    ensure!(
        args.sprt.is_none() || names.len() == 2,
        "a sequential test needs two engines, found {}",
        names.len()
    );
    let outputs = Outputs::default().growing(&args.pgn).growing(engines::logs(&tournament.engines));
    let outputs = outputs.ending("pgn", &args.pgn);
    let networks = args.engines.0.iter().filter_map(|engine| engine.network.as_deref());
    let read = args
        .openings
        .iter()
        .chain(&args.config)
        .map(PathBuf::as_path)
        .chain(networks.map(Path::new));
    outputs.check(read, true)?;
    let mut earlier = EarlierGames::default();
    if let Some(path) = &args.pgn {
        earlier = EarlierGames::read(path, args.resume, &tournament)?;
    }
    let done = earlier.results();
    let match_id = earlier.match_id.take().unwrap_or_else(|| tournament.identity());
    let mut counted = CountedGames::new(names, args)?;
    for record in earlier.records {
        if let Some(id) = id_of(&record) {
            counted.add(id.number, record);
        }
    }
    if args.list {
        let is_over = is_over(&counted, &tournament);
        list::list(&tournament, &match_id, &done, is_over, args.json)?;
        return Ok(ExitCode::Done);
    }
    if let Some(folder) = &args.log {
        engines::prepare_logs(folder, &tournament.engines, args.resume)?;
    }
    if !args.recover
        && let Err((place, fault)) = tournament.try_engines(&stop)
        && fault.termination != Termination::Interrupted
    {
        return Err(does_not_work(args, place, &fault));
    }
    let mut run = Run {
        args,
        tournament: &tournament,
        counted,
        file: args.pgn.as_deref().map(match_file::open).transpose()?,
        tags: MatchTags { event: args.event.clone(), date: today(), match_id },
        progress: MatchProgress::new(tournament.schedule.number_of_games(), done.len()),
        proven: HashSet::new(),
    };
    let mut failure = None;
    if !is_over(&run.counted, &tournament) {
        tournament.run(done, &stop, &mut |fixture, duel| match run.take(fixture, duel) {
            Ok(flow) => flow,
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
    }
    run.progress.close();
    let counted = run.counted;
    tell_what_is_missing(&counted, is_lost(&counted, &tournament));
    let is_interrupted = interrupted.load(Ordering::Relaxed);
    if counted.standings().games() > 0 || failure.is_none() && !is_interrupted {
        print_report(args, &counted)?;
    }
    if let Some(error) = failure {
        return Err(error);
    }
    if is_interrupted && args.pgn.is_some() && !counted.is_decided() {
        interrupt::say_how_to_resume();
    }
    Ok(exit_code(&counted, is_interrupted))
}

/// Whether too many games ended by faults for the others to say anything.
fn is_lost(counted: &CountedGames<'_>, tournament: &Tournament) -> bool {
    let Schedule { games, .. } = tournament.schedule;
    let encounters = tournament.schedule.encounters().len();
    encounters > 0 && counted.standings().is_lost(encounters, games)
}

fn is_over(counted: &CountedGames<'_>, tournament: &Tournament) -> bool {
    counted.is_decided() || is_lost(counted, tournament)
}

/// A match that is being played.
struct Run<'a> {
    args: &'a MatchArgs,
    tournament: &'a Tournament,
    counted: CountedGames<'a>,
    file: Option<GrowingFile>,
    tags: MatchTags,
    progress: MatchProgress,
    /// Engines that have finished a game without a fault.
    proven: HashSet<usize>,
}

impl Run<'_> {
    /// Takes a game that has ended. An error ends the match.
    fn take(&mut self, fixture: &Fixture, duel: &Duel) -> anyhow::Result<ControlFlow<()>> {
        let at_fault = fault_of(fixture, duel);
        if let Some((place, fault)) = at_fault
            && !self.args.recover
            && (!self.proven.contains(&place) || fault.termination == Termination::StartFailure)
        {
            return Err(does_not_work(self.args, place, fault));
        }
        let Some(record) = record_of(duel, fixture, self.tournament, &self.tags) else {
            return Ok(ControlFlow::Continue(()));
        };
        let players = [fixture.players.white, fixture.players.black].into_iter();
        let is_sound = |place: &usize| at_fault.is_none_or(|(culprit, _)| culprit != *place);
        self.proven.extend(players.filter(is_sound));
        if let Some(file) = &mut self.file {
            file.append(&pgn::write(&record))?;
        }
        engines::check_logs(&self.tournament.engines)?;
        self.counted.add(fixture.number, record);
        let standings = self.counted.standings();
        note_memory(standings);
        let score = report::running_score(standings, self.args.sprt.as_ref());
        let players = fixture.players.map(|place| &self.tournament.engines[place]);
        self.progress.game(fixture, duel, players, &score);
        let is_over = is_over(&self.counted, self.tournament);
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

/// Warns of games that were not played, not counted, or no evidence.
fn tell_what_is_missing(counted: &CountedGames<'_>, is_lost: bool) {
    counted.tell_repeats();
    if is_lost {
        warn("the match ends early: too many games ended by faults");
    }
    let count = counted.not_counted();
    if count > 0 {
        let games = text::counted(count, "game is", "games are");
        warn(&format!("{games} not counted by the test, which misses an earlier one"));
    }
}

/// The engine that lost the game by a fault, by its index.
fn fault_of<'a>(fixture: &Fixture, duel: &'a Duel) -> Option<(usize, &'a PlayerFault)> {
    let (color, fault) = duel.fault.as_ref()?;
    duel.termination.is_fault().then_some((fixture.players[*color], fault))
}

/// The error for an engine that cannot play, with the last lines of the conversation.
fn does_not_work(args: &MatchArgs, place: usize, fault: &PlayerFault) -> anyhow::Error {
    let lines: Vec<String> = fault.last_lines.iter().map(|line| format!("\n    {line}")).collect();
    anyhow!(
        "{} does not work ({}): {}{}\n\nhint: with --recover the match continues, and the engine loses such games",
        names::label(&args.engines, place),
        fault.termination,
        fault.detail,
        lines.concat()
    )
}

/// `--summarise`: the statistics of games already played, each counted once.
fn summarise(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let mut records = Vec::new();
    let mut seen = HashMap::new();
    let mut left_out = LeftOut::default();
    let mut repeated = 0_usize;
    for path in &args.summarise {
        let games = match_file::read(path, &mut left_out)?;
        ensure!(
            games.iter().any(|game| summary_of(game).is_some()),
            "`{}` has no finished game",
            path.display()
        );
        for game in games {
            // A game outside a match is identified by its whole text.
            let identity = id_of(&game).map_or_else(|| pgn::write(&game), |id| format!("{id:?}"));
            let said = (game.moves.clone(), game.result);
            match seen.entry(identity) {
                Entry::Vacant(entry) => {
                    entry.insert(said);
                    records.push(game);
                }
                Entry::Occupied(first) => {
                    repeated += 1;
                    if *first.get() != said {
                        warn_of_another(path, &game);
                    }
                }
            }
        }
    }
    left_out.report();
    if repeated > 0 {
        let games = text::counted(repeated, "duplicate game is", "duplicate games are");
        warn(&format!("{games} counted once"));
    }
    let mut counted = CountedGames::new(names_of(&records), args)?;
    if args.sprt.is_some() {
        sort_by_number(&mut records);
    }
    counted.extend(&records);
    counted.tell_repeats();
    print_report(args, &counted)?;
    Ok(match exit_code(&counted, false) {
        ExitCode::Done if args.sprt.is_none() => left_out.exit_code(),
        // A test without all games has decided nothing.
        ExitCode::Done | ExitCode::Negative if left_out.count() > 0 => ExitCode::Undecided,
        code => code,
    })
}

/// Warns of a game that is not what an earlier file has of it.
fn warn_of_another(path: &Path, game: &GameRecord) {
    let number = id_of(game).map(|id| id.number).unwrap_or_default();
    warn(&format!(
        "`{}`: game {number} of the match has other moves or another result than in an earlier \
         file, which counts",
        path.display()
    ));
}

/// Sorts games as a sequential test takes them: match by match, by their numbers.
fn sort_by_number(records: &mut [GameRecord]) {
    let mut matches: Vec<Option<String>> = Vec::new();
    records.sort_by_cached_key(|record| {
        let (match_id, number) = id_of(record).map(|id| (id.match_id, id.number)).unzip();
        let place = matches.iter().position(|other| *other == match_id).unwrap_or_else(|| {
            matches.push(match_id);
            matches.len() - 1
        });
        (place, number)
    });
}

fn tournament(args: &MatchArgs) -> anyhow::Result<Tournament> {
    let engines = engines::specs(&args.engines, args.patience, args.log.as_deref())?;
    let format = args.format;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    ensure!(
        format != MatchFormat::Knockout || shard == Shard::WHOLE,
        "a knockout cannot be split: its games decide who meets whom"
    );
    ensure!(
        args.sprt.is_none() || shard == Shard::WHOLE,
        "a sequential test needs the games of all parts, not --shard {shard}\n\n\
         hint: `waggle match --summarise FILE... --sprt TEST` tests all games"
    );
    let schedule = Schedule { engines: engines.len(), format, games: args.games, shard };
    let rules = DuelRules {
        margin: args.margin,
        patience: args.patience,
        max_plies: args.max_plies,
        win: args.adjudicate_win,
        draw: args.adjudicate_draw,
        nodes_per_ms: args.nodes_as_time,
    };
    ensure!(
        args.nodes_as_time.is_none()
            || engines.iter().all(|engine| matches!(engine.source, Source::BuiltIn { .. })),
        "--nodes-as-time needs engines whose nodes are known: `{}`",
        names::BUILT_IN
    );
    ensure!(
        args.nodes_as_time.is_none()
            || engines.iter().all(|engine| matches!(engine.limit, Limit::Clock { .. })),
        "--nodes-as-time counts the nodes of clocks: give every engine a --tc"
    );
    let openings = openings(args)?;
    let longest = match &openings {
        Openings::Random { plies, .. } => *plies as usize,
        Openings::Listed(games) => games.iter().map(|it| it.moves().len()).max().unwrap_or(0),
    };
    ensure!(
        longest < args.max_plies as usize,
        "an opening has {}, and --max-plies {} leaves nothing to play",
        text::counted(longest, "ply", "plies"),
        args.max_plies
    );
    warn_of_shared_cores(args.concurrency, &engines);
    Ok(Tournament {
        engines,
        schedule,
        openings,
        rules,
        concurrency: args.concurrency,
        judge_nodes: args.judge_nodes,
    })
}

/// Warns if games limited by time have to share cores.
fn warn_of_shared_cores(concurrency: usize, engines: &[EngineSpec]) {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let is_timed =
        |engine: &EngineSpec| matches!(engine.limit, Limit::Time(_) | Limit::Clock { .. });
    if concurrency > cores && engines.iter().any(is_timed) {
        warn(&format!(
            "{concurrency} simultaneous games share {cores} cores, so engines get less than their time"
        ));
    }
}

fn openings(args: &MatchArgs) -> anyhow::Result<Openings> {
    let Some(path) = &args.openings else {
        let mut game_types = args.game_types.clone();
        if game_types.is_empty() {
            game_types.push(GameType::MLP);
        }
        return Ok(Openings::Random {
            plies: args.random_plies,
            game_types,
            seed: args.seed,
            balance: args.balance.is_finite().then_some(args.balance),
        });
    };
    let mut games = listed_openings(path)?;
    if !args.game_types.is_empty() {
        games.retain(|game| args.game_types.contains(&game.game_type()));
    }
    games.retain(|game| game.outcome().is_none() && !game.is_threefold());
    ensure!(
        !games.is_empty(),
        "`{}` has no opening of these game types that is not over",
        path.display()
    );
    Ok(Openings::Listed(games))
}

/// The games of a file in any format.
fn listed_openings(path: &Path) -> anyhow::Result<Vec<Game>> {
    let mut left_out = LeftOut::default();
    let mut games = vec![];
    for record in game_files::read(path)? {
        match record {
            Ok(record) => games.push(record.replay()?),
            Err(error) => left_out.add(&format!("`{}`: {error}", path.display())),
        }
    }
    left_out.report();
    Ok(games)
}

fn exit_code(counted: &CountedGames<'_>, interrupted: bool) -> ExitCode {
    match counted.verdict() {
        Some(Verdict::Accepted) => ExitCode::Done,
        Some(Verdict::Rejected) => ExitCode::Negative,
        _ if interrupted => ExitCode::Interrupted,
        Some(Verdict::Undecided | Verdict::Withheld) => ExitCode::Undecided,
        None if counted.standings().is_withheld() => ExitCode::Undecided,
        None => ExitCode::Done,
    }
}

fn print_report(args: &MatchArgs, counted: &CountedGames<'_>) -> anyhow::Result<()> {
    let (sprt, standings) = (args.sprt.as_ref(), counted.standings());
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", Json(MatchDocument::of(standings, sprt, counted.documents())))?;
    } else {
        write!(out, "{}", printable(&report::text(standings, sprt)))?;
    }
    Ok(())
}

/// Logs the memory in use every few games: it must not grow after the first ones.
fn note_memory(standings: &Standings) {
    const GAMES: u32 = 20;
    let games = standings.games();
    if games.is_multiple_of(GAMES)
        && log::log_enabled!(log::Level::Info)
        && let Some(mib) = memory::resident_mib()
    {
        log::info!("{games} games, {mib} MiB");
    }
}
