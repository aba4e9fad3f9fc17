//! Every answer has the form that `docs/formats/lab.schema.json` gives to its address.

use serde_json::Value;

use crate::client::Answer;
use crate::schema::Schema;

const SCHEMA: &str = include_str!("../../../../docs/formats/lab.schema.json");

/// What the page takes a job to be.
const PAGE: &str = include_str!("../../../lab/page/lib/jobs.js");

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("the schema is JSON")
}

/// The definition of what an address answers; nothing for files and streams.
fn definition(path: &str) -> Option<&'static str> {
    let path = path.split('?').next().unwrap_or_default();
    let words: Vec<&str> = path.strip_prefix("/api/v1/")?.split('/').collect();
    Some(match words[..] {
        ["about"] => "about",
        ["answer", ..] | ["game", "review"] => "answer",
        ["stores"] => "stores",
        ["board", "read"] => "board",
        ["game", "start"] => "start",
        ["game", "slide"] => "slide",
        ["game", "spawn" | "place"] => "spawn",
        ["game", "turn"] => "turn",
        ["game", "advice"] => "advice",
        ["game", "replay"] => "replay",
        ["game", "record"] => "record",
        ["jobs", _] | ["jobs", _, "cancel"] => "job",
        _ => return None,
    })
}

/// The answer, if it has the form that it must have.
pub(crate) fn checked(path: &str, answer: Answer) -> Answer {
    let is_api = path.starts_with("/api/");
    let name = match answer.status {
        400.. if is_api => Some("error"),
        202 => Some("job"),
        200 if path == "/api/v1/jobs" => Some("jobs"),
        200 => definition(path),
        _ => None,
    };
    if let Some(name) = name {
        let (schema, value) = (schema(), answer.json());
        let wrong = Schema::new(&schema).errors(&format!("#/$defs/{name}"), &value);
        assert!(wrong.is_empty(), "{path}: {wrong:#?}\n{value:#}");
    }
    answer
}

#[test]
fn the_schema_knows_other_forms_from_these() {
    let schema = schema();
    let errors =
        |name: &str, value: &Value| Schema::new(&schema).errors(&format!("#/$defs/{name}"), value);
    let slide = serde_json::json!({ "legal": true, "board": "2 .", "score": 0, "moves": [] });
    assert_eq!(errors("slide", &slide), Vec::<String>::new());
    for field in ["legal", "board", "score", "moves"] {
        let mut less = slide.clone();
        less.as_object_mut().unwrap().remove(field);
        assert!(!errors("slide", &less).is_empty(), "{field}");
        let mut other = slide.clone();
        other[field] = Value::Null;
        assert!(!errors("slide", &other).is_empty(), "{field}");
    }
    let mut more = slide;
    more["points"] = 4.into();
    assert!(!errors("slide", &more).is_empty());
}

/// The page names no field of a job that the server does not send.
#[test]
fn the_page_takes_jobs_for_what_they_are() {
    let job = &schema()["$defs"]["job"]["properties"];
    let block = PAGE.split("@typedef {object} Job").nth(1).expect("the page says what a job is");
    let block = block.split("*/").next().unwrap();
    let fields: Vec<&str> = block
        .lines()
        .filter_map(|line| line.split_once("@property")?.1.split_whitespace().next_back())
        .map(|field| field.trim_matches(['[', ']']))
        .collect();
    assert!(fields.len() > 10, "{fields:?}");
    for field in fields {
        assert!(job.get(field).is_some(), "jobs have no {field}");
    }
}
