//! Whether the lab stays quick under load: `cargo bench --package twofold --bench lab [-- SECONDS]`.
//!
//! Starts the lab as a program of its own and sends it 200 mixed look-ups a second, first alone, then
//! beside heavy jobs. There must be no error, and beside a job 99 of 100 answers must come within 50 ms.
//! Also measures the time from the start of the program to a page that can be used.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[path = "../tests/lab/mixed.rs"]
mod mixed;

use mixed::{Load, Outcome};

/// Look-ups a second.
const RATE: u32 = 200;

/// Seconds of each load, unless told otherwise.
const SECONDS: u64 = 60;

/// 99 of 100 answers beside a heavy job come within this time.
const NINETY_NINE: Duration = Duration::from_millis(50);

/// The first page can be used after this time.
const FIRST_PAGE: Duration = Duration::from_secs(1);

const JOBS: [&str; 2] = [
    r#"{"command":"solve","options":{"shape":"3x3"}}"#,
    r#"{"command":"count","options":{"shape":"3x4","to":64}}"#,
];

/// A lab that ends with the measurement.
struct Lab {
    child: Child,
    address: String,
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_twofold"))
}

impl Lab {
    fn start(store: &Path) -> Lab {
        let mut command = program();
        command.args(["lab", "--no-open", "--port", "0", "--store"]).arg(store);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the lab starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("an address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Lab { child, address }
    }

    /// The status and the body of an answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len(),
        );
        stream.write_all(request.as_bytes()).expect("a request is sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer comes");
        let status = text.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        (status, text)
    }

    /// Keeps a heavy job at work until it is enough; how many there were.
    fn work(&self, is_enough: &AtomicBool) -> usize {
        let mut jobs = 0;
        while !is_enough.load(Ordering::Relaxed) {
            let (status, text) = self.ask("POST", "/api/v1/jobs", JOBS[jobs % JOBS.len()]);
            assert_eq!(status, 202, "{text}");
            let id = text.split("\"id\":").nth(1).and_then(|rest| rest.split(',').next());
            let path = format!("/api/v1/jobs/{}", id.expect("jobs have a number"));
            jobs += 1;
            while !is_enough.load(Ordering::Relaxed) {
                let (_, text) = self.ask("GET", &path, "");
                assert!(!text.contains("\"state\":\"failed\""), "{text}");
                if text.contains("\"state\":\"done\"") {
                    break;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        jobs
    }
}

fn row(name: &str, outcome: &Outcome) {
    let milliseconds = |share: f64| 1000.0 * outcome.quantile(share).as_secs_f64();
    println!(
        "| {name} | {} | {:.0} | {} | {:.1} | {:.1} | {:.1} |",
        outcome.times.len(),
        outcome.rate(),
        outcome.errors.len(),
        milliseconds(0.5),
        milliseconds(0.99),
        milliseconds(1.0),
    );
}

fn main() {
    let number = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let time = Duration::from_secs(number.unwrap_or(SECONDS));
    let folder = tempfile::tempdir().expect("a directory");
    let store = folder.path().join("three");
    let solved = program().args(["solve", "3x3", "--quiet", "--store"]).arg(&store).output();
    assert!(solved.expect("the program starts").status.success());

    let start = Instant::now();
    let lab = Lab::start(&store);
    for path in ["/", "/app.js", "/style.css", "/api/v1/about"] {
        assert_eq!(lab.ask("GET", path, "").0, 200, "{path}");
    }
    let first = start.elapsed();
    println!("from the start to a page that can be used: {:.0} ms\n", 1000.0 * first.as_secs_f64());

    println!("| load | answers | a second | errors | p50, ms | p99, ms | most, ms |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let load = Load { address: &lab.address, store: "three", rate: RATE, time, connections: 16 };
    let alone = load.run();
    row("alone", &alone);
    let is_enough = AtomicBool::new(false);
    let (beside, jobs) = std::thread::scope(|scope| {
        let jobs = scope.spawn(|| lab.work(&is_enough));
        // The first job is at work.
        std::thread::sleep(Duration::from_millis(500));
        let beside = load.run();
        is_enough.store(true, Ordering::Relaxed);
        (beside, jobs.join().expect("jobs are done"))
    });
    row("beside heavy jobs", &beside);
    println!("\n{jobs} jobs were begun beside the second load");

    assert!(first < FIRST_PAGE, "the first page took {first:?}");
    for outcome in [&alone, &beside] {
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
    }
    assert!(beside.quantile(0.99) < NINETY_NINE, "{:?}", beside.quantile(0.99));
}
