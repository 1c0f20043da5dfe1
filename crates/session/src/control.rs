//! Interrupts a search: for the user, at the end of the input, when the next line arrives.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use waggle_hive_engine::search::Instant;

/// The most bytes of lines that wait to be executed; beyond that no more are read. A
/// client may write a whole session before it reads the first reply.
const MOST_WAITING: usize = 16 << 20;
/// What a waiting line costs besides its text.
const LINE_COST: usize = 64;
/// A command that still runs this long after it was interrupted is not searching: it is
/// blocked by a client that does not read.
const OVERDUE: Duration = Duration::from_secs(1);

/// What the engine is busy with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Activity {
    /// Waiting for a command, or busy with one that takes no time.
    #[default]
    Idle,
    /// Working for a command that ends by itself.
    Limited,
    /// Working for a command that ends only when interrupted.
    Unlimited,
    /// Searching in the opponent's time, while nobody waits.
    Pondering,
}

/// What became of an interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The present command, or the line just read, is cut short.
    Heeded,
    /// Nobody waits for a result.
    Idle,
    /// The present command still runs a second after it was first interrupted: it is blocked.
    Overdue,
}

#[derive(Debug, Default)]
struct State {
    activity: Activity,
    /// The cost of each line read and not yet taken up.
    waiting: VecDeque<usize>,
    /// The sum of these costs.
    bytes_waiting: usize,
    /// The thread that reads is blocked until there is room for its line.
    reader_blocked: bool,
    /// When the present command was interrupted for the first time.
    interrupted_at: Option<Instant>,
    /// How many of the lines that wait, from the first on, are to be cut short.
    to_be_cut_short: usize,
    /// No further command will come.
    ended: bool,
}

/// The one place where the thread that reads, the thread that searches and the
/// handler of Ctrl-C meet.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    state: Mutex<State>,
    /// Notified when a line is taken up.
    taken: Condvar,
}

impl Control {
    /// Whether the present work is to end now.
    #[must_use]
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Cuts the present command short if somebody waits for its result.
    pub fn interrupt(&self) -> Interrupt {
        let mut state = self.state();
        match state.activity {
            Activity::Limited | Activity::Unlimited => {
                self.stop.store(true, Ordering::Relaxed);
                let first = *state.interrupted_at.get_or_insert_with(Instant::now);
                if first.elapsed() < OVERDUE { Interrupt::Heeded } else { Interrupt::Overdue }
            }
            Activity::Idle | Activity::Pondering if !state.waiting.is_empty() => {
                state.to_be_cut_short = state.to_be_cut_short.max(1);
                Interrupt::Heeded
            }
            Activity::Idle | Activity::Pondering => Interrupt::Idle,
        }
    }

