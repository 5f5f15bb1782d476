//! A studio for a test, and a client for it.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ludex_studio::{Limits, Options, Studio};
use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

pub struct Server {
    pub port: u16,
    pub token: String,
    pub folder: PathBuf,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// An answer: status, headers and body.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Server {
    /// A server with a folder of its own.
    pub fn start(name: &str) -> Server {
        Server::with(name, |_| {})
    }

    pub fn with(name: &str, change: impl FnOnce(&mut Options)) -> Server {
        let folder = std::env::temp_dir().join(format!("ludex-studio-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let mut options = Options {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            names: Vec::new(),
            games_dir: None,
            save: Some(folder.join("games")),
            data: folder.join("data"),
            runs: Vec::new(),
            programs: Vec::new(),
            limits: Limits::default(),
        };
        change(&mut options);
        let studio = Studio::bind(options).unwrap();
        let address = studio.address();
        let (port, token) = (studio.port(), address.rsplit_once("#key=").unwrap().1.to_owned());
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || studio.serve(&flag).unwrap());
        Server { port, token, folder, stop, thread: Some(thread) }
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn cookie(&self) -> String {
        format!("ludex-studio-{}={}", self.port, self.token)
    }

    /// Sends bytes as they are.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        // A server that refuses early may not read all of it.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut text =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        self.raw(format!("{text}\r\n{body}").as_bytes())
    }

    /// A request as the page sends it.
    pub fn page(&self, method: &str, path: &str, body: &str) -> Answer {
        let (host, cookie) = (self.host(), self.cookie());
        let origin = format!("http://{host}");
        let headers =
            [("Host", &*host), ("Cookie", &*cookie), ("Origin", &*origin), ("Sec-Fetch-Site", "same-origin")];
        self.request(method, path, &headers, body)
    }

    pub fn get(&self, path: &str) -> Value {
        let answer = self.page("GET", path, "");
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// A connected page.
    pub fn connect(&self) -> Page {
        self.try_connect(&format!("http://{}", self.host()), &self.cookie()).unwrap()
    }

    pub fn try_connect(&self, origin: &str, cookie: &str) -> Result<Page, String> {
        let mut request = format!("ws://{}/api/socket", self.host()).into_client_request().unwrap();
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        Ok(Page { socket })
    }

    pub fn file(&self, path: &str) -> PathBuf {
        Path::new(&self.folder).join(path)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        let _ = std::fs::remove_dir_all(&self.folder);
        assert!(ended.is_none_or(|ended| ended.is_ok()) || std::thread::panicking(), "the server broke down");
    }
}

/// A page that is connected.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
}

/// What a page hears.
#[derive(Debug, Clone)]
pub enum Heard {
    Reply(Value),
    /// The JSON of a frame.
    Frame(Value),
}

impl Page {
    pub fn say(&mut self, order: &Value) {
        self.socket.send(Message::text(order.to_string())).unwrap();
    }

    pub fn hear(&mut self) -> Option<Heard> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(Heard::Reply(serde_json::from_str(&text).unwrap())),
                Ok(Message::Binary(bytes)) => {
                    let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
                    let head = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
                    let sprites = bytes.len() - 4 - length.next_multiple_of(4);
                    assert_eq!(sprites % 24, 0);
                    return Some(Heard::Frame(head));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next frame that is as it should be.
    pub fn frame(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let patience = Instant::now() + Duration::from_secs(60);
        while Instant::now() < patience {
            match self.hear() {
                Some(Heard::Frame(frame)) if wanted(&frame) => return frame,
                Some(Heard::Reply(reply)) if reply["is"] == "problem" => panic!("{reply}"),
                Some(_) => {}
                None => break,
            }
        }
        panic!("the frame does not come")
    }

    /// The next reply of a kind.
    pub fn reply(&mut self, kind: &str) -> Value {
        let patience = Instant::now() + Duration::from_secs(60);
        while Instant::now() < patience {
            match self.hear() {
                Some(Heard::Reply(reply)) if reply["is"] == kind => return reply,
                Some(_) => {}
                None => break,
            }
        }
        panic!("the reply {kind} does not come")
    }
}
