//! Work on many processes and hosts, and what it will take.

mod launch;
pub(crate) mod options;
pub mod plan;
mod slurm;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use twofold_cluster::{ClusterCounter, ClusterError, Cost, Hosts, Session, Token, program_hash};
use twofold_core::{Progress, Watch};
use twofold_layers::store::Identity;
use twofold_layers::{LayerError, LayerProgress, LayerWatch, LayeredGame};
use twofold_solve::count::CountRun;

pub(crate) use self::options::ClusterOptions;
use crate::error::CommandError;
use crate::face::Face;
use crate::layer_bar::LayerBar;
use crate::output::Output;
use crate::{amount, layer_error, memory};

/// A count on many processes.
pub(crate) struct ClusterCount<'a> {
    pub(crate) game: &'a LayeredGame,
    pub(crate) hosts: &'a Hosts,
    pub(crate) options: &'a ClusterOptions,
    pub(crate) store: &'a Path,
    pub(crate) until_sum: Option<u64>,
    pub(crate) memory: Option<u64>,
}

/// What came of it, with the process that tells it.
pub(crate) struct Counted {
    pub(crate) run: CountRun,
    pub(crate) cost: Cost,
    pub(crate) seconds: f64,
}

impl ClusterCount<'_> {
    /// Counts; `None` with all processes but the first, which have nothing to tell.
    pub(crate) fn run(&self, output: &mut Output) -> Result<Option<Counted>, CommandError> {
        let face = output.face();
        let mut others = None;
        let place = match self.options.place(self.hosts, self.store, face.as_ref())? {
            Some(place) => place,
            None => {
                let Hosts::Local(processes) = self.hosts else {
                    unreachable!("others have a place")
                };
                let (place, started) =
                    launch::start(self.options, self.hosts, *processes, face.as_ref())?;
                others = Some(started);
                place
            }
        };
        let is_first = place.members.own == 0;
        let shares = match self.hosts {
            Hosts::Local(processes) => *processes as u64,
            _ => 1,
        };
        let memory = match self.memory {
            Some(bytes) => memory::for_layers(Some(bytes))?,
            None => memory::for_layers(None)? / shares,
        };
        let program = face.command_line().and_then(|words| program_hash(Path::new(&words[0])));
        let program = format!("{} {}", env!("CARGO_PKG_VERSION"), program.unwrap_or_default());
        let until = self.until_sum.map(|sum| format!(" until {sum}")).unwrap_or_default();
        let words = serde_json::to_string(&Identity::of(self.game)).unwrap_or_default();
        let question = format!("count {words}{until}");
        let bar: Box<dyn LayerWatch> = match is_first {
            true => {
                let bar = LayerBar::new(output, memory);
                bar.expect(self.expected(&bar));
                Box::new(bar)
            }
            false => Box::new(Quiet(Arc::clone(&face))),
        };
        let start = std::time::Instant::now();
        let token_file = place.token_file.filter(|_| is_first);
        let counted = self.in_pool(|| {
            let mut session =
                Session::meet(place.members, place.listener, &program, &question, bar.as_ref())?;
            if let Some(path) = &token_file {
                // Everybody is here: nobody needs it any more.
                let _ = fs::remove_file(path);
            }
            let counter = ClusterCounter::new(self.game, self.store)
                .with_memory(memory)
                .until_sum(self.until_sum);
            let result = counter.run(&mut session, bar.as_ref(), &memory::peak);
            session.end(result)
        })?;
        let seconds = start.elapsed().as_secs_f64();
        drop(bar);
        drop(others);
        let (run, cost) = counted.map_err(|error| self.tell(error))?;
        Ok(is_first.then_some(Counted { run, cost, seconds }))
    }

    /// Works with this process' share of the cores.
    fn in_pool<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, CommandError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let share = match self.hosts {
            Hosts::Local(processes) => (cores / processes).max(1),
            _ => cores,
        };
        let threads = rayon::current_num_threads().min(share);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(pool.map_err(|error| CommandError::failed(&error))?.install(work))
    }

    fn expected(&self, watch: &dyn Watch) -> f64 {
        let ahead = twofold_solve::count::forecast(self.game, self.until_sum, watch);
        ahead.map_or(0.0, |ahead| ahead.positions)
    }

    fn tell(&self, error: ClusterError) -> CommandError {
        match error {
            ClusterError::Layer(error @ (LayerError::Stopped | LayerError::Memory { .. })) => {
                layer_error::tell(error, Some(self.store))
            }
            error => tell(error),
        }
    }
}

impl Counted {
    /// What it has cost, in words.
    pub(crate) fn words(&self) -> String {
        let Counted { run, cost, seconds } = self;
        let processes = cost.memory.len();
        let all = run.game.positions().total().orbits;
        let rate = cost.positions as f64 / seconds.max(1e-9);
        let mut text = format!(
            "{processes} processes, {}, {} positions a second",
            amount::duration(*seconds),
            amount::count(rate),
        );
        if run.resumed > 0 {
            text += &format!(", {} layers were there before", run.resumed);
        }
        let most = cost.memory.iter().flatten().max();
        if let Some(&most) = most {
            text += &format!(", at most {} of memory each", amount::bytes(most as f64));
        }
        let sent = cost.sent as f64 / cost.positions.max(1) as f64;
        let bits = 8.0 * cost.store as f64 / all.max(1) as f64;
        text += &format!(
            ", {} sent ({sent:.2} bytes a position), {} on disk ({bits:.2} bits a position) and at most {} of \
             partitions",
            amount::bytes(cost.sent as f64),
            amount::bytes(cost.store as f64),
            amount::bytes(cost.partitions as f64),
        );
        text
    }
}

/// Watches for the wish to stop, and shows nothing.
struct Quiet(Arc<dyn Face>);

impl Watch for Quiet {
    fn report(&self, _: Progress) {}

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

impl LayerWatch for Quiet {
    fn layer(&self, _: LayerProgress) {}
}

/// An error of many processes as people see it.
pub(crate) fn tell(error: ClusterError) -> CommandError {
    let told = match &error {
        ClusterError::Layer(_) => {
            let ClusterError::Layer(error) = error else { unreachable!("it was one") };
            return layer_error::tell(error, None);
        }
        ClusterError::InterruptedElsewhere { .. } => {
            CommandError::interrupted_because(error.to_string())
        }
        ClusterError::Mismatch { .. }
        | ClusterError::Listen { .. }
        | ClusterError::Token { .. } => CommandError::input(&error),
        _ => CommandError::failed(&error),
    };
    match error.hint() {
        Some(hint) => told.hint(hint),
        None => told,
    }
}

/// A new secret for the processes of a run.
pub fn token() -> String {
    Token::random_text()
}

/// Where processes are, as a command line says it.
pub use twofold_cluster::Hosts as HostList;

/// Makes a file with a new secret that only its owner may read.
///
/// # Errors
/// If there is such a file, or it cannot be made.
pub fn write_token(path: &Path, face: &dyn Face) -> Result<(), CommandError> {
    options::write_secret(path, &format!("{}\n", token()))
        .map_err(|error| CommandError::cannot_write(path, &error))?;
    face.remark(&format!("wrote a new token to {}", path.display()));
    Ok(())
}