    /// Cuts short everything that was asked for before: the present command, and the lines
    /// that wait.
    pub fn stop(&self) {
        let mut state = self.state();
        state.to_be_cut_short = state.waiting.len();
        if matches!(state.activity, Activity::Limited | Activity::Unlimited) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A line of this many bytes has been read: pondering ends. Returns once there is
    /// room for the line among those that wait.
    pub fn line_arrived(&self, bytes: usize) {
        let cost = bytes + LINE_COST;
        let mut state = self.state();
        if state.activity == Activity::Pondering {
            self.stop.store(true, Ordering::Relaxed);
        }
        while !state.waiting.is_empty() && state.bytes_waiting + cost > MOST_WAITING {
            state.reader_blocked = true;
            // The end of the input would go unnoticed, so an unlimited search must end now.
            if state.activity == Activity::Unlimited {
                self.stop.store(true, Ordering::Relaxed);
            }
            state = self.taken.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.reader_blocked = false;
        state.waiting.push_back(cost);
        state.bytes_waiting += cost;
    }

    /// A line is taken up; work for it begins.
    pub fn line_taken(&self) {
        let mut state = self.state();
        let cost = state.waiting.pop_front().unwrap_or_default();
        state.bytes_waiting = state.bytes_waiting.saturating_sub(cost);
        self.taken.notify_all();
        state.activity = Activity::Limited;
        state.interrupted_at = None;
        let is_cut_short = state.to_be_cut_short > 0;
        state.to_be_cut_short = state.to_be_cut_short.saturating_sub(1);
        self.stop.store(is_cut_short, Ordering::Relaxed);
    }

    /// No command will follow those that wait: an unlimited search ends, a limited one
    /// may finish.
    pub fn input_ended(&self) {
        let mut state = self.state();
        state.ended = true;
        if matches!(state.activity, Activity::Unlimited | Activity::Pondering) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The search for the line taken up has no limit.
    pub fn without_limit(&self) {
        let mut state = self.state();
        state.activity = Activity::Unlimited;
        if state.ended || state.reader_blocked {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Begins to ponder, unless a line is waiting or the input has ended.
    pub fn begin_pondering(&self) -> bool {
        let mut state = self.state();
        if state.ended || !state.waiting.is_empty() {
            return false;
        }
        state.activity = Activity::Pondering;
        self.stop.store(false, Ordering::Relaxed);
        true
    }

    /// The line taken up is answered, or pondering is over.
    pub fn finish(&self) {
        self.state().activity = Activity::Idle;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stopped(control: &Control) -> bool {
        control.stop_flag().load(Ordering::Relaxed)
    }

    #[test]
    fn an_interrupt_cuts_a_command_short_and_nothing_else() {
        let control = Control::default();
        assert_eq!(control.interrupt(), Interrupt::Idle);
        control.line_arrived(1);
        control.line_taken();
        assert!(!stopped(&control));
        assert_eq!(control.interrupt(), Interrupt::Heeded);
        assert!(stopped(&control));
        control.finish();
        assert_eq!(control.interrupt(), Interrupt::Idle, "idle again");
        assert!(control.begin_pondering());
        assert_eq!(control.interrupt(), Interrupt::Idle, "nobody waits for pondering");
    }

    #[test]
    fn an_interrupt_also_meets_the_line_that_is_only_just_read() {
        let control = Control::default();
        control.line_arrived(1);
        control.line_arrived(1);
        assert_eq!(control.interrupt(), Interrupt::Heeded);
        control.line_taken();
        assert!(stopped(&control));
        control.finish();
        control.line_taken();
        assert!(!stopped(&control), "it was meant for one line");
    }

    #[test]
    fn a_stop_meets_all_that_was_asked_for_before_it_and_nothing_after() {
        let control = Control::default();
        control.stop();
        control.line_arrived(1);
        control.line_taken();
        assert!(!stopped(&control), "there was nothing to stop");
        control.line_arrived(1);
        control.line_arrived(1);
        control.stop();
        assert!(stopped(&control));
        control.line_arrived(1);
        for is_cut_short in [true, true, false] {
            control.finish();
            control.line_taken();
            assert_eq!(stopped(&control), is_cut_short);
        }
        control.finish();
        assert!(control.begin_pondering());
        control.stop();
        assert!(!stopped(&control), "nobody waits for pondering");
    }

    #[test]
    fn the_end_of_the_input_stops_only_what_would_never_end() {
        let control = Control::default();
        control.line_taken();
        control.input_ended();
        assert!(!stopped(&control));
        control.without_limit();
        assert!(stopped(&control), "nobody could stop it any more");
        control.finish();
        control.line_taken();
        assert!(!stopped(&control));
        control.finish();
        assert!(!control.begin_pondering());
    }

    #[test]
    fn the_next_line_stops_pondering_but_no_search() {
        let control = Control::default();
        assert!(control.begin_pondering());
        control.line_arrived(1);
        assert!(stopped(&control));
        control.finish();
        assert!(!control.begin_pondering(), "a line is waiting");
        control.line_taken();
        control.without_limit();
        control.line_arrived(1);
        assert!(!stopped(&control));
    }

    #[test]
    fn a_second_interrupt_ends_a_command_that_ignores_the_first() {
        let control = Control::default();
        control.line_taken();
        assert_eq!(control.interrupt(), Interrupt::Heeded);
        assert_eq!(control.interrupt(), Interrupt::Heeded, "too early for the second to count");
        control.state().interrupted_at = Instant::now().checked_sub(OVERDUE);
        assert_eq!(control.interrupt(), Interrupt::Overdue);
        control.finish();
        control.line_taken();
        assert_eq!(control.interrupt(), Interrupt::Heeded, "it counts from one for each command");
    }

    /// Waits until something holds, which another thread brings about.
    fn until(control: &Control, holds: impl Fn(&State) -> bool) {
        while !holds(&control.state()) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn lines_beyond_the_limit_are_not_read() {
        let control = Control::default();
        control.line_arrived(MOST_WAITING);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                control.line_arrived(1);
                control.line_arrived(MOST_WAITING);
            });
            until(&control, |state| state.reader_blocked);
            assert_eq!(control.state().waiting.len(), 1);
            control.line_taken();
            until(&control, |state| state.reader_blocked && state.waiting.len() == 1);
            assert!(!stopped(&control));
            control.without_limit();
            assert!(stopped(&control), "the end of the input might be behind them");
            control.line_taken();
        });
        assert_eq!(control.state().bytes_waiting, MOST_WAITING + LINE_COST);
    }

    #[test]
    fn a_blocked_reader_stops_an_unlimited_search() {
        let control = Control::default();
        control.line_taken();
        control.without_limit();
        control.line_arrived(MOST_WAITING);
        assert!(!stopped(&control));
        std::thread::scope(|scope| {
            scope.spawn(|| control.line_arrived(1));
            until(&control, |state| state.reader_blocked);
            assert!(stopped(&control));
            control.line_taken();
        });
    }
}
