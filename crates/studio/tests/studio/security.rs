//! Each way in that is not the front door, as an attack.

use serde_json::json;

use crate::server::Server;

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let server = Server::start("page");
    let host = server.host();
    let answer = server.request("GET", "/", &[("Host", &host)], "");
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("Ludex Studio"), "the page is embedded");
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-hashes' 'sha256-",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
    ] {
        assert!(answer.head.contains(header), "{header} is missing in {}", answer.head);
    }
    assert!(
        !answer.head.contains("access-control")
            && !answer.head.contains("unsafe-inline")
            && !answer.head.contains("unsafe-eval")
    );
    for file in ["/app.js", "/style.css", "/vendor/ui.js", "/vendor/editor.js", "/icon.svg"] {
        assert_eq!(server.request("GET", file, &[("Host", &host)], "").status, 200, "{file}");
    }
}

#[test]
fn nothing_without_the_key() {
    let server = Server::start("key");
    let (host, origin) = (server.host(), format!("http://{}", server.host()));
    let headers = [("Host", &*host), ("Origin", &*origin)];
    for path in ["/api/catalogue", "/api/game/zelda", "/api/runs", "/api/drafts", "/api/words"] {
        let answer = server.request("GET", path, &headers, "");
        assert_eq!(answer.status, 401, "{path}");
        assert!(answer.json()["problem"].as_str().unwrap().contains("ludex studio"), "says what to do");
    }
    assert_eq!(server.request("PUT", "/api/drafts/x", &headers, "{}").status, 401);
    assert!(server.try_connect(&origin, "").is_err());
    assert!(
        server.try_connect(&origin, &format!("ludex-studio-{}={}", server.port, "0".repeat(48))).is_err()
    );
    for wrong in ["", "0", &"0".repeat(48), &server.token[1..]] {
        assert_eq!(server.request("POST", "/api/enter", &headers, wrong).status, 401, "{wrong}");
    }
    let entered = server.request("POST", "/api/enter", &headers, &server.token);
    assert_eq!(entered.status, 204);
    assert!(
        entered.head.contains("httponly") && entered.head.contains("samesite=strict"),
        "{}",
        entered.head
    );
    assert_eq!(server.page("GET", "/api/catalogue", "").status, 200);
}

#[test]
fn a_name_that_was_made_to_point_here_is_refused() {
    let server = Server::start("rebinding");
    let cookie = server.cookie();
    let port = server.port;
    // The browser believes to talk to the attacker's site, so Origin and Host agree.
    for host in [
        format!("evil.example:{port}"),
        "evil.example".to_owned(),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1:{}", port ^ 1),
        "127.0.0.1".to_owned(),
        format!("0.0.0.0:{port}"),
        format!("[::2]:{port}"),
        String::new(),
    ] {
        let origin = format!("http://{host}");
        let headers = [("Host", &*host), ("Origin", &*origin), ("Cookie", &*cookie)];
        assert_eq!(server.request("GET", "/api/catalogue", &headers, "").status, 403, "{host}");
        assert_eq!(
            server.request("GET", "/", &[("Host", &host)], "").status,
            403,
            "not even the page: {host}"
        );
        assert_eq!(server.request("POST", "/api/enter", &headers, &server.token).status, 403, "{host}");
    }
    for host in [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("LOCALHOST:{port}"),
        format!("[::1]:{port}"),
    ] {
        assert_eq!(
            server.request("GET", "/api/catalogue", &[("Host", &host), ("Cookie", &cookie)], "").status,
            200,
            "{host}"
        );
    }
    let two = format!(
        "GET /api/catalogue HTTP/1.1\r\nHost: {}\r\nHost: evil.example\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n",
        server.host()
    );
    assert!(matches!(server.raw(two.as_bytes()).status, 400 | 403));
    assert!(matches!(server.raw(b"GET / HTTP/1.0\r\n\r\n").status, 400 | 403), "no name at all");
}

#[test]
fn pages_of_other_sites_can_neither_read_nor_write() {
    let server = Server::start("origins");
    let (host, cookie) = (server.host(), server.cookie());
    let other_port = format!("http://127.0.0.1:{}", server.port ^ 1);
    for origin in ["http://evil.example", "null", &other_port, "https://127.0.0.1", "file://"] {
        let headers = [("Host", &*host), ("Origin", origin), ("Cookie", &*cookie)];
        for (method, path) in [
            ("GET", "/api/catalogue"),
            ("POST", "/api/save"),
            ("PUT", "/api/drafts/x"),
            ("DELETE", "/api/drafts/x"),
        ] {
            assert_eq!(server.request(method, path, &headers, "{}").status, 403, "{origin} {method} {path}");
        }
        assert!(server.try_connect(origin, &cookie).is_err(), "{origin}");
    }
    // Pictures and scripts of other sites bring no Origin, but browsers tell where they come from.
    for site in ["cross-site", "same-site"] {
        let headers =
            [("Host", &*host), ("Cookie", &*cookie), ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "no-cors")];
        assert_eq!(server.request("GET", "/api/catalogue", &headers, "").status, 403, "{site}");
    }
    // What changes something must say where it comes from.
    let silent = [("Host", &*host), ("Cookie", &*cookie)];
    assert_eq!(server.request("POST", "/api/save", &silent, "{}").status, 403);
    assert_eq!(server.request("OPTIONS", "/api/save", &silent, "").status, 403);
    assert!(!server.folder.join("data/drafts/x.json").exists());
}

