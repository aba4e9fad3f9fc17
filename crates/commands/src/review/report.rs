//! What is said of the slides of a game.

use serde::Serialize;
use twofold_core::replay::Frame;
use twofold_core::{Figure, Rules, group_digits};
use twofold_players::ValueKind;
use twofold_players::review::{ReviewedSlide, Verdict};
use twofold_solve::PlayValue;

use super::List;
use crate::output::{Cell, GameJson, Report, Table, TextContext, board_json};
use crate::solve::value::{self, ValueJson};

/// A game and what its judge says.
pub(super) struct Review {
    pub(super) rules: Rules,
    pub(super) frames: Vec<Frame>,
    /// Slides of the game, judged or not.
    pub(super) slides: u64,
    pub(super) judge: String,
    pub(super) opponent: Option<&'static str>,
    pub(super) judged: Vec<ReviewedSlide>,
    pub(super) list: List,
    pub(super) most: Option<usize>,
    pub(super) least: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct Json {
    game: GameJson,
    /// `store`, or the player.
    judge: String,
    /// `exact`, `estimate` or `rating`; nothing if no position is known.
    meaning: Option<&'static str>,
    goal: Option<&'static str>,
    opponent: Option<&'static str>,
    /// Slides of the game, slides that are judged, and those whose boards the judge does not know.
    played: u64,
    judged: u64,
    unknown: u64,
    /// The mistakes, by the number of the slide, the worst first.
    mistakes: Vec<u64>,
    /// What they lost in all; nothing where some loss is no number.
    lost: Option<Figure>,
    slides: Vec<SlideJson>,
}

#[derive(Serialize)]
struct SlideJson {
    number: u64,
    board: String,
    /// The score before the slide.
    score: u64,
    direction: &'static str,
    best: Option<&'static str>,
    mistake: bool,
    loss: Option<ValueJson>,
    value: Option<ValueJson>,
    played_value: Option<ValueJson>,
}

/// A mistake and what it lost.
struct Mistake<'a> {
    slide: &'a ReviewedSlide,
    verdict: &'a Verdict,
}

impl Mistake<'_> {
    /// To compare by; a loss that is not known is small, one of the target is large.
    fn size(&self) -> f64 {
        self.verdict.loss().map_or(0.0, |loss| loss.to_f64())
    }
}

impl Review {
    /// What the values mean.
    pub(super) fn kind(&self) -> Option<ValueKind> {
        self.judged.iter().find_map(|slide| Some(slide.verdict.as_ref()?.kind))
    }

    /// What the values mean, in words.
    pub(super) fn meaning(&self) -> String {
        match self.kind() {
            None => "no values".to_owned(),
            Some(ValueKind::Rating) => "ratings, only their order counts".to_owned(),
            Some(ValueKind::Estimate) => "estimates of the score still to come".to_owned(),
            Some(ValueKind::Exact(goal)) => format!("values of perfect play, goal {goal}"),
        }
    }

    /// Mistakes in the order of the game.
    fn mistakes(&self) -> Vec<Mistake<'_>> {
        let mistakes = self.judged.iter().filter_map(|slide| {
            let verdict = slide.verdict.as_ref().filter(|verdict| verdict.is_mistake())?;
            Some(Mistake { slide, verdict })
        });
        mistakes.collect()
    }

    /// Mistakes, the worst first, and equal ones in the order of the game.
    fn worst(&self) -> Vec<Mistake<'_>> {
        let mut mistakes = self.mistakes();
        mistakes.sort_by(|a, b| b.size().total_cmp(&a.size()));
        mistakes
    }

    fn unknown(&self) -> u64 {
        self.judged.iter().filter(|slide| slide.verdict.is_none()).count() as u64
    }

    /// What all mistakes lost, with its certainty.
    fn lost(&self) -> Option<Figure> {
        if self.kind() == Some(ValueKind::Rating) {
            return None;
        }
        let losses = self.mistakes().into_iter().map(|mistake| mistake.verdict.loss());
        losses.map(|loss| loss?.figure().cloned()).try_fold(Figure::exact(0), |sum, loss| {
            Some(match (sum, loss?) {
                (Figure::Exact(sum), Figure::Exact(loss)) => Figure::Exact(sum + loss),
                (sum @ Figure::Estimate(_), loss) | (sum, loss @ Figure::Estimate(_)) => {
                    Figure::Estimate(sum.to_f64() + loss.to_f64())
                }
                (sum, loss) => {
                    let error = error(&sum) + error(&loss);
                    Figure::rounded(sum.to_f64() + loss.to_f64(), error)
                }
            })
        })
    }

    /// The slides that are listed.
    fn listed(&self) -> Vec<&ReviewedSlide> {
        let enough = |mistake: &Mistake<'_>| self.least.is_none_or(|least| mistake.size() >= least);
        let slides = |mistakes: Vec<Mistake<'_>>| -> Vec<u64> {
            mistakes
                .iter()
                .filter(|mistake| enough(mistake))
                .map(|mistake| mistake.slide.number)
                .collect()
        };
        let numbers = match self.list {
            List::Worst => slides(self.worst()),
            List::Game => slides(self.mistakes()),
            List::All => self.judged.iter().map(|slide| slide.number).collect(),
        };
        let most = self.most.unwrap_or(usize::MAX);
        // Slides are numbered from 1, and judged from the first to the last unless they were stopped.
        let of = |number: &u64| {
            let place = self.judged.binary_search_by_key(number, |slide| slide.number);
            place.ok().map(|place| &self.judged[place])
        };
        numbers.iter().filter_map(of).take(most).collect()
    }

    fn slide(&self, slide: &ReviewedSlide) -> SlideJson {
        let frame = &self.frames[slide.frame];
        let verdict = slide.verdict.as_ref();
        SlideJson {
            number: slide.number,
            board: board_json(&frame.board, self.rules.tiles),
            score: frame.score,
            direction: slide.played.name(),
            best: verdict.map(|verdict| verdict.best.name()),
            mistake: verdict.is_some_and(Verdict::is_mistake),
            loss: verdict.and_then(Verdict::loss).as_ref().map(ValueJson::from),
            value: verdict.map(|verdict| (&verdict.value).into()),
            played_value: verdict.map(|verdict| (&verdict.played_value).into()),
        }
    }
}

