//! `waggle tune-people`: fits the model of people's moves, and measures it.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Context as _, ensure};
use waggle::archive::Archive;
use waggle::games::GameRecord;
use waggle::people::Model;
use waggle::search::NEVER;
use waggle::tune::{PeopleScore, PeopleSettings, PlayedMoves, train_people};

use super::archive::read_all;
use super::outputs::{Outputs, paths};
use super::{game_files, interrupt, people_puzzles, people_reviews};
use crate::cli::TunePeopleArgs;
use crate::exit_code::ExitCode;

/// One game of so many is kept back to measure on.
pub(super) const KEPT_BACK: usize = 10;
/// Of the positions kept back, so many are passed over for one that is measured after each pass.
const EVERY: usize = 8;

pub(crate) fn run(args: &TunePeopleArgs) -> anyhow::Result<ExitCode> {
    let archive = Archive::of(&args.sources)?.only(args.filter.filter());
    Outputs::default().whole(&args.out).check(paths(&archive), args.force)?;
    if args.reviews {
        return people_reviews::run(args);
    }
    let threads = args.threads.map_or_else(|| waggle::uhp::Options::default().threads, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    if args.puzzles {
        let model = model_of(args)?;
        return people_puzzles::run(&model, &archive, threads);
    }
    interrupt::end_at_request()?;
    let mut games = vec![];
    let made = |record: GameRecord| record.replay().ok().and_then(|game| PlayedMoves::of(&game));
    let code = read_all(&archive, threads, &NEVER, made, |game| games.extend(game))?;
    let Some(code) = code else { return Ok(ExitCode::Interrupted) };
    ensure!(
        games.iter().any(PlayedMoves::has_choices),
        "the archive holds no game with moves from the usual start that can be read"
    );
    pool.install(|| match &args.out {
        None => measure(args, &games),
        Some(path) => {
            let model = learn(args, games)?;
            Ok(game_files::write(path, &model.to_bytes())?)
        }
    })?;
    Ok(code)
}

/// The model of a file, or the program's own.
fn model_of(args: &TunePeopleArgs) -> anyhow::Result<Cow<'static, Model>> {
    let Some(path) = &args.model else {
        let own = Model::own().context("this build has no model of people's moves")?;
        return Ok(Cow::Borrowed(own));
    };
    let of_file = || format!("`{}`", path.display());
    let bytes = fs::read(path).with_context(of_file)?;
    Ok(Cow::Owned(Model::from_bytes(&bytes).with_context(of_file)?))
}

fn measure(args: &TunePeopleArgs, games: &[PlayedMoves]) -> anyhow::Result<()> {
    let model = model_of(args)?;
    let mut out = io::stdout();
    writeln!(out, "{}\n", model.origin())?;
    let started = Instant::now();
    let score = PeopleScore::of(&model, games, 1);
    let speed = score.positions as f64 / started.elapsed().as_secs_f64();
    write_score(games.len(), &score, &mut out)?;
    writeln!(out, "{speed:.0} positions a second")?;
    Ok(())
}

fn learn(args: &TunePeopleArgs, games: Vec<PlayedMoves>) -> anyhow::Result<Model> {
    let read = games.len();
    let (kept_back, training): (Vec<_>, Vec<_>) =
        games.into_iter().enumerate().partition(|(index, _)| index % KEPT_BACK == 0);
    let games_of = |games: Vec<(usize, PlayedMoves)>| games.into_iter().map(|(_, game)| game);
    let kept_back: Vec<PlayedMoves> = games_of(kept_back).collect();
    let most = args.games.map_or(usize::MAX, |games| games as usize);
    let training: Vec<PlayedMoves> = games_of(training).take(most).collect();
    let is_enough = training.iter().any(PlayedMoves::has_choices);
    ensure!(is_enough, "expected two games or more, one to learn from, found {read}");
    let TunePeopleArgs { epochs, teachers, seed, .. } = *args;
    let settings = PeopleSettings { epochs, teachers, seed };
    let mut out = io::stdout();
    let network = train_people(&training, &settings, |number, epoch, network| {
        let score = PeopleScore::of(&Model::new(network.clone(), ""), &kept_back, EVERY);
        let _ = write!(out, "network {number}, pass {epoch}: ");
        let _ = write_score(kept_back.len(), &score, &mut out);
    });
    let mut model = Model::new(network, "");
    // As it will be read: rounded.
    model = Model::from_bytes(&model.to_bytes())?;
    let score = PeopleScore::of(&model, &kept_back, 1);
    write_score(kept_back.len(), &score, &mut out)?;
    let mut origin = vec![];
    writeln!(
        origin,
        "`waggle tune-people --epochs {epochs} --teachers {teachers} --seed {seed}` on {} games; of {} others:",
        training.len(),
        kept_back.len(),
    )?;
    write_score(kept_back.len(), &score, &mut origin)?;
    Ok(model.with_origin(String::from_utf8_lossy(&origin).trim()))
}

fn write_score(games: usize, score: &PeopleScore, out: &mut impl Write) -> io::Result<()> {
    let share = |count: f64| 100.0 * count / score.positions.max(1) as f64;
    writeln!(
        out,
        "{} positions of {games} games: the person's move first in {:.1} % ({:.1} % if moves that \
         differ by a symmetry are counted apart), among the first three in {:.1} %, loss {:.3}; chance {:.1} %",
        score.positions,
        share(score.first),
        share(score.exactly_first),
        share(score.among_three),
        score.log_loss / score.positions.max(1) as f64,
        share(score.by_chance),
    )
}
