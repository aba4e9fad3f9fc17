//! A game in progress, without a terminal: what has happened, whose turn it is, what may happen next.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use twofold_core::notation::sequence::Step;
use twofold_core::replay::{IllegalStep, Replay};
use twofold_core::{
    Afterstate, Board, Cell, Direction, Game, Grid, Placement, Position, Rules, SpawnValues, Tile,
};
use twofold_players::arena::draw;
use twofold_players::{Entrant, Judged, Player, Recipe, RecipeError};

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
    Drop(Afterstate<Board>),
    Over(Board),
}

impl Turn {
    pub(super) fn board(&self) -> &Board {
        match self {
            Turn::Slide(position) => position.board(),
            Turn::Drop(afterstate) => afterstate.board(),
            Turn::Over(board) => board,
        }
    }
}

/// What the user can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Slide, or move the cursor, by the role.
    Move(Direction),
    /// Drop the chosen tile at the cursor.
    Drop,
    /// Choose the next tile to drop, or the next values of new tiles.
    NextValue,
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
    recipe: Recipe,
    entrant: Entrant,
    player: Box<dyn Player>,
    pub(super) role: Role,
    turn: Turn,
    score: u64,
    steps: Vec<Step>,
    past: Vec<Past>,
    random: ChaCha8Rng,
    seed: u64,
    /// Where Dropper's cursor is, and which of the values is chosen.
    pub(super) cursor: Cell,
    chosen: usize,
    pub(super) auto: bool,
    pace: usize,
    pub(super) hint: Option<Judged>,
    pub(super) message: String,
    /// Whether the spawn rule was changed on the way.
    changed_style: bool,
}

