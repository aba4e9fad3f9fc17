//! `twofold player`: who plays.

use clap::{Args, Subcommand};
use serde::Serialize;
use twofold_players::PLAYER_KINDS;

use crate::error::CommandError;
use crate::output::{Output, Report, Table, TextContext};

/// List the players that other commands accept, with their parameters
///
/// Parameters follow the name after a colon, separated by commas.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold player list
  twofold arena --players greedy expectimax:depth=2,cutoff=0.001 --games 20
  twofold advise '2 4 / 8 .' --player minimax:depth=3")]
pub struct Options {
    #[command(subcommand)]
    command: PlayerCommand,
}

#[derive(Subcommand)]
enum PlayerCommand {
    /// List all players with their parameters
    #[command(after_help = "\
Examples:
  twofold player list
  twofold player list --format json")]
    List,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    match options.command {
        PlayerCommand::List => Ok(output.emit(&List)?),
    }
}

struct List;

#[derive(Serialize)]
struct Json {
    players: Vec<KindJson>,
}

#[derive(Serialize)]
struct KindJson {
    name: &'static str,
    about: &'static str,
    parameters: Vec<ParameterJson>,
}

#[derive(Serialize)]
struct ParameterJson {
    name: &'static str,
    about: &'static str,
    default: &'static str,
}

impl Report for List {
    type Json = Json;

    fn json(&self) -> Json {
        let kind = |kind: &'static twofold_players::PlayerKind| KindJson {
            name: kind.name,
            about: kind.about,
            parameters: kind
                .parameters
                .iter()
                .map(|p| ParameterJson { name: p.name, about: p.about, default: p.default })
                .collect(),
        };
        Json { players: PLAYER_KINDS.iter().map(kind).collect() }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["player", "parameter", "default", "about"]);
        for kind in PLAYER_KINDS {
            table.row([kind.name, "", "", kind.about]);
            for parameter in kind.parameters {
                table.row([kind.name, parameter.name, parameter.default, parameter.about]);
            }
        }
        table
    }

    fn text(&self, _: &TextContext) -> String {
        let mut text = String::new();
        for kind in PLAYER_KINDS {
            text += &format!("{:<12} {}\n", kind.name, kind.about);
            for parameter in kind.parameters {
                let (name, default) = (parameter.name, parameter.default);
                text += &format!("  {:<10} {} [{default}]\n", format!("{name}="), parameter.about);
            }
        }
        text
    }
}
