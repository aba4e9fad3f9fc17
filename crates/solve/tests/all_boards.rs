//! Passes over all boards with a store, and certificates of them.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use twofold_core::{
    Board, Game, Placement, Progress, Rules, SpawnTiles, Tile, TileSystem, Watch,
    notation::parse_board,
};
use twofold_layers::store::{Store, StoreError};
use twofold_layers::{LayerError, LayerProgress, LayerWatch};
use twofold_solve::{
    AllBoards, AllBoardsSolved, Certificate, CertificateError, CheckedCertificate, Extent, Goal,
    Opponent, Problem, Solution, SolveWatch, Solver,
};

fn problem(system: TileSystem, shape: &str, target: u8, spawns: &str) -> Problem {
    let mut rules = Rules::new(shape.parse().unwrap(), system);
    rules.spawn.placement = Placement::Anywhere;
    rules.spawn.tiles = SpawnTiles::parse(spawns, system).unwrap();
    Problem::new(rules, Goal::Tile, Opponent::Adversary, Tile::new(target)).unwrap()
}

fn classic(shape: &str, target: u8, spawns: &str) -> Problem {
    problem(TileSystem::Classic, shape, target, spawns)
}

/// Fills a store, and gives its certificate.
fn filled(problem: &Problem, dir: &Path) -> (AllBoardsSolved, Certificate) {
    let solved = AllBoards::new(problem).unwrap().with_store(dir).run(&()).unwrap();
    let store = Store::open(dir).unwrap();
    let certificate = Certificate::new(problem, &solved, store.manifest());
    (solved, certificate)
}

fn check(
    certificate: &Certificate,
    dir: &Path,
    extent: Extent,
) -> Result<CheckedCertificate, CertificateError> {
    certificate.check(&Store::open(dir).unwrap(), extent, &())
}

const SAMPLES: Extent = Extent::Samples { boards: 2_000, seed: 3 };

