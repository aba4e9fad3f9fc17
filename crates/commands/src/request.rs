//! Questions as data: a command and its options as a browser or a notebook sends them.
//!
//! Options have the names of the command line, without dashes: `{ "shape": "3x3", "until-sum": 20 }`.
//! They become arguments and are read by the same parser, so that every face refuses and understands
//! the same. What names a file is not taken from a stranger: [`Files`] decides what it stands for.

use std::any::TypeId;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, FromArgMatches, Subcommand, ValueHint};
use serde_json::{Map, Value};
use twofold_players::PlayerSpec;

use crate::{Command, cluster};

/// A command and its options.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The name of the command, and that of its subcommand if it has one.
    pub command: Vec<String>,
    /// Options by name: strings, numbers, `true` for flags, arrays for what may be repeated.
    pub options: Map<String, Value>,
}

/// What options that name files stand for.
pub trait Files {
    /// The file that a result goes to, for the ending that was asked for.
    ///
    /// # Errors
    /// If there can be none.
    fn output(&mut self, option: &str, ending: &str) -> Result<PathBuf, String>;

    /// The directory of a store.
    ///
    /// # Errors
    /// If there is none of that name.
    fn store(&mut self, option: &str, name: &Value) -> Result<PathBuf, String>;

    /// A file with this content.
    ///
    /// # Errors
    /// If it cannot be made.
    fn input(&mut self, option: &str, content: &str) -> Result<PathBuf, String>;

    /// Whether the one who asks may name files and programs as parameters of a player: only if all
    /// files are their own.
    fn may_name_files(&self) -> bool {
        false
    }
}

/// Why a request cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// There is no such command.
    #[error("there is no command `{0}`")]
    Command(String),
    /// The command has no such option.
    #[error("`{command}` has no option `{option}`")]
    Unknown {
        /// The command.
        command: String,
        /// The option.
        option: String,
    },
    /// The value of an option makes no sense.
    #[error("{message}")]
    Value {
        /// The option, if it is known which one it is.
        option: Option<String>,
        /// What is wrong.
        message: String,
    },
}

impl RequestError {
    fn value(option: &str, message: impl Into<String>) -> RequestError {
        RequestError::Value { option: Some(option.to_owned()), message: message.into() }
    }

    /// The option that is to blame, if one is.
    pub fn option(&self) -> Option<&str> {
        match self {
            RequestError::Command(_) => None,
            RequestError::Unknown { option, .. } => Some(option),
            RequestError::Value { option, .. } => option.as_deref(),
        }
    }
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `true`, or nothing.
    Flag,
    /// A value, or several.
    Value,
    /// A player, which must not name files or programs.
    Player,
    /// The ending of a file that is written.
    Output,
    /// A text or a picture that is read.
    Input,
    /// The name of a store.
    Store,
}

/// All commands, as the parser knows them.
pub fn commands() -> clap::Command {
    let mut root = Command::augment_subcommands(clap::Command::new("twofold").no_binary_name(true));
    root.build();
    root
}

/// The options of a command that can be asked for, and what each takes. Those by which a command starts
/// or meets other processes are for command lines only.
pub fn options(command: &clap::Command) -> impl Iterator<Item = (String, &Arg, Role)> {
    let arguments = command.get_arguments().filter(|argument| {
        !matches!(argument.get_action(), ArgAction::Help | ArgAction::Version | ArgAction::HelpLong)
            && argument.get_help_heading() != Some(cluster::options::HEADING)
    });
    arguments.map(|argument| (name(argument), argument, role(argument)))
}

/// The name of an option: that on the command line, or that of a positional argument.
fn name(argument: &Arg) -> String {
    match argument.get_long() {
        Some(long) => long.to_owned(),
        None => argument.get_id().as_str().replace('_', "-"),
    }
}

fn role(argument: &Arg) -> Role {
    if !argument.get_action().takes_values() {
        return Role::Flag;
    }
    let of = argument.get_value_parser().type_id();
    let place = argument.get_value_names().and_then(|names| names.first()).map(|name| &name[..]);
    match place {
        _ if argument.get_value_hint() == ValueHint::FilePath => Role::Input,
        Some("DIR" | "STORE") if of == TypeId::of::<PathBuf>() => Role::Store,
        _ if of == TypeId::of::<PathBuf>() => Role::Output,
        _ if of == TypeId::of::<PlayerSpec>() => Role::Player,
        _ => Role::Value,
    }
}

