//! The server: routes, limits, and the loop that accepts connections.

use std::any::Any;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Path as InPath, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::timeout::TimeoutLayer;
use twofold_commands::SolvedBoards;

use crate::config::{Config, Limits};
use crate::error::ApiError;
use crate::game::{self, Players, Sent};
use crate::guard::{self, Names};
use crate::jobs::{Job, JobRequest, Jobs};
use crate::stores::{StoreJson, Stores};
use crate::{about, answer, assets, background, events};

/// Bodies of ordinary requests.
const SMALL: usize = 64 << 10;

/// Bodies of jobs, which may hold a picture, and of recorded games.
const LARGE: usize = 6 << 20;

/// The time in which a request must be answered; streams of events are not bound by it.
const TIME: Duration = Duration::from_secs(20);

/// The time in which a client must have sent its headers.
const HEADERS: Duration = Duration::from_secs(5);

/// Look-ups that are computed at the same time, and those that may wait for their turn.
const LOOK_UPS: usize = 4;
const WAITING: usize = 128;

/// What the handlers share.
#[derive(Clone)]
pub(crate) struct Lab {
    pub(crate) jobs: Jobs,
    pub(crate) stores: Stores,
    pub(crate) players: Players,
    pub(crate) boards: Arc<SolvedBoards>,
    pub(crate) limits: Limits,
    turns: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

/// The right to compute.
struct Turn {
    _place: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
}

impl Lab {
    /// Computes an answer on a thread of its own, as soon as it is its turn. If whoever asked has left
    /// meanwhile, the turn lasts until the work is done, so that there is never more of it than turns.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Lab) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (turn, lab) = (self.turn().await?, self.clone());
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work(&lab)
        });
        done.await.unwrap_or_else(|_| Err(broken()))
    }

    /// Waits until there is a thread for a look-up.
    async fn turn(&self) -> Result<Turn, ApiError> {
        let full = || ApiError::full("too many questions at once").hint("ask again in a moment");
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| full())?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| full())?;
        Ok(Turn { _place: place, _turn: turn })
    }
}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    router: Router,
    connections: usize,
    directory: PathBuf,
}

impl Server {
    /// Listens on this machine only.
    ///
    /// # Errors
    /// If no port is to be had, or no directory for jobs can be made.
    pub async fn bind(config: Config) -> io::Result<Server> {
        let listener = listen(config.port).await?;
        let names = Names::of(listener.local_addr()?);
        let stores = Stores::new(&config.stores);
        let limits = config.limits;
        let jobs = Jobs::new(config.program, limits, stores.clone())?;
        let threads = background::threads(limits.threads).map_err(io::Error::other)?;
        let lab = Lab {
            jobs,
            stores,
            players: Players::default(),
            boards: Arc::new(SolvedBoards::new(limits.tables, threads)),
            limits,
            turns: Arc::new(Semaphore::new(LOOK_UPS)),
            queue: Arc::new(Semaphore::new(LOOK_UPS + WAITING)),
        };
        let (connections, directory) = (limits.connections, lab.jobs.directory().to_owned());
        Ok(Server { listener, router: router(lab, names), connections, directory })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// A directory of its own, in which there is nothing to read.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Answers until the future is dropped.
    ///
    /// # Errors
    /// If no connection can be accepted any more.
    pub async fn serve(self) -> io::Result<Infallible> {
        let slots = Arc::new(Semaphore::new(self.connections));
        loop {
            let (stream, _) = match self.listener.accept().await {
                Ok(accepted) => accepted,
                // Too many open files, or a client that left: neither is the end.
                Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
                Err(error) => return Err(error),
            };
            // Whoever is one too many is turned away at once, so that nobody waits in vain.
            let Ok(slot) = Arc::clone(&slots).try_acquire_owned() else {
                drop(stream);
                continue;
            };
            let service = TowerToHyperService::new(self.router.clone());
            tokio::spawn(async move {
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(HEADERS)
                    .max_buf_size(64 << 10)
                    .serve_connection(TokioIo::new(stream), service);
                // A client that breaks off is no event.
                let _ = connection.await;
                drop(slot);
            });
        }
    }
}

/// Nothing that ever exists.
pub enum Infallible {}

/// The port that was asked for, or one of the next.
async fn listen(port: u16) -> io::Result<TcpListener> {
    let mut error = io::Error::from(io::ErrorKind::AddrInUse);
    for port in port..=port.saturating_add(20) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(listener) => return Ok(listener),
            Err(taken) => error = taken,
        }
    }
    Err(error)
}

fn router(lab: Lab, names: Names) -> Router {
    let timed = Router::new()
        .route("/about", get(about::about))
        .route("/answer/{*command}", get(answer::answer))
        .route("/stores", get(stores))
        .route("/board/read", post(game::read))
        .route("/game/start", post(game::start))
        .route("/game/slide", post(game::slide))
        .route("/game/spawn", post(game::spawn))
        .route("/game/place", post(game::place))
        .route("/game/turn", post(game::turn))
        .route("/game/advice", post(game::advice))
        .route("/game/replay", post(game::replay).layer(DefaultBodyLimit::max(LARGE)))
        .route("/game/record", post(game::record).layer(DefaultBodyLimit::max(LARGE)))
        .route("/game/review", post(game::review).layer(DefaultBodyLimit::max(LARGE)))
        .route("/jobs", get(jobs).post(start).layer(DefaultBodyLimit::max(LARGE)))
        .route("/jobs/{id}", get(job).delete(remove))
        .route("/jobs/{id}/cancel", post(cancel))
        .route("/jobs/{id}/files/{name}", get(file))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, TIME));
    let api = timed.route("/events", get(events::events)).fallback(unknown);
    let compressed = SizeAbove::new(512).and(NotForContentType::SSE).and(NotForContentType::IMAGES);
    Router::new()
        .nest("/api/v1", api)
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(SMALL))
        .layer(CompressionLayer::new().compress_when(compressed))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(names, guard::guard))
        .with_state(lab)
}

