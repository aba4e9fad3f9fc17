use std::io::Read;
use std::process::Stdio;

use super::{command, fails, finished, succeeds, twofold};

/// The commands that the help lists.
pub(super) fn commands(overview: &str) -> Vec<&str> {
    let list = overview.split("Commands:").nth(1).expect("a list of commands");
    let lines = list.lines().skip(1).take_while(|line| !line.is_empty());
    lines
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().expect("a name"))
        .filter(|name| *name != "help")
        .collect()
}

#[test]
fn every_command_has_help_with_examples() {
    let overview = succeeds(&["--help"]);
    assert!(overview.contains("Examples:"));
    let commands = commands(&overview);
    assert!(commands.len() > 20, "{commands:?}");
    for name in commands {
        let help = succeeds(&[name, "--help"]);
        assert!(help.contains("Examples:") && help.contains(&format!("twofold {name}")), "{name}");
    }
}

#[test]
fn colours_are_used_on_request_and_not_otherwise() {
    assert!(!succeeds(&["board", "0x0132"]).contains('\x1b'));
    assert!(succeeds(&["board", "0x0132", "--color", "always"]).contains('\x1b'));
    let colored = |variables: &[(&str, &str)]| {
        let mut command = command(&["board", "0x0132"]);
        let run = finished(command.envs(variables.iter().copied()).output().unwrap());
        run.stdout.contains('\x1b')
    };
    assert!(colored(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn unknown_words_are_usage_errors() {
    fails(&[], 2);
    fails(&["nonsense"], 2);
    fails(&["board", "0x0132", "--format", "xml"], 2);
    fails(&["board", "0x0132", "--threads", "0"], 2);
}

#[test]
fn results_go_to_stdout_and_remarks_to_stderr() {
    let run = twofold(&["perft", "5x5", "--depth", "1", "--format", "json"]);
    assert!(run.stdout.starts_with('{'));
    assert!(run.stderr.contains("left out"), "{}", run.stderr);
    assert_eq!(twofold(&["perft", "5x5", "--depth", "1", "--quiet"]).stderr, "");
}

#[test]
fn a_reader_who_leaves_ends_it_quietly() {
    // Far more output than a pipe holds, so that the program must notice.
    let mut child = command(&["perft", "2x2", "--depth", "2", "--format", "csv"]);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(141));
    assert_eq!(stderr, "");
}

#[test]
fn threads_are_bounded_where_they_are_read() {
    for (threads, message) in
        [("100000", "threads at most"), ("0", "one thread"), ("x", "no number")]
    {
        let error = fails(&["board", "2 4 / . 8", "--threads", threads], 2);
        assert!(error.contains(message), "{error}");
    }
}
