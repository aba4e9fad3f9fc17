//! Checking a certificate by the definition.

use std::collections::{BTreeMap, BTreeSet};

use twofold_core::{Board, Cell, Game, Grid, Position, Progress, Tile, Watch};
use twofold_layers::store::{Identity, Role, Store};
use twofold_layers::{LayerError, LayeredGame};

use super::boards::{Bit, Boards};
use super::lines::Lines;
use super::{Certificate, CertificateError, LayerEntry};

/// Which boards are compared with the definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every board.
    All,
    /// So many boards that the store says are lost, and so many of all boards, spread over the layers.
    Samples {
        /// How many of each.
        boards: u64,
        /// What they are drawn with.
        seed: u64,
    },
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Layers of the certificate.
    pub layers: u64,
    /// Of these, those that the store still has: their checksums and numbers are right.
    pub read: u64,
    /// Boards that are what the definition says.
    pub boards: u64,
    /// How many of them are lost.
    pub lost: u64,
}

impl Certificate {
    /// Compares a certificate with the store that it is about, and boards of the store with the definition:
    /// a board with a tile about to appear is lost if some tile in some empty cell leaves no slide that
    /// makes the target or leads to a board that is not lost.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn check(
        &self,
        store: &Store,
        extent: Extent,
        watch: &dyn Watch,
    ) -> Result<Checked, CertificateError> {
        let checker = Checker::new(self, store)?;
        checker.check_layers()?;
        let mut random = Random(match extent {
            Extent::Samples { seed, .. } => seed,
            Extent::All => 0,
        });
        let mut checked = Checked { layers: self.layers.len() as u64, ..Checked::default() };
        let mut known = BTreeMap::<u64, Option<Lines>>::new();
        for (done, layer) in self.layers.iter().enumerate().rev() {
            if watch.is_stopped() {
                return Err(LayerError::Stopped.into());
            }
            known.retain(|&sum, _| sum <= layer.sum + checker.game.highest_spawn());
            let lines = checker.read(layer)?;
            checked.read += u64::from(lines.is_some());
            known.insert(layer.sum, lines);
            let spawns = checker.game.spawns();
            let needed = spawns.map(|tile| layer.sum + checker.game.face(tile));
            let mut needed = needed.filter(|sum| checker.open.contains_key(sum));
            // What follows from a layer that the store has let go cannot be compared.
            let is_known = needed.all(|sum| known.get(&sum).is_some_and(Option::is_some));
            if let (true, Some(lines)) = (is_known, &known[&layer.sum]) {
                checker.compare(layer, lines, &known, extent, &mut random, &mut checked, watch)?;
            }
            let done = (self.layers.len() - done) as u64;
            watch.report(Progress { done, total: Some(checked.layers) });
        }
        checker.check_verdict()?;
        Ok(checked)
    }
}

struct Checker<'a> {
    certificate: &'a Certificate,
    store: &'a Store,
    game: LayeredGame,
    /// Play by the naive engine.
    play: Game,
    boards: Boards,
    /// How many boards with an empty cell each sum has.
    open: BTreeMap<u64, u128>,
}

