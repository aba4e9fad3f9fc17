//! The list of what a solved store holds.

use serde::{Deserialize, Serialize};

use crate::layers::Start;
use crate::solve::question::{Goal, Opponent, Question};
use crate::store::{FileEntry, Identity, VERSION};

/// The name of the list in its directory.
pub(super) const NAME: &str = "solution.json";

/// A layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerEntry {
    /// The tile sum.
    pub sum: u64,
    /// Positions up to symmetry.
    pub positions: u64,
    /// Boards after slides up to symmetry.
    pub afterstates: u64,
    /// The file with the afterstates, until they are solved; some layers are made again instead.
    pub kept: Option<FileEntry>,
    /// The file with the values, once they are known.
    pub values: Option<FileEntry>,
}

/// Everything that a solved store holds, or will hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolutionManifest {
    /// The version of the format.
    pub version: u32,
    /// The game.
    pub game: Identity,
    /// What Slider plays for.
    pub goal: String,
    /// Who drops the tiles.
    pub opponent: String,
    /// One in so many layers was kept for the way back.
    pub every: usize,
    /// Whether all layers are known.
    pub forward_complete: bool,
    /// Whether all values are known.
    pub complete: bool,
    /// The layers, in ascending order of their tile sums.
    pub layers: Vec<LayerEntry>,
}

impl SolutionManifest {
    pub(super) fn new(question: &Question, every: usize) -> SolutionManifest {
        let task = question.task();
        SolutionManifest {
            version: VERSION,
            game: Identity::of(task),
            goal: question.goal().name(task.rules()),
            opponent: question.opponent().name().to_owned(),
            every,
            forward_complete: false,
            complete: false,
            layers: Vec::new(),
        }
    }

    /// The question, if the words make sense.
    pub fn question(&self) -> Option<Question> {
        let task = self.game.task()?;
        let goal = Goal::from_name(&self.goal, task.rules())?;
        let opponent = Opponent::from_name(&self.opponent)?;
        let mut question = Question::new(task.rules().clone(), goal, opponent, task.goal()).ok()?;
        if let Start::Board(board) = task.start() {
            question = question.starting_at(board.clone()).ok()?;
        }
        (*question.task() == task).then_some(question)
    }

    /// The question in a few words.
    pub fn brief(&self) -> String {
        format!("{} against {}: {}", self.goal, self.opponent, self.game.brief())
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        let files = self.layers.iter().flat_map(|layer| layer.kept.iter().chain(&layer.values));
        files.map(|file| file.bytes).sum()
    }

    pub(in crate::solve) fn layer(&self, sum: u64) -> Option<&LayerEntry> {
        let index = self.layers.binary_search_by_key(&sum, |layer| layer.sum).ok()?;
        self.layers.get(index)
    }
}
