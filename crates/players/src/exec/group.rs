//! A process with all that it starts, which end together.
//!
//! Where there are process groups, the program gets one of its own: Ctrl-C at the terminal reaches only
//! us, and what a shell has started ends with the shell.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command};

/// A child process and its descendants; all are ended when this is dropped.
pub(super) struct Group {
    child: Child,
    /// Whether it has been waited for.
    is_over: bool,
}

impl Group {
    pub(super) fn start(mut command: Command) -> io::Result<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Group { child: command.spawn()?, is_over: false })
    }

    /// Its standard input and output, the first time.
    pub(super) fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.child.stdin.take().zip(self.child.stdout.take())
    }

    /// Whether the process that was started has ended. Its identifier stays taken until it is waited
    /// for, so that nobody else's group can be meant by it.
    #[cfg(unix)]
    pub(super) fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(Some(_)))
    }

    #[cfg(not(unix))]
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// How it ended; it is ended if it has not.
    pub(super) fn status(&mut self) -> (Option<i32>, String) {
        self.end();
        match self.child.wait() {
            Ok(status) => (status.code(), status.to_string()),
            Err(error) => (None, error.to_string()),
        }
    }

    /// Ends everything that still runs, and waits for the process that was started.
    fn end(&mut self) {
        if std::mem::replace(&mut self.is_over, true) {
            return;
        }
        // All may have ended by themselves, which is as good.
        #[cfg(unix)]
        let _ = {
            use rustix::process::{Pid, Signal, kill_process_group};
            kill_process_group(Pid::from_child(&self.child), Signal::KILL)
        };
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}
