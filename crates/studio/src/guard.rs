//! Who is let in.
//!
//! The page runs on the own machine, where every web site that is open in the same browser can send requests, and where names
//! of other sites can be made to point at this address. So each request must name this server (`Host`), must not come from a
//! page of another origin (`Origin`, `Sec-Fetch-Site`), and for everything but the empty page itself must bring the cookie
//! that only somebody with the token of the first address gets.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};

/// What the server calls itself, and what it demands.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    hosts: Vec<String>,
    port: u16,
    token: String,
}

/// What browsers may do with the page: run its own scripts and talk to its own server, nothing else. The one style that is allowed
/// by its hash is the width of tabs, which the editor writes into its element.
const POLICY: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self' 'unsafe-hashes' 'sha256-KieXA5+f1hSQO6qRIbiFtbPLhd3XHTgCse/DJmgYhoQ='; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

impl Guard {
    /// A guard of the server on this port. Besides the names of this machine, it goes by those that the user has given.
    pub fn new(port: u16, names: &[String]) -> Result<Guard, String> {
        let mut bytes = [0_u8; 24];
        getrandom::fill(&mut bytes).map_err(|error| format!("there are no random numbers: {error}"))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let own = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
        let names = own.into_iter().chain(names.iter().map(|name| name.to_ascii_lowercase()));
        Ok(Guard { hosts: names.collect(), port, token })
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Is this request for this server, and from its own page? It may be refused before anything else is looked at.
    pub fn admits(&self, method: &Method, headers: &HeaderMap) -> Result<(), &'static str> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        if hosts.next().is_some() || !host.is_some_and(|host| self.is_own(host)) {
            return Err("this is not the server that you asked for");
        }
        if let Some(origin) = headers.get(header::ORIGIN) {
            let own = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            if own.is_none_or(|origin| Some(origin) != host) {
                return Err("requests of other sites are refused");
            }
        } else if *method != Method::GET && *method != Method::HEAD {
            return Err("a request that changes something must say where it comes from");
        }
        let site = headers.get(HeaderName::from_static("sec-fetch-site"));
        match site.map(HeaderValue::as_bytes) {
            None | Some(b"same-origin" | b"none") => Ok(()),
            // A link on another page may lead here: what it opens is empty without the cookie.
            Some(_) if is_navigation(method, headers) => Ok(()),
            Some(_) => Err("requests of other sites are refused"),
        }
    }

    fn is_own(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host.as_str(), Some(80)),
        };
        port == Some(self.port) && self.hosts.iter().any(|own| own == name)
    }

    /// Does the request bring the cookie?
    pub fn knows(&self, headers: &HeaderMap) -> bool {
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
        let mut cookies =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|c| c.trim().split_once('='));
        cookies.any(|(key, value)| key == name && same(value, &self.token))
    }

    /// The cookie for whoever brings the token.
    pub fn cookie(&self, token: &str) -> Option<String> {
        same(token.trim(), &self.token).then(|| {
            format!(
                "{}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000",
                self.cookie_name(),
                self.token
            )
        })
    }

    /// Servers on other ports of this machine share the jar of cookies.
    fn cookie_name(&self) -> String {
        format!("ludex-studio-{}", self.port)
    }

    /// Headers of every answer.
    pub fn dress(headers: &mut HeaderMap) {
        let fixed = [
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::X_FRAME_OPTIONS, "DENY"),
            (header::REFERRER_POLICY, "no-referrer"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        ];
        for (name, value) in fixed {
            headers.insert(name, HeaderValue::from_static(value));
        }
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
}

fn is_navigation(method: &Method, headers: &HeaderMap) -> bool {
    let mode = headers.get(HeaderName::from_static("sec-fetch-mode"));
    *method == Method::GET && mode.is_some_and(|mode| mode == "navigate")
}

/// Are these the same? Takes as long for a near miss as for a far one.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}
