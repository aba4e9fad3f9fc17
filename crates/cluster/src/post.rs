//! The engine: everything that knows timely dataflow.
//!
//! One worker for each process brings parcels to the processes that they are for. Its times are rounds
//! and, within a round, pieces that are sent at once; a round is over when the engine's frontier says that
//! nothing of it is on the way any more, anywhere. The worker has a thread of its own, so that parcels
//! travel while boards are made.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Allocator, Hooks, initialize_from};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::failure::Failure;
use crate::wire::Wire;

/// Bytes of a piece, unless a parcel is larger.
const PIECE: usize = 1 << 20;

/// Pieces of one process that are on the way at a time.
const ON_THE_WAY: u64 = 8;

/// Bytes that wait to be sent before the sender has to wait.
const WAITING: u64 = 32 << 20;

/// How long to wait before looking around.
const PAUSE: Duration = Duration::from_millis(20);

/// A time of the engine: the round, and the piece within it.
const fn time(round: u64, piece: u64) -> u64 {
    round << 32 | piece
}

/// Bytes for a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Parcel {
    pub(crate) to: u32,
    pub(crate) from: u32,
    pub(crate) bytes: Bytes,
}

/// Bytes that are written in one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
                Ok(Bytes(bytes))
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }
        deserializer.deserialize_byte_buf(Visitor)
    }
}

enum Order {
    Send(Vec<Parcel>),
    EndRound,
    Leave,
}

enum Event {
    Arrived(Vec<Parcel>),
    RoundOver,
}

/// Another process cannot go on, or the engine cannot.
#[derive(Debug)]
pub(crate) struct Broken;

/// Sends and receives parcels, round after round.
pub(crate) struct Post {
    orders: Sender<Order>,
    events: Receiver<Event>,
    worker: Thread,
    /// Bytes that wait to be sent.
    waiting: Arc<AtomicU64>,
    failure: Arc<Failure>,
}

impl Post {
    /// Starts the engine with connections to the other processes, and nothing at the own place.
    pub(crate) fn start(
        wires: Vec<Option<Wire>>,
        own: usize,
        failure: Arc<Failure>,
    ) -> std::io::Result<Post> {
        let (orders, ordered) = mpsc::channel();
        let (told, events) = mpsc::channel();
        let waiting = Arc::new(AtomicU64::new(0));
        let hooks = Hooks::default();
        let within = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
        let (builders, guard) = initialize_networking_from_sockets(within, wires, own, 1, hooks)?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let (introduce, introduced) = mpsc::channel();
        let shared = Arc::clone(&waiting);
        // The engine calls a function that it may call several times; it has one worker here.
        let once = std::sync::Mutex::new(Some((ordered, told, introduce)));
        let run = move |allocator: Allocator| {
            let taken = once.lock().ok().and_then(|mut once| once.take());
            let Some((orders, events, introduce)) = taken else { return };
            let _ = introduce.send(thread::current());
            // Without a time to begin with, the worker would never rest.
            let worker =
                Worker::new(timely::WorkerConfig::default(), allocator, Some(Instant::now()));
            let office = Office { orders, events, waiting: &shared };
            office.run(worker);
        };
        let guards =
            initialize_from(builders, Box::new(guard), run).map_err(std::io::Error::other)?;
        let worker = introduced.recv().map_err(std::io::Error::other)?;
        // Threads that wait for other processes end with this one.
        std::mem::forget(guards);
        Ok(Post { orders, events, worker, waiting, failure })
    }

    fn order(&self, order: Order) -> Result<(), Broken> {
        self.orders.send(order).map_err(|_| Broken)?;
        self.worker.unpark();
        Ok(())
    }

