//! A game in progress, without a terminal: what has happened, whose turn it is, what may happen next.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use twofold_core::notation::sequence::Step;
use twofold_core::replay::{IllegalStep, Replay};
use twofold_core::{
    Afterstate, Board, Cell, Direction, Game, Grid, IllegalPosition, Placement, Position, Rules,
    SpawnTiles, Tile,
};
use twofold_players::arena::draw;
use twofold_players::{Entrant, Player, PlayerError, PlayerSpec, SlideValues};

/// Who the user is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Slider,
    Dropper,
}

/// Whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Slide(Position<Board>),
    Spawn(Afterstate<Board>),
    Over(Board),
}

impl Turn {
    pub(super) fn board(&self) -> &Board {
        match self {
            Turn::Slide(position) => position.board(),
            Turn::Spawn(afterstate) => afterstate.board(),
            Turn::Over(board) => board,
        }
    }
}

/// What the user can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Slide, or move the cursor, by the role.
    Move(Direction),
    /// As Dropper, let the chosen tile spawn at the cursor.
    Place,
    /// Choose the next tile to place, or the next tiles that may spawn.
    NextTile,
    /// Choose the next of the spawn styles.
    NextStyle,
    Undo,
    Hint,
    ToggleAuto,
    Faster,
    Slower,
    NewGame,
}

/// Everything that undoing brings back.
#[derive(Clone)]
struct Past {
    turn: Turn,
    score: u64,
    steps: usize,
    random: ChaCha8Rng,
}

/// Pauses between moves when the computer plays, in milliseconds.
const PAUSES: [u64; 9] = [2000, 1000, 500, 250, 120, 60, 30, 10, 0];

/// A game in progress.
pub(super) struct Session {
    game: Game,
    spec: PlayerSpec,
    entrant: Entrant,
    player: Box<dyn Player>,
    pub(super) role: Role,
    /// The board that play started from: empty, unless another one was given.
    start: Board,
    turn: Turn,
    score: u64,
    steps: Vec<Step>,
    past: Vec<Past>,
    random: ChaCha8Rng,
    seed: u64,
    /// Where Dropper's cursor is, and which of the tiles is chosen.
    pub(super) cursor: Cell,
    chosen: usize,
    pub(super) auto: bool,
    pace: usize,
    pub(super) hint: Option<SlideValues>,
    pub(super) message: String,
    /// Whether the spawn rule was changed on the way.
    changed_style: bool,
}

impl Session {
    /// A new game from the start, for tests.
    #[cfg(test)]
    pub(super) fn new(
        rules: &Rules,
        role: Role,
        spec: PlayerSpec,
        seed: u64,
    ) -> Result<Session, StartError> {
        Session::from_board(Board::new(rules.shape), rules, role, spec, seed)
    }

    /// A game from a board with Slider to move; from an empty one, it starts as usual.
    pub(super) fn from_board(
        start: Board,
        rules: &Rules,
        role: Role,
        spec: PlayerSpec,
        seed: u64,
    ) -> Result<Session, StartError> {
        let game = Game::new(rules.clone());
        game.position(start.clone())?;
        let entrant = spec.prepare(rules)?;
        let mut session = Session {
            turn: Turn::Spawn(game.start()),
            start,
            player: entrant.player(seed),
            game,
            spec,
            entrant,
            role,
            score: 0,
            steps: Vec::new(),
            past: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(seed),
            seed,
            cursor: Cell::new(0, 0),
            chosen: 0,
            auto: false,
            pace: 4,
            hint: None,
            message: String::new(),
            changed_style: false,
        };
        session.deal();
        Ok(session)
    }

