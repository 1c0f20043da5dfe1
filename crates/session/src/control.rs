//! Stops searches: for Ctrl-C and `stop`, at the end of the input, and when a line interrupts
//! pondering.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use waggle_hive_engine::search::Instant;

/// Most bytes of queued lines; beyond that, reading blocks. A client may write a whole session
/// before it reads the first reply.
const MAX_QUEUED: usize = 16 << 20;
/// The cost of a queued line besides its text.
const LINE_COST: usize = 64;
/// A command that still runs this long after an interrupt is not searching, but blocked by a
/// client that does not read.
const OVERDUE: Duration = Duration::from_secs(1);

/// What the engine is busy with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Activity {
    /// Waiting for a command.
    #[default]
    Idle,
    /// Executing a command that ends by itself.
    Limited,
    /// Executing a command that ends only when interrupted.
    Unlimited,
    /// Searching in the opponent's time.
    Pondering,
}

/// The effect of an interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The current command, or the line just read, is stopped.
    Heeded,
    /// There is no command to stop.
    Idle,
    /// The current command still runs a second after the first interrupt: it is blocked.
    Overdue,
}

#[derive(Debug, Default)]
struct State {
    activity: Activity,
    /// The cost of each queued line.
    waiting: VecDeque<usize>,
    bytes_waiting: usize,
    /// The reading thread waits for room in the queue.
    reader_blocked: bool,
    /// The first interrupt of the current command.
    interrupted_at: Option<Instant>,
    /// How many queued lines, from the first on, are to be stopped at once.
    stops_queued: usize,
    ended: bool,
}

/// State shared by the reading thread, the searching thread and the Ctrl-C handler.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    state: Mutex<State>,
    /// Notified when a line leaves the queue.
    taken: Condvar,
}

impl Control {
    /// Set to stop the current command.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Stops the current command, or the next queued one.
    pub fn interrupt(&self) -> Interrupt {
        let mut state = self.state();
        match state.activity {
            Activity::Limited | Activity::Unlimited => {
                self.stop.store(true, Ordering::Relaxed);
                let first = *state.interrupted_at.get_or_insert_with(Instant::now);
                if first.elapsed() < OVERDUE { Interrupt::Heeded } else { Interrupt::Overdue }
            }
            Activity::Idle | Activity::Pondering if !state.waiting.is_empty() => {
                state.stops_queued = state.stops_queued.max(1);
                Interrupt::Heeded
            }
            Activity::Idle | Activity::Pondering => Interrupt::Idle,
        }
    }

    /// Stops the current command and all queued ones.
    pub fn stop(&self) {
        let mut state = self.state();
        state.stops_queued = state.waiting.len();
        if matches!(state.activity, Activity::Limited | Activity::Unlimited) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends pondering and queues a line of this many bytes. Blocks until there is room for it.
    pub fn line_arrived(&self, bytes: usize) {
        let cost = bytes + LINE_COST;
        let mut state = self.state();
        if state.activity == Activity::Pondering {
            self.stop.store(true, Ordering::Relaxed);
        }
        while !state.waiting.is_empty() && state.bytes_waiting + cost > MAX_QUEUED {
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

    /// Takes the next line from the queue; its command begins.
    pub fn line_taken(&self) {
        let mut state = self.state();
        let cost = state.waiting.pop_front().unwrap_or_default();
        state.bytes_waiting = state.bytes_waiting.saturating_sub(cost);
        self.taken.notify_all();
        state.activity = Activity::Limited;
        state.interrupted_at = None;
        let is_stopped = state.stops_queued > 0;
        state.stops_queued = state.stops_queued.saturating_sub(1);
        self.stop.store(is_stopped, Ordering::Relaxed);
    }

    /// Marks the end of the input: an unlimited search ends, a limited one may finish.
    pub fn input_ended(&self) {
        let mut state = self.state();
        state.ended = true;
        if matches!(state.activity, Activity::Unlimited | Activity::Pondering) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Marks the current search as unlimited.
    pub fn without_limit(&self) {
        let mut state = self.state();
        state.activity = Activity::Unlimited;
        if state.ended || state.reader_blocked {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Begins pondering, unless a line is queued or the input has ended.
    pub fn begin_pondering(&self) -> bool {
        let mut state = self.state();
        if state.ended || !state.waiting.is_empty() {
            return false;
        }
        state.activity = Activity::Pondering;
        self.stop.store(false, Ordering::Relaxed);
        true
    }

    /// Marks the end of the current command, or of pondering.
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
    fn an_interrupt_stops_commands_only() {
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
    fn an_interrupt_stops_the_next_queued_line() {
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
    fn stop_ends_all_commands_before_it_and_none_after() {
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
        for is_stopped in [true, true, false] {
            control.finish();
            control.line_taken();
            assert_eq!(stopped(&control), is_stopped);
        }
        control.finish();
        assert!(control.begin_pondering());
        control.stop();
        assert!(!stopped(&control), "nobody waits for pondering");
    }

    #[test]
    fn the_end_of_input_stops_unlimited_searches_only() {
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
    fn a_new_line_stops_pondering_but_no_search() {
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
    fn a_later_interrupt_reports_a_blocked_command() {
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

    /// Waits for another thread to make this hold.
    fn until(control: &Control, holds: impl Fn(&State) -> bool) {
        while !holds(&control.state()) {
            std::thread::yield_now();
        }
    }

    #[test]
    fn reading_blocks_when_the_queue_is_full() {
        let control = Control::default();
        control.line_arrived(MAX_QUEUED);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                control.line_arrived(1);
                control.line_arrived(MAX_QUEUED);
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
        assert_eq!(control.state().bytes_waiting, MAX_QUEUED + LINE_COST);
    }

    #[test]
    fn a_blocked_reader_stops_an_unlimited_search() {
        let control = Control::default();
        control.line_taken();
        control.without_limit();
        control.line_arrived(MAX_QUEUED);
        assert!(!stopped(&control));
        std::thread::scope(|scope| {
            scope.spawn(|| control.line_arrived(1));
            until(&control, |state| state.reader_blocked);
            assert!(stopped(&control));
            control.line_taken();
        });
    }
}
