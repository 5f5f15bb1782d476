//! Files that are not what they should be: every one gives an error that says where and what.

use flate2::Compression;
use flate2::write::GzEncoder;
use ludex_trace::read::{Trace, TraceError};
use std::io::{Cursor, Write};
use std::path::Path;

const HEADER: &str = concat!(
    r#"{"file":"a.txt","levelFile":"a_lvl0.txt","game":"a","level":"a_lvl0","seed":-3,"players":1,"block":10,"#,
    r#""width":2,"height":1,"types":["wall","avatar"],"order":[0,1],"actions":[["LEFT"]],"rng":7,"#,
    r#""sprites":[[0,0,0,0,0,0,0],[1,1,10,0,1,0,0]]}"#
);
const TICK: &str = r#"{"t":0,"a":["LEFT"],"s":[0],"w":[-1],"e":0,"r":7}"#;

/// Reads a file to its end and counts its ticks.
fn read(bytes: impl Into<Vec<u8>>) -> Result<usize, TraceError> {
    match Trace::read(Path::new("x.jsonl"), Cursor::new(bytes.into()))? {
        Trace::Recording(mut ticks) => ticks.try_fold(0, |n, tick| tick.map(|_| n + 1)),
        Trace::Seen(mut looks) => looks.try_fold(0, |n, look| look.map(|_| n + 1)),
    }
}

fn message(bytes: impl Into<Vec<u8>>) -> String {
    read(bytes).expect_err("an error").to_string()
}

#[test]
fn plain_and_compressed() {
    let text = format!("{HEADER}\n{TICK}\n");
    assert_eq!(read(text.clone()), Ok(1));
    assert_eq!(read(text.trim_end()), Ok(1), "the last line need not end");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    assert_eq!(read(gzip.clone()), Ok(1));
    assert!(message(&gzip[..gzip.len() / 2]).starts_with("x.jsonl:"), "a file cut off");
}

#[test]
fn errors_say_where_and_what() {
    for (text, error) in [
        (String::new(), "x.jsonl:1: is empty: expected a recording's header"),
        ("hello".into(), "x.jsonl:1:1: not a recording's header: expected value"),
        (HEADER.replace("\"rng\":7,", ""), "not a recording's header: missing field `rng`"),
        (HEADER.replace("rng", "rgn"), "not a recording's header: unknown field `rgn`, expected one of"),
        (
            HEADER.replace("LEFT", "LFET"),
            "not a recording's header: unknown action `LFET`: expected one of NIL UP",
        ),
        (HEADER.replace("\"players\":1", "\"players\":3"), "x.jsonl:1: players is 3: expected 1 or 2"),
        (
            HEADER.replace("[1,1,10", "[1,2,10"),
            "x.jsonl:1: `sprites` names type 2, but there are only 2 types",
        ),
        (format!("{HEADER}\n\n"), "x.jsonl:2:1: not a tick: EOF while parsing a value"),
        (
            format!("{HEADER}\n{}", TICK.replace("0,\"a", "1,\"a")),
            "x.jsonl:2: tick 1 where tick 0 is expected",
        ),
        (format!("{HEADER}\n{}", TICK.replace("[0]", "[0,1]")), "x.jsonl:2: `s` has 2 entries for 1 players"),
        (
            format!(
                "{HEADER}\n{}\n{}",
                TICK.replace("\"e\":0", "\"e\":1"),
                TICK.replace("\"t\":0", "\"t\":1")
            ),
            "x.jsonl:3: a tick after the one that ended the game",
        ),
        (
            format!("{HEADER}\n{}", TICK.replace("\"r\":7", "\"r\":7,\"c\":[[1,2]]")),
            "not a tick: invalid length 2, expected a sprite [id, type, x, y,",
        ),
    ] {
        let message = message(text);
        assert!(message.contains(error), "{message}\n  should say\n{error}");
    }
}

#[test]
fn garbage_is_an_error_and_nothing_worse() {
    for bytes in
        [&b"\x1f\x8b"[..], b"\x1f\x8bgarbage", b"\xff\xfe\0", b"[]", b"{}", b"null\n{}", &[b'['; 100_000]]
    {
        message(bytes);
    }
    // A recording broken at any place is an error or a shorter recording.
    let text = format!("{HEADER}\n{TICK}\n");
    for cut in 1..text.len() {
        let _ = read(&text[..cut]);
        let mut bytes = text.clone().into_bytes();
        bytes[cut] ^= 0x15;
        let _ = read(bytes);
    }
}
