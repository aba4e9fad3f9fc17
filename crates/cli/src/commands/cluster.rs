//! `twofold cluster`: starting and planning work on many processes.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};

use clap::{Args, Parser, Subcommand};
use twofold_commands::cluster::{self, HostList, plan};
use twofold_commands::{CommandError, Output};

use crate::arguments::Arguments;
use crate::environment;

/// Work on many processes and hosts: start it, plan it
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold cluster run --hosts local:2 -- count 4x4 --to 32 --store four
  twofold cluster plan 4x4 --to 64 --hosts 4 --cores 8
  twofold cluster token > token         a secret for hosts of a file")]
pub(crate) struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Run(RunOptions),
    Plan(plan::Options),
    /// Print a new token, the secret that the processes of a run share
    Token,
}

/// Start a command on many processes
///
/// On this machine (`local:N`) the processes are started, with one progress bar for all of them. For a file
/// of hosts, the commands to give on each host are printed, or given by ssh.
#[derive(Args)]
#[command(after_help = "\
Examples:
  twofold cluster run --hosts local:2 -- count 4x4 --to 32 --store four
  twofold cluster run --hosts hosts.txt -- count 4x4 --to 64 --store /data/four
                                        the commands for the hosts of the file
  twofold cluster run --hosts hosts.txt --ssh -- count 4x4 --to 64 --store /data/four
                                        starts them")]
struct RunOptions {
    /// `local:N`, or a FILE with a line host:port for each process
    #[arg(long, value_name = "HOSTS")]
    hosts: HostList,
    /// Start the processes by ssh; the program, the file of hosts and the store have the same paths everywhere
    #[arg(long)]
    ssh: bool,
    /// A command that takes --hosts, with its options
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    command: Vec<String>,
}

pub(crate) fn run(options: &Options, output: &mut Output) -> Result<(), CommandError> {
    match &options.action {
        Action::Plan(options) => plan::run(options, output),
        Action::Token => Ok(output.say(&format!("{}\n", cluster::token()))?),
        Action::Run(options) => start(options, output),
    }
}

fn start(options: &RunOptions, output: &mut Output) -> Result<(), CommandError> {
    let hosts = match &options.hosts {
        HostList::Local(processes) => format!("local:{processes}"),
        HostList::File(path) => return on_hosts(options, path, output),
        HostList::Slurm => {
            let error = "Slurm starts processes itself";
            let hint = format!("srun twofold {} --hosts slurm", options.command.join(" "));
            return Err(CommandError::input(error).about("hosts").hint(hint));
        }
    };
    let words = ["twofold"].into_iter().map(str::to_owned).chain(options.command.iter().cloned());
    let words = words.chain(["--hosts".to_owned(), hosts]);
    let arguments = Arguments::try_parse_from(words)
        .map_err(|error| CommandError::input(error.to_string().trim()).about("command"))?;
    super::run(arguments.command, output)
}

/// The commands for the hosts of a file, or processes there.
fn on_hosts(options: &RunOptions, path: &Path, output: &mut Output) -> Result<(), CommandError> {
    let told = |error: String| CommandError::input(error).about("hosts");
    let text = fs::read_to_string(path)
        .map_err(|error| told(format!("cannot read {}: {error}", path.display())))?;
    let addresses = HostList::read(&text).map_err(|error| told(error.to_string()))?;
    let program = environment::command_line().and_then(|words| words.into_iter().next());
    let program = program.unwrap_or_else(|| OsString::from("twofold"));
    let line = |process: usize, token: &str| {
        let mut words = vec![program.to_string_lossy().into_owned()];
        words.extend(options.command.iter().cloned());
        let process = process.to_string();
        let hosts = path.display().to_string();
        let more = ["--hosts", &hosts, "--process", &process, "--token", token];
        words.extend(more.map(str::to_owned));
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    };
    if options.ssh {
        return by_ssh(&addresses, &|process| line(process, "-"));
    }
    let token = PathBuf::from(format!("{}.token", path.display()));
    if !token.exists() {
        cluster::write_token(&token, output.face().as_ref())?;
    }
    let token = token.display().to_string();
    for (process, address) in addresses.iter().enumerate() {
        output.say(&format!("# on {}\n{}\n", host(address), line(process, &token)))?;
    }
    Ok(())
}

fn host(address: &str) -> &str {
    address.rsplit_once(':').map_or(address, |(host, _)| host)
}

/// Starts a process on every host and waits for all of them; the results are those of the first one.
fn by_ssh(addresses: &[String], line: &dyn Fn(usize) -> String) -> Result<(), CommandError> {
    let secret = cluster::token();
    let mut children: Vec<Child> = Vec::new();
    let end = |children: &mut Vec<Child>| {
        for child in children {
            let _ = child.kill();
        }
    };
    for (process, address) in addresses.iter().enumerate() {
        let mut ssh = Process::new("ssh");
        ssh.args(["-o", "BatchMode=yes", host(address), &line(process)]).stdin(Stdio::piped());
        if process > 0 {
            ssh.stdout(Stdio::null());
        }
        let started = ssh.spawn().and_then(|mut child| {
            // The secret stands in no command line, which others on the host may see.
            let told = child.stdin.take().map(|mut stdin| stdin.write_all(secret.as_bytes()));
            told.transpose()?;
            Ok(child)
        });
        match started {
            Ok(child) => children.push(child),
            Err(error) => {
                end(&mut children);
                return Err(CommandError::failure(format!("cannot start ssh: {error}")));
            }
        }
    }
    let mut failed = None;
    for (process, child) in children.iter_mut().enumerate() {
        let status = child.wait()?;
        if !status.success() && failed.is_none() {
            failed = Some((process, status));
        }
    }
    match failed {
        None => Ok(()),
        Some((process, status)) => {
            let address = &addresses[process];
            Err(CommandError::failure(format!("process {process} ({address}): {status}")))
        }
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=,@%+".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
