//! Long work: a queue with a bound, a few jobs at a time, each in a process of its own.
//!
//! A process can be stopped at any moment, holds its own memory, and takes nothing along if it breaks.

mod check;
mod files;
mod job;
mod process;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tokio::sync::{Semaphore, broadcast, watch};
use twofold_commands::request::{self, Request};
use twofold_commands::{Command, bytes_for_people, parse_bytes};

use self::check::Checks;
use self::files::JobFiles;
pub(crate) use self::job::{Job, State};
use self::process::{Clock, Report};
use crate::config::Limits;
use crate::error::ApiError;
use crate::stores::Stores;

/// A wish for a job.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobRequest {
    /// The command, with its subcommand after a space or a slash.
    command: String,
    #[serde(default)]
    options: Map<String, Value>,
    #[serde(default)]
    title: Option<String>,
}

/// Commands that make sense as jobs.
pub(crate) const COMMANDS: [&str; 27] = [
    "advise",
    "arena",
    "board",
    "breakthrough",
    "breakthrough position",
    "breakthrough table",
    "chains",
    "change",
    "count",
    "diagram",
    "graph",
    "life",
    "paint",
    "perft",
    "prove",
    "reach",
    "replay",
    "reproduce",
    "review",
    "shortest",
    "show",
    "solve",
    "stereogram",
    "store export",
    "store verify",
    "train",
    "tune",
];

/// The shortest time between two events of one job.
const EVENT_INTERVAL: Duration = Duration::from_millis(100);

/// All jobs.
#[derive(Clone)]
pub(crate) struct Jobs {
    shared: Arc<Shared>,
}

struct Shared {
    program: PathBuf,
    limits: Limits,
    directory: TempDir,
    stores: Stores,
    jobs: Mutex<Registry>,
    /// A permit for every job that may run.
    slots: Arc<Semaphore>,
    checks: Checks,
    events: broadcast::Sender<Arc<Job>>,
}

#[derive(Default)]
struct Registry {
    next: u64,
    /// Jobs that are looked at before they are let in.
    at_the_door: usize,
    entries: BTreeMap<u64, Entry>,
}

/// A job that can begin.
struct Prepared {
    arguments: Vec<String>,
    makes_store: bool,
    /// Bytes of memory that it is expected to take.
    expected: Option<f64>,
}

/// A place in the queue that is given back, with its directory, unless a job takes it.
struct Place {
    jobs: Jobs,
    id: u64,
    directory: PathBuf,
    is_taken: bool,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.jobs.registry().at_the_door -= 1;
        if !self.is_taken {
            let _ = std::fs::remove_dir_all(&self.directory);
        }
    }
}

struct Entry {
    job: Job,
    cancel: watch::Sender<bool>,
    directory: PathBuf,
    told: Instant,
}

