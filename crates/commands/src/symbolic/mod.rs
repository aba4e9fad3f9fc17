//! What the commands share that compute with decision diagrams.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde::Serialize;
use twofold_core::{Progress, Watch};
use twofold_studio::plot::{Axis, Kind, Plot, Series};
use twofold_symbolic::{Iteration, Observer, Resources, SymbolicError};

use crate::error::CommandError;
use crate::face::Expendable;
use crate::output::{NumberJson, Output, Table};
use crate::progress::Bar;
use crate::{amount, memory};

/// Unless told otherwise, diagrams take at most this much memory.
const MEMORY: u64 = 2 << 30;

/// What a computation with diagrams may use.
#[derive(Args)]
pub(super) struct ResourceOptions {
    /// Memory for diagrams, such as 800M or 8G [default: 2G, or three quarters of what there is]
    #[arg(long, value_name = "BYTES", value_parser = amount::parse_bytes)]
    pub(super) memory: Option<u64>,
}

impl ResourceOptions {
    /// Nodes are set aside at once: what the machine does not have is refused.
    pub(super) fn resources(&self) -> Result<Resources, CommandError> {
        let memory = self.memory.unwrap_or_else(|| MEMORY.min(memory::three_quarters()));
        if let Some(total) = memory::total().filter(|&total| memory > total) {
            let [asked, total] = [memory, total].map(|bytes| amount::bytes(bytes as f64));
            let error = format!("diagrams cannot have {asked} of memory: there are {total}");
            return Err(CommandError::input(error).hint("lower --memory").about("memory"));
        }
        Ok(Resources { memory, threads: rayon::current_num_threads() as u32 })
    }
}

/// A kind of decision diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DiagramName {
    /// Ordered binary decision diagrams
    Bdd,
    /// The same with complemented edges
    Bcdd,
    /// Zero-suppressed decision diagrams
    #[default]
    Zbdd,
}

/// Calls a generic function with the kind of diagram that was asked for.
macro_rules! with_diagram {
    ($name:expr, $function:ident::<_, $observer:ty>($($argument:expr),* $(,)?)) => {
        match $name {
            DiagramName::Bdd => $function::<twofold_symbolic::Bdd, $observer>($($argument),*),
            DiagramName::Bcdd => $function::<twofold_symbolic::Bcdd, $observer>($($argument),*),
            DiagramName::Zbdd => $function::<twofold_symbolic::Zbdd, $observer>($($argument),*),
        }
    };
}
pub(super) use with_diagram;

/// Remembers every step, shows that work goes on, and passes Ctrl-C on.
pub(super) struct Recorder {
    bar: Bar,
    /// One operation on diagrams may take long, and none leaves anything to keep.
    _expendable: Expendable,
    start: Instant,
    steps: Mutex<Vec<Iteration>>,
    /// Microseconds that it took to set everything up.
    set_up: AtomicU64,
    is_curious: bool,
}

impl Recorder {
    /// With steps remembered if somebody is curious, which takes time.
    pub(super) fn new(output: &Output, message: &'static str, is_curious: bool) -> Recorder {
        let bar = Bar::new(output, message);
        Recorder {
            bar,
            _expendable: output.face().expendable(),
            start: Instant::now(),
            steps: Mutex::default(),
            set_up: AtomicU64::new(0),
            is_curious,
        }
    }

    pub(super) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    pub(super) fn into_steps(self) -> Vec<Step> {
        let steps = self.steps.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut before = self.set_up.into_inner();
        let mut numbers = BTreeMap::<Option<String>, usize>::new();
        let step = |step: Iteration| {
            let number = numbers.entry(step.line.clone()).or_default();
            *number += 1;
            let seconds = (step.micros - before) as f64 / 1e6;
            before = step.micros;
            Step {
                line: step.line,
                iteration: *number,
                nodes: step.nodes,
                states: step.states.into(),
                seconds,
            }
        };
        steps.into_iter().map(step).collect()
    }
}

