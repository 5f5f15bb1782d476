//! What the page asks for over HTTP. Everything is refused that does not come from the page itself (`guard.rs`).

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use ludex_agents::{DEFAULT_SEED, registry};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::client;
use crate::guard::Guard;
use crate::limits;
use crate::make;
use crate::page;
use crate::people;
use crate::problem::Refusal;
use crate::read::Query;
use crate::server::Shared;

/// The whole server.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new().fallback(answer).with_state(shared)
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let mut response = match shared.guard.admits(request.method(), request.headers()) {
        Err(why) => refuse(&Refusal { status: 403, text: why.to_owned() }),
        Ok(()) => route(&shared, request).await.unwrap_or_else(|refusal| refuse(&refusal)),
    };
    Guard::dress(response.headers_mut());
    response
}

async fn route(shared: &Arc<Shared>, request: Request) -> Result<Response, Refusal> {
    let path = request.uri().path().to_owned();
    let method = request.method().clone();
    if method == Method::GET
        && let Some(file) = page::file(&path)
    {
        return Ok(respond(200, file.kind, file.bytes));
    }
    if method == Method::POST && path == "/api/enter" {
        return enter(shared, request).await;
    }
    if !path.starts_with("/api/") {
        return Err(Refusal::missing("there is no such page"));
    }
    if !shared.guard.knows(request.headers()) {
        let text = "open the address that `ludex studio` has printed: it has the key in it";
        return Err(Refusal { status: 401, text: text.to_owned() });
    }
    if method == Method::GET && path == "/api/socket" {
        return connect(shared, request).await;
    }
    let query = request.uri().query().unwrap_or_default().to_owned();
    let body = read(request).await?;
    let _place = Arc::clone(&shared.requests)
        .try_acquire_owned()
        .map_err(|_| Refusal::busy("too many requests at once"))?;
    let shared = Arc::clone(shared);
    let work = tokio::task::spawn_blocking(move || work(&shared, &method, &path, &query, &body));
    work.await.map_err(|_| Refusal {
        status: 500,
        text: "this is a defect of Ludex, please report it".to_owned(),
    })?
}

/// What takes longer than a moment: it runs in a thread of its own.
fn work(
    shared: &Shared,
    method: &Method,
    path: &str,
    query: &str,
    body: &Bytes,
) -> Result<Response, Refusal> {
    let parts: Vec<&str> = path.trim_start_matches("/api/").split('/').collect();
    let data = &shared.options.data;
    let value = match (method.as_str(), parts.as_slice()) {
        ("GET", ["catalogue"]) => catalogue(shared),
        ("GET", ["game", name]) => game(shared, &decoded(name)?)?,
        ("GET", ["sheet", file]) => {
            let name = file.strip_suffix(".png").unwrap_or(file);
            let png =
                shared.games.sheet(name).ok_or_else(|| Refusal::missing("there are no such pictures"))?;
            let mut response = respond(200, "image/png", png.to_vec());
            let forever = HeaderValue::from_static("private, max-age=86400, immutable");
            response.headers_mut().insert(header::CACHE_CONTROL, forever);
            return Ok(response);
        }
        ("GET", ["people"]) => {
            let query = parsed(query)?;
            let game = query.text("game").ok_or_else(|| Refusal::bad("of which game?"))?;
            people::best(data, &shared.games, &game, query.number("level").unwrap_or(0))?
        }
        ("POST", ["check"]) => make::check(&shared.games, &from_json(body)?)?,
        ("GET", ["words"]) => make::words(),
        ("GET", ["template", name]) => make::begin(&decoded(name)?),
        ("POST", ["save"]) => make::save(shared.options.save.as_deref(), &from_json(body)?)?,
        ("GET", ["drafts"]) => make::drafts(data),
        ("GET", ["drafts", name]) => make::draft(data, &decoded(name)?)?,
        ("PUT", ["drafts", name]) => make::keep(data, &decoded(name)?, &from_json(body)?)?,
        ("DELETE", ["drafts", name]) => make::forget(data, &decoded(name)?)?,
        ("GET", ["runs"]) => shared.reading.list(),
        ("GET", ["runs", run, "report"]) => shared.reading.summary(number(run)?)?,
        ("GET", ["runs", run, "plays"]) => shared.reading.plays(number(run)?, &parsed(query)?)?,
        ("GET", ["runs", run, "plot", name, part]) => {
            let svg = shared.reading.plot(number(run)?, &decoded(name)?, number(part)?)?;
            return Ok(respond(200, "image/svg+xml", svg.into_bytes()));
        }
        _ => return Err(Refusal::missing("there is no such thing")),
    };
    Ok(respond(200, "application/json", value.to_string().into_bytes()))
}