impl Session {
    /// A new game.
    pub(super) fn new(
        rules: &Rules,
        role: Role,
        recipe: Recipe,
        seed: u64,
    ) -> Result<Session, RecipeError> {
        let entrant = recipe.prepare(rules)?;
        let game = Game::new(rules.clone());
        let mut session = Session {
            turn: Turn::Drop(game.start()),
            player: entrant.player(seed),
            game,
            recipe,
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
        recipe: Recipe,
        seed: u64,
    ) -> Result<Session, ResumeError> {
        let frames = replay.play()?;
        let mut session = Session::new(&replay.rules, role, recipe, seed)?;
        let last = frames.last().expect("the start is a frame");
        session.score = last.score;
        session.steps.clone_from(&replay.steps);
        session.turn = match replay.steps.last() {
            Some(Step::Slide(direction)) => {
                let before = &frames[frames.len() - 2].board;
                let position = session.game.position(before.clone()).expect("a frame of the game");
                let slide = session.game.slide(&position, *direction).ok().flatten();
                Turn::Drop(slide.expect("a slide that was played").afterstate)
            }
            Some(Step::Drop { .. }) => session.after_drop(last.board.clone()),
            None => Turn::Drop(session.game.start()),
        };
        if role == Role::Slider && matches!(session.turn, Turn::Drop(_)) {
            session.spawn();
        }
        Ok(session)
    }

    /// The first tiles: two by chance for Slider, none for Dropper, who drops them.
    fn deal(&mut self) {
        if self.role == Role::Dropper {
            return;
        }
        self.spawn();
        if let Turn::Slide(position) = &self.turn
            && !position.board().is_full()
        {
            let board = position.board().clone();
            self.turn = Turn::Drop(self.game.afterstate(board).expect("the same shape"));
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
    pub(super) fn moves(&self) -> usize {
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
        let values = &self.rules().spawn.values;
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
        Replay { start: Board::new(rules.shape), rules, steps: self.steps.clone() }
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
            Turn::Slide(position) => {
                let Ok(judged) = self.player.judge(position) else { return };
                let Some(best) = judged.best() else { return };
                self.slide(best.slide.direction);
            }
            Turn::Drop(_) => self.spawn(),
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
            Action::Drop => self.drop_at_cursor(),
            Action::NextValue if self.role == Role::Dropper => self.chosen += 1,
            Action::NextValue => self.next_values(),
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
        let slide = match self.game.slide(position, direction) {
            Ok(Some(slide)) => slide,
            Ok(None) => return self.message = format!("nothing moves {}", direction.name()),
            Err(error) => return self.message = error.to_string(),
        };
        if self.role == Role::Slider {
            self.remember();
        }
        self.hint = None;
        self.steps.push(Step::Slide(direction));
        self.score += slide.score;
        self.turn = Turn::Drop(slide.afterstate);
        if self.role == Role::Slider {
            self.spawn();
        }
    }

    /// Chance drops a tile.
    fn spawn(&mut self) {
        let Turn::Drop(afterstate) = &self.turn else { return };
        match draw(&self.game, afterstate, &mut self.random) {
            Ok(Some(outcome)) => self.dropped(outcome.cell, outcome.tile, outcome.position),
            Ok(None) => self.turn = Turn::Over(afterstate.board().clone()),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn dropped(&mut self, cell: Cell, tile: Tile, position: Position<Board>) {
        self.steps.push(Step::Drop { cell, tile });
        self.score += self.rules().tiles.spawn_score(tile);
        self.turn = self.after_drop(position.into_board());
    }

    /// The turn on a board after a drop.
    fn after_drop(&self, board: Board) -> Turn {
        let position = self.game.position(board).expect("the same shape");
        match self.game.is_dead(&position) {
            Ok(true) => Turn::Over(position.into_board()),
            _ => Turn::Slide(position),
        }
    }

    fn drop_at_cursor(&mut self) {
        let (Turn::Drop(afterstate), Role::Dropper) = (&self.turn, self.role) else { return };
        let (cell, tile) = (self.cursor, self.chosen());
        match self.game.drop_tile(afterstate, cell, tile) {
            Ok(position) => {
                self.remember();
                self.dropped(cell, tile, position);
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
        match self.player.judge(position) {
            Ok(judged) => self.hint = Some(judged),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn restart(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.random = ChaCha8Rng::seed_from_u64(self.seed);
        self.turn = Turn::Drop(self.game.start());
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
        match self.recipe.prepare(&rules) {
            Ok(entrant) => {
                self.player = entrant.player(self.seed);
                self.entrant = entrant;
                self.game = Game::new(rules);
                self.changed_style = true;
                self.hint = None;
                self.message = self.rules().brief();
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

    /// All usual values, then each of them alone.
    fn next_values(&mut self) {
        let usual = self.rules().tiles.default_spawn().values;
        let mut choices = vec![usual.clone()];
        choices.extend(usual.iter().filter_map(|(tile, _)| SpawnValues::only(tile).ok()));
        let now = &self.rules().spawn.values;
        let place = choices.iter().position(|values| values == now);
        let next = choices[place.map_or(0, |place| (place + 1) % choices.len())].clone();
        self.change_spawns(|rules| rules.spawn.values = next);
    }
}

/// Why a saved game cannot go on.
#[derive(Debug)]
pub(super) enum ResumeError {
    Step(IllegalStep),
    Player(RecipeError),
}

impl From<IllegalStep> for ResumeError {
    fn from(error: IllegalStep) -> ResumeError {
        ResumeError::Step(error)
    }
}

impl From<RecipeError> for ResumeError {
    fn from(error: RecipeError) -> ResumeError {
        ResumeError::Player(error)
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
        session.game.slides(position).unwrap()[0].direction
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
        assert_eq!((session.turn(), session.moves()), (&start, 0));
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
            session.act(Action::NextValue);
        }
        assert_eq!(session.rules().spawn.placement, Placement::Anywhere);
        session.replay().play().unwrap();
    }

    #[test]
    fn a_saved_game_goes_on() {
        let mut first = session("3x3", Role::Slider);
        for _ in 0..5 {
            first.act(Action::Move(legal(&first)));
        }
        let recipe: Recipe = "greedy".parse().unwrap();
        let replay = first.replay();
        let second = Session::resume(&replay, Role::Slider, recipe, 1).unwrap();
        assert_eq!((second.turn(), second.score()), (first.turn(), first.score()));
        assert_eq!(second.replay(), replay);
    }

    #[test]
    fn dropper_drops_and_the_computer_slides() {
        let mut session = session("2x2", Role::Dropper);
        assert!(matches!(session.turn(), Turn::Drop(_)));
        session.act(Action::Move(Direction::Right));
        session.act(Action::NextValue);
        session.act(Action::Drop);
        assert!(session.computer_moves());
        session.computer_move();
        let Turn::Drop(afterstate) = session.turn() else { panic!("not Dropper's turn") };
        assert_eq!(afterstate.board().largest().rank(), 2);
        // The cursor is where the tile was, or not; an occupied cell is refused.
        let occupied = afterstate.board().shape().iter();
        let occupied = occupied.into_iter().find(|&c| !afterstate.board().tile(c).is_empty());
        session.cursor = occupied.unwrap();
        session.act(Action::Drop);
        assert!(session.message.contains("not empty"), "{}", session.message);
        session.act(Action::Undo);
        assert_eq!(session.moves(), 0);
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