    /// Sends parcels, and returns those that have arrived meanwhile.
    pub(crate) fn send(&mut self, parcels: Vec<Parcel>) -> Result<Vec<Parcel>, Broken> {
        if self.failure.is_there() {
            return Err(Broken);
        }
        if !parcels.is_empty() {
            let bytes: usize = parcels.iter().map(|parcel| parcel.bytes.0.len()).sum();
            self.waiting.fetch_add(bytes as u64, Ordering::SeqCst);
            self.order(Order::Send(parcels))?;
        }
        let mut all = Vec::new();
        loop {
            match self.events.try_recv() {
                Ok(Event::Arrived(mut parcels)) => all.append(&mut parcels),
                Ok(Event::RoundOver) | Err(TryRecvError::Disconnected) => {
                    return Err(Broken);
                }
                // What has arrived is passed on before this process goes on waiting.
                Err(TryRecvError::Empty) if !all.is_empty() => return Ok(all),
                Err(TryRecvError::Empty) if self.waiting.load(Ordering::SeqCst) < WAITING => {
                    return Ok(all);
                }
                Err(TryRecvError::Empty) if self.failure.is_there() => return Err(Broken),
                Err(TryRecvError::Empty) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Says that this process sends nothing more in this round.
    pub(crate) fn end_round(&mut self) -> Result<(), Broken> {
        self.order(Order::EndRound)
    }

    /// After [`Post::end_round`]: parcels that have arrived; `None` once all have, of all processes.
    pub(crate) fn receive(&mut self) -> Result<Option<Vec<Parcel>>, Broken> {
        loop {
            match self.events.recv_timeout(PAUSE) {
                Ok(Event::Arrived(parcels)) => return Ok(Some(parcels)),
                Ok(Event::RoundOver) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(Broken),
                Err(RecvTimeoutError::Timeout) if self.failure.is_there() => return Err(Broken),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        let _ = self.order(Order::Leave);
    }
}

/// The thread of the worker.
struct Office<'a> {
    orders: Receiver<Order>,
    events: Sender<Event>,
    waiting: &'a AtomicU64,
}

impl Office<'_> {
    fn run(self, mut worker: Worker) {
        let mut input = InputHandle::<u64, CapacityContainerBuilder<Vec<Parcel>>>::new();
        let arrived = Rc::new(RefCell::new(VecDeque::<(u64, Vec<Parcel>)>::new()));
        let inbox = Rc::clone(&arrived);
        let probe: ProbeHandle<u64> = worker.dataflow(|scope| {
            let parcels = scope.input_from(&mut input);
            parcels
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                    Exchange::new(|parcel: &Parcel| u64::from(parcel.to)),
                    "Arrive",
                    move |_, _| {
                        move |input, _| {
                            input.for_each_time(|time, pieces| {
                                let round = time.time() >> 32;
                                let mut inbox = inbox.borrow_mut();
                                inbox.extend(pieces.map(|piece| (round, std::mem::take(piece))));
                            });
                        }
                    },
                )
                .probe()
                .0
        });
        let mut queue = VecDeque::<Parcel>::new();
        let (mut round, mut piece) = (0_u64, 0_u64);
        let (mut is_ending, mut is_closed, mut leaves) = (false, false, false);
        while !leaves {
            loop {
                match self.orders.try_recv() {
                    Ok(Order::Send(parcels)) => queue.extend(parcels),
                    Ok(Order::EndRound) => is_ending = true,
                    Ok(Order::Leave) | Err(TryRecvError::Disconnected) => leaves = true,
                    Err(TryRecvError::Empty) => break,
                }
                if leaves {
                    break;
                }
            }
            let mut has_sent = false;
            while !queue.is_empty() && is_near(&probe, round, piece) {
                let mut batch = Vec::new();
                let mut bytes = 0;
                while let Some(parcel) = queue.pop_front() {
                    bytes += parcel.bytes.0.len();
                    batch.push(parcel);
                    if bytes >= PIECE {
                        break;
                    }
                }
                self.waiting.fetch_sub(bytes as u64, Ordering::SeqCst);
                input.send_batch(&mut batch);
                piece += 1;
                // At once: a step of the worker between the two hangs with two workers or more.
                input.advance_to(time(round, piece));
                has_sent = true;
            }
            if is_ending && !is_closed && queue.is_empty() {
                input.advance_to(time(round + 1, 0));
                (is_closed, has_sent) = (true, true);
            }
            if has_sent {
                worker.step();
            } else {
                worker.step_or_park(Some(PAUSE));
            }
            let mut arrived = arrived.borrow_mut();
            while let Some((_, parcels)) = of_round(&mut arrived, round) {
                let _ = self.events.send(Event::Arrived(parcels));
            }
            if is_closed && !probe.less_than(&time(round + 1, 0)) {
                (round, piece) = (round + 1, 0);
                (is_ending, is_closed) = (false, false);
                let _ = self.events.send(Event::RoundOver);
                while let Some((_, parcels)) = of_round(&mut arrived, round) {
                    let _ = self.events.send(Event::Arrived(parcels));
                }
            }
        }
        // What the engine would do at its end waits for the others, who may be gone.
        std::mem::forget((input, worker));
    }
}

/// Takes the oldest parcels if they are of a round.
fn of_round<T>(arrived: &mut VecDeque<(u64, T)>, round: u64) -> Option<(u64, T)> {
    if arrived.front()?.0 == round { arrived.pop_front() } else { None }
}

/// Whether few enough pieces are on the way.
fn is_near(probe: &ProbeHandle<u64>, round: u64, piece: u64) -> bool {
    piece < ON_THE_WAY || !probe.less_than(&time(round, piece - ON_THE_WAY))
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    /// Two processes in this one.
    fn posts() -> [Post; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (other, _) = listener.accept().unwrap();
        let post = |stream: TcpStream, own: usize| {
            stream.set_nodelay(true).unwrap();
            let failure = Arc::new(Failure::default());
            let wire = Wire::new(stream, 1 - own, Arc::clone(&failure), Arc::default());
            let mut wires = vec![None, None];
            wires[1 - own] = Some(wire);
            Post::start(wires, own, failure).unwrap()
        };
        [post(one, 0), post(other, 1)]
    }

    /// A worker that takes a step between sending and advancing its time hangs as soon as there are two
    /// (timely 0.31). Every piece advances the time at once; this test would not end otherwise.
    #[test]
    fn many_pieces_in_many_rounds_all_arrive() {
        let start = Instant::now();
        let ends = posts().map(|mut post| {
            thread::spawn(move || {
                let mut sums = Vec::new();
                for round in 0..40_u64 {
                    let mut arrived = Vec::new();
                    // Some pieces are larger than others, and one side sends more.
                    for number in 0..(round * 7 % 23) {
                        let bytes = Bytes(vec![number as u8; 1 << (number % 5 * 4)]);
                        let parcels = (0..2).map(|to| Parcel { to, from: 0, bytes: bytes.clone() });
                        arrived.append(&mut post.send(parcels.collect()).unwrap());
                    }
                    post.end_round().unwrap();
                    while let Some(mut more) = post.receive().unwrap() {
                        arrived.append(&mut more);
                    }
                    assert_eq!(arrived.len() as u64, 2 * (round * 7 % 23), "round {round}");
                    sums.push(arrived.iter().map(|parcel| parcel.bytes.0.len()).sum::<usize>());
                }
                sums
            })
        });
        let [one, other] = ends.map(|end| end.join().unwrap());
        assert_eq!(one, other);
        assert!(start.elapsed() < Duration::from_secs(300));
    }

    #[test]
    fn whoever_waits_hears_that_the_other_has_gone() {
        let [mut one, other] = posts();
        one.end_round().unwrap();
        // A process that is killed closes its connections.
        other.failure.note(0, crate::error::PeerFailure::Ended);
        drop(other);
        one.failure.note(1, crate::error::PeerFailure::Ended);
        assert!(one.receive().is_err());
        assert!(one.send(Vec::new()).is_err());
    }
}
