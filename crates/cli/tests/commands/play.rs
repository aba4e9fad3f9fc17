//! `twofold play` in a real terminal, made for the test.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::command;

/// A terminal with a game in it: what a person would type and see.
struct Terminal {
    /// The side of the person.
    person: File,
    /// The side of the game.
    game: File,
    seen: Arc<Mutex<Vec<u8>>>,
    child: Child,
}

/// Longer than anything here takes, on a busy machine, too.
const PATIENCE: Duration = Duration::from_secs(60);

impl Terminal {
    fn open(arguments: &[&str]) -> Terminal {
        let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&person).unwrap();
        unlockpt(&person).unwrap();
        let name = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
        let game = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(OFlags::NOCTTY.bits() as i32)
            .open(name)
            .unwrap();
        let size = Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&game, size).unwrap();
        let side = || Stdio::from(game.try_clone().unwrap());
        let mut command = command(arguments);
        command.env("TERM", "xterm-256color").stdin(side()).stdout(side()).stderr(side());
        let child = command.spawn().unwrap();
        let person = File::from(person);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (mut reader, all) = (person.try_clone().unwrap(), seen.clone());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                all.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        });
        Terminal { person, game, seen, child }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned()
    }

    /// Waits until a text has been written, behind another one. Where a line has gaps, the cursor
    /// skips them: so this is for single words.
    fn wait_for(&self, wanted: &str, behind: &str) {
        let start = Instant::now();
        let is_there = |text: &str| text.find(behind).is_some_and(|at| text[at..].contains(wanted));
        while !is_there(&self.text()) {
            assert!(start.elapsed() < PATIENCE, "no {wanted:?} in {:?}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses keys, and waits until the screen has changed.
    fn press(&mut self, keys: &str) {
        let before = self.seen.lock().unwrap().len();
        self.person.write_all(keys.as_bytes()).unwrap();
        let start = Instant::now();
        while self.seen.lock().unwrap().len() == before {
            assert!(start.elapsed() < PATIENCE, "nothing happens after {keys:?}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end of the program.
    fn leave(&mut self) -> i32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().expect("it ends by itself");
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // After a failure, the game may still be there.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_in_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("game.txt");
    let saved = saved.to_str().unwrap();
    let arguments = ["play", "3x3", "--seed", "5", "--player", "greedy", "--save", saved];
    let (entered, left) = ("\u{1b}[?1049h", "\u{1b}[?1049l");
    let mut terminal = Terminal::open(&arguments);
    terminal.wait_for("3x3", entered);
    terminal.wait_for("quit", entered);
    let while_playing = tcgetattr(&terminal.game).unwrap().local_modes;
    assert!(!while_playing.contains(LocalModes::ECHO), "keys are not echoed");
    // Left, up, right and down: one of them is legal.
    terminal.press("\u{1b}[D\u{1b}[Ads");
    terminal.press("i");
    terminal.press("q");
    assert_eq!(terminal.leave(), 0);
    // The screen of before is back, with the result on it, and keys are echoed again.
    terminal.wait_for("largest", left);
    let afterwards = tcgetattr(&terminal.game).unwrap().local_modes;
    assert!(afterwards.contains(LocalModes::ECHO), "keys are echoed again");
    // What was played is legal, and goes on where it was left.
    crate::succeeds(&["replay", saved]);
    let mut terminal = Terminal::open(&["play", "--resume", saved]);
    terminal.wait_for("3x3", entered);
    terminal.press("\u{3}");
    assert_eq!(terminal.leave(), 0);
}

/// SIGTERM ends a game like q: it is saved, and the terminal is as before.
#[test]
fn a_game_that_is_asked_to_end_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("game.txt");
    let saved = saved.to_str().unwrap();
    let from = "64 32 / 4 .";
    let arguments = ["play", "--from", from, "--player", "greedy", "--save", saved];
    let mut terminal = Terminal::open(&arguments);
    terminal.wait_for("quit", "\u{1b}[?1049h");
    let pid = rustix::process::Pid::from_child(&terminal.child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert_eq!(terminal.leave(), 130);
    terminal.wait_for("largest", "\u{1b}[?1049l");
    let frames = crate::json(&["replay", saved]);
    assert_eq!(frames["frames"][0]["board"], "64 32 / 4 .");
    // The game of the file is the game that goes on.
    for change in [
        ["--rules", "fibonacci"],
        ["--spawns", "2"],
        ["--placement", "top-left-rows"],
        ["--from", from],
    ] {
        let arguments = [&["play", "--resume", saved][..], &change].concat();
        assert!(crate::fails(&arguments, 2).contains(change[0]));
    }
    assert!(crate::fails(&["play", "3x3", "--resume", saved], 2).contains("SHAPE"));
    // The rest: who plays, whose chance, where the game is kept.
    let free = ["--as", "--player", "--seed", "--save", "--resume"];
    let fixed = ["--rules", "--spawns", "--placement", "--from"];
    crate::resume::all_are_listed("play", [&free[..], &fixed].concat());
    let other = ["play", "--resume", saved, "--from", from];
    assert!(crate::fails(&other, 2).contains("--from"));
}

/// What a game writes at its end says a game and a board as every command does.
#[test]
fn the_end_of_a_game_as_json() {
    let mut terminal = Terminal::open(&[
        "play",
        "--from",
        "64 32 / 4 .",
        "--player",
        "greedy",
        "--format",
        "json",
    ]);
    terminal.wait_for("quit", "\u{1b}[?1049h");
    terminal.press("q");
    assert_eq!(terminal.leave(), 0);
    let left = "\u{1b}[?1049l";
    terminal.wait_for("\r\n}", left);
    let text = terminal.text();
    let after = &text[text.find(left).unwrap()..];
    let json = &after[after.find('{').unwrap()..=after.rfind('}').unwrap()];
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    let wrong = crate::json::errors("play_result", &value);
    assert!(wrong.is_empty(), "{wrong:#?}\n{value:#}");
    assert_eq!((&value["board"], &value["largest"]), (&"64 32 / 4 .".into(), &64.into()));
}

#[test]
fn a_game_needs_a_terminal() {
    assert!(crate::fails(&["play"], 2).contains("terminal"));
    assert!(crate::fails(&["play", "--resume", "no-such-file"], 2).contains("no-such-file"));
    assert!(crate::fails(&["play", "0x4"], 2).contains("0x4"));
    crate::fails(&["play", "--from", "2 3 / . ."], 2);
    crate::fails(&["play", "3x3", "--from", "2 4 / . ."], 2);
}
