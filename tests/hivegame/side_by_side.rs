//! Bot and worker side by side, with everything that goes wrong on the way. `WAGGLE_SITE_SECONDS=3600`
//! has them work for an hour, which `.ci/long hour` does.

use std::thread;
use std::time::{Duration, Instant};

use super::program::folder;
use super::running::{PATIENCE, Running, hivegame, until};
use super::standin::{Fate, Faults, PASSWORD, Plan, Queue, Standin, random_game};
use super::system::{resident_kib, ticks};

const SECRET: &str = "open sesame";
/// So many sizes are taken, at equal intervals; the worker gets a game for every second, too, interval by interval.
const SAMPLES: u32 = 60;
/// The most memory of the last third of the time may be so much above that of the second.
const GROWTH_KIB: u64 = 1024;

#[test]
fn nothing_goes_wrong_and_memory_stays_flat() {
    let seconds = std::env::var("WAGGLE_SITE_SECONDS").ok();
    let seconds: u64 = seconds.map_or(6, |text| text.parse().expect("a number"));
    let folder = folder("hivegame_side_by_side");
    let standin = Standin::start(Plan {
        clock: (120, 2),
        faults: Faults::all(),
        is_lively: true,
        ..Plan::calm(usize::MAX, 4, 46)
    });
    let fate = |index: u64| match index % 6 {
        2 => Fate::Withdrawn,
        4 => Fate::Refused,
        _ => Fate::Usual,
    };
    let games: Vec<_> = (0..seconds).map(|it| (random_game(it, 60), fate(it))).collect();
    let mut games = games.chunks(games.len().div_ceil(SAMPLES as usize));
    let queue = Queue::start(SECRET, games.next().expect("a first interval"), 1);
    let bot = format!(
        "site = '{}'\n[bot]\nemail = 'bot@example.org'\nthreads = 1\ntable_mib = 16\n\
         max_seconds = 0.05\ncheck_seconds = 2\nlag_seconds = 0.05",
        standin.address
    );
    let worker = format!(
        "site = '{}'\n[worker]\nname = 'w-1'\nnodes = 300\ntable_mib = 16\npoll_seconds = 1",
        queue.address
    );
    let mut command = hivegame("bot", &folder, &bot);
    let mut bot = Running::start(command.env("WAGGLE_HIVEGAME_PASSWORD", PASSWORD));
    until("a game is played", PATIENCE, || standin.report().plies > 0);
    let mut command = hivegame("worker", &folder, &worker);
    let mut worker = Running::start(command.env("WAGGLE_HIVEGAME_SECRET", SECRET));

    let mut sizes: Vec<[u64; 2]> = vec![];
    let start = Instant::now();
    for number in 1..=SAMPLES {
        // An interval of time is what is measured.
        let at = Duration::from_secs(seconds) * number / SAMPLES;
        thread::sleep(at.saturating_sub(start.elapsed()));
        assert!(bot.is_running() && worker.is_running(), "{}\n{}", bot.said(), worker.said());
        let sample = [resident_kib(bot.id()), resident_kib(worker.id())];
        println!("{number} {sample:?} KiB, {} games, {:?} jobs", standin.ended(), queue.ended());
        sizes.push(sample);
        queue.add(games.next().unwrap_or_default());
    }
    let used = [ticks(bot.id()), ticks(worker.id())];
    // With faults all over, the bot may leave in the middle of a reconnection.
    bot.terminate();
    worker.terminate();
    let (code, bot_log, errors) = bot.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{bot_log}");
    let (code, worker_log, errors) = worker.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{worker_log}");

    let report = standin.report();
    println!("{report:#?}\n{:?} jobs, {used:?} hundredths of a second", queue.ended());
    // The most of the second and of the third third: between games an allocator keeps more or less.
    let third = SAMPLES as usize / 3;
    let most = |part: &[[u64; 2]]| [0, 1].map(|of| part.iter().map(|it| it[of]).max());
    let [second, last] = [most(&sizes[third..2 * third]), most(&sizes[2 * third..])];
    println!("most KiB in the second third {second:?}, in the last {last:?}");
    assert!(report.plies > 0 && report.pongs > 0 && queue.ended().0 > 0, "{report:#?}");
    assert_eq!((report.illegal, report.lost_on_time), (0, 0), "{bot_log}");
    assert_eq!((report.untimely, report.unreadable), (vec![], vec![]), "{bot_log}");
    assert!(!bot_log.contains("please look at it"), "{bot_log}");
    assert!(!bot_log.contains(PASSWORD) && !bot_log.contains("token-"), "{bot_log}");
    assert_eq!(queue.faults(), [""; 0], "{worker_log}");
    assert!(!worker_log.contains(SECRET), "{worker_log}");
    // A short run is not long enough to fill the tables.
    for (second, last) in second.into_iter().zip(last).filter(|_| seconds >= 600) {
        assert!(last <= second.map(|size| size + GROWTH_KIB), "{sizes:?}");
    }
}
