//! What other sites, broken clients and attackers may try.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Lab, command_line, encoded, program};

#[test]
fn only_own_names_are_answered() {
    let lab = Lab::start(&[]);
    let port = lab.address.split(':').nth(1).unwrap();
    assert_eq!(lab.send("GET", "/", &[("Host", &format!("localhost:{port}"))], b"").status, 200);
    // Another site whose name points here, as in DNS rebinding.
    for host in [format!("evil.example:{port}"), "127.0.0.1".to_owned(), String::new()] {
        for path in ["/", "/api/v1/jobs", "/app.js"] {
            assert_eq!(lab.send("GET", path, &[("Host", &host)], b"").status, 403, "{host}");
        }
    }
    let without = "GET / HTTP/1.1\r\nConnection: close\r\n\r\n";
    assert!(matches!(lab.raw(without.as_bytes()).status, 400 | 403));
}

#[test]
fn other_sites_cannot_ask() {
    let lab = Lab::start(&[]);
    let own = format!("http://{}", lab.address);
    let json = ("Content-Type", "application/json");
    let body = json!({ "command": "count", "options": { "shape": "2x2" } }).to_string();
    let post =
        |headers: &[(&str, &str)]| lab.send("POST", "/api/v1/jobs", headers, body.as_bytes());
    assert_eq!(post(&[json, ("Origin", "http://evil.example")]).status, 403);
    assert_eq!(post(&[json, ("Origin", &format!("{own}.evil.example"))]).status, 403);
    assert_eq!(post(&[json, ("Sec-Fetch-Site", "cross-site")]).status, 403);
    // What a form of another site could send without asking first.
    assert_eq!(post(&[("Content-Type", "text/plain")]).status, 403);
    assert_eq!(
        lab.send("OPTIONS", "/api/v1/jobs", &[("Origin", "http://evil.example")], b"").status,
        403
    );
    assert_eq!(lab.get("/api/v1/jobs").json(), json!([]));
    assert_eq!(post(&[json, ("Origin", &own), ("Sec-Fetch-Site", "same-origin")]).status, 202);
    let answer = lab.get("/");
    assert!(answer.header("access-control-allow-origin").is_none());
    assert!(answer.header("content-security-policy").unwrap().contains("default-src 'none'"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
}

/// A name of another site that has come to point here: the browser takes it for the same origin, and
/// only the name in `Host` gives it away.
#[test]
fn names_that_were_bound_anew_are_refused() {
    let lab = Lab::start(&[]);
    let port = lab.address.split(':').nth(1).unwrap();
    let name = format!("evil.example:{port}");
    let headers = [
        ("Host", &name[..]),
        ("Origin", &format!("http://{name}")[..]),
        ("Sec-Fetch-Site", "same-origin"),
        ("Content-Type", "application/json"),
    ];
    let body = json!({ "command": "count", "options": { "shape": "2x2" } }).to_string();
    assert_eq!(lab.send("POST", "/api/v1/jobs", &headers, body.as_bytes()).status, 403);
    assert_eq!(lab.send("GET", "/api/v1/about", &headers[..3], b"").status, 403);
    assert_eq!(lab.send("DELETE", "/api/v1/jobs/1", &headers, b"").status, 403);
    assert_eq!(lab.get("/api/v1/jobs").json(), json!([]));
    // Two hosts are none, and neither is one in the address line.
    let twice = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nHost: {name}\r\nConnection: close\r\n\r\n",
        lab.address
    );
    assert!(matches!(lab.raw(twice.as_bytes()).status, 400 | 403));
    let line = format!("GET http://{name}/ HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
    assert_eq!(lab.raw(line.as_bytes()).status, 403);
}

#[test]
fn a_taken_port_is_told_and_the_next_one_used() {
    let first = Lab::start(&[]);
    let port: u16 = first.address.split(':').nth(1).unwrap().parse().unwrap();
    let mut command = program();
    command.args(["lab", "--no-open", "--port", &port.to_string()]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("another lab starts");
    let line = |source: &mut dyn Read| {
        let mut line = String::new();
        BufReader::new(source).read_line(&mut line).unwrap();
        line
    };
    let address = line(child.stdout.as_mut().unwrap());
    let remark = line(child.stderr.as_mut().unwrap());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(remark.trim(), format!("port {port} is taken"));
    let other = address.trim().trim_start_matches("http://127.0.0.1:").trim_end_matches('/');
    let other: u16 = other.parse().unwrap();
    assert!(other > port && other <= port + 20, "{address}");
    assert_eq!(first.get("/api/v1/about").status, 200);
}

/// Stores go by their names; no path leads anywhere, not even to a store.
#[test]
fn only_named_stores_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["open", "secret"] {
        command_line(&["solve", "2x2", "--store", &path(name)]);
    }
    let lab = Lab::start(&["--store", &path("open")]);
    let ask = |store: &str| {
        let store = store.replace('%', "%25").replace(' ', "%20");
        lab.get(&format!("/api/v1/answer/ask?store={store}&board=2+4+/+.+2")).status
    };
    assert_eq!(ask("open"), 200);
    let others =
        ["secret", "../secret", "open/../secret", &path("secret"), &path("open"), ".", "", "open/"];
    for store in others {
        assert_eq!(ask(store), 422, "{store}");
        for (command, option) in [("count", "store"), ("solve", "counted"), ("solve", "store")] {
            let options = json!({ "shape": "2x2", option: store });
            let wish = json!({ "command": command, "options": options });
            assert_eq!(lab.post("/api/v1/jobs", &wish).status, 422, "{wish}");
        }
        let wish = json!({ "command": "store verify", "options": { "store": store } });
        assert_eq!(lab.post("/api/v1/jobs", &wish).status, 422, "{wish}");
    }
    // What is read is what was sent: a name of a file is a text.
    let wish = json!({ "command": "paint", "options": { "picture": "/etc/passwd" } });
    let answer = lab.post("/api/v1/jobs", &wish);
    assert!(!String::from_utf8_lossy(&answer.body).contains("root"), "{}", answer.json());
    let network = json!({ "command": "train", "options": { "games": 1, "resume": "/etc/passwd" } });
    let job = lab.job(&network);
    assert_eq!(job["state"], "failed", "{job}");
    assert!(!job.to_string().contains("root"), "{job}");
    let about = lab.get("/api/v1/about");
    let text = String::from_utf8_lossy(&about.body);
    assert!(
        !text.contains(folder.path().to_str().unwrap()),
        "where stores are is nobody's business"
    );
}

/// A word may name a sequence or a pattern, and on the command line also a file.
#[test]
fn words_name_no_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("numbers"), "1\n2\n4\n8\n").unwrap();
    std::fs::write(folder.path().join("cells"), "x = 1, y = 1\no!\n").unwrap();
    command_line(&["solve", "2x2", "--store", folder.path().join("two").to_str().unwrap()]);
    // Stores are named from where the lab is started.
    let lab = Lab::start_in(folder.path(), &["--store", "two"]);
    assert_eq!(lab.get("/api/v1/answer/ask?store=two&board=2+4+/+.+2").status, 200);
    assert_eq!(lab.get("/api/v1/answer/change?sequence=numbers").status, 422);
    for (command, options) in [
        ("life", json!({ "pattern": "cells" })),
        ("paint", json!({ "picture": "cells" })),
        ("change", json!({ "sequence": "numbers" })),
    ] {
        let answer = lab.post("/api/v1/jobs", &json!({ "command": command, "options": options }));
        if answer.status == 202 {
            let id = answer.json()["id"].as_u64().unwrap();
            let job = lab.wait(id, |state| !matches!(state, "queued" | "running"));
            // A word is a picture of its letters.
            let is_word = command == "paint" && job["result"].to_string().contains('c');
            assert!(job["state"] == "failed" || is_word, "{job}");
        }
    }
}

