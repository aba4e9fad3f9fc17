use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use twofold_core::{Progress, Rules, Watch};

use super::*;
use crate::PlayerSpec;
use crate::arena::{ArenaError, GameResult, Series};

fn play_on(shape: &str, spec: &str) -> Result<Vec<GameResult>, ArenaError> {
    let rules = Rules::classic(shape.parse().unwrap());
    let spec: PlayerSpec = spec.parse().unwrap();
    Series::new(6, 1).play(&spec.prepare(&rules).unwrap(), &())
}

fn failure(spec: &str) -> ExecFault {
    match play_on("2x2", spec).unwrap_err() {
        ArenaError::Player(EvaluateError::Exec(error)) => error.fault,
        other => panic!("{other}"),
    }
}

/// On 2×2, a slide is legal if one of its lines has a gap before a tile or two equal tiles. Without a
/// comma in it, it is a command as a whole.
const SCRIPT: &str = r#"read game; [ "${game%% *}" = game ] || exit 1
    while read word a b slash c d; do
      legal() {
        [ "$1" = . ] && [ "$2" != . ] && return 0
        [ "$1" = "$2" ] && [ "$1" != . ]
      }
      if legal "$a" "$b" || legal "$c" "$d"; then echo left
      elif legal "$b" "$a" || legal "$d" "$c"; then echo Right
      elif legal "$a" "$c" || legal "$b" "$d"; then echo U
      else echo d; fi; done"#;

#[test]
fn a_program_plays() {
    let results = play_on("2x2", &format!("exec:{SCRIPT}")).unwrap();
    assert_eq!(results.len(), 6);
    assert!(results.iter().all(|result| result.slides > 3));
    // Within limits, and under its former name, it plays the same games.
    let limited = play_on("2x2", &format!("external:timeout=30s,command={SCRIPT}")).unwrap();
    assert_eq!(limited, results);
}

/// Where there is nothing to choose, a program plays the games of our own players.
#[test]
fn a_program_meets_the_same_spawns() {
    let script = "exec:read game; while read word a b; do \
                  if [ $a = . ] || [ $a = $b ]; then echo left; else echo right; fi; done";
    assert_eq!(play_on("1x2", script).unwrap(), play_on("1x2", "greedy").unwrap());
}

#[test]
fn failures_are_named() {
    assert!(matches!(failure("exec:true"), ExecFault::Ended { .. }));
    let ended = failure("exec:read a; read b; exit 3");
    assert!(matches!(&ended, ExecFault::Ended { status, .. } if status.contains('3')), "{ended}");
    let killed = failure("exec:read a; read b; kill -9 $$");
    assert!(matches!(&killed, ExecFault::Ended { status, .. } if status.contains('9')), "{killed}");
    let shell = failure("exec:/no/such/program 2>/dev/null");
    assert_eq!(shell, ExecFault::Shell("does not find it"));
    let answer = failure("exec:read a; read b; echo sideways; cat > /dev/null");
    assert!(matches!(&answer, ExecFault::Answer { answer, .. } if answer == "sideways"));
    assert!(
        answer.to_string().contains("position ") && answer.to_string().contains("legal slides")
    );
    let empty = failure("exec:read a; read b; echo; cat > /dev/null");
    assert!(matches!(empty, ExecFault::Answer { answer, .. } if answer.is_empty()));
    let closed = failure("exec:exec >&-; cat > /dev/null; sleep 100");
    assert!(matches!(closed, ExecFault::Closed { .. }), "{closed}");
    let rules = Rules::classic("2x2".parse().unwrap());
    for spec in
        ["exec", "exec:", "exec: ", "exec:timeout=5s,", "exec:timeout=0,true", "exec:start=x,a"]
    {
        assert!(spec.parse::<PlayerSpec>().unwrap().prepare(&rules).is_err(), "{spec}");
    }
}

