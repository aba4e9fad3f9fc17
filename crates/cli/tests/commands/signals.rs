//! Programs that are asked to end while they work.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::command;

/// A program in the middle of its work.
pub(crate) struct Running {
    child: Child,
    /// What it says on standard error.
    errors: BufReader<std::process::ChildStderr>,
}

/// Longer than anything here takes, on a busy machine, too.
const PATIENCE: Duration = Duration::from_secs(120);

impl Running {
    /// Starts a program, and waits until it has written a line with the given words to standard error.
    pub(crate) fn until(arguments: &[&str], words: &str) -> Running {
        let mut command = command(arguments);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the program starts");
        let errors = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut running = Running { child, errors };
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            let read = running.errors.read_line(&mut line).expect("text");
            assert!(read > 0, "{arguments:?} ended without {words:?}");
        }
        running
    }

    /// Sends a signal, and waits for the end: the exit code, standard output and standard error.
    pub(crate) fn end(mut self, signal: Signal) -> (Option<i32>, String, String) {
        kill_process(Pid::from_child(&self.child), signal).expect("it is there");
        let start = Instant::now();
        while self.child.try_wait().expect("a child").is_none() {
            if start.elapsed() > PATIENCE {
                self.child.kill().expect("it is there");
                panic!("it does not end");
            }
            thread::sleep(Duration::from_millis(10));
        }
        let (mut output, mut errors) = (String::new(), String::new());
        let code = self.child.wait().expect("it has ended").code();
        self.child.stdout.take().expect("a pipe").read_to_string(&mut output).expect("text");
        self.errors.read_to_string(&mut errors).expect("text");
        (code, output, errors)
    }
}

/// A program that waits for standard input has nothing to stop: it ends at once.
#[test]
fn a_signal_ends_waiting_for_input() {
    let arguments = ["breakthrough", "play", "4x3", "--quiet"];
    let mut command = command(&arguments);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let greeting = output.read_line(&mut String::new()).expect("text");
    assert!(greeting > 0, "it greets");
    // It greets before it reads.
    thread::sleep(Duration::from_millis(300));
    let input = child.stdin.take();
    kill_process(Pid::from_child(&child), Signal::TERM).expect("it is there");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(input);
}