async fn unknown() -> ApiError {
    ApiError::missing("there is nothing at this address").hint("docs/lab.md lists the addresses")
}

/// A panic is the end of a request, not of the server.
fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    broken().into_response()
}

/// What a request is told that led to a panic.
fn broken() -> ApiError {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    ApiError::failure(format!("this is a fault of the program (number {number} of this run)"))
        .hint("the terminal in which it runs has more; please report it")
}

async fn stores(State(lab): State<Lab>) -> Json<Vec<StoreJson>> {
    Json(lab.stores.list())
}

async fn jobs(State(lab): State<Lab>) -> Json<Vec<Job>> {
    Json(lab.jobs.list())
}

async fn start(State(lab): State<Lab>, Sent(wish): Sent<JobRequest>) -> Result<Response, ApiError> {
    Ok((StatusCode::ACCEPTED, Json(lab.jobs.start(wish).await?)).into_response())
}

async fn job(State(lab): State<Lab>, InPath(id): InPath<u64>) -> Result<Json<Job>, ApiError> {
    lab.jobs.get(id).map(Json)
}

async fn cancel(State(lab): State<Lab>, InPath(id): InPath<u64>) -> Result<Json<Job>, ApiError> {
    lab.jobs.cancel(id).map(Json)
}

async fn remove(State(lab): State<Lab>, InPath(id): InPath<u64>) -> Result<StatusCode, ApiError> {
    lab.jobs.remove(id).map(|()| StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct FileQuery {
    #[serde(default)]
    download: Option<String>,
}

async fn file(
    State(lab): State<Lab>,
    InPath((id, name)): InPath<(u64, String)>,
    Query(query): Query<FileQuery>,
) -> Result<Response, ApiError> {
    let bytes = lab.jobs.file(id, &name)?;
    let place = if query.download.is_some() { "attachment" } else { "inline" };
    // The name is one that the server chose: letters, dashes and a dot.
    let headers = [
        (CONTENT_TYPE, assets::kind(&name).to_owned()),
        (CONTENT_DISPOSITION, format!("{place}; filename=\"{name}\"")),
    ];
    Ok((headers, bytes).into_response())
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use tower::ServiceExt as _;

    use super::*;

    async fn lab() -> Lab {
        let limits = Limits::of_machine(1 << 30, 1);
        let stores = Stores::default();
        let jobs = Jobs::new("twofold".into(), limits, stores.clone()).unwrap();
        let threads = background::threads(1).unwrap();
        Lab {
            jobs,
            stores,
            players: Players::default(),
            boards: Arc::new(SolvedBoards::new(limits.tables, threads)),
            limits,
            turns: Arc::new(Semaphore::new(1)),
            queue: Arc::new(Semaphore::new(2)),
        }
    }

    async fn told(response: Response) -> (StatusCode, String) {
        let status = response.status();
        let body = to_bytes(response.into_body(), 1 << 16).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    /// A handler that panics, behind the layers of the server, and one that works beside it.
    #[tokio::test]
    async fn a_panic_is_the_end_of_a_request_alone() {
        async fn fault() -> &'static str {
            panic!("on purpose")
        }
        let router = Router::new()
            .route("/fault", get(fault))
            .route("/well", get(|| async { "well" }))
            .layer(CatchPanicLayer::custom(panicked));
        let ask = |path: &str| Request::get(path).body(Body::empty()).unwrap();
        let (status, text) = told(router.clone().oneshot(ask("/fault")).await.unwrap()).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(text.contains("number") && text.contains("failure"), "{text}");
        assert!(!text.contains("on purpose"), "{text}");
        assert_eq!(router.oneshot(ask("/well")).await.unwrap().status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn a_panic_in_a_computation_gives_its_turn_back() {
        let lab = lab().await;
        for _ in 0..3 {
            let fault: Result<(), _> = lab.compute(|_| panic!("on purpose")).await;
            let (status, text) = told(fault.unwrap_err().into_response()).await;
            assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
            assert!(text.contains("number"), "{text}");
        }
        assert!(matches!(lab.compute(|_| Ok(7)).await, Ok(7)));
    }

    /// Work that nobody waits for any more still counts, so that it cannot pile up.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_turn_lasts_as_long_as_its_work() {
        let lab = lab().await;
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let work = lab.compute(move |_| {
            let _ = ended.recv();
            Ok(())
        });
        // Whoever asked leaves.
        assert!(tokio::time::timeout(Duration::from_millis(50), work).await.is_err());
        assert_eq!(lab.turns.available_permits(), 0);
        end.send(()).unwrap();
        assert!(matches!(lab.compute(|_| Ok(7)).await, Ok(7)));
    }
}
