//! The server: what it listens on, what everybody shares, and how it ends.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludex_agents::AgentSpec;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::api;
use crate::games::Games;
use crate::guard::Guard;
use crate::limits::Limits;
use crate::people;
use crate::problem::StudioError;
use crate::read::Reading;
use crate::worker::Finished;

/// What a studio works with.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address to listen on; only this machine can reach a loopback address.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Further names that the server goes by, where it is reached through another machine.
    pub names: Vec<String>,
    /// A folder of games, instead of the bundled ones.
    pub games_dir: Option<PathBuf>,
    /// Where games that are written here are saved.
    pub save: Option<PathBuf>,
    /// Where drafts and the games of people are kept.
    pub data: PathBuf,
    /// Results to read.
    pub runs: Vec<PathBuf>,
    /// Agents that are programs of their own, and may play: no page can start any other.
    pub programs: Vec<AgentSpec>,
    /// How much clients may ask for.
    pub limits: Limits,
}

/// A server that has its port and does not serve yet.
pub struct Studio {
    listener: std::net::TcpListener,
    local: SocketAddr,
    options: Options,
    guard: Guard,
}

/// What all connections share.
pub(crate) struct Shared {
    pub options: Options,
    pub guard: Guard,
    pub games: Arc<Games>,
    pub clients: Arc<Semaphore>,
    pub requests: Arc<Semaphore>,
    pub jobs: Arc<Semaphore>,
    pub reading: Reading,
    pub programs: Arc<[AgentSpec]>,
    pub stop: watch::Sender<bool>,
}

impl Studio {
    /// Takes the port.
    pub fn bind(options: Options) -> Result<Studio, StudioError> {
        let address = SocketAddr::new(options.address, options.port);
        let listen = |source| StudioError::Listen { address, source };
        let listener = std::net::TcpListener::bind(address).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let local = listener.local_addr().map_err(listen)?;
        let guard = Guard::new(local.port(), &options.names).map_err(StudioError::System)?;
        Ok(Studio { listener, local, options, guard })
    }

    /// What to open in a browser. It has the token in it, so it is for the user alone.
    pub fn address(&self) -> String {
        let host = match self.local.ip() {
            ip if ip.is_unspecified() => "127.0.0.1".to_owned(),
            IpAddr::V6(ip) => format!("[{ip}]"),
            IpAddr::V4(ip) => ip.to_string(),
        };
        format!("http://{host}:{}/#key={}", self.local.port(), self.guard.token())
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.local.port()
    }

    /// Serves until the flag is set; then all connections are closed.
    pub fn serve(self, stop: &AtomicBool) -> Result<(), StudioError> {
        let system = |error: std::io::Error| StudioError::System(error.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(system)?;
        let done = runtime.block_on(async {
            let listener = TcpListener::from_std(self.listener).map_err(system)?;
            let (ended, _) = watch::channel(false);
            let limits = self.options.limits;
            let shared = Arc::new(Shared {
                games: Arc::new(Games::new(self.options.games_dir.clone(), self.options.save.clone())),
                guard: self.guard,
                clients: Arc::new(Semaphore::new(limits.clients)),
                requests: Arc::new(Semaphore::new(limits.requests)),
                jobs: Arc::new(Semaphore::new(limits.jobs)),
                reading: Reading::new(&self.options.runs, &self.options.data),
                programs: self.options.programs.clone().into(),
                stop: ended,
                options: self.options,
            });
            let app = api::router(Arc::clone(&shared));
            tokio::select! {
                served = axum::serve(listener, app) => served.map_err(system),
                () = until(stop) => {
                    shared.stop.send_replace(true);
                    tokio::time::sleep(Duration::from_millis(150)).await;
                    Ok(())
                }
            }
        });
        // Whoever still thinks is not waited for.
        runtime.shutdown_background();
        done
    }
}

impl Shared {
    /// What is done with a game that a person has finished.
    pub fn finished(&self) -> Finished {
        let data = self.options.data.clone();
        Box::new(move |board, name| people::store(&data, board, name))
    }
}

async fn until(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
