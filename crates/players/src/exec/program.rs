//! A running program: a line goes in, a line comes out within a time limit.
//!
//! Two threads stand between it and the game, so that neither a program that does not read nor one that
//! does not write can hold up the game for longer than the limit.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::thread;
use std::time::Duration;

use twofold_core::{Stopped, Watch};

use super::group::Group;

/// Longer lines are no answers.
pub(super) const LONGEST_ANSWER: usize = 1000;

/// How often a game that waits looks whether it shall stop.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a program may take to end after its game, or after it has closed its output.
const FAREWELL: Duration = Duration::from_millis(500);

/// Why there is no answer.
pub(super) enum Failure {
    Stopped(Stopped),
    Timeout,
    Ended { code: Option<i32>, status: String },
    Closed,
    Unasked(String),
    Flood,
}

/// What a program wrote.
enum Written {
    Line(String),
    TooLong,
}

/// A running program; it is ended when this is dropped.
pub(super) struct Program {
    group: Group,
    input: Sender<String>,
    output: Receiver<Written>,
}

impl Program {
    /// Starts a command in a shell. What it writes to standard error goes to that of this process.
    pub(super) fn start(command: &str) -> Result<Program, String> {
        let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
        let mut shell = Command::new(shell);
        shell.args([flag, command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut group = Group::start(shell).map_err(|error| error.to_string())?;
        let (stdin, stdout) = group.pipes().ok_or("it has no pipes")?;
        let (input, lines) = mpsc::channel();
        let (answers, output) = mpsc::sync_channel(1);
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        let writer = thread("exec input").spawn(move || write(stdin, &lines));
        let reader = thread("exec output").spawn(move || read(stdout, &answers));
        writer.and(reader).map_err(|error| error.to_string())?;
        Ok(Program { group, input, output })
    }

    /// Sends a line that is not answered.
    pub(super) fn send(&self, line: String) {
        // If nobody reads it any more, there will be no answer either, which is noticed.
        let _ = self.input.send(line);
    }

    /// Sends a line, and waits for the answer.
    pub(super) fn ask(
        &mut self,
        line: String,
        limit: Duration,
        watch: &dyn Watch,
    ) -> Result<String, Failure> {
        match self.output.try_recv() {
            Ok(Written::Line(line)) => return Err(Failure::Unasked(line)),
            Ok(Written::TooLong) => return Err(Failure::Flood),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Err(self.ended()),
        }
        self.send(line);
        let mut left = limit;
        loop {
            let glance = left.min(GLANCE);
            match self.output.recv_timeout(glance) {
                Ok(Written::Line(line)) => return Ok(line),
                Ok(Written::TooLong) => return Err(Failure::Flood),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if watch.is_stopped() => {
                    return Err(Failure::Stopped(Stopped));
                }
                Err(RecvTimeoutError::Timeout) => left -= glance,
            }
            if left.is_zero() {
                return Err(Failure::Timeout);
            }
        }
    }

    /// What became of a program that has closed its output.
    fn ended(&mut self) -> Failure {
        match self.wait() {
            true => {
                let (code, status) = self.group.status();
                Failure::Ended { code, status }
            }
            false => Failure::Closed,
        }
    }

    /// Gives the program some time to end, and says whether it did.
    fn wait(&mut self) -> bool {
        let (mut left, mut pause) = (FAREWELL, Duration::from_millis(1));
        loop {
            if self.group.has_ended() {
                return true;
            }
            if left.is_zero() {
                return false;
            }
            thread::sleep(pause);
            left = left.saturating_sub(pause);
            pause = (pause * 2).min(GLANCE);
        }
    }

    /// Ends its input, upon which it should end by itself.
    pub(super) fn finish(mut self) {
        self.input = mpsc::channel().0;
        self.wait();
    }
}

/// Passes lines on to the program until there are no more, or until it does not take them.
fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Passes on what the program writes, line by line, until it ends or nobody listens.
fn read(stdout: ChildStdout, answers: &SyncSender<Written>) {
    let mut output = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        let longest = LONGEST_ANSWER as u64 + 1;
        let written = match output.by_ref().take(longest).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if line.len() > LONGEST_ANSWER => Written::TooLong,
            Ok(_) => Written::Line(String::from_utf8_lossy(&line).trim().to_owned()),
        };
        if answers.send(written).is_err() {
            return;
        }
    }
}
