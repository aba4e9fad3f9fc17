//! `twofold cluster plan`: what a count will take on a cluster.

use clap::Args;
use serde::Serialize;
use twofold_cluster::{Machines, Plan, Rates, plan};
use twofold_core::{Figure, Fraction, Shape};
use twofold_layers::LayeredGame;
use twofold_solve::count::forecast;

use crate::error::CommandError;
use crate::layer_bar::LayerBar;
use crate::layered_game::LayeredGameOptions;
use crate::output::{GameJson, Output, Report, Table, TextContext};
use crate::{amount, memory};

/// Forecast what counting a game will take on a cluster
///
/// The number of positions is estimated from the first layers, as `twofold count` does before it starts; the
/// rest follows from rates of trial runs. Everything may be off by a factor of two or three.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold cluster plan 4x4 --to 256 --hosts 64 --cores 32 --memory 256G --network 25G
  twofold cluster plan 4x4 --to 64 --hosts 2 --cores 8 --format json")]
pub struct Options {
    /// Rows and columns, such as 4x4
    shape: Shape,
    #[command(flatten)]
    game: LayeredGameOptions,
    /// Stop after the layer of this tile sum
    #[arg(long, value_name = "SUM")]
    until_sum: Option<u64>,
    /// Hosts, with one process each
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4096))]
    hosts: u32,
    /// Cores of each host
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    cores: u32,
    /// Memory for data on each host, such as 256G
    #[arg(long, value_name = "BYTES", default_value = "16G", value_parser = amount::parse_bytes)]
    memory: u64,
    /// What the network of a host carries in each direction, in bits a second, such as 25G
    #[arg(long, value_name = "BITS", default_value = "10G", value_parser = bits)]
    network: f64,
    /// What the disk of a host writes, in bytes a second, such as 500M
    #[arg(long, value_name = "BYTES", default_value = "500M", value_parser = amount::parse_bytes)]
    disk: u64,
}

/// A number of bits with a decimal prefix, as networks have them.
fn bits(text: &str) -> Result<f64, String> {
    let wrong = || format!("`{text}` is no number of bits a second, such as 10G");
    let (digits, factor) = match text.trim_end_matches(['b', 'B']).split_at_checked(text.len() - 1)
    {
        Some((digits, "G")) => (digits, 1e9),
        Some((digits, "M")) => (digits, 1e6),
        Some((digits, "T")) => (digits, 1e12),
        _ => (text, 1.0),
    };
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    if number > 0.0 && number < 1e9 { Ok(number * factor) } else { Err(wrong()) }
}

/// Makes a forecast.
///
/// # Errors
/// If there is no such game.
pub fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    let game = options.game.game(options.shape)?;
    let bar = LayerBar::new(output, memory::three_quarters());
    let ahead = forecast(&game, options.until_sum, &bar)?;
    drop(bar);
    let machines = Machines {
        hosts: options.hosts,
        cores: options.cores,
        memory: options.memory as f64,
        network: options.network / 8.0,
        disk: options.disk as f64,
    };
    let plan = plan(&game, &ahead, &machines, &Rates::TRIAL);
    output.emit(&PlanReport { game, machines, plan, is_exact: ahead.is_exact })?;
    Ok(())
}

/// A bound, in whole numbers.
fn at_most(number: f64) -> Figure {
    Figure::AtMost(Fraction::from_integer((number as u128).into()))
}

struct PlanReport {
    game: LayeredGame,
    machines: Machines,
    plan: Plan,
    is_exact: bool,
}

#[derive(Serialize)]
struct Json {
    game: GameJson,
    hosts: u32,
    cores: u32,
    positions: Figure,
    positions_at_most: Figure,
    largest_layer: Figure,
    layers_at_most: Figure,
    seconds_in_all: Figure,
    seconds_computing: Figure,
    seconds_sending: Figure,
    seconds_writing: Figure,
    seconds_waiting: Figure,
    bytes_sent: Figure,
    bytes_store: Figure,
    bytes_partitions_each: Figure,
    bytes_memory_each: Figure,
    fits_memory: bool,
    assumptions: Vec<String>,
}