impl Jobs {
    /// No jobs yet.
    pub(crate) fn new(program: PathBuf, limits: Limits, stores: Stores) -> std::io::Result<Jobs> {
        let directory = tempfile::Builder::new().prefix("twofold-lab-").tempdir()?;
        let slots = Arc::new(Semaphore::new(limits.running));
        let (events, _) = broadcast::channel(256);
        let jobs = Mutex::default();
        let checks = Checks::new()?;
        let shared = Shared { program, limits, directory, stores, jobs, slots, checks, events };
        Ok(Jobs { shared: Arc::new(shared) })
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.shared.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where jobs keep their files.
    pub(crate) fn directory(&self) -> &Path {
        self.shared.directory.path()
    }

    /// What happens to jobs from now on.
    pub(crate) fn events(&self) -> broadcast::Receiver<Arc<Job>> {
        self.shared.events.subscribe()
    }

    /// All jobs, the newest first, without their results.
    pub(crate) fn list(&self) -> Vec<Job> {
        self.registry().entries.values().rev().map(|entry| entry.job.summary()).collect()
    }

    /// A job with its result.
    pub(crate) fn get(&self, id: u64) -> Result<Job, ApiError> {
        let registry = self.registry();
        registry.entries.get(&id).map(|entry| entry.job.clone()).ok_or_else(|| missing(id))
    }

    /// A file of a job.
    pub(crate) fn file(&self, id: u64, name: &str) -> Result<Vec<u8>, ApiError> {
        let directory = self.registry().entries.get(&id).map(|entry| entry.directory.clone());
        let directory = directory.ok_or_else(|| missing(id))?;
        let file = files::read(&directory, name);
        file.ok_or_else(|| ApiError::missing(format!("job {id} has no file `{name}`")))
    }

    /// Asks a job to end.
    pub(crate) fn cancel(&self, id: u64) -> Result<Job, ApiError> {
        let registry = self.registry();
        let entry = registry.entries.get(&id).ok_or_else(|| missing(id))?;
        // Nobody listens if it has ended.
        let _ = entry.cancel.send(true);
        Ok(entry.job.summary())
    }

    /// Forgets a job and its files; one that runs is asked to end first.
    pub(crate) fn remove(&self, id: u64) -> Result<(), ApiError> {
        let entry = self.registry().entries.remove(&id).ok_or_else(|| missing(id))?;
        let _ = entry.cancel.send(true);
        self.shared.stores.forget(&store_name(id));
        let _ = std::fs::remove_dir_all(&entry.directory);
        Ok(())
    }

    /// Starts a job, or puts it into the queue.
    pub(crate) async fn start(&self, wish: JobRequest) -> Result<Job, ApiError> {
        let words: Vec<String> = wish
            .command
            .split([' ', '/'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        let command = words.join(" ");
        if !COMMANDS.contains(&&command[..]) {
            return Err(ApiError::missing(format!("there are no jobs for `{command}`")));
        }
        let mut place = self.place()?;
        let directory = place.directory.clone();
        let prepared = self.prepare(words, wish.options.clone(), directory).await?;
        let (id, directory) = (place.id, place.directory.clone());
        let title = wish.title.filter(|title| !title.trim().is_empty());
        let job = Job {
            id,
            title: title.unwrap_or_else(|| told(&command, &wish.options)),
            command,
            options: wish.options,
            state: State::Queued,
            created: now(),
            started: None,
            ended: None,
            progress: None,
            interim: None,
            remarks: Vec::new(),
            error: None,
            negative: None,
            files: Vec::new(),
            store: prepared.makes_store.then(|| store_name(id)),
            memory: self.shared.limits.memory,
            expected_memory: prepared.expected.map(|expected| expected as u64),
            partial: false,
            result: None,
        };
        let (cancel, cancelled) = watch::channel(false);
        let entry =
            Entry { job: job.clone(), cancel, directory: directory.clone(), told: Instant::now() };
        self.registry().entries.insert(id, entry);
        place.is_taken = true;
        drop(place);
        self.tell(&job);
        tokio::spawn(self.clone().work(id, prepared.arguments, directory, cancelled));
        Ok(job)
    }

    /// A place in the queue, with a number and a directory.
    fn place(&self) -> Result<Place, ApiError> {
        let mut registry = self.registry();
        let waiting = registry.entries.values().filter(|entry| !entry.job.state.is_over()).count();
        let waiting = waiting + registry.at_the_door;
        if waiting >= self.shared.limits.queued {
            return Err(ApiError::full(format!("{waiting} jobs are waiting already"))
                .hint("wait until one has ended, or cancel one"));
        }
        self.forget_old(&mut registry);
        let id = registry.next + 1;
        let directory = self.shared.directory.path().join(id.to_string());
        let broken =
            |error: std::io::Error| ApiError::failure(format!("no room for a job: {error}"));
        std::fs::create_dir(&directory).map_err(broken)?;
        registry.next = id;
        registry.at_the_door += 1;
        Ok(Place { jobs: self.clone(), id, directory, is_taken: false })
    }

    /// The arguments of a job. Whatever makes no sense, or takes too much, is said now, beside its field.
    async fn prepare(
        &self,
        words: Vec<String>,
        options: Map<String, Value>,
        directory: PathBuf,
    ) -> Result<Prepared, ApiError> {
        let jobs = self.clone();
        let (mut prepared, command, memory) =
            tokio::task::spawn_blocking(move || jobs.arguments(&words, options, &directory))
                .await
                .map_err(|_| ApiError::failure("the options could not be read"))??;
        prepared.expected = self.shared.checks.check(command, memory).await?;
        Ok(prepared)
    }

    fn arguments(
        &self,
        words: &[String],
        mut options: Map<String, Value>,
        directory: &Path,
    ) -> Result<(Prepared, Command, u64), ApiError> {
        let limits = &self.shared.limits;
        let root = request::commands();
        let found = words.iter().try_fold(&root, |command, word| command.find_subcommand(word));
        let has_memory = found
            .is_some_and(|command| request::options(command).any(|(name, ..)| name == "memory"));
        // Commands that refuse a limit unless they do the one thing that takes memory.
        let needs = [("paint", "rows"), ("change", "tight")];
        let is_small = needs.iter().any(|&(command, option)| {
            words.len() == 1 && words[0] == command && !options.contains_key(option)
        });
        let takes_memory = has_memory && (!is_small || options.contains_key("memory"));
        let mut allowed = limits.memory;
        if takes_memory {
            let memory =
                options.entry("memory").or_insert_with(|| limits.memory.to_string().into());
            let bytes = memory.as_u64().or_else(|| parse_bytes(memory.as_str()?).ok());
            if bytes.is_some_and(|bytes| bytes > limits.memory) {
                let most = bytes_for_people(limits.memory as f64);
                let error = format!("a job of this server may take {most} of memory");
                return Err(ApiError::large(error).option("memory"));
            }
            allowed = bytes.unwrap_or(allowed);
        }
        let mut files = JobFiles { directory, stores: &self.shared.stores, makes_store: false };
        let asked = Request { command: words.to_vec(), options };
        let mut arguments = asked.arguments(&mut files)?;
        let command = request::read(&arguments)?;
        let makes_store = files.makes_store;
        let global = ["--format=json", "--progress=json", "--background"].map(str::to_owned);
        let threads = format!("--threads={}", limits.threads);
        arguments.splice(0..0, global.into_iter().chain([threads]));
        Ok((Prepared { arguments, makes_store, expected: None }, command, allowed))
    }

    /// Forgets the oldest jobs that have ended, if there are many.
    fn forget_old(&self, registry: &mut Registry) {
        let over: Vec<u64> = registry
            .entries
            .iter()
            .filter(|(_, entry)| entry.job.state.is_over())
            .map(|(&id, _)| id)
            .collect();
        for id in over.iter().take(over.len().saturating_sub(self.shared.limits.kept)) {
            if let Some(entry) = registry.entries.remove(id) {
                self.shared.stores.forget(&store_name(*id));
                let _ = std::fs::remove_dir_all(entry.directory);
            }
        }
    }

    async fn work(
        self,
        id: u64,
        arguments: Vec<String>,
        directory: PathBuf,
        mut cancelled: watch::Receiver<bool>,
    ) {
        let slots = Arc::clone(&self.shared.slots);
        let slot = tokio::select! {
            slot = slots.acquire_owned() => slot,
            _ = cancelled.wait_for(|&cancelled| cancelled) => {
                self.change(id, true, |job| {
                    job.state = State::Cancelled;
                    job.ended = Some(now());
                });
                return;
            }
        };
        let Ok(_slot) = slot else { return };
        self.change(id, true, |job| {
            job.state = State::Running;
            job.started = Some(now());
        });
        let mut clock = Clock::new();
        let jobs = self.clone();
        // Where a job keeps its files is of no use to the page.
        let place = format!("{}{}", directory.display(), std::path::MAIN_SEPARATOR);
        let report = |report| match report {
            Report::Progress { message, done, total } => {
                let progress = clock.progress(message, done, total);
                jobs.change(id, false, |job| job.progress = Some(progress));
            }
            // Files are listed with the job, by names that the page can use.
            Report::Remark { text } if text.starts_with("wrote ") => {}
            Report::Remark { text } => jobs.change(id, true, |job| {
                // The last ones are of use.
                if job.remarks.len() >= 100 {
                    job.remarks.remove(0);
                }
                job.remarks.push(text.replace(&place, ""));
            }),
            Report::Interim { part } => jobs.change(id, false, |job| job.interim = Some(part)),
            Report::Error(mut error) => {
                for text in error.as_object_mut().into_iter().flat_map(|fields| fields.values_mut())
                {
                    if let Value::String(text) = text {
                        *text = text.replace(&place, "");
                    }
                }
                jobs.change(id, false, |job| job.error = Some(error));
            }
        };
        let program = &self.shared.program;
        let ended = process::run(program, &arguments, &directory, cancelled.clone(), report).await;
        let is_cancelled = *cancelled.borrow();
        self.finish(id, ended, is_cancelled, &directory);
    }

    fn finish(
        &self,
        id: u64,
        ended: std::io::Result<process::Ended>,
        is_cancelled: bool,
        directory: &Path,
    ) {
        let files = files::list(directory);
        let store = directory.join("store");
        self.change(id, true, |job| {
            job.ended = Some(now());
            job.files = files;
            let failed = |message: String| Some(json!({ "kind": "failure", "message": message }));
            let (code, output) = match ended {
                Ok(ended) => match ended.status {
                    Ok(status) => (status.code(), ended.output),
                    Err(error) => {
                        job.error = failed(error.to_string());
                        (None, Vec::new())
                    }
                },
                Err(error) => {
                    job.error = failed(error.to_string());
                    (None, Vec::new())
                }
            };
            job.result = serde_json::from_slice(&output).ok();
            let message = |job: &Job| {
                let error = job.error.as_ref()?;
                Some(error.get("message")?.as_str()?.to_owned())
            };
            job.state = match code {
                Some(0) => State::Done,
                Some(1) => {
                    job.negative = message(job).or(Some("no".to_owned()));
                    job.error = None;
                    State::Negative
                }
                _ if is_cancelled => State::Cancelled,
                _ => {
                    if job.error.is_none() {
                        job.error = failed("the job ended without a word".to_owned());
                    }
                    State::Failed
                }
            };
            job.progress = None;
            job.partial = job.state == State::Cancelled && job.result.is_some();
            if !matches!(job.state, State::Done | State::Negative) {
                job.store = None;
            }
        });
        if let Ok(Job { store: Some(name), title, .. }) = self.get(id) {
            self.shared.stores.add(name, title, store);
        }
    }

    /// Changes a job and tells the pages; unless it is urgent, not more often than they can use.
    fn change(&self, id: u64, is_urgent: bool, change: impl FnOnce(&mut Job)) {
        let mut registry = self.registry();
        let Some(entry) = registry.entries.get_mut(&id) else { return };
        change(&mut entry.job);
        if is_urgent || entry.told.elapsed() >= EVENT_INTERVAL {
            entry.told = Instant::now();
            let job = entry.job.summary();
            drop(registry);
            self.tell(&job);
        }
    }

    fn tell(&self, job: &Job) {
        // Nobody may be looking.
        let _ = self.shared.events.send(Arc::new(job.summary()));
    }
}

fn missing(id: u64) -> ApiError {
    ApiError::missing(format!("there is no job {id}"))
}

fn store_name(id: u64) -> String {
    format!("job-{id}")
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A job in a few words: its command line.
fn told(command: &str, options: &Map<String, Value>) -> String {
    let mut text = command.to_owned();
    for (name, value) in options {
        let value = match value {
            Value::String(value) => value.clone(),
            value => value.to_string(),
        };
        if value.len() <= 40 {
            text += &format!(" {name}={value}");
        }
    }
    text
}