    /// A game that goes on from a saved one.
    pub(super) fn resume(
        replay: &Replay,
        role: Role,
        spec: PlayerSpec,
        seed: u64,
    ) -> Result<Session, StartError> {
        let frames = replay.play()?;
        let start = replay.start.clone();
        let mut session = Session::from_board(start, &replay.rules, role, spec, seed)?;
        let last = frames.last().expect("the start is a frame");
        session.score = last.score;
        session.steps.clone_from(&replay.steps);
        session.turn = match replay.steps.last() {
            Some(Step::Slide(direction)) => {
                let before = &frames[frames.len() - 2].board;
                let position = session.position(before.clone());
                let slide = session.game.slide(&position, *direction);
                Turn::Spawn(slide.expect("a slide that was played").afterstate)
            }
            Some(Step::Spawn { .. }) => session.after_spawn(last.board.clone()),
            None => return Ok(session),
        };
        if role == Role::Slider && matches!(session.turn, Turn::Spawn(_)) {
            session.spawn();
        }
        Ok(session)
    }

    /// The first turn: Slider's on a given board; otherwise two spawns by chance for Slider, none for Dropper,
    /// who places them.
    fn deal(&mut self) {
        if !self.start.largest().is_empty() {
            return self.turn = self.after_spawn(self.start.clone());
        }
        if self.role == Role::Dropper {
            return;
        }
        self.spawn();
        if let Turn::Slide(position) = &self.turn
            && !position.board().is_full()
        {
            let board = position.board().clone();
            self.turn = Turn::Spawn(self.afterstate(board));
            self.spawn();
        }
    }

    pub(super) fn turn(&self) -> &Turn {
        &self.turn
    }

    pub(super) fn score(&self) -> u64 {
        self.score
    }

