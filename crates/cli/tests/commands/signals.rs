//! Programs that are asked to end while they work.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::command;

/// A program in the middle of its work.
pub(crate) struct Running {
    child: Child,
    /// What it says on standard error.
    errors: BufReader<ChildStderr>,
}

/// How a program ended that was asked to.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Longer than anything here takes, on a busy machine, too.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a program may still compute after a signal, summed over its threads. Unlike the time by the
/// clock, it does not depend on what else the machine does.
const COMPUTED_AFTER: Duration = Duration::from_secs(2);

impl Running {
    fn start(arguments: &[&str]) -> Running {
        let mut command = command(arguments);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the program starts");
        let errors = BufReader::new(child.stderr.take().expect("a pipe"));
        Running { child, errors }
    }

    /// Starts a program, and waits until it has written a line with the given words to standard error.
    pub(crate) fn until(arguments: &[&str], words: &str) -> Running {
        let mut running = Running::start(arguments);
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            let read = running.errors.read_line(&mut line).expect("text");
            assert!(read > 0, "{arguments:?} ended without {words:?}");
        }
        running
    }

    /// Starts a program, and waits until it has computed for a while.
    pub(crate) fn at_work(arguments: &[&str]) -> Running {
        let mut running = Running::start(arguments);
        let start = Instant::now();
        while computed(running.child.id()) < Duration::from_millis(500) {
            let ended = running.child.try_wait().expect("a child");
            assert!(ended.is_none(), "{arguments:?} ended by itself");
            assert!(start.elapsed() < PATIENCE, "{arguments:?} does nothing");
            thread::sleep(Duration::from_millis(10));
        }
        running
    }

    /// Sends a signal, and waits for the end.
    pub(crate) fn end(self, signal: Signal) -> Ended {
        let Running { mut child, mut errors } = self;
        let before = computed(child.id());
        kill_process(Pid::from_child(&child), signal).expect("it is there");
        // Both pipes are read at once, so that it never waits for a reader.
        let (mut stdout, mut stderr) = (String::new(), String::new());
        let mut output = child.stdout.take().expect("a pipe");
        thread::scope(|scope| {
            scope.spawn(|| output.read_to_string(&mut stdout).expect("text"));
            scope.spawn(|| errors.read_to_string(&mut stderr).expect("text"));
            let start = Instant::now();
            while child.try_wait().expect("a child").is_none() {
                if start.elapsed() > PATIENCE || computed(child.id()) > before + COMPUTED_AFTER {
                    child.kill().expect("it is there");
                    panic!("it goes on");
                }
                thread::sleep(Duration::from_millis(10));
            }
        });
        Ended { code: child.wait().expect("it has ended").code(), stdout, stderr }
    }
}

/// The time that all threads of a process have computed, where the system tells it; elsewhere a
/// second, after a second.
fn computed(id: u32) -> Duration {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else {
        thread::sleep(Duration::from_secs(1));
        return Duration::from_secs(1);
    };
    // The name in parentheses may contain anything; times are the 12th and 13th field after it.
    let fields = stat.rsplit(')').next().expect("a name").split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
}

/// Long work ends soon after Ctrl-C.
#[test]
fn long_work_stops() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.txt");
    let row = |row: usize| -> String {
        let color =
            |column: usize| char::from(b'a' + ((row * row + 3 * column * row) / 5 % 6) as u8);
        (0..64).map(color).collect()
    };
    std::fs::write(&picture, (0..64).map(row).collect::<Vec<_>>().join("\n")).unwrap();
    for arguments in [
        &["chains", "11x11"][..],
        &["paint", "--rows", "12"],
        &["paint", picture.to_str().unwrap()],
        &["life", "gosper-gun", "--shape", "40x40", "-g", "2000"],
        &["perft", "4x4", "--depth", "40", "--engine", "naive"],
        // A term takes milliseconds, and there are a hundred million of them.
        &["change", "--expr", "(9^41000)%3+n", "--cells", "9"],
        &["solve", "2x3", "--exact"],
        // A step of this takes seconds.
        &["prove", "3x3", "--to", "512", "--sweep", "none"],
    ] {
        let ended = Running::at_work(arguments).end(Signal::INT);
        assert_eq!(ended.code, Some(130), "{arguments:?}: {}", ended.stderr);
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