/// A bound on the error of a number.
fn error(figure: &Figure) -> f64 {
    match figure {
        Figure::Rounded { error, .. } => *error,
        _ => 0.0,
    }
}

impl Report for Review {
    type Json = Json;

    fn json(&self) -> Json {
        let start = board_json(&self.frames[0].board, self.rules.tiles);
        Json {
            game: GameJson::from_start(&self.rules, start),
            judge: self.judge.clone(),
            meaning: self.kind().map(ValueKind::name),
            goal: match self.kind() {
                Some(ValueKind::Exact(goal)) => Some(goal.name()),
                _ => None,
            },
            opponent: self.opponent,
            played: self.slides,
            judged: self.judged.len() as u64,
            unknown: self.unknown(),
            mistakes: self.worst().iter().map(|mistake| mistake.slide.number).collect(),
            lost: self.lost(),
            slides: self.judged.iter().map(|slide| self.slide(slide)).collect(),
        }
    }

    fn table(&self) -> Table {
        let names = ["#slide", "played", "best", "~loss", "~value", "~played_value", "?board"];
        let mut table = Table::new(&names);
        let cell = |value: Option<&PlayValue>| value.map_or("".into(), value::cell);
        for slide in self.listed() {
            let verdict = slide.verdict.as_ref();
            let board = board_json(&self.frames[slide.frame].board, self.rules.tiles);
            let row: [Cell; 7] = [
                slide.number.into(),
                slide.played.name().to_owned().into(),
                verdict.map_or("unknown", |verdict| verdict.best.name()).to_owned().into(),
                cell(verdict.and_then(Verdict::loss).as_ref()),
                cell(verdict.map(|verdict| &verdict.value)),
                cell(verdict.map(|verdict| &verdict.played_value)),
                board.into(),
            ];
            table.row(row);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let grouped = |number: u64| group_digits(&number.to_string());
        let (known, mistakes) = (self.judged.len() as u64 - self.unknown(), self.mistakes().len());
        let best = known - mistakes as u64;
        let mut text = format!("{}, judged by {}: {}\n", self.rules, self.judge, self.meaning());
        if known > 0 {
            let share = 100.0 * best as f64 / known as f64;
            let (best, known) = (grouped(best), grouped(known));
            text += &format!("{best} of {known} slides were best ({share:.1} %)");
            text += &match (mistakes, self.lost()) {
                (0, _) => "; there was no mistake\n".to_owned(),
                (_, Some(lost)) => format!("; mistakes lost {lost:#.2} in all\n"),
                (_, None) => "\n".to_owned(),
            };
        }
        if self.unknown() > 0 {
            text += &format!("{} positions are not known\n", grouped(self.unknown()));
        }
        let listed = self.listed().len();
        if self.list != List::All && listed < mistakes {
            text += &format!("{listed} of {mistakes} mistakes are listed\n");
        }
        let text = context.sentences(&text);
        if listed == 0 { text } else { text + &self.table().text(context) }
    }
}