fn catalogue(shared: &Shared) -> Value {
    let own = registry::agents().filter(|entry| entry.ready.is_none());
    let agents = own.map(|entry| json!({ "name": entry.name, "about": entry.about }));
    let programs = shared.programs.iter();
    let programs = programs.map(|agent| json!({ "name": agent.to_string(), "about": agent.entry().about }));
    let aliases = registry::aliases().map(|alias| json!({ "name": alias.name, "about": alias.about }));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": shared.games.list(),
        "agents": agents.chain(aliases).chain(programs).collect::<Vec<_>>(),
        "strongest": registry::STRONGEST,
        "seed": DEFAULT_SEED,
        "saves": shared.options.save.is_some(),
    })
}

fn game(shared: &Shared, name: &str) -> Result<Value, Refusal> {
    let files = shared.games.find(name).map_err(Refusal::missing)?;
    let levels: Vec<Value> =
        files.levels.iter().map(|level| json!({ "number": level.number, "text": level.text })).collect();
    let about = ludex_library::bundled_game(name).map(|game| game.about);
    Ok(json!({ "name": files.name, "text": files.text, "levels": levels, "about": about }))
}

async fn enter(shared: &Shared, request: Request) -> Result<Response, Refusal> {
    let body = read(request).await?;
    let token = String::from_utf8_lossy(&body);
    let cookie = shared.guard.cookie(&token).ok_or_else(|| Refusal {
        status: 401,
        text: "this is not the key of this studio: open the address that `ludex studio` has printed last"
            .to_owned(),
    })?;
    let mut response = respond(204, "text/plain", Vec::new());
    let cookie = HeaderValue::from_str(&cookie).map_err(|_| Refusal::bad("no cookie can be made of this"))?;
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}

async fn connect(shared: &Arc<Shared>, request: Request) -> Result<Response, Refusal> {
    if request.headers().get(header::ORIGIN).is_none() {
        return Err(Refusal { status: 403, text: "a connection must say where it comes from".to_owned() });
    }
    let place = Arc::clone(&shared.clients)
        .try_acquire_owned()
        .map_err(|_| Refusal::busy("too many pages are open: close one"))?;
    let (mut parts, _) = request.into_parts();
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &())
        .await
        .map_err(|_| Refusal::bad("this address is for the page's own connection"))?;
    let shared = Arc::clone(shared);
    let upgrade =
        upgrade.max_message_size(limits::MESSAGE).max_frame_size(limits::MESSAGE).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| client::serve(socket, shared, place)))
}

async fn read(request: Request) -> Result<Bytes, Refusal> {
    let text = "the request is too large";
    to_bytes(request.into_body(), limits::MESSAGE)
        .await
        .map_err(|_| Refusal { status: 413, text: text.to_owned() })
}

fn number(text: &str) -> Result<usize, Refusal> {
    text.parse().map_err(|_| Refusal::missing("there is no such thing"))
}

fn from_json<T: DeserializeOwned>(body: &Bytes) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::bad(format!("this request cannot be read: {error}")))
}

fn parsed(query: &str) -> Result<Query, Refusal> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    Ok(Query(pairs.map(|(key, value)| Ok((decoded(key)?, decoded(value)?))).collect::<Result<_, Refusal>>()?))
}

/// A part of a path without its percent signs.
fn decoded(text: &str) -> Result<String, Refusal> {
    let wrong = || Refusal::bad("this address cannot be read");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                let (high, low) =
                    (digit(rest.next()).ok_or_else(wrong)?, digit(rest.next()).ok_or_else(wrong)?);
                bytes.push((high * 16 + low) as u8);
            }
            b'+' => bytes.push(b' '),
            _ => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

fn refuse(refusal: &Refusal) -> Response {
    let body = json!({ "problem": refusal.text }).to_string();
    respond(refusal.status, "application/json", body.into_bytes())
}

fn respond(status: u16, kind: &'static str, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