impl Request {
    /// The arguments of a command line that asks the same.
    ///
    /// # Errors
    /// If there is no such command or option, or if a file is not to be had.
    pub fn arguments(&self, files: &mut dyn Files) -> Result<Vec<String>, RequestError> {
        let root = commands();
        let mut command = &root;
        for name in &self.command {
            let found = command.find_subcommand(name).filter(|found| found.get_name() != "help");
            command = found.ok_or_else(|| RequestError::Command(self.command.join(" ")))?;
        }
        let known: Vec<_> = options(command).collect();
        let (mut arguments, mut positional) = (self.command.clone(), Vec::new());
        for (option, value) in &self.options {
            let Some((_, argument, role)) = known.iter().find(|(name, ..)| name == option) else {
                let command = self.command.join(" ");
                return Err(RequestError::Unknown { command, option: option.clone() });
            };
            if value.is_null() || *value == Value::Bool(false) && *role == Role::Flag {
                continue;
            }
            let texts = texts(option, value, *role, files)?;
            if argument.is_positional() {
                positional.push((argument.get_index(), texts));
            } else if *role == Role::Flag {
                arguments.push(format!("--{option}"));
            } else {
                // With the sign, so that a value that begins with a dash is one.
                arguments.extend(texts.iter().map(|text| format!("--{option}={text}")));
            }
        }
        positional.sort();
        if !positional.is_empty() {
            arguments.push("--".to_owned());
            arguments.extend(positional.into_iter().flat_map(|(_, texts)| texts));
        }
        Ok(arguments)
    }
}

/// Reads a command from arguments.
///
/// # Errors
/// If they make no sense.
pub fn read(arguments: &[String]) -> Result<Command, RequestError> {
    let told = |error: clap::Error| {
        let option = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(text)) => Some(text.as_str()),
            Some(ContextValue::Strings(texts)) => texts.first().map(String::as_str),
            _ => None,
        };
        RequestError::Value { option: option.map(bare), message: message(&error) }
    };
    let matches = commands().try_get_matches_from(arguments).map_err(told)?;
    Command::from_arg_matches(&matches).map_err(told)
}

/// `--until-sum <SUM>` as `until-sum`, `<SHAPE>` as `shape`.
fn bare(usage: &str) -> String {
    let word = usage.split([' ', '=']).next().unwrap_or_default();
    word.trim_matches(['-', '<', '>', '[', ']', '.']).to_lowercase()
}

/// What the parser says, without the hints that only help at a command line.
fn message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.trim_start_matches("error: ");
    let end = text.find("\n\nUsage:").or_else(|| text.find("\n\nFor more")).unwrap_or(text.len());
    text[..end].trim().to_owned()
}

/// The texts that a value stands for on the command line.
fn texts(
    option: &str,
    value: &Value,
    role: Role,
    files: &mut dyn Files,
) -> Result<Vec<String>, RequestError> {
    if let Value::Array(values) = value {
        let texts = values.iter().map(|value| texts(option, value, role, files));
        return Ok(texts.collect::<Result<Vec<_>, _>>()?.concat());
    }
    let wrong = |message: String| RequestError::value(option, message);
    let path = |path: PathBuf| {
        path.into_os_string().into_string().map_err(|_| wrong("a path is not text".to_owned()))
    };
    if role == Role::Store {
        return Ok(vec![path(files.store(option, value).map_err(wrong)?)?]);
    }
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(true) if role == Role::Flag => String::new(),
        _ => return Err(wrong(format!("`{value}` is not a value of {option}"))),
    };
    Ok(vec![match role {
        Role::Flag if text.is_empty() || text == "true" => text,
        Role::Flag => return Err(wrong(format!("{option} is true or false"))),
        Role::Output => path(files.output(option, &text).map_err(wrong)?)?,
        // A word cannot name a file elsewhere; it names a sequence or a pattern.
        Role::Input if is_word(&text) => text,
        Role::Input => path(files.input(option, &text).map_err(wrong)?)?,
        Role::Player if files.may_name_files() => text,
        Role::Player => player(option, text)?,
        Role::Value | Role::Store => text,
    }])
}

fn is_word(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
        && !text.starts_with('-')
}

