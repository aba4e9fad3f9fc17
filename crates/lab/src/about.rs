//! What the server can do: commands with their options, players, stores, limits.

use axum::Json;
use axum::extract::State;
use clap::builder::StyledStr;
use serde_json::{Value, json};
use twofold_commands::request::{self, Role};
use twofold_players::PLAYER_KINDS;

use crate::server::Lab;
use crate::{answer, jobs};

pub(crate) async fn about(State(lab): State<Lab>) -> Json<Value> {
    let root = request::commands();
    let players: Vec<Value> = PLAYER_KINDS
        .iter()
        .filter(|kind| kind.name.parse().is_ok_and(|spec: twofold_players::PlayerSpec| spec.is_self_contained()))
        .map(|kind| {
            let parameters = kind.parameters.iter().map(|parameter| {
                json!({ "name": parameter.name, "about": parameter.about, "default": parameter.default })
            });
            json!({ "name": kind.name, "about": kind.about, "parameters": parameters.collect::<Vec<_>>() })
        })
        .collect();
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "commands": root.get_subcommands().map(|command| described(command, "")).collect::<Vec<_>>().concat(),
        "players": players,
        "stores": lab.stores.list(),
        "limits": {
            "running": lab.limits.running,
            "queued": lab.limits.queued,
            "memory": lab.limits.memory,
            "threads": lab.limits.threads,
        },
    }))
}

/// A command and its subcommands.
fn described(command: &clap::Command, before: &str) -> Vec<Value> {
    let name = format!("{before}{}", command.get_name());
    if command.get_name() == "help" {
        return Vec::new();
    }
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string);
    let option = |(name, argument, role): (String, &clap::Arg, Role)| {
        let kind = match role {
            Role::Flag => "flag",
            Role::Value
                if argument.get_num_args().is_some_and(|number| number.max_values() > 1) =>
            {
                "list"
            }
            Role::Value => "value",
            Role::Player => "player",
            Role::Output => "file-out",
            Role::Input => "file-in",
            Role::Store => "store",
        };
        let values: Vec<String> = match role {
            Role::Flag => Vec::new(),
            _ => argument
                .get_possible_values()
                .iter()
                .map(|value| value.get_name().to_owned())
                .collect(),
        };
        let default: Vec<_> = argument
            .get_default_values()
            .iter()
            .map(|value| value.to_string_lossy().into_owned())
            .collect();
        json!({
            "name": name,
            "help": text(argument.get_help()),
            "kind": kind,
            "required": argument.is_required_set(),
            "default": default.first(),
            "values": if values.is_empty() { Value::Null } else { json!(values) },
        })
    };
    let mut all = vec![json!({
        "name": name,
        "about": text(command.get_about()),
        "look_up": answer::COMMANDS.contains(&&name[..]),
        "job": jobs::COMMANDS.contains(&&name[..]),
        "options": request::options(command).map(option).collect::<Vec<_>>(),
    })];
    all.extend(command.get_subcommands().flat_map(|inner| described(inner, &format!("{name} "))));
    all
}
