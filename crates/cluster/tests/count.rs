//! Processes as threads of one: what they count together is what one machine counts.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use twofold_cluster::{ClusterCounter, ClusterError, Cost, Members, Session, Token};
use twofold_core::{Rules, Tile};
use twofold_layers::store::{Role, Store};
use twofold_layers::{Engines, LayeredGame, Start, listed};
use twofold_solve::count::{CountRun, Counter};

type Counted = Result<(CountRun, Cost), ClusterError>;

/// What happens to a process: its place, and its directory.
type Work<'a> = dyn Fn(&mut Session, &Path) -> Counted + Sync + 'a;

fn together(
    dirs: &[PathBuf],
    questions: &[&str],
    tokens: &[Token],
    work: &Work<'_>,
) -> Vec<Counted> {
    let listeners: Vec<TcpListener> =
        dirs.iter().map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> =
        listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
    thread::scope(|scope| {
        let run = |(own, listener): (usize, TcpListener)| {
            let members = Members {
                addresses: addresses.clone(),
                own,
                token: tokens[own % tokens.len()].clone(),
                patience: Duration::from_secs(30),
                wait: Duration::from_secs(60),
            };
            let question = questions[own % questions.len()];
            scope.spawn(move || {
                let mut session = Session::meet(members, listener, "test", question, &())?;
                let result = work(&mut session, &dirs[own]);
                session.end(result)
            })
        };
        let threads: Vec<_> = listeners.into_iter().enumerate().map(run).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn game(shape: &str, target: Option<u8>) -> LayeredGame {
    let rules = Rules::classic(shape.parse().unwrap());
    LayeredGame::new(rules, target.and_then(Tile::new), Start::TwoTiles).unwrap()
}

fn count(dirs: &[PathBuf], game: &LayeredGame, until: Option<u64>) -> Vec<Counted> {
    together(dirs, &["count"], &[Token::random()], &|session, dir| {
        let counter = ClusterCounter::new(game, dir).with_memory(64 << 20).until_sum(until);
        counter.run(session, &(), &|| None)
    })
}

/// Every board of every layer.
fn boards(dir: &Path, game: &LayeredGame) -> Vec<(u64, Vec<u64>)> {
    let store = Store::open(dir).unwrap();
    let engines = Engines::new(game, None, 1 << 28, false);
    let layer = |sum| {
        let boards = engines.read_file(store.file(sum, Role::Positions).unwrap().unwrap()).unwrap();
        (sum, listed(boards.as_ref()).unwrap())
    };
    store.manifest().layers.iter().map(|entry| layer(entry.sum)).collect()
}

#[test]
fn any_number_of_processes_counts_what_one_machine_counts() {
    for (shape, target) in [("2x2", None), ("2x3", None), ("3x3", Some(5)), ("1x4", Some(4))] {
        let game = game(shape, target);
        let alone = tempfile::tempdir().unwrap();
        let expected = Counter::new(&game).with_store(alone.path()).unwrap().run(&()).unwrap();
        for processes in [1, 2, 3] {
            let dir = tempfile::tempdir().unwrap();
            let dirs = vec![dir.path().to_owned(); processes];
            for counted in count(&dirs, &game, None) {
                let (run, cost) = counted.unwrap();
                assert_eq!(run.game, expected.game, "{shape} with {processes}");
                assert!(run.is_complete);
                assert_eq!(cost.sent > 0, processes > 1);
            }
            assert_eq!(boards(dir.path(), &game), boards(alone.path(), &game));
            let store = Store::open(dir.path()).unwrap();
            assert!(store.manifest().complete);
            assert!(store.verify(&()).iter().all(|checked| checked.error.is_none()));
            assert!(!dir.path().join("partitions").exists());
        }
    }
}

#[test]
fn a_count_goes_on_with_any_number_of_processes() {
    let game = game("3x3", Some(5));
    let expected = Counter::new(&game).run(&()).unwrap();
    let dir = tempfile::tempdir().unwrap();
    for (step, processes) in [1, 2, 3, 2, 1].into_iter().enumerate() {
        let dirs = vec![dir.path().to_owned(); processes];
        let until = Some(15 * (step as u64 + 1)).filter(|_| step < 4);
        for counted in count(&dirs, &game, until) {
            let (run, _) = counted.unwrap();
            let layers = run.game.layers();
            assert_eq!(layers, &expected.game.layers()[..layers.len()]);
            assert_eq!(run.is_complete, step == 4);
        }
    }
}

/// Hosts with a disk of their own each have their partitions there, and the first one the store.
#[test]
fn hosts_need_no_common_disk() {
    let game = game("3x3", Some(5));
    let expected = Counter::new(&game).run(&()).unwrap();
    let disks: Vec<_> = (0..3).map(|_| tempfile::tempdir().unwrap()).collect();
    let dirs: Vec<PathBuf> = disks.iter().map(|disk| disk.path().to_owned()).collect();
    count(&dirs[..3], &game, Some(24)).into_iter().for_each(|counted| drop(counted.unwrap()));
    count(&dirs[..2], &game, Some(36)).into_iter().for_each(|counted| drop(counted.unwrap()));
    for counted in count(&dirs, &game, None) {
        assert_eq!(counted.unwrap().0.game, expected.game);
    }
    assert_eq!(boards(&dirs[0], &game).len(), expected.game.layers().len());
    assert!(Store::open(&dirs[1]).is_err());
}

#[test]
fn one_machine_goes_on_where_a_cluster_stopped_and_the_other_way_round() {
    let game = game("3x3", Some(5));
    let expected = Counter::new(&game).run(&()).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let dirs = vec![dir.path().to_owned(); 2];
    count(&dirs, &game, Some(24)).into_iter().for_each(|counted| drop(counted.unwrap()));
    let alone = || Counter::new(&game).with_store(dir.path()).unwrap();
    let run = alone().until_sum(Some(36)).run(&()).unwrap();
    assert!(run.resumed > 8);
    count(&dirs, &game, Some(48)).into_iter().for_each(|counted| drop(counted.unwrap()));
    assert_eq!(alone().run(&()).unwrap().game, expected.game);
}
