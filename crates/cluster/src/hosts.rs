//! Where the processes of a run are.

use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::str::FromStr;

use crate::error::ClusterError;
use crate::session::PARTITIONS;

/// Where the processes of a run are, as people say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// So many processes on this machine.
    Local(usize),
    /// A line `host:port` for each process.
    File(PathBuf),
    /// Wherever Slurm has started them.
    Slurm,
}

/// Why hosts make no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostsError {
    /// There must be one process at least, and not more than partitions.
    #[error("`{0}` is no number of processes: 1 to {PARTITIONS}")]
    Number(String),
    /// A line of a list names no address.
    #[error("line {line} is `{text}`, and should be host:port")]
    Line {
        /// The number of the line, from one.
        line: usize,
        /// What it says.
        text: String,
    },
    /// Two processes would listen at the same place.
    #[error("{0} is there twice")]
    Twice(String),
    /// A list of nodes cannot be read.
    #[error("`{0}` is no list of nodes")]
    Nodes(String),
}

impl FromStr for Hosts {
    type Err = HostsError;

    fn from_str(text: &str) -> Result<Hosts, HostsError> {
        if text == "slurm" {
            return Ok(Hosts::Slurm);
        }
        match text.strip_prefix("local:") {
            None => Ok(Hosts::File(PathBuf::from(text))),
            Some(number) => match number.parse() {
                Ok(processes @ 1..=4096) => Ok(Hosts::Local(processes)),
                _ => Err(HostsError::Number(number.to_owned())),
            },
        }
    }
}

impl Hosts {
    /// The addresses in a list: a line for each process; empty lines and what follows a # do not count.
    ///
    /// # Errors
    /// If a line is no address, or one is there twice.
    pub fn read(text: &str) -> Result<Vec<String>, HostsError> {
        let mut addresses: Vec<String> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let address = line.split('#').next().unwrap_or_default().trim();
            if address.is_empty() {
                continue;
            }
            let port = address.rsplit_once(':').and_then(|(host, port)| {
                port.parse::<u16>().ok().filter(|&port| port > 0 && !host.is_empty())
            });
            if port.is_none() || address.contains(char::is_whitespace) {
                return Err(HostsError::Line { line: number + 1, text: address.to_owned() });
            }
            if addresses.iter().any(|known| known == address) {
                return Err(HostsError::Twice(address.to_owned()));
            }
            addresses.push(address.to_owned());
        }
        match addresses.len() {
            1..=4096 => Ok(addresses),
            number => Err(HostsError::Number(number.to_string())),
        }
    }

    /// The nodes of a list of Slurm, such as `n[01-03,7],login`.
    ///
    /// # Errors
    /// If it makes no sense.
    pub fn nodes(list: &str) -> Result<Vec<String>, HostsError> {
        let wrong = || HostsError::Nodes(list.to_owned());
        let (mut nodes, mut depth, mut word) = (Vec::new(), 0, String::new());
        for c in list.chars().chain([',']) {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                ',' if depth == 0 => {
                    nodes.extend(expanded(&std::mem::take(&mut word)).ok_or_else(wrong)?);
                    continue;
                }
                _ => {}
            }
            if !(0..=1).contains(&depth) || nodes.len() > PARTITIONS as usize {
                return Err(wrong());
            }
            word.push(c);
        }
        if word.is_empty() { Ok(nodes) } else { Err(wrong()) }
    }
}

/// `n[01-03,7]` as `n01`, `n02`, `n03`, `n7`.
fn expanded(word: &str) -> Option<Vec<String>> {
    let Some((before, rest)) = word.split_once('[') else {
        return (!word.is_empty()).then(|| vec![word.to_owned()]);
    };
    let (ranges, after) = rest.split_once(']')?;
    let mut nodes = Vec::new();
    for range in ranges.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let width = first.len();
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        if last < first || last - first > u64::from(PARTITIONS) {
            return None;
        }
        for number in first..=last {
            nodes.extend(expanded(&format!("{before}{number:0width$}{after}"))?);
        }
    }
    Some(nodes)
}

/// Listens on an address, and on no other.
///
/// # Errors
/// If it is none of this host, or in use.
pub fn bind(address: &str) -> Result<TcpListener, ClusterError> {
    TcpListener::bind(address)
        .map_err(|source| ClusterError::Listen { address: address.to_owned(), source })
}

/// Listens on the first address that is one of this host and free; its place in the list.
///
/// # Errors
/// If none is.
pub fn bind_own(addresses: &[String]) -> Result<(usize, TcpListener), ClusterError> {
    let bound =
        |(place, address): (usize, &String)| Some((place, TcpListener::bind(address).ok()?));
    addresses.iter().enumerate().find_map(bound).ok_or_else(|| ClusterError::Listen {
        address: format!("any of {}", addresses.join(", ")),
        source: io::ErrorKind::AddrNotAvailable.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read() {
        assert_eq!("local:3".parse(), Ok(Hosts::Local(3)));
        assert_eq!("slurm".parse(), Ok(Hosts::Slurm));
        assert_eq!("hosts.txt".parse(), Ok(Hosts::File("hosts.txt".into())));
        for wrong in ["local:0", "local:x", "local:", "local:5000"] {
            assert!(wrong.parse::<Hosts>().is_err(), "{wrong}");
        }
        let text = "# ours\n10.0.0.1:7000\n\n10.0.0.2:7000 # the big one\n";
        assert_eq!(Hosts::read(text).unwrap(), ["10.0.0.1:7000", "10.0.0.2:7000"]);
        for wrong in ["", "host", "host:0", "host:x", "a:1\na:1", "a b:1", ":70"] {
            assert!(Hosts::read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn lists_of_nodes_are_expanded() {
        assert_eq!(Hosts::nodes("n[01-03,7],login").unwrap(), ["n01", "n02", "n03", "n7", "login"]);
        assert_eq!(Hosts::nodes("one").unwrap(), ["one"]);
        assert_eq!(Hosts::nodes("r[1-2]n[8-9]").unwrap(), ["r1n8", "r1n9", "r2n8", "r2n9"]);
        for wrong in ["", "a,,b", "a[1", "a]1", "a[3-1]", "a[x]", "a[1-999999999]"] {
            assert!(Hosts::nodes(wrong).is_err(), "{wrong:?}");
        }
    }
}