#[test]
fn time_is_limited() {
    let start = Instant::now();
    let silent = failure("exec:timeout=100ms,start=200ms,command=sleep 100");
    let first = Duration::from_millis(200);
    assert!(matches!(silent, ExecFault::Timeout { limit, .. } if limit == first), "{silent}");
    // The first slide has more time, in which a program starts.
    let script = SCRIPT.replace("while read", "sleep 1; while read");
    play_on("2x2", &format!("exec:timeout=800ms,start=1m,command={script}")).unwrap();
    // It reads, but is late.
    let late = SCRIPT.replace("do\n", "do sleep 1;\n");
    let late = failure(&format!("exec:timeout=100ms,start=1m,command={late}"));
    assert!(matches!(late, ExecFault::Timeout { .. }), "{late}");
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn floods_end() {
    // A line without an end, lines without an end, and lines that nobody asked for.
    let line = failure("exec:read a; read b; while :; do printf 0123456789; done");
    assert!(matches!(line, ExecFault::Flood { .. }), "{line}");
    let lines = failure("exec:while :; do echo left; echo up; echo right; echo down; done");
    assert!(matches!(lines, ExecFault::Unasked { .. } | ExecFault::Answer { .. }), "{lines}");
    let twice = SCRIPT.replace("echo d;", "echo d; sleep 1; echo d;");
    assert_ne!(twice, SCRIPT);
    let twice = failure("exec:read a; while read b; do printf 'left\\nleft\\n'; sleep 0.3; done");
    assert!(matches!(twice, ExecFault::Unasked { .. } | ExecFault::Answer { .. }), "{twice}");
}

/// A program that never reads does not block the game.
#[test]
fn input_that_is_not_read_does_no_harm() {
    let watch = Patience(AtomicBool::new(false));
    let mut program = Program::start("sleep 100").unwrap();
    for _ in 0..2000 {
        program.send(
            "position 2 . / . 2 and a hundred more bytes, so that pipes are full soon".to_owned(),
        );
    }
    let asked = program.ask("position".to_owned(), Duration::from_millis(100), &watch);
    assert!(matches!(asked, Err(Failure::Timeout)));
}

struct Patience(AtomicBool);

impl Watch for Patience {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The state of a process: `None` if there is none.
#[cfg(target_os = "linux")]
fn state(id: &str) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).ok()?;
    stat.rsplit(')').next()?.trim_start().chars().next()
}

/// Waits until a file has a line, and returns it.
fn written(path: &std::path::Path) -> String {
    let start = Instant::now();
    loop {
        match fs::read_to_string(path) {
            Ok(text) if text.ends_with('\n') => return text,
            _ => assert!(start.elapsed() < Duration::from_secs(60), "{}", path.display()),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// However a game ends, nothing of the program is left: neither itself nor what it has started.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    for (name, script) in [
        // It waits for ever; it answers nonsense; it ends, but what it started does not.
        ("waits", "exec:timeout=100ms,start=100ms,command=echo $$ > FILE; sleep 1000; true"),
        ("errs", "exec:echo $$ > FILE; sleep 1000 & echo $! >> FILE; echo no; wait"),
        ("leaves", "exec:sleep 1000 > /dev/null & echo $! > FILE; exit 4"),
    ] {
        let path = folder.path().join(name);
        failure(&script.replace("FILE", path.to_str().unwrap()));
        for id in written(&path).lines() {
            let start = Instant::now();
            // Those that were started by it are buried by the system.
            while matches!(state(id), Some(state) if state != 'Z') {
                assert!(start.elapsed() < Duration::from_secs(30), "{name}: {id} is there");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        let first = written(&path).lines().next().unwrap().to_owned();
        assert!(name == "leaves" || state(&first).is_none(), "{name}: a zombie is left");
    }
}

/// A program may end by itself after its game.
#[test]
fn a_program_sees_the_end_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("end");
    let rules = Rules::classic("1x2".parse().unwrap());
    let spec = format!(
        "exec:read game; while read word a b; do if [ $a = . ] || [ $a = $b ]; then echo left; \
         else echo right; fi; done; echo over > {}",
        path.display()
    );
    let entrant = spec.parse::<PlayerSpec>().unwrap().prepare(&rules).unwrap();
    Series::new(1, 1).play(&entrant, &()).unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), "over\n");
}

/// Whoever waits for a program stops soon, and so do all games when one has failed.
#[test]
fn a_stop_is_heard_while_a_program_thinks() {
    let rules = Rules::classic("2x2".parse().unwrap());
    let entrant = |spec: &str| spec.parse::<PlayerSpec>().unwrap().prepare(&rules).unwrap();
    let watch = Patience(AtomicBool::new(false));
    let start = Instant::now();
    let results = std::thread::scope(|scope| {
        let games = scope.spawn(|| Series::new(2, 1).play(&entrant("exec:sleep 1000"), &watch));
        std::thread::sleep(Duration::from_millis(200));
        watch.0.store(true, Ordering::Relaxed);
        games.join().unwrap()
    });
    assert!(matches!(results, Err(ArenaError::Stopped(_))));
    assert!(start.elapsed() < Duration::from_secs(20));

    let folder = tempfile::tempdir().unwrap();
    let lock = folder.path().join("lock");
    // The first of the games fails, while the others wait for ever.
    let spec = format!(
        "exec:if mkdir {} 2>/dev/null; then sleep 0.2; exit 1; fi; sleep 1000",
        lock.display()
    );
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let failed = pool.install(|| Series::new(3, 1).play(&entrant(&spec), &()));
    assert!(matches!(failed, Err(ArenaError::Player(EvaluateError::Exec(_)))));
    assert!(start.elapsed() < Duration::from_secs(40));
}