impl PlanReport {
    /// Known if the game is small enough to be counted for the forecast.
    fn positions(&self) -> Figure {
        match self.is_exact {
            true => Figure::exact(self.plan.positions as u64),
            false => Figure::Estimate(self.plan.positions),
        }
    }

    fn assumptions(&self) -> Vec<String> {
        let Rates { work, parcel, arises, slid, afterstates, stored, partition, memory, layer } =
            Rates::TRIAL;
        vec![
            format!("a core takes {work:.0} ns for a position, boards sent and received included"),
            format!(
                "a board on its way takes {parcel:.1} bytes; it is sent once by every process where it arises"
            ),
            format!(
                "a position arises {arises:.0} times, an afterstate {slid:.0} times, and there are {afterstates:.1} afterstates a position"
            ),
            format!(
                "a position takes {stored:.2} bytes in the store, an afterstate {partition:.1} bytes in a partition, of which three layers are kept"
            ),
            format!(
                "a layer at work takes {memory:.0} bytes of memory a position; what does not fit goes to disk and takes longer"
            ),
            format!("every layer takes {layer:.1} s for messages and disks, however small"),
            "hosts are equally fast, every one with a process that uses all its cores".to_owned(),
        ]
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let plan = &self.plan;
        let about = |bytes: f64| format!("~{}", amount::bytes(bytes));
        let time = |seconds: f64| format!("~{}", amount::duration(seconds));
        let positions = match self.is_exact {
            true => self.positions().to_string(),
            false => format!("~{}", amount::count(plan.positions)),
        };
        vec![
            ("positions", positions),
            ("positions, certainly at most", amount::count(plan.at_most)),
            ("positions of the largest layer", format!("~{}", amount::count(plan.largest_layer))),
            ("layers, at most", amount::count(plan.layers)),
            ("time", time(plan.seconds())),
            ("  computing", time(plan.computing)),
            ("  sending", time(plan.sending)),
            ("  writing the store, meanwhile", time(plan.writing)),
            ("  waiting for each other", time(plan.waiting)),
            ("traffic", about(plan.sent)),
            ("disk: the store, first host", about(plan.store)),
            ("disk: partitions, each host", about(plan.partitions)),
            ("memory for all in memory, each host", about(plan.memory)),
        ]
    }
}

impl Report for PlanReport {
    type Json = Json;

    fn json(&self) -> Json {
        let plan = &self.plan;
        Json {
            game: (&self.game).into(),
            hosts: self.machines.hosts,
            cores: self.machines.cores,
            positions: self.positions(),
            positions_at_most: at_most(plan.at_most),
            largest_layer: Figure::Estimate(plan.largest_layer),
            layers_at_most: at_most(plan.layers),
            seconds_in_all: Figure::Estimate(plan.seconds()),
            seconds_computing: Figure::Estimate(plan.computing),
            seconds_sending: Figure::Estimate(plan.sending),
            seconds_writing: Figure::Estimate(plan.writing),
            seconds_waiting: Figure::Estimate(plan.waiting),
            bytes_sent: Figure::Estimate(plan.sent),
            bytes_store: Figure::Estimate(plan.store),
            bytes_partitions_each: Figure::Estimate(plan.partitions),
            bytes_memory_each: Figure::Estimate(plan.memory),
            fits_memory: plan.memory <= self.machines.memory,
            assumptions: self.assumptions(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["what", "estimate"]);
        for (what, estimate) in self.rows() {
            table.row([what.to_owned(), estimate]);
        }
        table
    }

    fn text(&self, context: &TextContext) -> String {
        let Machines { hosts, cores, .. } = self.machines;
        let mut text = format!("{}, on {hosts} hosts of {cores} cores\n", self.game);
        text += &self.table().text(context);
        if self.plan.memory > self.machines.memory {
            text += "the largest layer does not fit into memory and goes to disk\n";
        }
        text += "assumptions, from trial runs on two cores; expect a factor of two or three:\n";
        for assumption in self.assumptions() {
            text += &format!("- {assumption}\n");
        }
        text
    }
}
