//! Who takes part, as the options and the environment say it.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use twofold_cluster::{Hosts, Members, Token, bind, bind_own};

use super::slurm;
use super::tell;
use crate::error::CommandError;
use crate::face::Face;

/// The variable with the token of a run.
pub(super) const TOKEN: &str = "TWOFOLD_TOKEN";

/// The variables by which a launcher tells the processes on its machine who they are.
pub(super) const PROCESS: &str = "TWOFOLD_PROCESS";
pub(super) const ADDRESSES: &str = "TWOFOLD_ADDRESSES";

/// The port of the first process of a node, unless the options name another.
const PORT: u16 = 7420;

/// What a heading in the help says, and what faces without a command line leave out.
pub(crate) const HEADING: &str = "Many processes and hosts";

/// The processes that work together.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = HEADING)]
pub(crate) struct ClusterOptions {
    /// Work on many processes: `local:N` of this machine, a FILE with a line host:port for each, or `slurm`
    #[arg(long, value_name = "HOSTS")]
    pub(crate) hosts: Option<Hosts>,
    /// Which line of the file this process is, from 0 [default: the first whose address is of this host and
    /// free]
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,
    /// A file with the secret that all processes share, readable by you alone; `-` reads it from standard
    /// input [default: the variable TWOFOLD_TOKEN]
    #[arg(long, value_name = "FILE", requires = "hosts", value_hint = clap::ValueHint::FilePath)]
    token: Option<PathBuf>,
    /// How long another process may be silent before this one ends
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "hosts", value_parser = clap::value_parser!(u64).range(2..=3600))]
    patience: u64,
    /// How long to wait for the other processes at the beginning; with `local:N`, at most three times the patience
    #[arg(long, value_name = "SECONDS", default_value_t = 300, requires = "hosts", value_parser = clap::value_parser!(u64).range(1..=86400))]
    wait: u64,
    /// With `slurm`: the port of the first process of each node; the others have the next ones
    #[arg(long, value_name = "PORT", default_value_t = PORT, requires = "hosts", value_parser = clap::value_parser!(u16).range(1024..))]
    port: u16,
}

/// A place among the processes, with a listener at its address.
pub(super) struct Place {
    pub(super) members: Members,
    pub(super) listener: TcpListener,
    /// A file that ends with the run.
    pub(super) token_file: Option<PathBuf>,
}

impl ClusterOptions {
    /// The place of this process; `None` if it is the one that starts the others.
    pub(super) fn place(
        &self,
        hosts: &Hosts,
        store: &Path,
        face: &dyn Face,
    ) -> Result<Option<Place>, CommandError> {
        let mut token_file = None;
        let (addresses, own) = match hosts {
            Hosts::Local(_) => match (face.variable(PROCESS), face.variable(ADDRESSES)) {
                (Some(process), Some(addresses)) => {
                    let own = process.parse().map_err(|_| nonsense(PROCESS))?;
                    (addresses.split(',').map(str::to_owned).collect(), Some(own))
                }
                _ => return Ok(None),
            },
            Hosts::File(path) => {
                let text = fs::read_to_string(path).map_err(|error| {
                    let error = format!("cannot read {}: {error}", path.display());
                    CommandError::input(error).about("hosts")
                })?;
                let addresses = Hosts::read(&text)
                    .map_err(|error| CommandError::input(error).about("hosts"))?;
                (addresses, self.process)
            }
            Hosts::Slurm => {
                let tasks = slurm::tasks(face, self.port)?;
                if self.token.is_none() && face.variable(TOKEN).is_none() {
                    token_file = Some(store.join(format!("token-{}", tasks.job)));
                }
                (tasks.addresses, Some(tasks.own))
            }
        };
        let (own, listener) = match own {
            Some(own) if own >= addresses.len() => {
                let error = format!("process {own} is none of the {} processes", addresses.len());
                return Err(CommandError::input(error).about("process"));
            }
            Some(own) => (own, bind(&addresses[own]).map_err(tell)?),
            None => bind_own(&addresses).map_err(tell)?,
        };
        let token = match &token_file {
            Some(path) => shared_token(path, own == 0, Duration::from_secs(self.wait), face)?,
            None => self.token(face)?,
        };
        let members = self.members(hosts, addresses, own, token);
        Ok(Some(Place { members, listener, token_file }))
    }

    pub(super) fn members(
        &self,
        hosts: &Hosts,
        addresses: Vec<String>,
        own: usize,
        token: Token,
    ) -> Members {
        let [patience, wait] = [self.patience, self.wait].map(Duration::from_secs);
        // Processes of one machine start together: one that has not come by then has been killed.
        let wait = if matches!(hosts, Hosts::Local(_)) { wait.min(3 * patience) } else { wait };
        Members { addresses, own, token, patience, wait }
    }

    fn token(&self, face: &dyn Face) -> Result<Token, CommandError> {
        let text = match &self.token {
            Some(path) if path.as_os_str() == "-" => {
                let mut text = String::new();
                face.input().take(1 << 12).read_to_string(&mut text)?;
                text
            }
            Some(path) => read_secret(path)?,
            None => face.variable(TOKEN).ok_or_else(|| {
                let error = "the processes of a run need a secret that they share";
                CommandError::input(error).about("token").hint(
                    "make one with `twofold cluster token > FILE; chmod 600 FILE`, and give every process \
                     --token FILE",
                )
            })?,
        };
        Token::from_text(&text).ok_or_else(|| {
            let error = "the token is too short: sixteen characters at least";
            CommandError::input(error).about("token")
        })
    }
}

fn nonsense(variable: &str) -> CommandError {
    CommandError::input(format!("the variable {variable} makes no sense"))
}

/// The text of a file that only its owner may read.
fn read_secret(path: &Path) -> Result<String, CommandError> {
    let told = |error| {
        let error = format!("cannot read {}: {error}", path.display());
        CommandError::input(error).about("token")
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(path).map_err(told)?.permissions().mode();
        if mode & 0o077 != 0 {
            let error = format!("others may read {}", path.display());
            let hint = format!("chmod 600 {}", path.display());
            return Err(CommandError::input(error).about("token").hint(hint));
        }
    }
    fs::read_to_string(path).map_err(told)
}

/// Makes a file with a new token that only its owner may read.
pub(super) fn write_secret(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

/// The token that the first process leaves for the others in a directory that all share.
fn shared_token(
    path: &Path,
    is_first: bool,
    wait: Duration,
    face: &dyn Face,
) -> Result<Token, CommandError> {
    let nonsense = || CommandError::failure(format!("{} is no token", path.display()));
    if is_first {
        let text = Token::random_text();
        let dir = path.parent().unwrap_or(Path::new("."));
        let cannot = |error: std::io::Error| CommandError::cannot_write(path, &error);
        fs::create_dir_all(dir).map_err(cannot)?;
        // Whole under its name, or not there; one that an earlier attempt of the job left is replaced.
        let temporary = path.with_extension("new");
        let _ = fs::remove_file(&temporary);
        write_secret(&temporary, &text).map_err(cannot)?;
        fs::rename(&temporary, path).map_err(cannot)?;
        return Token::from_text(&text).ok_or_else(nonsense);
    }
    let start = Instant::now();
    while !path.exists() {
        if face.is_stopped() {
            return Err(CommandError::interrupted());
        }
        if start.elapsed() > wait {
            let error = format!("the first process has left no token in {}", path.display());
            return Err(CommandError::failure(error).hint(
                "the store must be on a disk that all nodes share; if it is not, set TWOFOLD_TOKEN \
                 for all of them",
            ));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Token::from_text(&read_secret(path)?).ok_or_else(nonsense)
}
