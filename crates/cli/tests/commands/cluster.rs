//! Many processes of this machine, all on loopback: what they count, and what they say when one of them
//! is killed or stopped.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{command, fails, finished, json, succeeds, twofold};

/// Longer than any process here waits for another one.
const PATIENCE: Duration = Duration::from_secs(120);

fn text(path: &Path) -> String {
    path.to_str().expect("a path that is text").to_owned()
}

fn started(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// The processes that a process has started.
fn children(parent: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
    list.unwrap_or_default().split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

fn signal(process: u32, signal: Signal) {
    let id = Pid::from_raw(process as i32).expect("a process");
    // It may have ended by itself.
    let _ = kill_process(id, signal);
}

fn is_alive(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // A zombie has ended; its parent has not looked yet.
    status.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

/// Waits until all processes have ended, and says how long that took.
fn all_end(processes: &[u32]) -> Duration {
    let start = Instant::now();
    while processes.iter().any(|&process| is_alive(process)) {
        assert!(start.elapsed() < PATIENCE, "{processes:?} do not end");
        thread::sleep(Duration::from_millis(10));
    }
    start.elapsed()
}

/// What does not depend on who counted.
fn counted(arguments: &[&str]) -> Value {
    json(&[&["count"], arguments].concat())
}

fn ports(number: usize) -> Vec<u16> {
    let free = |_| TcpListener::bind("127.0.0.1:0").expect("a port");
    let listeners: Vec<TcpListener> = (0..number).map(free).collect();
    listeners.iter().map(|it| it.local_addr().expect("an address").port()).collect()
}

#[test]
fn local_processes_count_what_one_counts() {
    let folder = tempfile::tempdir().unwrap();
    let alone = counted(&["3x3", "--to", "16"]);
    for hosts in ["local:1", "local:2", "local:3"] {
        let store = text(&folder.path().join(hosts));
        let game = ["3x3", "--to", "16", "--store", &store];
        assert_eq!(counted(&[&game[..], &["--hosts", hosts]].concat()), alone, "{hosts}");
        // It is a store like any other.
        assert_eq!(counted(&game), alone);
        succeeds(&["store", "verify", &store]);
        assert!(!Path::new(&store).join("partitions").exists());
    }
    let store = text(&folder.path().join("by-launcher"));
    let run = ["cluster", "run", "--hosts", "local:2", "--", "count", "3x3", "--to", "16"];
    let report = succeeds(&[&run[..], &["--store", &store]].concat());
    assert_eq!(report, succeeds(&["count", "3x3", "--to", "16"]));
}

#[test]
fn options_that_make_no_sense_are_named() {
    let error = fails(&["count", "2x2", "--hosts", "local:2"], 2);
    assert!(error.contains("--store"), "{error}");
    assert!(
        fails(&["count", "2x2", "--hosts", "local:0", "--store", "s"], 2).contains("local:0")
            || fails(&["count", "2x2", "--hosts", "local:0", "--store", "s"], 2)
                .contains("number of processes")
    );
    let error = fails(&["count", "2x2", "--hosts", "slurm", "--store", "s"], 2);
    assert!(error.contains("SLURM_PROCID"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let hosts = text(&folder.path().join("hosts"));
    fs::write(&hosts, "nowhere\n").unwrap();
    let error = fails(&["count", "2x2", "--hosts", &hosts, "--store", "s"], 2);
    assert!(error.contains("host:port"), "{error}");
    // An address of no interface of this machine.
    fs::write(&hosts, "192.0.2.1:7420\n").unwrap();
    let error = fails(&["count", "2x2", "--hosts", &hosts, "--store", "s"], 2);
    assert!(error.contains("cannot listen on any of 192.0.2.1:7420"), "{error}");
    assert!(!Path::new("s").exists());
    // A secret that others may read.
    let token = text(&folder.path().join("token"));
    fs::write(&token, succeeds(&["cluster", "token"])).unwrap();
    let mut chmod = Command::new("chmod");
    assert!(chmod.args(["644", &token]).status().unwrap().success());
    fs::write(&hosts, format!("127.0.0.1:{}\n", ports(1)[0])).unwrap();
    let error = fails(&["count", "2x2", "--hosts", &hosts, "--store", "s", "--token", &token], 2);
    assert!(error.contains("others may read"), "{error}");
}

/// Two hosts: the same command on each, with the place found by address or said.
#[test]
fn a_file_of_hosts_and_a_token_are_enough() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| text(&folder.path().join(name));
    let hosts = path("hosts");
    let lines: Vec<String> = ports(2).iter().map(|port| format!("127.0.0.1:{port}\n")).collect();
    fs::write(&hosts, lines.concat()).unwrap();
    // The launcher prints the commands, and makes the secret.
    let store = path("store");
    let count = ["count", "2x3", "--store", &store];
    let printed = succeeds(&[&["cluster", "run", "--hosts", &hosts, "--"], &count[..]].concat());
    let commands: Vec<&str> = printed.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(commands.len(), 2, "{printed}");
    let mut other = started(Command::new("sh").args(["-c", commands[1]]));
    let first = Command::new("sh").args(["-c", commands[0]]).output().unwrap();
    let first = finished(first);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    assert_eq!(first.stdout, succeeds(&["count", "2x3"]));
    assert_eq!(other.wait().unwrap().code(), Some(0));
}

#[test]
fn other_programs_and_other_rules_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| text(&folder.path().join(name));
    let (hosts, token) = (path("hosts"), path("token"));
    let lines: Vec<String> = ports(2).iter().map(|port| format!("127.0.0.1:{port}\n")).collect();
    fs::write(&hosts, lines.concat()).unwrap();
    fs::write(&token, succeeds(&["cluster", "token"])).unwrap();
    assert!(Command::new("chmod").args(["600", &token]).status().unwrap().success());
    // The same program but for a byte behind its end, which changes nothing of what it does.
    let changed = path("changed");
    let ours = assert_cmd::cargo::cargo_bin!("twofold");
    fs::copy(ours, &changed).unwrap();
    let mut bytes = fs::File::options().append(true).open(&changed).unwrap();
    std::io::Write::write_all(&mut bytes, b"!").unwrap();
    drop(bytes);
    let ours = text(ours);
    for (program, game, what) in [(&changed, "2x2", "program"), (&ours, "2x3", "question")] {
        let process = |program: &str, game: &str, place: &str| {
            let store = path(&format!("store-{what}"));
            let mut command = Command::new(program);
            command.args(["count", game, "--store", &store, "--hosts", &hosts]);
            command.args(["--token", &token, "--process", place, "--wait", "60"]);
            started(&mut command)
        };
        let processes = [process(&ours, "2x2", "0"), process(program, game, "1")];
        for process in processes {
            let run = finished(process.wait_with_output().unwrap());
            assert_eq!(run.code, Some(2), "{}", run.stderr);
            assert!(run.stderr.contains(&format!("has another {what}")), "{}", run.stderr);
        }
    }
}

/// Slurm without Slurm: its variables.
#[test]
fn tasks_of_slurm_find_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = text(&folder.path().join("store"));
    let port = ports(1)[0].clamp(2000, 60_000).to_string();
    let task = |id: &str| {
        let mut command = command(&["count", "2x3", "--hosts", "slurm", "--store", &store]);
        command.args(["--port", &port]);
        let variables = [
            ("SLURM_JOB_ID", "17"),
            ("SLURM_PROCID", id),
            ("SLURM_NTASKS", "2"),
            ("SLURM_JOB_NODELIST", "127.0.0.1"),
            ("SLURM_TASKS_PER_NODE", "2"),
        ];
        started(command.envs(variables))
    };
    let tasks = ["1", "0"].map(task);
    let [other, first] = tasks.map(|task| finished(task.wait_with_output().unwrap()));
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    assert_eq!(first.stdout, succeeds(&["count", "2x3"]));
    assert_eq!((other.code, other.stdout.as_str()), (Some(0), ""), "{}", other.stderr);
    // The secret is gone.
    let left = fs::read_dir(&store).unwrap().map(|file| file.unwrap().file_name());
    assert!(!left.into_iter().any(|name| name.to_string_lossy().starts_with("token")));
}

/// Starts a count, and waits until there are as many processes as there should be.
fn count_with(processes: usize, store: &str, target: &str) -> (Child, Vec<u32>) {
    let hosts = format!("local:{processes}");
    let arguments = ["count", "3x3", "--to", target, "--store", store, "--hosts", &hosts];
    let launcher = started(command(&arguments).args(["--patience", "3", "--threads", "1"]));
    let start = Instant::now();
    let all = || [vec![launcher.id()], children(launcher.id())].concat();
    while all().len() != processes && is_alive(launcher.id()) {
        assert!(start.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(2));
    }
    let all = all();
    (launcher, all)
}

fn layers(store: &str) -> u64 {
    let info = twofold(&["store", "info", store, "--format", "json"]);
    let info: Value = serde_json::from_str(&info.stdout).unwrap_or_default();
    info["layers"].as_u64().or(info["layers"].as_array().map(|it| it.len() as u64)).unwrap_or(0)
}

/// Kills processes at all moments, and goes on with other numbers of them; returns the longest time that
/// the others took to end.
fn kill(times: u64, target: &str) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let alone = counted(&["3x3", "--to", target]);
    let mut longest = Duration::ZERO;
    let (mut store, mut stores) = (text(&folder.path().join("0")), 0);
    let mut random = 12_345_u64;
    for round in 0..times {
        let processes = [1, 2, 3, 2][round as usize % 4];
        let (mut launcher, all) = count_with(processes, &store, target);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round);
        thread::sleep(Duration::from_millis((random >> 33) % 700));
        signal(all[(random >> 50) as usize % all.len()], Signal::KILL);
        longest = longest.max(all_end(&all));
        let ended = launcher.wait().unwrap();
        if ended.success() {
            // Nobody was killed in time: the count is complete, and the next one begins anew.
            assert_eq!(counted(&["3x3", "--to", target, "--store", &store]), alone);
            stores += 1;
            store = text(&folder.path().join(stores.to_string()));
        }
    }
    let hosts = ["--hosts", "local:2"];
    let game = ["3x3", "--to", target, "--store", &store];
    assert_eq!(counted(&[&game[..], &hosts].concat()), alone);
    assert_eq!(counted(&game), alone);
    succeeds(&["store", "verify", &store]);
    longest
}

