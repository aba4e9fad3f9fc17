//! What goes wrong on many processes is said, and nothing is lost or wrong.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use twofold_cluster::{ClusterCounter, ClusterError, Members, PeerFailure, Session, Token};
use twofold_core::{Rules, Tile};
use twofold_layers::store::{Store, read_signed, write_signed};
use twofold_layers::{LayerError, LayeredGame, Start};
use twofold_solve::count::{Counter, GameCount};

/// What a process does.
type Work<'a> = dyn FnOnce(&mut Session) -> Result<GameCount, ClusterError> + Send + 'a;

/// A process: what it was told, and what it does.
struct Process<'a> {
    question: &'a str,
    token: Token,
    work: Box<Work<'a>>,
}

fn together(
    patience: u64,
    wait: u64,
    processes: Vec<Process<'_>>,
) -> Vec<Result<GameCount, ClusterError>> {
    let listeners: Vec<TcpListener> =
        processes.iter().map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    meet(patience, wait, listeners, processes)
}

fn meet(
    patience: u64,
    wait: u64,
    listeners: Vec<TcpListener>,
    processes: Vec<Process<'_>>,
) -> Vec<Result<GameCount, ClusterError>> {
    let addresses: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for (own, (process, listener)) in processes.into_iter().zip(listeners).enumerate() {
            let members = Members {
                addresses: addresses.clone(),
                own,
                token: process.token,
                patience: Duration::from_secs(patience),
                wait: Duration::from_secs(wait),
            };
            threads.push(scope.spawn(move || {
                let mut session =
                    Session::meet(members, listener, "program", process.question, &())?;
                let result = (process.work)(&mut session);
                session.end(result)
            }));
        }
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn game() -> LayeredGame {
    let rules = Rules::classic("2x3".parse().unwrap());
    LayeredGame::new(rules, Tile::new(5), Start::TwoTiles).unwrap()
}

fn counts(
    dir: &Path,
    until: Option<u64>,
) -> impl FnOnce(&mut Session) -> Result<GameCount, ClusterError> + use<> {
    let counter = ClusterCounter::new(&game(), dir).with_memory(64 << 20).until_sum(until);
    move |session| counter.run(session, &(), &|| None).map(|(run, _)| run.game)
}

fn pair<'a>(dir: &'a Path, until: Option<u64>) -> Vec<Process<'a>> {
    let token = Token::random();
    let process =
        |_| Process { question: "count", token: token.clone(), work: Box::new(counts(dir, until)) };
    (0..2).map(process).collect()
}

fn expected() -> GameCount {
    Counter::new(&game()).run(&()).unwrap().game
}

/// The files of partitions in a store that was not finished.
fn partitions(dir: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(dir.join("partitions")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "layer")).collect();
    files.sort();
    files
}

#[test]
fn processes_with_other_rules_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let mut processes = pair(dir.path(), None);
    processes[1].question = "count something else";
    for result in together(10, 30, processes) {
        let error = result.unwrap_err();
        assert!(matches!(error, ClusterError::Mismatch { what: "question", .. }), "{error}");
    }
    assert!(!dir.path().join("manifest.json").exists());
}

#[test]
fn nobody_gets_in_without_the_token() {
    let dir = tempfile::tempdir().unwrap();
    let mut processes = pair(dir.path(), None);
    processes[1].token = Token::random();
    let mut results = together(10, 2, processes).into_iter();
    let first = results.next().unwrap().unwrap_err();
    assert!(matches!(first, ClusterError::Missing { .. }), "{first}");
    let second = results.next().unwrap().unwrap_err();
    assert!(matches!(second, ClusterError::Token { .. }), "{second}");
}

#[test]
fn strangers_do_not_disturb() {
    let dir = tempfile::tempdir().unwrap();
    let listeners: Vec<TcpListener> =
        (0..2).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let address = listeners[0].local_addr().unwrap();
    let strangers = thread::spawn(move || {
        // One says nothing, one talks nonsense, one knows how to begin.
        let silent = TcpStream::connect(address).unwrap();
        let mut rude = TcpStream::connect(address).unwrap();
        rude.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        let mut sly = TcpStream::connect(address).unwrap();
        sly.write_all(b"2FOLDCLU0123456789abcdef").unwrap();
        let mut answer = [0; 48];
        sly.read_exact(&mut answer).unwrap();
        sly.write_all(&answer[16..]).unwrap();
        sly.write_all(&[255; 400]).unwrap();
        let mut end = Vec::new();
        let refused = sly.read_to_end(&mut end).is_err() || end.is_empty();
        drop(silent);
        refused
    });
    for result in meet(30, 60, listeners, pair(dir.path(), None)) {
        assert_eq!(result.unwrap(), expected());
    }
    assert!(strangers.join().unwrap());
}

