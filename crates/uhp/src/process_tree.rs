//! A child process and its descendants, killed together.
//!
//! They are a process group on Unix and a job object on Windows. Windows kills a job even when its
//! owner is killed; on Unix the child must notice that its input is closed.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A running child process; killed and reaped on drop, with its descendants.
#[derive(Debug)]
pub(super) struct ProcessTree {
    child: Child,
    /// The exit status has been collected, so the ids of the process and its group may be reused.
    reaped: bool,
    #[cfg(windows)]
    _job: Option<win32job::Job>,
}

impl ProcessTree {
    /// Starts `command` as a tree of its own, which Ctrl-C in our terminal does not reach.
    pub(super) fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(command, windows::NEW_PROCESS_GROUP);
        let child = command.spawn()?;
        Ok(Self {
            #[cfg(windows)]
            _job: windows::job_of(&child),
            child,
            reaped: false,
        })
    }

    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The exit status of the process, if it has ended.
    pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.child.try_wait()?;
        self.reaped |= status.is_some();
        Ok(status)
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        if self.reaped {
            return;
        }
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            // This fails only if the group is gone.
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(windows)]
mod windows {
    use std::os::windows::io::AsRawHandle as _;
    use std::process::Child;

    use win32job::{ExtendedLimitInfo, Job, JobError};

    /// `CREATE_NEW_PROCESS_GROUP` of the Windows API: Ctrl-C is not for this process.
    pub(super) const NEW_PROCESS_GROUP: u32 = 0x200;

    /// A job with the process and its future descendants. All are killed when the last handle of
    /// the job is closed, at the latest when this program ends.
    ///
    /// The process is still being loaded and has no descendants yet.
    pub(super) fn job_of(child: &Child) -> Option<Job> {
        let assign = || -> Result<Job, JobError> {
            let job =
                Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close())?;
            job.assign_process(child.as_raw_handle() as isize)?;
            Ok(job)
        };
        assign().inspect_err(|error| log::warn!("process {}: {error}", child.id())).ok()
    }
}