impl Watch for Recorder {
    fn report(&self, progress: Progress) {
        self.bar.report(progress);
    }

    fn is_stopped(&self) -> bool {
        self.bar.is_stopped()
    }
}

impl Observer for Recorder {
    fn iteration(&self, iteration: Iteration) {
        self.steps.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(iteration);
    }

    fn begin(&self) {
        self.set_up.store(self.micros(), Ordering::Relaxed);
    }

    fn micros(&self) -> u64 {
        self.start.elapsed().as_micros() as u64
    }

    fn is_curious(&self) -> bool {
        self.is_curious
    }
}

/// A step of a computation.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Step {
    /// The line of a sweep, or the name of a fixpoint.
    pub(super) line: Option<String>,
    /// The number of the step within its line.
    pub(super) iteration: usize,
    pub(super) nodes: usize,
    pub(super) states: NumberJson,
    pub(super) seconds: f64,
}

/// Steps as rows.
pub(super) fn steps_table<'a>(steps: impl IntoIterator<Item = &'a Step>) -> Table {
    let mut table = Table::new(&["line", "#iteration", "#nodes", "#states", "#seconds"]);
    for step in steps {
        table.row([
            step.line.clone().unwrap_or_default(),
            step.iteration.to_string(),
            step.nodes.to_string(),
            step.states.to_string(),
            format!("{:.6}", step.seconds),
        ]);
    }
    table
}

/// An error with what to do about it.
pub(super) fn told(error: SymbolicError) -> CommandError {
    match error {
        SymbolicError::Stopped => CommandError::interrupted(),
        SymbolicError::Memory { nodes, live, bytes } => {
            let given = amount::bytes(bytes as f64);
            let more = amount::bytes_option(2.0 * bytes as f64);
            CommandError::failure(format!(
                "the diagrams need more than the {} nodes that {given} of memory hold ({} of them \
                 are in use)",
                amount::grouped(nodes),
                amount::grouped(live),
            ))
            .hint(format!("try again with --memory {more}"))
            .about("memory")
        }
    }
}

/// Nodes by step, a line for each line of the computation, as de Vink's Figure 4.1 shows them.
pub(super) fn nodes_by_step(title: String, steps: &[Step]) -> Plot {
    let mut lines: Vec<&Option<String>> = steps.iter().map(|step| &step.line).collect();
    lines.dedup();
    let plot = Plot::new(Kind::Lines, Axis::linear("step"), Axis::log("nodes")).title(title);
    // Sweeps have a step for each line: then all of them are one row of points.
    if lines.len() == steps.len() {
        let points = steps.iter().enumerate().map(|(x, step)| (x as f64, step.nodes.max(1) as f64));
        return plot.series(Series::new("", points));
    }
    lines.into_iter().fold(plot, |plot, line| {
        let of_line = steps.iter().filter(|step| step.line == *line);
        let points = of_line.map(|step| (step.iteration as f64, step.nodes.max(1) as f64));
        plot.series(Series::new(line.clone().unwrap_or_default(), points))
    })
}

/// Iterations or seconds by sweep line, as Edixhoven's Figures 11 to 13 show them.
pub(super) fn by_line(title: String, what: &'static str, steps: &[Step]) -> Plot {
    let mut lines: Vec<(String, f64)> = Vec::new();
    for step in steps {
        let name = step.line.clone().unwrap_or_default();
        let amount = if what == "seconds" { step.seconds } else { 1.0 };
        match lines.last_mut() {
            Some(last) if last.0 == name => last.1 += amount,
            _ => lines.push((name, amount)),
        }
    }
    let points = lines.iter().enumerate().map(|(x, line)| (x as f64, line.1));
    Plot::new(Kind::Bars, Axis::linear("sweep line, in the order of work"), Axis::linear(what))
        .title(title)
        .series(Series::new("", points))
}
