//! Many games of one kind at once, played by somebody else: what learning agents practise on.
//!
//! Games do not know each other. Each draws its spawns from a generator of its own, so that the same seed
//! and the same slides give the same games, however many are played beside them.

mod draws;
mod packed;
mod plain;

use twofold_core::{Board, Rules, Shape, Tile, TileTooLarge};

use packed::PackedGames;
use plain::PlainGames;

/// Many games, each waiting for a slide or over.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_players::games::{Games, Outcomes};
///
/// let mut games = Games::new(&Rules::classic("4x4".parse()?), None, 100, 1);
/// let mut legal = vec![[false; 4]; 100];
/// games.legal(&mut legal);
/// let slides: Vec<u8> =
///     legal.iter().map(|legal| legal.iter().position(|&legal| legal).unwrap() as u8).collect();
/// let mut outcomes = Outcomes::new(100);
/// games.step(&slides, &mut outcomes)?;
/// assert_eq!(outcomes.is_legal, [true; 100]);
/// assert_eq!(outcomes.is_over, [false; 100]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Games(Kind);

enum Kind {
    Packed(Box<PackedGames>),
    Plain(PlainGames),
}

/// What became of the slides, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// What the slide and the spawn after it scored.
    pub scores: Vec<f64>,
    /// Whether the slide was legal; an illegal one changes nothing, and nothing spawns.
    pub is_legal: Vec<bool>,
    /// Whether the game is over: no slide is legal, or the target has been made.
    pub is_over: Vec<bool>,
}

impl Outcomes {
    /// Room for the outcomes of so many games.
    pub fn new(games: usize) -> Outcomes {
        Outcomes {
            scores: vec![0.0; games],
            is_legal: vec![false; games],
            is_over: vec![false; games],
        }
    }
}

/// Why games do not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GamesError {
    /// A number that is no slide.
    #[error("slide {slide} of game {game} is not a direction; 0 is up, 1 down, 2 left, 3 right")]
    Slide {
        /// The number.
        slide: u8,
        /// The game.
        game: usize,
    },
    /// A tile does not fit.
    #[error("game {game}: {error}")]
    Tile {
        /// The game.
        game: usize,
        /// The tile.
        error: TileTooLarge,
    },
}

impl Games {
    /// So many games from their start, two tiles on each board. They end when the target is made, if
    /// there is one.
    pub fn new(rules: &Rules, target: Option<Tile>, count: usize, seed: u64) -> Games {
        let packed = PackedGames::new(rules, target, count, seed);
        Games(match packed {
            Some(games) => Kind::Packed(Box::new(games)),
            None => Kind::Plain(PlainGames::new(rules, target, count, seed)),
        })
    }

    /// The same games without the engine for many boards at once: slow, and what it is tested against.
    pub fn plain(rules: &Rules, target: Option<Tile>, count: usize, seed: u64) -> Games {
        Games(Kind::Plain(PlainGames::new(rules, target, count, seed)))
    }

    /// How many games there are.
    #[allow(clippy::len_without_is_empty, reason = "no games are no use")]
    pub fn len(&self) -> usize {
        match &self.0 {
            Kind::Packed(games) => games.len(),
            Kind::Plain(games) => games.len(),
        }
    }

    /// The shape of their boards.
    pub fn shape(&self) -> Shape {
        match &self.0 {
            Kind::Packed(games) => games.shape(),
            Kind::Plain(games) => games.shape(),
        }
    }

    /// Gives every game a new generator, as if the games had been made with this seed.
    pub fn seed(&mut self, seed: u64) {
        match &mut self.0 {
            Kind::Packed(games) => games.seed(seed),
            Kind::Plain(games) => games.seed(seed),
        }
    }

    /// Starts a game anew; its generator goes on.
    pub fn restart(&mut self, game: usize) {
        match &mut self.0 {
            Kind::Packed(games) => games.restart(game),
            Kind::Plain(games) => games.restart(game),
        }
    }

    /// Starts all games anew.
    pub fn restart_all(&mut self) {
        (0..self.len()).for_each(|game| self.restart(game));
    }

    /// Puts a game on a board, Slider to move.
    ///
    /// # Errors
    /// If the board has a tile that does not fit.
    pub fn put(&mut self, game: usize, board: &Board) -> Result<(), TileTooLarge> {
        match &mut self.0 {
            Kind::Packed(games) => games.put(game, board),
            Kind::Plain(games) => {
                games.put(game, board);
                Ok(())
            }
        }
    }

    /// Plays a slide in every game: 0 is up, 1 down, 2 left, 3 right. A game that is over stays as it is.
    ///
    /// # Errors
    /// If a number is no slide, or a tile does not fit. The other games may have gone on.
    ///
    /// # Panics
    /// If there are not as many slides and outcomes as games.
    pub fn step(&mut self, slides: &[u8], outcomes: &mut Outcomes) -> Result<(), GamesError> {
        assert!(slides.len() == self.len() && outcomes.scores.len() == self.len());
        match &mut self.0 {
            Kind::Packed(games) => games.step(slides, outcomes),
            Kind::Plain(games) => games.step(slides, outcomes),
        }
    }

