//! Ctrl-C ends long work within a moment.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::command;

/// Sends SIGINT to a command that is at work, and sees it end.
fn interrupted(arguments: &[&str]) {
    let mut command = command(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().unwrap().is_none(), "{arguments:?} ended by itself");
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(130), "{arguments:?}");
            return;
        }
        // A second on a quiet machine; tests share theirs.
        if start.elapsed() > Duration::from_secs(8) {
            child.kill().unwrap();
            panic!("{arguments:?} goes on");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn counting_and_painting_stop() {
    interrupted(&["chains", "11x11"]);
    interrupted(&["paint", "--rows", "12"]);
    interrupted(&["life", "gosper-gun", "--shape", "40x40", "-g", "2000"]);
}

#[test]
fn a_hard_picture_stops() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.txt");
    let row = |row: usize| -> String {
        (0..64)
            .map(|column| char::from(b'a' + ((row * row + 3 * column * row) / 5 % 6) as u8))
            .collect()
    };
    std::fs::write(&file, (0..64).map(row).collect::<Vec<_>>().join("\n")).unwrap();
    interrupted(&["paint", file.to_str().unwrap()]);
}
