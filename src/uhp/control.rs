//! What may interrupt a search: the user, the end of the input, the next line.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    /// Thinking ahead while nobody waits.
    Pondering,
}

#[derive(Debug, Default)]
struct State {
    activity: Activity,
    /// Lines read and not yet taken up.
    waiting: usize,
    /// The next line taken up is to be cut short.
    interrupted: bool,
    /// No further command will come.
    ended: bool,
}

/// The one place where the thread that reads, the thread that searches and the
/// handler of Ctrl-C meet.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    state: Mutex<State>,
}

impl Control {
    /// Whether the present work is to end now.
    #[must_use]
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Cuts the present command short if somebody waits for its result; tells
    /// whether somebody does. The handler of Ctrl-C ends the process if not.
    pub fn interrupt(&self) -> bool {
        let mut state = self.state();
        match state.activity {
            Activity::Limited | Activity::Unlimited => self.stop.store(true, Ordering::Relaxed),
            Activity::Idle | Activity::Pondering if state.waiting > 0 => state.interrupted = true,
            Activity::Idle | Activity::Pondering => return false,
        }
        true
    }

    /// A line has been read: pondering ends.
    pub(super) fn line_arrived(&self) {
        let mut state = self.state();
        state.waiting += 1;
        if state.activity == Activity::Pondering {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A line is taken up; work for it begins.
    pub(super) fn line_taken(&self) {
        let mut state = self.state();
        state.waiting = state.waiting.saturating_sub(1);
        state.activity = Activity::Limited;
        self.stop.store(std::mem::take(&mut state.interrupted), Ordering::Relaxed);
    }

    /// No command will follow those that wait: what would never end by itself
    /// ends, and what is limited may finish.
    pub(super) fn input_ended(&self) {
        let mut state = self.state();
        state.ended = true;
        if matches!(state.activity, Activity::Unlimited | Activity::Pondering) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The work for the line taken up would never end by itself.
    pub fn without_limit(&self) {
        let mut state = self.state();
        state.activity = Activity::Unlimited;
        if state.ended {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Begins to ponder, unless there is something better to do.
    pub(super) fn begin_pondering(&self) -> bool {
        let mut state = self.state();
        if state.ended || state.waiting > 0 {
            return false;
        }
        state.activity = Activity::Pondering;
        self.stop.store(false, Ordering::Relaxed);
        true
    }

    /// The line taken up is answered, or pondering is over.
    pub(super) fn finish(&self) {
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
        assert!(!control.interrupt(), "idle");
        control.line_arrived();
        control.line_taken();
        assert!(!stopped(&control));
        assert!(control.interrupt());
        assert!(stopped(&control));
        control.finish();
        assert!(!control.interrupt(), "idle again");
        assert!(control.begin_pondering());
        assert!(!control.interrupt(), "nobody waits for pondering");
    }

    #[test]
    fn an_interrupt_also_meets_the_line_that_is_only_just_read() {
        let control = Control::default();
        control.line_arrived();
        control.line_arrived();
        assert!(control.interrupt());
        control.line_taken();
        assert!(stopped(&control));
        control.finish();
        control.line_taken();
        assert!(!stopped(&control), "it was meant for one line");
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
        control.line_arrived();
        assert!(stopped(&control));
        control.finish();
        assert!(!control.begin_pondering(), "a line is waiting");
        control.line_taken();
        control.without_limit();
        control.line_arrived();
        assert!(!stopped(&control));
    }
}
