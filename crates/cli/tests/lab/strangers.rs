//! What other sites, broken clients and attackers may try.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Lab;

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
    let job = lab.job(&json!({ "command": "paint", "options": { "picture": png } }));
    assert_eq!(job["state"], "failed", "{job}");
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
fn a_thousand_connections_and_slow_clients_do_no_harm() {
    let lab = Lab::start(&[]);
    let idle: Vec<_> =
        (0..1000).filter_map(|_| std::net::TcpStream::connect(&lab.address).ok()).collect();
    drop(idle);
    let mut slow = lab.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    let start = Instant::now();
    assert_eq!(lab.get("/api/v1/about").status, 200);
    // Whoever does not finish is shown the door.
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!(lab.get("/api/v1/about").status, 200);
}
