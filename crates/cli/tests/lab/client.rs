//! A server for a test, and requests to it as a browser, a program or an attacker would send them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::shapes;

/// The program, without what would change its output.
pub(crate) fn program() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("twofold"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// What the command line prints with `--format json`.
pub(crate) fn command_line(arguments: &[&str]) -> Value {
    let output = program().args(arguments).args(["--format", "json", "-q"]).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{arguments:?}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    })
}

/// A text as a part of an address.
pub(crate) fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                char::from(byte).to_string()
            }
            byte => format!("%{byte:02X}"),
        })
        .collect()
}

/// A server that ends with the test.
pub(crate) struct Lab {
    pub(crate) child: Child,
    pub(crate) address: String,
    /// Where it keeps the files of its jobs: it is killed, and cannot remove them.
    _files: tempfile::TempDir,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The value of a header, whatever its capitals.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

impl Lab {
    pub(crate) fn start(more: &[&str]) -> Lab {
        Lab::start_in(&std::env::temp_dir(), more)
    }

    /// A server that was started in a directory.
    pub(crate) fn start_in(directory: &Path, more: &[&str]) -> Lab {
        let mut command = program();
        command.current_dir(directory);
        let files = tempfile::tempdir().unwrap();
        command.env("TMPDIR", files.path());
        command.args(["lab", "--no-open", "--port", "0"]).args(more);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("{line:?} is no address")).to_owned();
        Lab { child, address, _files: files }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a request as it is.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may refuse before it has read all.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(&bytes)));
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut body = bytes[end + 4..].to_vec();
        if head.to_lowercase().contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        Answer { status, head, body }
    }

    /// Sends a request with headers of its own.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            request += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() || method == "POST" {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        self.raw(&[request.as_bytes(), b"\r\n", body].concat())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        shapes::checked(path, self.send("GET", path, &[], b""))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let json = ("Content-Type", "application/json");
        shapes::checked(path, self.send("POST", path, &[json], body.to_string().as_bytes()))
    }

    /// Starts a job and waits for its end.
    pub(crate) fn job(&self, body: &Value) -> Value {
        let started = self.post("/api/v1/jobs", body);
        assert_eq!(started.status, 202, "{body}: {}", started.json());
        self.wait(started.json()["id"].as_u64().unwrap(), |state| {
            !matches!(state, "queued" | "running")
        })
    }

    /// Waits until a job is as wanted.
    pub(crate) fn wait(&self, id: u64, is_wanted: impl Fn(&str) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let job = self.get(&format!("/api/v1/jobs/{id}")).json();
            if is_wanted(job["state"].as_str().unwrap()) {
                return job;
            }
            assert!(start.elapsed() < Duration::from_secs(120), "{job}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap().trim(), 16);
        let Ok(size) = size else { break };
        if size == 0 || bytes.len() < end + 2 + size {
            break;
        }
        whole.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[(end + 4 + size).min(bytes.len())..];
    }
    whole
}
