//! What happens to jobs, as a stream of server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::{Stream, StreamExt, stream};
use tokio_stream::wrappers::BroadcastStream;

use crate::server::Lab;

pub(crate) async fn events(
    State(lab): State<Lab>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let hello = stream::once(async { Ok(Event::default().event("hello").data("{}")) });
    let changes = BroadcastStream::new(lab.jobs.events()).filter_map(|change| async {
        // Whoever is too slow misses some; the next one has everything again.
        let job = change.ok()?;
        Some(Ok(Event::default().event("job").json_data(&*job).unwrap_or_default()))
    });
    Sse::new(hello.chain(changes)).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}
