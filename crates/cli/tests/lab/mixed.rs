//! Mixed look-ups at a steady rate, over connections that stay open, as pages of several people would
//! send them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A load on a server.
#[derive(Clone, Copy)]
pub(crate) struct Load<'a> {
    pub(crate) address: &'a str,
    /// A solved store of 3x3.
    pub(crate) store: &'a str,
    /// Requests a second.
    pub(crate) rate: u32,
    pub(crate) time: Duration,
    pub(crate) connections: u32,
}

/// What came of it.
#[derive(Default)]
pub(crate) struct Outcome {
    /// From the moment at which a request was due to the end of its answer, in ascending order.
    pub(crate) times: Vec<Duration>,
    pub(crate) errors: Vec<String>,
    pub(crate) elapsed: Duration,
}

impl Outcome {
    /// The time within which this share of all answers came.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        let place = (self.times.len() as f64 * share).ceil() as usize;
        self.times[place.clamp(1, self.times.len()) - 1]
    }

    /// Answers a second.
    pub(crate) fn rate(&self) -> f64 {
        self.times.len() as f64 / self.elapsed.as_secs_f64()
    }
}

/// Boards of 3x3 that occur in play.
const BOARDS: [&str; 5] = [
    "2 4 8 / . 2 . / . . .",
    "2 2 . / . . . / . . .",
    "16 8 4 / 2 4 2 / . . 2",
    "4 8 16 / 2 4 2 / 2 . .",
    "32 16 2 / 4 2 4 / 2 . .",
];

/// The question of this number: all kinds in turn.
fn question(number: u32, store: &str) -> (&'static str, String, Option<Value>) {
    let board = BOARDS[number as usize / 6 % BOARDS.len()];
    let coded = board.replace(' ', "+");
    let game = json!({ "shape": "3x3" });
    match number % 6 {
        0 => ("GET", format!("/api/v1/answer/board?board={coded}"), None),
        1 | 4 => ("GET", format!("/api/v1/answer/ask?store={store}&board={coded}"), None),
        2 => {
            let direction = ["left", "right", "up", "down"][number as usize / 6 % 4];
            let body = json!({
                "game": game, "board": board, "direction": direction, "seed": 1, "ply": number
            });
            ("POST", "/api/v1/game/turn".to_owned(), Some(body))
        }
        3 => ("GET", ["/", "/app.js", "/style.css"][number as usize / 6 % 3].to_owned(), None),
        _ => {
            let body = json!({ "game": game, "board": board, "direction": "left" });
            ("POST", "/api/v1/game/slide".to_owned(), Some(body))
        }
    }
}

/// A connection that stays open.
struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    fn new(address: &str) -> std::io::Result<Connection> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        Ok(Connection { stream: BufReader::new(stream), host: address.to_owned() })
    }

    /// The status of the answer, which is read to its end.
    fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> std::io::Result<u16> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Accept-Encoding: gzip\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len(),
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.line()?.to_ascii_lowercase();
            match line.split_once(':') {
                None => break,
                Some(("content-length", value)) => length = value.trim().parse().unwrap_or(0),
                Some(("transfer-encoding", _)) => is_chunked = true,
                Some(_) => {}
            }
        }
        if is_chunked {
            loop {
                let size = usize::from_str_radix(self.line()?.trim(), 16).unwrap_or(0);
                self.skip(size)?;
                self.line()?;
                if size == 0 {
                    break;
                }
            }
        } else {
            self.skip(length)?;
        }
        status.ok_or_else(|| std::io::Error::other("no status"))
    }

    fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    fn skip(&mut self, bytes: usize) -> std::io::Result<()> {
        let read = std::io::copy(&mut (&mut self.stream).take(bytes as u64), &mut std::io::sink())?;
        if read == bytes as u64 { Ok(()) } else { Err(std::io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Load<'_> {
    /// Sends requests at the rate, whether answers come or not, for the time.
    pub(crate) fn run(self) -> Outcome {
        let start = Instant::now();
        let parts: Vec<Outcome> = std::thread::scope(|scope| {
            let parts: Vec<_> = (0..self.connections)
                .map(|index| scope.spawn(move || self.connection(index, start)))
                .collect();
            parts.into_iter().map(|part| part.join().expect("a client never panics")).collect()
        });
        let mut all = Outcome { elapsed: start.elapsed(), ..Outcome::default() };
        for part in parts {
            all.times.extend(part.times);
            all.errors.extend(part.errors);
        }
        all.times.sort_unstable();
        all
    }

    /// The requests of one connection: every one of as many as there are connections.
    fn connection(self, index: u32, start: Instant) -> Outcome {
        let mut outcome = Outcome::default();
        let mut connection = Connection::new(self.address);
        for number in (index..).step_by(self.connections as usize) {
            let due = start + Duration::from_secs(1) * number / self.rate;
            if due >= start + self.time {
                break;
            }
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            let (method, path, body) = question(number, self.store);
            let open = match &mut connection {
                Ok(open) => open,
                Err(error) => {
                    outcome.errors.push(error.to_string());
                    connection = Connection::new(self.address);
                    continue;
                }
            };
            match open.ask(method, &path, body.as_ref()) {
                Ok(200) => outcome.times.push(due.elapsed()),
                Ok(status) => outcome.errors.push(format!("{path}: {status}")),
                Err(error) => {
                    outcome.errors.push(format!("{path}: {error}"));
                    connection = Connection::new(self.address);
                }
            }
        }
        outcome
    }
}
