use std::io::Write;
use std::process::{Command, Stdio};

use super::solve::made;

fn walk(store: &str, options: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_twofold"))
        .args(["walk", store])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_store_can_be_walked_through() {
    let dir = tempfile::tempdir().unwrap();
    let store = made(dir.path());
    let best = "best\n".repeat(200);
    assert!(walk(&store, &[], &best).contains("play is over, score"));
    let talk = walk(&store, &["--from", "2 . / . 2"], "x\n1 1 2\nu\nundo\nundo\nquit\n");
    assert!(talk.contains("write u, d, l, r") && talk.contains("time to slide"), "{talk}");
    assert!(talk.contains("nothing to take back"), "{talk}");
    let spawns =
        walk(&store, &["--play", "dropper", "--against", "random"], "1 1 2\n9 9 2\n1 1 3\nbest\n");
    assert!(spawns.contains("not on the board") && spawns.contains("no tile"), "{spawns}");
    assert!(spawns.contains("chance has no best spawn"), "{spawns}");
}