#[test]
fn why_a_process_ends_is_heard_by_the_others() {
    let token = Token::random();
    let fails: Box<dyn FnOnce(&mut Session) -> _ + Send> =
        Box::new(|_| Err(LayerError::Blocks { sum: 8, what: "a bad day".to_owned() }.into()));
    let dir = tempfile::tempdir().unwrap();
    let waits = Box::new(counts(dir.path(), None));
    let process = |work| Process { question: "count", token: token.clone(), work };
    let start = Instant::now();
    let mut results = together(30, 60, vec![process(waits), process(fails)]).into_iter();
    match results.next().unwrap().unwrap_err() {
        ClusterError::Peer { process: 1, what: PeerFailure::Failed(why), .. } => {
            assert!(why.contains("a bad day"), "{why}");
        }
        error => panic!("{error}"),
    }
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_damaged_partition_is_named_and_made_again() {
    let dir = tempfile::tempdir().unwrap();
    together(30, 60, pair(dir.path(), Some(30))).into_iter().for_each(|it| drop(it.unwrap()));
    let files = partitions(dir.path());
    assert!(!files.is_empty());
    // The same byte of each: of the header, of a block, of the index.
    for at in [20, 90, 100] {
        let kept: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
        for (file, bytes) in files.iter().zip(&kept).filter(|(_, bytes)| bytes.len() > at) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            fs::write(file, bytes).unwrap();
        }
        let results = together(30, 60, pair(dir.path(), None));
        let errors: Vec<String> =
            results.into_iter().map(|result| result.unwrap_err().to_string()).collect();
        assert!(errors.iter().any(|error| error.contains("partitions/sum-")), "{errors:?}");
        for (file, bytes) in files.iter().zip(&kept) {
            fs::write(file, bytes).unwrap();
        }
    }
    // A partition that is gone is no loss.
    fs::remove_file(&files[0]).unwrap();
    together(30, 60, pair(dir.path(), Some(40))).into_iter().for_each(|it| drop(it.unwrap()));
    fs::remove_dir_all(dir.path().join("partitions")).unwrap();
    for result in together(30, 60, pair(dir.path(), None)) {
        assert_eq!(result.unwrap(), expected());
    }
    assert!(Store::open(dir.path()).unwrap().verify(&()).iter().all(|it| it.error.is_none()));
}

#[test]
fn another_number_of_partitions_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    together(30, 60, pair(dir.path(), Some(30))).into_iter().for_each(|it| drop(it.unwrap()));
    let lists = dir.path().join("partitions");
    let list = |file: &PathBuf| file.extension().is_some_and(|end| end == "json");
    for file in fs::read_dir(&lists).unwrap().map(|file| file.unwrap().path()).filter(list) {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let mut list: serde_json::Value = read_signed(&lists, &name).unwrap();
        list["partitions"] = 64.into();
        write_signed(&lists, &name, &list).unwrap();
    }
    let before = fs::read(dir.path().join("manifest.json")).unwrap();
    let first = together(30, 60, pair(dir.path(), None)).swap_remove(0).unwrap_err();
    assert!(matches!(first, ClusterError::Partitions { found: 64, .. }), "{first}");
    assert_eq!(fs::read(dir.path().join("manifest.json")).unwrap(), before);
}

#[test]
fn a_store_of_another_game_is_refused_by_all() {
    let dir = tempfile::tempdir().unwrap();
    let other = LayeredGame::new(Rules::classic("2x2".parse().unwrap()), None, Start::TwoTiles);
    Counter::new(&other.unwrap()).with_store(dir.path()).unwrap().run(&()).unwrap();
    let errors: Vec<String> = together(30, 60, pair(dir.path(), None))
        .into_iter()
        .map(|result| result.unwrap_err().to_string())
        .collect();
    assert!(errors.iter().all(|error| error.contains("2x3")), "{errors:?}");
}