#[test]
fn killed_processes_lose_nothing() {
    let longest = kill(4, "32");
    assert!(longest < Duration::from_secs(60), "{longest:?}");
}

/// `cargo test --release --package twofold --test commands -- --ignored --nocapture a_hundred_kills`
#[test]
#[ignore = "takes minutes"]
fn a_hundred_kills() {
    let start = Instant::now();
    let longest = kill(120, "64");
    let seconds = start.elapsed().as_secs_f64();
    println!("120 kills in {seconds:.0} s, others ended within {:.1} s", longest.as_secs_f64());
}

#[test]
fn a_stopped_process_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let store = text(&folder.path().join("store"));
    let (launcher, all) = count_with(2, &store, "128");
    assert_eq!(all.len(), 2);
    let start = Instant::now();
    while layers(&store) < 3 {
        assert!(start.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(20));
    }
    signal(all[1], Signal::STOP);
    let run = finished(launcher.wait_with_output().unwrap());
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(run.stderr.contains("process 1 (127.0.0.1:"), "{}", run.stderr);
    assert!(run.stderr.contains("has been silent for 3 s"), "{}", run.stderr);
    // The launcher takes along what does not move any more.
    all_end(&all);
}

#[test]
fn a_plan_names_its_assumptions() {
    let plan = ["cluster", "plan", "4x4", "--to", "256", "--hosts", "64", "--cores", "32"];
    let plan = [&plan[..], &["--memory", "256G", "--network", "25G"]].concat();
    let told = succeeds(&plan);
    assert!(told.contains("~") && told.contains("assumptions"), "{told}");
    let values = json(&plan);
    for name in ["positions", "seconds_in_all", "bytes_sent", "bytes_store", "bytes_memory_each"] {
        assert!(values[name]["value"].as_f64().is_some_and(|value| value > 0.0), "{name}");
    }
    fails(&["cluster", "plan", "4x4", "--network", "fast"], 2);
}