impl<'a> Checker<'a> {
    fn new(
        certificate: &'a Certificate,
        store: &'a Store,
    ) -> Result<Checker<'a>, CertificateError> {
        let form = |what: &str| CertificateError::Form(what.to_owned());
        let game = certificate.game.game().ok_or_else(|| form("it names no game"))?;
        let manifest = store.manifest();
        if manifest.game != Identity::of(&game)
            || !manifest.problem.as_ref().is_some_and(|problem| problem.all_boards)
        {
            let (certificate, store) = (certificate.about(), manifest.to_string());
            return Err(CertificateError::OtherGame { certificate, store });
        }
        let rules = game.rules();
        let target = game.target().ok_or_else(|| form("it names no target"))?;
        let entry = certificate.boards;
        if entry.packed
            && (!rules.shape.is_square() || rules.tiles.travel() != twofold_core::Travel::Full)
        {
            // Slides up lead to boards that no image has pushed to the left.
            return Err(form(
                "only on squares all boards have an image with rows pushed to the left",
            ));
        }
        let boards = Boards::new(rules.shape, rules.tiles, target.rank(), entry);
        let boards = boards.ok_or_else(|| form("there are too many halves of boards"))?;
        let open = boards.open_boards();
        let play = Game::new(rules.clone());
        Ok(Checker { certificate, store, game, play, boards, open })
    }

    /// Whether the layers are those of the game, with as many boards as there are.
    fn check_layers(&self) -> Result<(), CertificateError> {
        let layers = &self.certificate.layers;
        let known: BTreeSet<u64> = layers.iter().map(|layer| layer.sum).collect();
        if known.len() != layers.len() || !layers.is_sorted_by_key(|layer| layer.sum) {
            return Err(CertificateError::Layers("sums do not ascend".to_owned()));
        }
        if let Some(sum) = self.open.keys().find(|sum| !known.contains(sum)) {
            return Err(CertificateError::Layers(format!("{sum} is missing")));
        }
        for layer in layers {
            let Some(&open) = self.open.get(&layer.sum) else {
                return Err(CertificateError::Layers(format!(
                    "no board has the sum {}",
                    layer.sum
                )));
            };
            if u128::from(layer.won) + u128::from(layer.lost) != open {
                return Err(
                    self.wrong(layer, format!("there are {open} boards with an empty cell"))
                );
            }
        }
        Ok(())
    }

    fn wrong(&self, layer: &LayerEntry, what: String) -> CertificateError {
        CertificateError::Layer { sum: layer.sum, what }
    }

    /// The lost boards of a layer, if the store has them: of the right checksum, and as many as there are to
    /// be.
    fn read(&self, layer: &LayerEntry) -> Result<Option<Lines>, CertificateError> {
        let entry = self.store.manifest().layer(layer.sum);
        let listed =
            entry.and_then(|entry| entry.file(Role::Lost)).map(|file| file.checksum.clone());
        let Some(checksum) = listed else { return Ok(None) };
        if layer.checksum.as_ref() != Some(&checksum) {
            return Err(self.wrong(layer, format!("the checksum of its file is {checksum}")));
        }
        let file = self.store.file(layer.sum, Role::Lost).map_err(LayerError::from)?;
        let Some(file) = file else { return Ok(None) };
        let lines = Lines::read(&file).map_err(LayerError::from)?;
        let mut lost = 0;
        for (block, count) in lines.blocks() {
            let images = self.boards.images(layer.sum, block);
            let images =
                images.ok_or_else(|| self.wrong(layer, format!("it has no block {block}")))?;
            for line in 0..count {
                let bits = lines.line(block, line);
                lost += bits.len() as u64 * images;
                if let Some(&bit) =
                    bits.iter().find(|&&bit| self.boards.board(layer.sum, bit).is_none())
                {
                    return Err(self.wrong(
                        layer,
                        format!("bit {} of block {block} stands for no board", bit.bit),
                    ));
                }
            }
        }
        if lost != layer.lost {
            return Err(
                self.wrong(layer, format!("its file has {lost} lost boards, not {}", layer.lost))
            );
        }
        Ok(Some(lines))
    }

    /// Compares boards of a layer with what follows from the layers above.
    #[expect(clippy::too_many_arguments, reason = "the state of one loop")]
    fn compare(
        &self,
        layer: &LayerEntry,
        lines: &Lines,
        known: &BTreeMap<u64, Option<Lines>>,
        extent: Extent,
        random: &mut Random,
        checked: &mut Checked,
        watch: &dyn Watch,
    ) -> Result<(), CertificateError> {
        let sum = layer.sum;
        let mut compare = |bit: Bit| -> Result<(), CertificateError> {
            let Some(board) = self.boards.board(sum, bit) else { return Ok(()) };
            let is_known = self.play.rules().position(board.clone()).is_ok();
            if !is_known {
                // Tiles that the rules do not have: the naive engine does not play with them.
                return Ok(());
            }
            if checked.boards.is_multiple_of(1024) && watch.is_stopped() {
                return Err(LayerError::Stopped.into());
            }
            let is_lost = self.is_lost(sum, &board, known);
            if is_lost != lines.contains(bit) {
                let by_definition = if is_lost { "lost" } else { "won" };
                return Err(CertificateError::Board {
                    sum,
                    board: self.boards.name(&board),
                    by_definition,
                });
            }
            checked.boards += 1;
            checked.lost += u64::from(is_lost);
            Ok(())
        };
        let blocks = self.boards.blocks(sum);
        let Extent::Samples { boards, .. } = extent else {
            for block in blocks {
                (0..self.boards.bits(sum, block))
                    .try_for_each(|bit| compare(Bit { block, bit }))?;
            }
            return Ok(());
        };
        let share = boards.div_ceil(self.certificate.layers.len() as u64);
        let kept: Vec<(u64, usize)> = lines.blocks().filter(|&(_, lines)| lines > 0).collect();
        let bits: Vec<u64> = blocks.iter().map(|&block| self.boards.bits(sum, block)).collect();
        for _ in 0..share {
            // Any board: of blocks by their size.
            let mut place = random.below(bits.iter().sum());
            for (&block, &bits) in blocks.iter().zip(&bits) {
                if place < bits {
                    compare(Bit { block, bit: place })?;
                    break;
                }
                place -= bits;
            }
            // A lost board.
            if !kept.is_empty() {
                let (block, lines_of) = kept[random.below(kept.len() as u64) as usize];
                let line = lines.line(block, random.below(lines_of as u64) as usize);
                compare(line[random.below(line.len() as u64) as usize])?;
            }
        }
        Ok(())
    }

    /// The definition. Boards without an empty cell are not lost: nothing can appear.
    fn is_lost(&self, sum: u64, board: &Board, known: &BTreeMap<u64, Option<Lines>>) -> bool {
        let cells = board.empty_cells();
        let mut ways = cells.flat_map(|cell| self.game.spawns().map(move |tile| (cell, tile)));
        ways.any(|(cell, tile)| {
            let above = known.get(&(sum + self.game.face(tile))).and_then(Option::as_ref);
            let position = self.with(board, cell, tile);
            !self.wins(&position, |board| {
                above.is_some_and(|lines| {
                    self.boards.bit(board).is_some_and(|bit| lines.contains(bit))
                })
            })
        })
    }

    fn with(&self, board: &Board, cell: Cell, tile: Tile) -> Position<Board> {
        let board = board.with(cell, tile).expect("boards hold all tiles");
        self.play.position(board).expect("a tile that the rules let appear")
    }

    /// Whether a slide makes the target or leads to a board that is not lost.
    fn wins(&self, position: &Position<Board>, is_lost: impl Fn(&Board) -> bool) -> bool {
        self.play.slides(position).any(|slide| {
            let board = slide.afterstate.board();
            self.game.is_over(board.largest()) || !is_lost(board)
        })
    }

    /// Whether the verdict follows from the layers of the lowest sums.
    fn check_verdict(&self) -> Result<(), CertificateError> {
        let mut known = BTreeMap::new();
        let highest = 2 * self.game.highest_spawn();
        for layer in self.certificate.layers.iter().filter(|layer| layer.sum <= highest) {
            known.insert(layer.sum, self.read(layer)?);
        }
        if known.values().any(Option::is_none) {
            return Err(CertificateError::Verdict(
                "the store has let go the layers that it follows from".to_owned(),
            ));
        }
        let empty = Board::new(self.game.rules().shape);
        let spawns: Vec<Tile> = self.game.spawns().collect();
        let with = |board: &Board| -> Vec<Board> {
            let cells = board.empty_cells();
            let boards = cells.flat_map(|cell| spawns.iter().map(move |&tile| (cell, tile)));
            boards
                .map(|(cell, tile)| board.with(cell, tile).expect("boards hold all tiles"))
                .collect()
        };
        let wins = |board: &Board| {
            let sum: u64 = board.tiles().map(|tile| self.game.face(tile)).sum();
            let position =
                self.play.position(board.clone()).expect("a tile that the rules let appear");
            self.wins(&position, |board| {
                let lines = known.get(&sum).and_then(Option::as_ref);
                lines.is_some_and(|lines| {
                    self.boards.bit(board).is_some_and(|bit| lines.contains(bit))
                })
            })
        };
        let one = with(&empty);
        let two: Vec<Board> = one.iter().flat_map(with).collect();
        let forced = |boards: &[Board]| (!boards.is_empty()).then(|| boards.iter().all(wins));
        let [claimed_two, claimed_one] = self.certificate.forced();
        for (name, claimed, found) in [
            ("two tiles", claimed_two, forced(&two)),
            ("an empty board", claimed_one, forced(&one)),
        ] {
            if claimed != found {
                let said = |forced: Option<bool>| match forced {
                    Some(true) => "forced",
                    Some(false) => "not forced",
                    None => "nothing",
                };
                return Err(CertificateError::Verdict(format!(
                    "from {name} the certificate says {}, and what follows is {}",
                    said(claimed),
                    said(found)
                )));
            }
        }
        Ok(())
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    /// A number below a positive one.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^= word >> 31;
        ((u128::from(word) * u128::from(end)) >> 64) as u64
    }
}
