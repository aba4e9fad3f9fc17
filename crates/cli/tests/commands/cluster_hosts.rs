//! Hosts of their own: network namespaces on a bridge, with links that are cut and disks that are full.
//!
//! Needs root and `ip`, and a minute:
//! `cargo test --release --package twofold --test commands -- --ignored cluster_hosts`

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Run, finished, json, succeeds};

/// Runs a program that must succeed.
fn run(words: &[&str]) {
    let output = Command::new(words[0]).args(&words[1..]).output().expect("the program starts");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn ip(words: &str) {
    run(&[&["ip"], &words.split(' ').collect::<Vec<_>>()[..]].concat());
}

/// Hosts that reach each other and nobody else. They are gone with this value.
struct Network {
    tag: u32,
    hosts: usize,
}

impl Network {
    fn new(hosts: usize) -> Network {
        let tag = std::process::id() % 10_000;
        let network = Network { tag, hosts };
        // The bridge has a namespace of its own, too.
        ip(&format!("netns add tf{tag}b"));
        ip(&format!("-n tf{tag}b link add name br type bridge"));
        ip(&format!("-n tf{tag}b link set br up"));
        for host in 0..hosts {
            ip(&format!("netns add tf{tag}h{host}"));
            let veth = format!("veth{host}");
            ip(&format!(
                "-n tf{tag}b link add {veth} type veth peer name eth0 netns tf{tag}h{host}"
            ));
            ip(&format!("-n tf{tag}b link set {veth} master br up"));
            ip(&format!("-n tf{tag}h{host} addr add 10.77.0.{}/24 dev eth0", host + 1));
            ip(&format!("-n tf{tag}h{host} link set lo up"));
            ip(&format!("-n tf{tag}h{host} link set eth0 up"));
        }
        network
    }

    /// Cuts the link of a host, or joins it again.
    fn link(&self, host: usize, state: &str) {
        ip(&format!("-n tf{}b link set veth{host} {state}", self.tag));
    }

    fn start(&self, host: usize, arguments: &[&str]) -> Child {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &format!("tf{}h{host}", self.tag)]);
        command.arg(assert_cmd::cargo::cargo_bin!("twofold")).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }

    /// The same command on every host, each with a directory of its own.
    fn count(&self, folder: &Path, stores: &[PathBuf], game: &[&str]) -> Vec<Child> {
        let (hosts, token) = (folder.join("hosts"), folder.join("token"));
        let lines = (0..stores.len()).map(|host| format!("10.77.0.{}:7420\n", host + 1));
        fs::write(&hosts, lines.collect::<String>()).unwrap();
        let start = |(host, store): (usize, &PathBuf)| {
            let files = [&hosts, &token, store].map(|path| path.to_str().unwrap());
            let options = ["--hosts", files[0], "--token", files[1], "--store", files[2]];
            self.start(host, &[&["count"], game, &options, &["--patience", "4"]].concat())
        };
        stores.iter().enumerate().map(start).collect()
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for host in 0..self.hosts {
            let _ = Command::new("ip")
                .args(["netns", "del", &format!("tf{}h{host}", self.tag)])
                .status();
        }
        let _ = Command::new("ip").args(["netns", "del", &format!("tf{}b", self.tag)]).status();
    }
}

fn ended(processes: Vec<Child>) -> Vec<Run> {
    processes.into_iter().map(|process| finished(process.wait_with_output().unwrap())).collect()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    let is_root = id.is_ok_and(|id| id.stdout.starts_with(b"0\n"));
    if !is_root {
        println!("SKIPPED: network namespaces need root");
    }
    is_root
}

fn secret(folder: &Path) {
    let token = folder.join("token");
    fs::write(&token, succeeds(&["cluster", "token"])).unwrap();
    run(&["chmod", "600", token.to_str().unwrap()]);
}

#[test]
#[ignore = "needs root and a minute"]
fn a_link_that_is_cut_costs_no_layer() {
    if !is_root() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    secret(folder.path());
    let network = Network::new(3);
    // Three hosts with disks of their own.
    let stores: Vec<PathBuf> =
        (0..3).map(|host| folder.path().join(format!("disk{host}"))).collect();
    let game = ["3x3", "--to", "256"];
    let alone = json(&["count", "3x3", "--to", "256"]);
    let mut cuts = 0;
    for cut in 0..20 {
        let processes =
            network.count(folder.path(), &stores, &[&game[..], &["--format", "json"]].concat());
        thread::sleep(Duration::from_millis(900 + 400 * cut));
        network.link(cut as usize % 3, "down");
        let start = Instant::now();
        let runs = ended(processes);
        let seconds = start.elapsed().as_secs_f64();
        network.link(cut as usize % 3, "up");
        if runs[0].code == Some(0) {
            let counted: serde_json::Value = serde_json::from_str(&runs[0].stdout).unwrap();
            assert_eq!(counted, alone);
            break;
        }
        cuts += 1;
        println!(
            "cut {cut}: all ended within {seconds:.1} s: {}",
            runs[0].stderr.lines().next().unwrap_or("")
        );
        assert!(seconds < 20.0);
        for run in runs {
            assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
            assert!(matches!(run.code, Some(2 | 3)), "{:?} {}", run.code, run.stderr);
        }
    }
    assert!(cuts >= 2, "the link was cut {cuts} times");
    // The link is back, and the count is complete now or with one more run.
    let runs =
        ended(network.count(folder.path(), &stores, &[&game[..], &["--format", "json"]].concat()));
    assert_eq!(runs[0].code, Some(0), "{}", runs[0].stderr);
    let store = stores[0].to_str().unwrap();
    assert_eq!(json(&["count", "3x3", "--to", "256", "--store", store]), alone);
    succeeds(&["store", "verify", store]);
}

/// A file system of a few megabytes.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn new(path: PathBuf, size: &str) -> SmallDisk {
        fs::create_dir_all(&path).unwrap();
        run(&[
            "mount",
            "-t",
            "tmpfs",
            "-o",
            &format!("size={size}"),
            "tmpfs",
            path.to_str().unwrap(),
        ]);
        SmallDisk(path)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
#[ignore = "needs root and a minute"]
fn a_full_disk_on_any_host_is_said_by_all() {
    if !is_root() {
        return;
    }
    let alone = json(&["count", "3x3", "--to", "256"]);
    for full in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        secret(folder.path());
        let network = Network::new(2);
        let stores: Vec<PathBuf> =
            (0..2).map(|host| folder.path().join(format!("disk{host}"))).collect();
        let game = ["3x3", "--to", "256", "--format", "json"];
        let disk = SmallDisk::new(stores[full].clone(), "200k");
        for run in ended(network.count(folder.path(), &stores, &game)) {
            assert_eq!(run.code, Some(3), "{}", run.stderr);
            assert!(run.stderr.contains("no space left"), "{}", run.stderr);
        }
        // With more room, the same command goes on.
        run(&["mount", "-o", "remount,size=64m", disk.0.to_str().unwrap()]);
        let runs = ended(network.count(folder.path(), &stores, &game));
        assert_eq!(runs[0].code, Some(0), "{}", runs[0].stderr);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&runs[0].stdout).unwrap(), alone);
    }
}