/// Players that run programs or read files are for the command line. Whichever option of whichever command is
/// given one, as a question, as a job or as advice: nothing runs, and nothing is read.
#[test]
fn no_option_runs_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("ran");
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "geheim-7431\n").unwrap();
    let (mark, secret) = (mark.to_str().unwrap(), secret.to_str().unwrap());
    let hostile = [
        format!("external:>{mark}"),
        format!(" external:>{mark}"),
        format!("external:sh -c 'echo > {mark}'"),
        format!("table:{secret}"),
        format!("ntuple:{secret}"),
        format!("ntuple:depth=1,file={secret}"),
        secret.to_owned(),
        format!("file://{secret}"),
        format!("--player=external:>{mark}"),
    ];
    // What other options a command needs before it would look at its player.
    let beside = |command: &str| match command {
        "arena" => json!({ "games": 1, "shape": "2x2" }),
        "advise" | "ask" | "board" => json!({ "board": "2 4 / . 2" }),
        "train" => json!({ "shape": "2x2", "games": 1 }),
        "tune" => json!({ "shape": "2x2", "generations": 1, "population": 2, "games": 1 }),
        "reproduce" => json!({ "only": "no-such-row" }),
        "store export" | "store info" | "store verify" | "walk" => json!({ "store": "none" }),
        "paint" => json!({ "picture": "ab" }),
        "change" => json!({ "sequence": "practical", "cells": 2 }),
        "diagram" => json!({ "formula": "x1" }),
        "reach" => json!({ "pattern": "12/21" }),
        _ => json!({ "shape": "2x2" }),
    };
    let lab = Lab::start(&[]);
    let about = lab.get("/api/v1/about").json();
    let (mut asked, mut refused) = (0, 0);
    for command in about["commands"].as_array().unwrap() {
        let name = command["name"].as_str().unwrap();
        for option in command["options"].as_array().unwrap() {
            let kind = option["kind"].as_str().unwrap();
            let option = option["name"].as_str().unwrap();
            for text in &hostile {
                asked += 1;
                let query = encoded(text);
                let path = name.replace(' ', "/");
                let answer = lab.get(&format!("/api/v1/answer/{path}?{option}={query}"));
                assert!(
                    !String::from_utf8_lossy(&answer.body).contains("geheim"),
                    "{name} {option}"
                );
                let mut options = beside(name);
                options[option] = text.as_str().into();
                let wish = json!({ "command": name, "options": options });
                let answer = lab.post("/api/v1/jobs", &wish);
                assert!(!String::from_utf8_lossy(&answer.body).contains("geheim"), "{wish}");
                if answer.status == 202 {
                    // Neither a player nor a file; here it is but a text, or the picture of one.
                    assert!(!matches!(kind, "player" | "store" | "file-out"), "{wish}");
                    let id = answer.json()["id"].as_u64().unwrap();
                    let job = lab.wait(id, |state| !matches!(state, "queued" | "running"));
                    assert!(!job.to_string().contains("geheim"), "{wish}: {job}");
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(asked > 1000 && refused > 1000, "{asked}, {refused}");
    let game = json!({ "shape": "2x2" });
    for player in hostile {
        let advice = json!({ "game": game, "board": "2 4 / . 2", "player": player });
        let status = lab.post("/api/v1/game/advice", &advice).status;
        assert!(matches!(status, 403 | 422), "{player}: {status}");
    }
    assert!(!std::path::Path::new(mark).exists(), "a program ran");
    // The list of players offers none of them.
    let names: Vec<&str> = about["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"features") && !names.contains(&"external") && !names.contains(&"table")
    );
}

#[test]
fn nothing_outside_can_be_read() {
    let lab = Lab::start(&[]);
    for path in [
        "/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd.txt",
        "/api/v1/jobs/1/files/..%2f..%2fstore.json",
        "/README.md",
    ] {
        let answer = lab.get(path);
        let text = String::from_utf8_lossy(&answer.body);
        assert!(!text.contains("root:"), "{path}");
        assert!(
            answer.status == 404 || text.contains("<!doctype html>"),
            "{path}: {}",
            answer.status
        );
    }
}

#[test]
fn large_and_broken_requests_are_refused() {
    let lab = Lab::start(&[]);
    let json = [("Content-Type", "application/json")];
    let large = vec![b' '; 7 << 20];
    assert_eq!(lab.send("POST", "/api/v1/jobs", &json, &large).status, 413);
    assert_eq!(lab.send("POST", "/api/v1/board/read", &json, &vec![b' '; 100 << 10]).status, 413);
    for body in ["", "{", "[]", "null", "{\"command\":1}", "{\"command\":\"count\",\"x\":1}"] {
        let status = lab.send("POST", "/api/v1/jobs", &json, body.as_bytes()).status;
        assert!((400..500).contains(&status), "{body}: {status}");
    }
    // A claim of 65,000 × 65,000 pixels in a few bytes.
    let png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA/egAAP3oCAYAAAAgW1v1AAAAAElFTkSuQmCC";
    let wish = json!({ "command": "paint", "options": { "picture": png } });
    let refused = lab.post("/api/v1/jobs", &wish);
    assert_eq!((refused.status, &refused.json()["error"]["option"]), (422, &"picture".into()));
    let map = json!({ "command": "stereogram", "options": { "file": "png", "depth": png } });
    assert_eq!(lab.job(&map)["state"], "failed");
    let hostile =
        ["💥", "\u{0}\u{0}", "((((", "999999999999999999999 2", "0x", "[[[[[[[[", "2 4 / 8"];
    for text in hostile {
        let answer = lab.send(
            "POST",
            "/api/v1/board/read",
            &json,
            json!({ "text": text }).to_string().as_bytes(),
        );
        assert_eq!(answer.status, 422, "{text:?}");
    }
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    let answer = lab.send("POST", "/api/v1/jobs", &json, deep.as_bytes());
    assert!((400..500).contains(&answer.status));
    assert_eq!(lab.get("/api/v1/about").status, 200);
}

#[test]
fn a_thousand_connections_do_no_harm() {
    let lab = Lab::start(&[]);
    let idle: Vec<_> = (0..1000).filter_map(|_| TcpStream::connect(&lab.address).ok()).collect();
    assert!(idle.len() > 256, "{}", idle.len());
    // While they are all there, whoever says nothing loses the place after a few seconds.
    let start = Instant::now();
    let is_answered = || {
        let mut stream = TcpStream::connect(&lab.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
        let host = &lab.address;
        let request =
            format!("GET /api/v1/about HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        text.starts_with("HTTP/1.1 200").then_some(())
    };
    while is_answered().is_none() {
        assert!(start.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(idle);
    assert_eq!(lab.get("/api/v1/about").status, 200);
}

#[test]
fn slow_clients_are_shown_the_door() {
    let lab = Lab::start(&[]);
    let host = &lab.address;
    let post = format!(
        "POST /api/v1/board/read HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: 1000\r\n\r\n{{\"text\""
    );
    // One does not finish its headers, one not its body; one says nothing after its first answer.
    let kept = format!("GET /icon.svg HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let started = Instant::now();
    let waiting: Vec<_> = ["GET / HTTP/1.1\r\nHo", &post, &kept]
        .into_iter()
        .map(|beginning| {
            let mut stream = lab.connect();
            stream.write_all(beginning.as_bytes()).unwrap();
            std::thread::spawn(move || {
                let _ = stream.read_to_end(&mut Vec::new());
                Instant::now()
            })
        })
        .collect();
    assert_eq!(lab.get("/api/v1/about").status, 200);
    for client in waiting {
        let ended = client.join().unwrap();
        assert!(ended - started < Duration::from_secs(30), "{:?}", ended - started);
    }
    assert_eq!(lab.get("/api/v1/about").status, 200);
}