/// A player that reads no file and runs no program.
fn player(option: &str, text: String) -> Result<String, RequestError> {
    let spec: PlayerSpec =
        text.parse().map_err(|error| RequestError::value(option, format!("{error}")))?;
    match spec.is_self_contained() {
        true => Ok(text),
        false => Err(RequestError::value(
            option,
            format!("`{text}` names a file or a program; only the command line may"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Names of files as they were asked for.
    struct Plain;

    impl Files for Plain {
        fn output(&mut self, option: &str, ending: &str) -> Result<PathBuf, String> {
            Ok(format!("out/{option}.{ending}").into())
        }

        fn store(&mut self, _: &str, name: &Value) -> Result<PathBuf, String> {
            match name.as_str() {
                Some("three") => Ok("stores/three".into()),
                _ => Err(format!("there is no store {name}")),
            }
        }

        fn input(&mut self, option: &str, _: &str) -> Result<PathBuf, String> {
            Ok(format!("in/{option}").into())
        }
    }

    fn arguments(command: &str, options: Value) -> Result<Vec<String>, RequestError> {
        let Value::Object(options) = options else { panic!("an object") };
        let command = command.split(' ').map(str::to_owned).collect();
        Request { command, options }.arguments(&mut Plain)
    }

    #[test]
    fn options_become_arguments() {
        let count = json!({ "shape": "3x3", "until-sum": 20, "rows": true, "plot": "svg" });
        let count = arguments("count", count).unwrap();
        assert_eq!(count.join(" "), "count --plot=out/plot.svg --rows --until-sum=20 -- 3x3");
        assert!(matches!(read(&count), Ok(Command::Count(_))));
        let ask = json!({ "store": "three", "board": "2 4 8 / . 2 . / . . ." });
        let ask = arguments("ask", ask).unwrap();
        assert_eq!(ask, ["ask", "--", "stores/three", "2 4 8 / . 2 . / . . ."]);
        let list = arguments("player list", json!({})).unwrap();
        assert!(read(&list).is_ok());
        let players = arguments("arena", json!({ "players": ["random", "greedy"] })).unwrap();
        assert_eq!(players, ["arena", "--players=random", "--players=greedy"]);
        assert!(matches!(read(&players), Ok(Command::Arena(_))));
    }

    #[test]
    fn nonsense_names_its_option() {
        let unknown = arguments("count", json!({ "shape": "3x3", "colour": 1 })).unwrap_err();
        assert_eq!(unknown.option(), Some("colour"));
        assert!(matches!(arguments("nonsense", json!({})), Err(RequestError::Command(_))));
        assert!(arguments("count help", json!({})).is_err());
        let wrong = arguments("count", json!({ "shape": "3x3", "until-sum": "x" })).unwrap();
        let wrong = read(&wrong).err().unwrap();
        assert_eq!(wrong.option(), Some("until-sum"));
        assert!(!wrong.to_string().contains("--help"), "{wrong}");
        let missing = read(&arguments("count", json!({})).unwrap()).err().unwrap();
        assert_eq!(missing.option(), Some("shape"));
        assert!(arguments("count", json!({ "shape": { "rows": 3 } })).is_err());
    }

    #[test]
    fn strangers_name_no_files() {
        let store = json!({ "store": "/etc", "board": "2 4 / . ." });
        assert_eq!(arguments("ask", store).unwrap_err().option(), Some("store"));
        for player in ["exec:sh -c true", "external:sh", "table:/etc", "ntuple:/etc/passwd"] {
            let error = arguments("arena", json!({ "players": [player] })).unwrap_err();
            assert_eq!(error.option(), Some("players"), "{player}");
        }
        let life = arguments("life", json!({ "pattern": "/etc/passwd" })).unwrap();
        assert_eq!(life, ["life", "--", "in/pattern"]);
        assert_eq!(arguments("life", json!({ "pattern": "glider" })).unwrap()[2], "glider");
        let dashed = arguments("change", json!({ "sequence": "--plot=x" })).unwrap();
        assert_eq!(dashed, ["change", "--", "in/sequence"]);
    }

    /// Every option that takes a path is one that a stranger cannot fill in.
    #[test]
    fn every_path_has_a_role() {
        fn check(command: &clap::Command) {
            for (name, argument, role) in options(command) {
                let of = argument.get_value_parser().type_id();
                let is_path = of == TypeId::of::<PathBuf>();
                let is_safe = matches!(role, Role::Output | Role::Input | Role::Store);
                assert!(!is_path || is_safe, "{} {name}", command.get_name());
            }
            command.get_subcommands().for_each(check);
        }
        check(&commands());
    }
}
