//! A page that is connected: its messages go to a worker, the worker's frames and replies come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, mpsc, watch};

use crate::jobs::{self, Kind};
use crate::server::Shared;
use crate::worker::{Frames, Lines, Order, Worker};

/// Orders that may wait for a worker that thinks.
const WAITING: usize = 128;
/// How long a page may take to read a message before it is given up.
const STALLED: Duration = Duration::from_secs(30);

/// Serves a page until it goes.
pub(crate) async fn serve(mut socket: WebSocket, shared: Arc<Shared>, _place: OwnedSemaphorePermit) {
    let (orders, inbox) = sync_channel(WAITING);
    let (frames, mut shown) = watch::channel(Frames::new());
    let (replies, mut answers) = mpsc::channel(WAITING);
    let mut work = Work { replies: replies.clone(), stop: Arc::default() };
    let lines = Lines {
        orders: inbox,
        frames,
        replies,
        finished: shared.finished(),
        programs: Arc::clone(&shared.programs),
    };
    let games = Arc::clone(&shared.games);
    let started =
        std::thread::Builder::new().name("studio".to_owned()).spawn(|| Worker::new(games, lines).run());
    if started.is_err() {
        return;
    }
    let mut rate = Rate::new(shared.options.limits.messages);
    let mut stop = shared.stop.subscribe();
    loop {
        let outgoing: Vec<Message> = tokio::select! {
            // What a game is comes before what it looks like.
            biased;
            _ = stop.changed() => break,
            reply = answers.recv() => match reply {
                Some(reply) => vec![Message::Text(reply.into())],
                None => break,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => match receive(&text, &orders, &mut rate, &mut work, &shared) {
                    Verdict::Taken => Vec::new(),
                    Verdict::Refused(why) => vec![problem(&why)],
                    Verdict::Banned => break,
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Vec::new(),
                _ => break,
            },
            changed = shown.changed() => match changed {
                Ok(()) => shown.borrow_and_update().iter().map(|frame| Message::Binary(frame.to_vec().into())).collect(),
                Err(_) => break,
            },
        };
        for message in outgoing {
            // Frames that come up meanwhile replace each other: who reads slowly gets the last one.
            match tokio::time::timeout(STALLED, socket.send(message)).await {
                Ok(Ok(())) => {}
                _ => return,
            }
        }
    }
    let _ = tokio::time::timeout(Duration::from_millis(200), socket.send(Message::Close(None))).await;
}

enum Verdict {
    Taken,
    Refused(String),
    Banned,
}

/// The search or the tournament that the page has asked for; it ends when the page goes.
struct Work {
    replies: mpsc::Sender<String>,
    stop: Arc<AtomicBool>,
}

impl Work {
    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop();
    }
}

fn receive(
    text: &str,
    orders: &SyncSender<Order>,
    rate: &mut Rate,
    work: &mut Work,
    shared: &Arc<Shared>,
) -> Verdict {
    if !rate.allows() {
        return Verdict::Banned;
    }
    let order = match serde_json::from_str::<Order>(text) {
        Ok(order) => order,
        Err(error) => return Verdict::Refused(format!("this message cannot be read: {error}")),
    };
    let (kind, game) = match order {
        Order::Stop => {
            work.stop();
            return Verdict::Taken;
        }
        Order::Solve { game } => (Kind::Solve, game),
        Order::Judge { game } => (Kind::Judge, game),
        order => return pass_on(order, orders),
    };
    work.stop();
    let started = jobs::start(shared, kind, game, work.replies.clone(), Arc::clone(&work.stop));
    started.map_or_else(Verdict::Refused, |()| Verdict::Taken)
}

fn pass_on(order: Order, orders: &SyncSender<Order>) -> Verdict {
    match orders.try_send(order) {
        Ok(()) => Verdict::Taken,
        Err(TrySendError::Full(_)) => {
            Verdict::Refused("the agent is still thinking: wait a moment".to_owned())
        }
        Err(TrySendError::Disconnected(_)) => Verdict::Banned,
    }
}

fn problem(text: &str) -> Message {
    Message::Text(json!({ "is": "problem", "text": text }).to_string().into())
}

/// How many messages a page may send: so many a second, and some seconds' worth at once.
struct Rate {
    each: f64,
    saved: f64,
    seen: Instant,
}

impl Rate {
    const SECONDS: f64 = 5.0;

    fn new(each: f64) -> Rate {
        Rate { each, saved: each * Rate::SECONDS, seen: Instant::now() }
    }

    fn allows(&mut self) -> bool {
        let now = Instant::now();
        let earned = now.duration_since(self.seen).as_secs_f64() * self.each;
        self.saved = (self.saved + earned).min(self.each * Rate::SECONDS) - 1.0;
        self.seen = now;
        self.saved >= 0.0
    }
}