#[test]
fn every_board_of_a_certificate_is_what_the_definition_says() {
    for (system, shape, target, spawns) in [
        (TileSystem::Classic, "1x1", 2, "2"),
        (TileSystem::Classic, "1x4", 4, "2,4"),
        (TileSystem::Classic, "2x2", 4, "2"),
        (TileSystem::Classic, "2x2", 5, "2,4"),
        (TileSystem::Classic, "2x2", 5, "4"),
        (TileSystem::Classic, "2x3", 5, "2"),
        (TileSystem::Classic, "3x2", 4, "2,4"),
        (TileSystem::Classic, "3x3", 3, "2,4"),
        (TileSystem::Classic, "2x4", 3, "2"),
        (TileSystem::Fibonacci, "2x3", 4, "1,2"),
        (TileSystem::Threes, "2x2", 5, "1,2,3"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let problem = problem(system, shape, target, spawns);
        let (solved, certificate) = filled(&problem, dir.path());
        assert_eq!(Certificate::read(&certificate.write()).unwrap(), certificate);
        let checked = check(&certificate, dir.path(), Extent::All)
            .unwrap_or_else(|error| panic!("{problem}: {error}"));
        assert_eq!(checked.read, solved.layers.len() as u64);
        assert!(checked.lost <= checked.boards);
        check(&certificate, dir.path(), SAMPLES).unwrap();
        let listed = Solver::new(&problem).run(&()).unwrap();
        assert_eq!((solved.start, solved.openings), (listed.start, listed.openings), "{problem}");
    }
}

#[test]
fn samples_of_larger_boards_are_what_the_definition_says() {
    for (shape, target, spawns) in
        [("3x4", 4, "2"), ("4x4", 3, "2,4"), ("3x3", 5, "2"), ("2x5", 4, "2,4")]
    {
        let dir = tempfile::tempdir().unwrap();
        let (_, certificate) = filled(&classic(shape, target, spawns), dir.path());
        let checked = check(&certificate, dir.path(), SAMPLES).unwrap();
        assert!(checked.boards > 500 && checked.lost > 50, "{shape}: {checked:?}");
    }
}

/// Asks to stop after so many layers.
struct StopAfter(AtomicU64);

impl Watch for StopAfter {
    fn report(&self, _: Progress) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

impl LayerWatch for StopAfter {
    fn layer(&self, _: LayerProgress) {}
}

impl SolveWatch for StopAfter {
    fn turn_around(&self, _: u64) {}
}

#[test]
fn a_stopped_pass_goes_on_after_its_last_layer() {
    for spawns in ["2", "2,4"] {
        let problem = classic("3x3", 4, spawns);
        let pass = AllBoards::new(&problem).unwrap();
        let expected = pass.clone().run(&()).unwrap();
        for forgetful in [false, true] {
            let dir = tempfile::tempdir().unwrap();
            let mut pass = pass.clone().with_store(dir.path());
            if forgetful {
                pass = pass.only_checkpoints();
            }
            let mut stops = 0;
            // Each time, the layers so far are reported again, and some more.
            let solved = loop {
                let layers =
                    Store::peek(dir.path()).map_or(0, |manifest| manifest.layers.len() as u64);
                match pass.run(&StopAfter(AtomicU64::new(layers + 9))) {
                    Ok(solved) => break solved,
                    Err(LayerError::Stopped) => stops += 1,
                    Err(error) => panic!("{error}"),
                }
                // What a killed process leaves behind.
                fs::write(dir.path().join("sum-00000002.lost.layer.7-7.tmp"), "cut off").unwrap();
                assert!(Solution::open(dir.path()).is_err());
            };
            assert!(stops > 2);
            assert_eq!(solved, expected);
            assert_eq!(pass.run(&()).unwrap(), expected);
            let store = Store::open(dir.path()).unwrap();
            let kept = store.manifest().files().count();
            assert_eq!(kept < expected.layers.len(), forgetful);
            assert!(store.verify(&()).iter().all(|file| file.error.is_none()));
            let certificate = Certificate::new(&problem, &solved, store.manifest());
            drop(store);
            let checked = check(&certificate, dir.path(), SAMPLES).unwrap();
            assert_eq!(checked.read == checked.layers, !forgetful);
        }
    }
}

#[test]
fn passes_keep_to_their_memory() {
    let problem = classic("4x4", 4, "2");
    let refused = |memory: u64| match AllBoards::new(&problem).unwrap().with_memory(memory).run(&())
    {
        Err(LayerError::Memory { needed, allowed, .. }) => {
            assert_eq!(allowed, memory);
            needed
        }
        other => panic!("{other:?}"),
    };
    // First the tables, then the largest block, then the layers themselves.
    let mut memory = refused(1 << 10);
    let mut raised = 1;
    while let Err(LayerError::Memory { needed, .. }) =
        AllBoards::new(&problem).unwrap().with_memory(memory).run(&())
    {
        assert!(needed > memory);
        memory = needed;
        raised += 1;
    }
    assert!(raised > 2);
}

#[test]
fn stores_belong_to_one_question() {
    let dir = tempfile::tempdir().unwrap();
    let problem = classic("2x2", 4, "2");
    filled(&problem, dir.path());
    let other = classic("2x2", 5, "2");
    let error = AllBoards::new(&other).unwrap().with_store(dir.path()).run(&()).unwrap_err();
    assert!(matches!(error, LayerError::Store(StoreError::OtherGame { .. })), "{error}");
    let error = Solver::new(&problem).with_store(dir.path()).err().unwrap();
    assert!(matches!(error, StoreError::OtherGame { .. }), "{error}");
    let solved = tempfile::tempdir().unwrap();
    Solver::new(&problem).with_store(solved.path()).unwrap().run(&()).unwrap();
    let error = AllBoards::new(&problem).unwrap().with_store(solved.path()).run(&()).unwrap_err();
    assert!(matches!(error, LayerError::Store(StoreError::OtherGame { .. })), "{error}");
}

/// Boards of the store are worth what they are worth in a store of listed boards.
#[test]
fn boards_are_looked_up() {
    for (shape, target, spawns) in
        [("2x3", 5, "2"), ("3x2", 4, "2,4"), ("2x2", 4, "2"), ("3x3", 4, "2")]
    {
        let problem = classic(shape, target, spawns);
        let (all, listed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        filled(&problem, all.path());
        Solver::new(&problem).with_store(listed.path()).unwrap().run(&()).unwrap();
        let (all, listed) =
            (Solution::open(all.path()).unwrap(), Solution::open(listed.path()).unwrap());
        let game = Game::new(problem.game().rules().clone());
        let mut boards = vec![Board::new(problem.game().rules().shape)];
        for _ in 0..6 {
            let mut next = Vec::new();
            for board in boards.drain(..).take(40) {
                let (answer, expected) = (all.ask(&board).unwrap(), listed.ask(&board).unwrap());
                if expected.is_position {
                    assert_eq!(answer.slides, expected.slides, "{board:?}");
                    assert_eq!((answer.best, &answer.value), (expected.best, &expected.value));
                }
                if expected.is_afterstate {
                    assert_eq!(answer.spawns, expected.spawns, "{board:?}");
                    assert_eq!(answer.afterstate_value, expected.afterstate_value);
                    let afterstate = game.afterstate(board.clone()).unwrap();
                    next.extend(
                        game.outcomes(&afterstate).map(|outcome| outcome.position.into_board()),
                    );
                }
                let position = game.position(board).unwrap();
                next.extend(game.slides(&position).map(|slide| slide.afterstate.board().clone()));
            }
            boards = next;
        }
        let error = all.positions(4).unwrap_err();
        assert!(matches!(error, LayerError::Store(StoreError::AllBoards { .. })), "{error}");
    }
}

/// Replaces a part of the text of a certificate.
fn forged(certificate: &Certificate, from: &str, to: &str) -> Certificate {
    let text = certificate.write();
    assert!(text.contains(from), "{from}");
    Certificate::read(&text.replacen(from, to, 1)).unwrap()
}

#[test]
fn forged_certificates_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let problem = classic("2x2", 5, "2");
    let (solved, certificate) = filled(&problem, dir.path());
    let refused = |certificate: &Certificate| check(certificate, dir.path(), SAMPLES).unwrap_err();
    // 32 cannot be forced on 2x2.
    assert_eq!(certificate.forced(), [Some(false); 2]);
    let error = refused(&forged(&certificate, "\"two_tiles\": false", "\"two_tiles\": true"));
    assert!(matches!(error, CertificateError::Verdict(_)), "{error}");
    let error = refused(&forged(&certificate, "\"empty\": false", "\"empty\": null"));
    assert!(matches!(error, CertificateError::Verdict(_)), "{error}");
    // One more won, one less lost.
    let layer = solved.layers.iter().find(|layer| layer.lost > 0 && layer.won > 0).unwrap();
    let words = |won: u64, lost: u64| format!("\"won\": {won},\n      \"lost\": {lost}");
    let fewer =
        forged(&certificate, &words(layer.won, layer.lost), &words(layer.won + 1, layer.lost - 1));
    let error = refused(&fewer);
    assert!(matches!(error, CertificateError::Layer { sum, .. } if sum == layer.sum), "{error}");
    let error = refused(&forged(
        &certificate,
        &words(layer.won, layer.lost),
        &words(layer.won, layer.lost + 1),
    ));
    assert!(matches!(error, CertificateError::Layer { sum, .. } if sum == layer.sum), "{error}");
    // Another file, another layer, another game, another way to cut boards.
    let error = refused(&forged(&certificate, "\"checksum\": \"", "\"checksum\": \"0"));
    assert!(matches!(error, CertificateError::Layer { .. }), "{error}");
    let error = refused(&forged(&certificate, "\"sum\": 12", "\"sum\": 13"));
    assert!(matches!(error, CertificateError::Layers(_)), "{error}");
    let error = refused(&forged(&certificate, "\"target\": 32", "\"target\": 16"));
    assert!(matches!(error, CertificateError::OtherGame { .. }), "{error}");
    let error = refused(&forged(&certificate, "\"packed\": true", "\"packed\": false"));
    assert!(
        matches!(error, CertificateError::Layer { .. } | CertificateError::Layers(_)),
        "{error}"
    );
    assert!(Certificate::read("{}").is_err());
    assert!(
        Certificate::read(&certificate.write().replacen("\"version\": 1", "\"version\": 2", 1))
            .is_err()
    );
}

/// A store of another game under the name of this one, with right checksums: the definition refuses it.
#[test]
fn forged_stores_are_refused_by_the_definition() {
    let problem = classic("2x3", 5, "2");
    let honest = tempfile::tempdir().unwrap();
    let (solved, certificate) = filled(&problem, honest.path());
    // The layer with the most lost boards, with one of them left out.
    let layer = solved.layers.iter().max_by_key(|layer| layer.lost).unwrap();
    let mut by_definition = 0;
    for images in [1, 2] {
        let forged = tempfile::tempdir().unwrap();
        forging::copy_without_a_board(&problem, honest.path(), forged.path(), layer.sum, images);
        let error = check(&certificate, forged.path(), Extent::All).unwrap_err();
        assert!(
            matches!(error, CertificateError::Layer { sum, .. } if sum == layer.sum),
            "{error}"
        );
        // A certificate that goes with the store.
        let store = Store::open(forged.path()).unwrap();
        let mut other = solved.clone();
        for (layer, entry) in other.layers.iter_mut().zip(&store.manifest().layers) {
            let decided = entry.decided().unwrap();
            (layer.won, layer.lost) = (decided.won, decided.lost);
        }
        let certificate = Certificate::new(&problem, &other, store.manifest());
        drop(store);
        match check(&certificate, forged.path(), Extent::All).unwrap_err() {
            CertificateError::Board { .. } => by_definition += 1,
            // The board was left out as one that has another image, or none.
            CertificateError::Layer { sum, .. } => assert_eq!(sum, layer.sum),
            error => panic!("{error}"),
        }
    }
    assert_eq!(by_definition, 1);
}

#[test]
fn damaged_layers_are_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let problem = classic("2x3", 4, "2");
    let (solved, certificate) = filled(&problem, dir.path());
    let layer = solved.layers.iter().max_by_key(|layer| layer.lost).unwrap();
    let path = dir.path().join(format!("sum-{:08}.lost.layer", layer.sum));
    let whole = fs::read(&path).unwrap();
    let board = parse_board("2 . . / . . .", TileSystem::Classic, None).unwrap();
    assert!(Solution::open(dir.path()).unwrap().ask(&board).is_ok());
    for (place, byte) in whole.iter().enumerate().step_by(7) {
        let mut damaged = whole.clone();
        damaged[place] = byte ^ 4;
        fs::write(&path, &damaged).unwrap();
        let error = check(&certificate, dir.path(), SAMPLES).unwrap_err();
        assert!(error.to_string().contains("lost.layer"), "{error}");
        let verified = Store::open(dir.path()).unwrap().verify(&());
        assert_eq!(verified.iter().filter(|file| file.error.is_some()).count(), 1);
    }
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(
        check(&certificate, dir.path(), SAMPLES).unwrap_err().to_string().contains("lost.layer")
    );
    fs::remove_file(&path).unwrap();
    assert!(
        check(&certificate, dir.path(), SAMPLES).unwrap_err().to_string().contains("lost.layer")
    );
}

/// Forging.
mod forging {
    use std::path::Path;

    use twofold_layers::store::{ProblemEntry, Role, Store, StoreWriter};
    use twofold_layers::{Blocks, BoardsFile, Kind};
    use twofold_solve::Problem;

    /// Copies a store, but for one lost board of a layer and its images, with right checksums.
    pub(crate) fn copy_without_a_board(
        problem: &Problem,
        from: &Path,
        to: &Path,
        forged: u64,
        images: u64,
    ) {
        let store = Store::open(from).unwrap();
        let entry = ProblemEntry {
            goal: "tile".into(),
            opponent: "adversary".into(),
            all_boards: true,
            bits: None,
            table: None,
        };
        let mut copy = StoreWriter::open(to, problem.game(), Some(entry), 1).unwrap();
        for layer in store.manifest().layers.iter().rev() {
            let file = store.file(layer.sum, Role::Lost).unwrap().unwrap();
            let mut written = copy.create(Role::Lost, Kind::Dense, layer.sum).unwrap();
            let mut decided = layer.decided().unwrap();
            let mut is_forged = layer.sum != forged;
            for (place, info) in file.index().iter().enumerate() {
                let (mut bytes, mut boards) = (Vec::new(), info.boards);
                file.read_block(place, &mut bytes).unwrap();
                // The first line: what is left out before it, how many bits its halves have, and the bits.
                if !is_forged && bytes[0] < 0x80 && bytes[1] > 1 && bytes[1] < 255 {
                    bytes[1] -= 1;
                    bytes.remove(3);
                    boards -= 1;
                    is_forged = true;
                    decided.kept -= 1;
                    decided.lost -= images;
                    decided.won += images;
                }
                written.block(info.key, boards, &bytes).unwrap();
            }
            assert!(is_forged);
            copy.add_decided(decided, &written.finish().unwrap(), u64::MAX).unwrap();
        }
        copy.complete().unwrap();
    }
}