    /// Slides so far.
    pub(super) fn slides(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Slide(_))).count()
    }

    pub(super) fn rules(&self) -> &Rules {
        self.game.rules()
    }

    pub(super) fn player(&self) -> &str {
        self.entrant.name()
    }

    /// The pause between moves of the computer, in milliseconds.
    pub(super) fn pause(&self) -> u64 {
        PAUSES[self.pace]
    }

    /// The tile that Dropper has chosen.
    pub(super) fn chosen(&self) -> Tile {
        let values = &self.rules().spawn.tiles;
        let tiles: Vec<Tile> = values.iter().map(|(tile, _)| tile).collect();
        tiles[self.chosen % tiles.len()]
    }

    /// The game so far, to be saved and shown. If the spawn style was changed on the way, the replay
    /// allows tiles anywhere, which every style keeps to.
    pub(super) fn replay(&self) -> Replay {
        let mut rules = self.rules().clone();
        if self.changed_style {
            rules.spawn = Rules::new(rules.shape, rules.tiles).spawn;
        }
        Replay { start: self.start.clone(), rules, steps: self.steps.clone() }
    }

    /// Whether the computer is to move next.
    pub(super) fn computer_moves(&self) -> bool {
        match (&self.turn, self.role) {
            (Turn::Over(_), _) => false,
            (Turn::Slide(_), Role::Dropper) => true,
            _ => self.auto,
        }
    }

    /// Lets the computer make a move.
    pub(super) fn computer_move(&mut self) {
        match &self.turn {
            Turn::Slide(position) => match self.player.evaluate(position) {
                Ok(values) => {
                    let Some(best) = values.best() else { return };
                    self.slide(best.slide.direction);
                }
                Err(error) => {
                    self.auto = false;
                    self.message = error.to_string();
                }
            },
            Turn::Spawn(_) => self.spawn(),
            Turn::Over(_) => {}
        }
    }

    /// Does what the user asks for.
    pub(super) fn act(&mut self, action: Action) {
        self.message.clear();
        match action {
            Action::Move(direction) => match (&self.turn, self.role) {
                (Turn::Slide(_), Role::Slider) => self.slide(direction),
                (_, Role::Dropper) => self.move_cursor(direction),
                _ => {}
            },
            Action::Place => self.place_tile(),
            Action::NextTile if self.role == Role::Dropper => self.chosen += 1,
            Action::NextTile => self.next_spawns(),
            Action::NextStyle => self.next_style(),
            Action::Undo => self.undo(),
            Action::Hint => self.ask(),
            Action::ToggleAuto => self.auto = !self.auto,
            Action::Faster => self.pace = (self.pace + 1).min(PAUSES.len() - 1),
            Action::Slower => self.pace = self.pace.saturating_sub(1),
            Action::NewGame => self.restart(),
        }
    }

    fn remember(&mut self) {
        let (turn, random) = (self.turn.clone(), self.random.clone());
        self.past.push(Past { turn, score: self.score, steps: self.steps.len(), random });
        self.hint = None;
    }

    fn slide(&mut self, direction: Direction) {
        let Turn::Slide(position) = &self.turn else { return };
        let Some(slide) = self.game.slide(position, direction) else {
            return self.message = format!("nothing moves {direction}");
        };
        if self.role == Role::Slider {
            self.remember();
        }
        self.hint = None;
        self.steps.push(Step::Slide(direction));
        self.score += slide.score;
        self.turn = Turn::Spawn(slide.afterstate);
        if self.role == Role::Slider {
            self.spawn();
        }
    }

    /// Chance chooses a spawn.
    fn spawn(&mut self) {
        let Turn::Spawn(afterstate) = &self.turn else { return };
        match draw(&self.game, afterstate, &mut self.random) {
            Ok(Some(outcome)) => self.spawned(outcome.cell, outcome.tile, outcome.position),
            Ok(None) => self.turn = Turn::Over(afterstate.board().clone()),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn spawned(&mut self, cell: Cell, tile: Tile, position: Position<Board>) {
        self.steps.push(Step::Spawn { cell, tile });
        self.score += self.rules().tiles.spawn_score(tile);
        self.turn = self.after_spawn(position.into_board());
    }

    /// A board of the game at Slider's turn. Other tiles may have spawned when it arose: its tiles are
    /// those of the usual rules, which have the lowest ones.
    fn position(&self, board: Board) -> Position<Board> {
        let usual = || Rules::new(board.shape(), self.rules().tiles).position(board.clone());
        self.game.position(board.clone()).or_else(|_| usual()).expect("a board of the game")
    }

    /// The same with a tile about to spawn.
    fn afterstate(&self, board: Board) -> Afterstate<Board> {
        let usual = || Rules::new(board.shape(), self.rules().tiles).afterstate(board.clone());
        self.game.afterstate(board.clone()).or_else(|_| usual()).expect("a board of the game")
    }

    /// The turn on a board after a spawn.
    fn after_spawn(&self, board: Board) -> Turn {
        let position = self.position(board);
        match self.game.is_dead(&position) {
            true => Turn::Over(position.into_board()),
            false => Turn::Slide(position),
        }
    }

    fn place_tile(&mut self) {
        let (Turn::Spawn(afterstate), Role::Dropper) = (&self.turn, self.role) else { return };
        let (cell, tile) = (self.cursor, self.chosen());
        match self.game.spawn(afterstate, cell, tile) {
            Ok(position) => {
                self.remember();
                self.spawned(cell, tile, position);
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    fn move_cursor(&mut self, direction: Direction) {
        let shape = self.rules().shape;
        let (row, column) = (self.cursor.row(), self.cursor.column());
        self.cursor = match direction {
            Direction::Up => Cell::new(row.saturating_sub(1), column),
            Direction::Down => Cell::new((row + 1).min(shape.rows() - 1), column),
            Direction::Left => Cell::new(row, column.saturating_sub(1)),
            Direction::Right => Cell::new(row, (column + 1).min(shape.columns() - 1)),
        };
    }

    fn undo(&mut self) {
        let Some(past) = self.past.pop() else {
            return self.message = "there is nothing to undo".to_owned();
        };
        self.turn = past.turn;
        self.score = past.score;
        self.steps.truncate(past.steps);
        self.random = past.random;
        self.auto = false;
        self.hint = None;
    }

    fn ask(&mut self) {
        let Turn::Slide(position) = &self.turn else {
            return self.message = "hints are for slides".to_owned();
        };
        match self.player.evaluate(position) {
            Ok(values) => self.hint = Some(values),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn restart(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.random = ChaCha8Rng::seed_from_u64(self.seed);
        self.turn = Turn::Spawn(self.game.start());
        self.score = 0;
        self.steps.clear();
        self.past.clear();
        self.auto = false;
        self.hint = None;
        self.changed_style = false;
        self.deal();
    }

    /// Plays on with another spawn rule; players are made anew for it, and say so if they cannot.
    fn change_spawns(&mut self, change: impl FnOnce(&mut Rules)) {
        let mut rules = self.rules().clone();
        change(&mut rules);
        match self.spec.prepare(&rules) {
            Ok(entrant) => {
                self.player = entrant.player(self.seed);
                self.entrant = entrant;
                self.game = Game::new(rules);
                self.changed_style = true;
                self.hint = None;
                self.message = self.rules().to_string();
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    fn next_style(&mut self) {
        let styles: Vec<Placement> = Placement::styles().collect();
        let now = self.rules().spawn.placement;
        let Some(place) = styles.iter().position(|&style| style == now) else {
            return self.message = "in this game, tiles enter at the edge".to_owned();
        };
        let next = styles[(place + 1) % styles.len()];
        self.change_spawns(|rules| rules.spawn.placement = next);
    }

    /// All usual tiles, then each of them alone.
    fn next_spawns(&mut self) {
        let usual = self.rules().tiles.default_spawn().tiles;
        let mut choices = vec![usual.clone()];
        choices.extend(usual.iter().filter_map(|(tile, _)| SpawnTiles::only(tile).ok()));
        let now = &self.rules().spawn.tiles;
        let place = choices.iter().position(|values| values == now);
        let next = choices[place.map_or(0, |place| (place + 1) % choices.len())].clone();
        self.change_spawns(|rules| rules.spawn.tiles = next);
    }
}

/// Why a game cannot start or go on.
#[derive(Debug)]
pub(super) enum StartError {
    /// The board is none of the game.
    Board(IllegalPosition),
    /// The saved game has an illegal step.
    Step(IllegalStep),
    Player(PlayerError),
}

impl From<IllegalPosition> for StartError {
    fn from(error: IllegalPosition) -> StartError {
        StartError::Board(error)
    }
}

impl From<IllegalStep> for StartError {
    fn from(error: IllegalStep) -> StartError {
        StartError::Step(error)
    }
}

impl From<PlayerError> for StartError {
    fn from(error: PlayerError) -> StartError {
        StartError::Player(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(shape: &str, role: Role) -> Session {
        let rules = Rules::classic(shape.parse().unwrap());
        Session::new(&rules, role, "greedy".parse().unwrap(), 7).unwrap()
    }

    fn legal(session: &Session) -> Direction {
        let Turn::Slide(position) = session.turn() else { panic!("not Slider's turn") };
        session.game.slides(position).next().unwrap().direction
    }

    #[test]
    fn slides_are_undone_and_done_again_with_the_same_luck() {
        let mut session = session("4x4", Role::Slider);
        let start = session.turn().clone();
        let direction = legal(&session);
        session.act(Action::Move(direction));
        let after = session.turn().clone();
        assert_ne!(after, start);
        session.act(Action::Undo);
        assert_eq!((session.turn(), session.slides()), (&start, 0));
        session.act(Action::Move(direction));
        assert_eq!(session.turn(), &after);
        session.act(Action::Undo);
        session.act(Action::Undo);
        assert_eq!(session.message, "there is nothing to undo");
    }

    #[test]
    fn auto_play_goes_on_to_the_end_and_the_replay_is_legal() {
        let mut session = session("3x3", Role::Slider);
        session.act(Action::ToggleAuto);
        while session.computer_moves() {
            session.computer_move();
        }
        assert!(matches!(session.turn(), Turn::Over(_)));
        let frames = session.replay().play().unwrap();
        assert_eq!(frames.last().unwrap().score, session.score());
        assert_eq!(&frames.last().unwrap().board, session.turn().board());
        session.act(Action::NewGame);
        assert!(matches!(session.turn(), Turn::Slide(_)) && session.score() == 0);
    }

    #[test]
    fn styles_change_on_the_way_and_the_replay_stays_legal() {
        let mut session = session("4x4", Role::Slider);
        for _ in 0..9 {
            session.act(Action::Move(legal(&session)));
            session.act(Action::NextStyle);
            session.act(Action::NextTile);
        }
        assert_eq!(session.rules().spawn.placement, Placement::Anywhere);
        session.replay().play().unwrap();
        // Boards of the time before stay boards of the game.
        for _ in 0..9 {
            session.act(Action::NextTile);
            session.act(Action::Undo);
        }
    }

    #[test]
    fn a_saved_game_goes_on() {
        let mut first = session("3x3", Role::Slider);
        for _ in 0..5 {
            first.act(Action::Move(legal(&first)));
        }
        let spec: PlayerSpec = "greedy".parse().unwrap();
        let replay = first.replay();
        let second = Session::resume(&replay, Role::Slider, spec, 1).unwrap();
        assert_eq!((second.turn(), second.score()), (first.turn(), first.score()));
        assert_eq!(second.replay(), replay);
    }

    #[test]
    fn a_game_starts_from_a_board() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let board = twofold_core::notation::ranks::parse("54/00").unwrap();
        let start = |board: &Board, role| {
            let spec = "greedy".parse().unwrap();
            Session::from_board(board.clone(), &rules, role, spec, 7)
        };
        let mut first = start(&board, Role::Slider).unwrap();
        assert!(matches!(first.turn(), Turn::Slide(_)) && first.turn().board() == &board);
        first.act(Action::Move(legal(&first)));
        let replay = first.replay();
        assert_eq!(replay.start, board);
        let second = Session::resume(&replay, Role::Slider, "greedy".parse().unwrap(), 1).unwrap();
        assert_eq!((second.turn(), second.replay()), (first.turn(), replay));
        first.act(Action::NewGame);
        assert_eq!(first.turn().board(), &board);
        // As Dropper, the computer slides first.
        assert!(start(&board, Role::Dropper).unwrap().computer_moves());
        let other = Board::new("2x3".parse().unwrap());
        assert!(matches!(start(&other, Role::Slider), Err(StartError::Board(_))));
    }

    #[test]
    fn dropper_places_tiles_and_the_computer_slides() {
        let mut session = session("2x2", Role::Dropper);
        assert!(matches!(session.turn(), Turn::Spawn(_)));
        session.act(Action::Move(Direction::Right));
        session.act(Action::NextTile);
        session.act(Action::Place);
        assert!(session.computer_moves());
        session.computer_move();
        let Turn::Spawn(afterstate) = session.turn() else { panic!("not Dropper's turn") };
        assert_eq!(afterstate.board().largest().rank(), 2);
        // The cursor is where the tile was, or not; an occupied cell is refused.
        let occupied = afterstate.board().shape().iter();
        let occupied = occupied.into_iter().find(|&c| !afterstate.board().tile(c).is_empty());
        session.cursor = occupied.unwrap();
        session.act(Action::Place);
        assert!(session.message.contains("not empty"), "{}", session.message);
        session.act(Action::Undo);
        assert_eq!(session.slides(), 0);
    }

    #[test]
    fn hints_come_from_the_player() {
        let mut session = session("4x4", Role::Slider);
        session.act(Action::Hint);
        assert!(session.hint.as_ref().unwrap().best().is_some());
        session.act(Action::Move(legal(&session)));
        assert!(session.hint.is_none());
    }
}