#[cfg(unix)]
#[test]
fn no_page_starts_programs() {
    ludex_programs::register();
    let marker = std::env::temp_dir().join(format!("ludex-studio-started-{}", std::process::id()));
    let _ = std::fs::remove_file(&marker);
    let agent = format!("program(cmd=\"touch {}\")", marker.display());
    let open = json!({ "do": "open", "game": { "name": "aliens" }, "boards": [[agent]], "budget": "10fm" });
    let server = Server::start("programs");
    let mut page = server.connect();
    page.say(&open);
    assert!(page.reply("problem")["text"].as_str().unwrap().contains("ludex studio --agent"));
    page.say(
        &json!({ "do": "open", "game": { "name": "aliens" }, "boards": [["random"]], "budget": "10fm" }),
    );
    page.reply("opened");
    page.say(&json!({ "do": "ask", "agent": agent, "budget": "10fm" }));
    page.reply("problem");
    assert!(!marker.exists(), "a page has started a program");
    assert!(!server.page("GET", "/api/catalogue", "").body.contains("\"program"));

    // Those that the studio was started with may play.
    let allowed = Server::with("allowed", |options| options.programs.push(agent.parse().unwrap()));
    let mut page = allowed.connect();
    page.say(&open);
    page.reply("opened");
    page.say(&json!({ "do": "step" }));
    page.frame(|frame| frame["game"]["busy"] == false && frame["tick"] != 0);
    assert!(marker.exists());
    std::fs::remove_file(&marker).unwrap();
}

#[test]
fn no_path_leaves_the_folders() {
    let server = Server::start("paths");
    std::fs::write(server.file("secret.txt"), "a secret").unwrap();
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/vendor/../../build.rs",
        "/vendor/",
        "/app.js/..",
        "/page/index.html",
        "/\\..\\x",
    ] {
        let answer = server.page("GET", path, "");
        assert!(
            matches!(answer.status, 400 | 404) || answer.body.contains("Ludex Studio"),
            "{path}: {}",
            answer.status
        );
        assert!(!answer.body.contains("secret") && !answer.body.contains("root:"), "{path}");
    }
    for name in
        ["..", "../secret", "..%2fsecret", "%2e%2e%2fsecret.txt", "%2Fetc%2Fpasswd", "x%00", "%ff", "%"]
    {
        for path in [format!("/api/game/{name}"), format!("/api/drafts/{name}")] {
            let answer = server.page("GET", &path, "");
            assert!(matches!(answer.status, 400 | 404), "{path}: {} {}", answer.status, answer.body);
        }
        let body = json!({ "name": name, "game": "x", "levels": ["x"] }).to_string();
        assert_eq!(server.page("POST", "/api/save", &body).status, 400, "{name}");
        assert!(
            matches!(server.page("PUT", &format!("/api/drafts/{name}"), "{}").status, 400 | 404),
            "{name}"
        );
    }
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let server = Server::start("links");
    let (games, outside) = (server.file("games"), server.file("outside"));
    std::fs::create_dir_all(&games).unwrap();
    std::fs::create_dir_all(&outside).unwrap();
    std::fs::write(outside.join("game.vgdl"), "BasicGame\n  SpriteSet\n    secret > Immovable\n").unwrap();
    std::fs::write(outside.join("level0.txt"), "A").unwrap();
    symlink(&outside, games.join("linked")).unwrap();
    assert_eq!(server.page("GET", "/api/game/linked", "").status, 404);
    let body = json!({ "name": "linked", "game": "changed", "levels": ["A"], "overwrite": true }).to_string();
    assert_eq!(server.page("POST", "/api/save", &body).status, 400);
    // A file of a game that is a link is replaced, not written through.
    std::fs::create_dir_all(games.join("mine")).unwrap();
    symlink(outside.join("game.vgdl"), games.join("mine/game.vgdl")).unwrap();
    assert_eq!(server.page("GET", "/api/game/mine", "").status, 404);
    let body = json!({ "name": "mine", "game": "changed", "levels": ["A"], "overwrite": true }).to_string();
    assert_eq!(server.page("POST", "/api/save", &body).status, 200);
    assert!(std::fs::read_to_string(outside.join("game.vgdl")).unwrap().contains("secret"));
    let drafts = server.file("data/drafts");
    std::fs::create_dir_all(&drafts).unwrap();
    symlink(outside.join("game.vgdl"), drafts.join("x.json")).unwrap();
    assert_eq!(server.page("GET", "/api/drafts/x", "").status, 404);
}

#[test]
fn sizes_and_numbers_are_limited() {
    let server = Server::with("limits", |options| {
        options.limits.clients = 2;
        options.limits.messages = 20.0;
    });
    assert_eq!(server.page("PUT", "/api/drafts/big", &format!("\"{}\"", "x".repeat(600_000))).status, 413);
    let (mut first, _second) = (server.connect(), server.connect());
    let origin = format!("http://{}", server.host());
    assert!(server.try_connect(&origin, &server.cookie()).is_err(), "a third page");
    // Who sends too much is cut off.
    for _ in 0..2_000 {
        if first.socket.send(tungstenite::Message::text("{\"do\":\"pause\"}")).is_err() {
            break;
        }
    }
    while first.hear().is_some() {}
    drop(first);
    let again = (0..50).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        server.try_connect(&origin, &server.cookie()).is_ok()
    });
    assert!(again, "its place is free again");
}