    /// Which slides are legal in every game, in the order up, down, left, right; none if it is over.
    ///
    /// # Panics
    /// If there are not as many results as games.
    pub fn legal(&self, results: &mut [[bool; 4]]) {
        assert_eq!(results.len(), self.len());
        match &self.0 {
            Kind::Packed(games) => games.legal(results),
            Kind::Plain(games) => games.legal(results),
        }
    }

    /// The ranks of all boards, cell by cell and game by game.
    ///
    /// # Panics
    /// If there are not as many bytes as cells.
    pub fn ranks(&self, ranks: &mut [u8]) {
        assert_eq!(ranks.len(), self.len() * self.shape().cells());
        match &self.0 {
            Kind::Packed(games) => games.ranks(ranks),
            Kind::Plain(games) => games.ranks(ranks),
        }
    }

    /// The board of a game.
    pub fn board(&self, game: usize) -> Board {
        match &self.0 {
            Kind::Packed(games) => games.board(game),
            Kind::Plain(games) => games.board(game).clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::{Grid, TileSystem};

    use super::*;

    /// Plays both with the same slides; they must not differ.
    fn compare(rules: &Rules, target: Option<Tile>, slides: &[[u8; 7]], seed: u64) {
        let (mut fast, mut slow) =
            (Games::new(rules, target, 7, seed), Games::plain(rules, target, 7, seed));
        let cells = rules.shape.cells();
        for slides in slides {
            let mut outcomes = [Outcomes::new(7), Outcomes::new(7)];
            fast.step(slides, &mut outcomes[0]).unwrap();
            slow.step(slides, &mut outcomes[1]).unwrap();
            assert_eq!(outcomes[0], outcomes[1]);
            let mut ranks = [vec![0; 7 * cells], vec![0; 7 * cells]];
            fast.ranks(&mut ranks[0]);
            slow.ranks(&mut ranks[1]);
            assert_eq!(ranks[0], ranks[1]);
            let mut legal = [[[false; 4]; 7]; 2];
            fast.legal(&mut legal[0]);
            slow.legal(&mut legal[1]);
            assert_eq!(legal[0], legal[1]);
            for game in (0..7).filter(|&game| outcomes[0].is_over[game]) {
                fast.restart(game);
                slow.restart(game);
                assert_eq!(fast.board(game), slow.board(game));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn many_games_are_played_as_one_by_one(
            slides in prop::collection::vec(prop::array::uniform7(0..4_u8), 1..300),
            seed: u64,
            rows in 1_usize..=4,
            columns in 2_usize..=4,
            has_target: bool,
            spawns in prop::sample::select(&["2:9,4:1", "2", "2:1,4:1,8:1"][..]),
        ) {
            let shape = Shape::new(rows, columns).unwrap();
            let mut rules = Rules::classic(shape);
            rules.spawn.tiles = spawns.parse().unwrap();
            let target = if has_target { Tile::new(4) } else { None };
            compare(&rules, target, &slides, seed);
        }
    }

    #[test]
    fn every_tile_system_is_played() {
        for system in TileSystem::ALL {
            for shape in ["3x3", "2x5", "5x5"] {
                let rules = Rules::new(shape.parse().unwrap(), system);
                let mut games = Games::new(&rules, None, 3, 9);
                let mut outcomes = Outcomes::new(3);
                for round in 0..40_u8 {
                    let before: Vec<Board> = (0..3).map(|game| games.board(game)).collect();
                    games.step(&[round % 4; 3], &mut outcomes).unwrap();
                    for (game, before) in before.iter().enumerate() {
                        let sum = |board: &Board| -> u64 {
                            board.tiles().map(|tile| system.face(tile)).sum()
                        };
                        let grown = sum(&games.board(game)) > sum(before);
                        assert_eq!(grown, outcomes.is_legal[game], "{rules}");
                        if outcomes.is_over[game] {
                            games.restart(game);
                            assert_eq!(
                                games.board(game).empty_cells().count(),
                                rules.shape.cells() - 2
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn nonsense_is_named() {
        let mut games = Games::new(&Rules::classic("4x4".parse().unwrap()), None, 2, 1);
        let mut outcomes = Outcomes::new(2);
        let error = games.step(&[0, 4], &mut outcomes).unwrap_err();
        assert_eq!(error, GamesError::Slide { slide: 4, game: 1 });
        let full: Board = "32768 32768 . . / 2 . . . / . . . . / . . . .".parse().unwrap();
        games.put(1, &full).unwrap();
        assert!(games.step(&[0, 0], &mut outcomes).is_ok());
        games.put(1, &full).unwrap();
        let error = games.step(&[0, 2], &mut outcomes).unwrap_err();
        assert!(matches!(error, GamesError::Tile { game: 1, .. }), "{error}");
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        let rules = Rules::classic("4x4".parse().unwrap());
        let [one, mut other] = [3, 4].map(|count| Games::new(&rules, None, count, 5));
        assert_eq!(one.board(2), other.board(2));
        other.seed(6);
        other.restart_all();
        let boards = |games: &Games| (0..3).map(|game| games.board(game)).collect::<Vec<_>>();
        assert_ne!(boards(&one), boards(&other));
        other.seed(5);
        other.restart_all();
        assert_eq!(boards(&one), boards(&other));
    }
}
