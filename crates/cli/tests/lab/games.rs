//! Playing over HTTP.

use serde_json::{Value, json};

use crate::client::Lab;

fn posted(lab: &Lab, path: &str, body: Value) -> Value {
    let answer = lab.post(path, &body);
    assert_eq!(answer.status, 200, "{path} {body}: {}", answer.json());
    answer.json()
}

#[test]
fn a_seed_is_a_game() {
    let lab = Lab::start(&[]);
    for rules in ["classic", "fibonacci", "threes", "fives"] {
        let game = json!({ "shape": "3x4", "rules": rules });
        let play = || {
            let start = posted(&lab, "/api/v1/game/start", json!({ "game": game, "seed": 5 }));
            let (mut board, mut ply) = (start["board"].clone(), 2);
            let mut boards = vec![board.clone()];
            let mut steps: Vec<String> = Vec::new();
            for spawn in start["spawns"].as_array().unwrap() {
                steps.push(step(spawn));
            }
            while ply < 30 {
                let mut moved = false;
                for (direction, letter) in
                    [("left", "L"), ("down", "D"), ("right", "R"), ("up", "U")]
                {
                    let asked = json!({
                        "game": game, "board": board, "direction": direction, "seed": 5, "ply": ply
                    });
                    let turn = posted(&lab, "/api/v1/game/turn", asked);
                    if turn["slide"]["legal"] == true {
                        let tiles = turn["slide"]["moves"].as_array().unwrap().len();
                        assert!(tiles > 0);
                        steps.push(letter.to_owned());
                        steps.push(step(&turn["spawn"]));
                        board = turn["spawn"]["board"].clone();
                        moved = true;
                        break;
                    }
                }
                if !moved {
                    break;
                }
                boards.push(board.clone());
                ply += 1;
            }
            (boards, steps)
        };
        let (boards, steps) = play();
        assert_eq!(play().0, boards, "{rules}");
        // The record is a file of the command line, and leads to the same board.
        let record = posted(&lab, "/api/v1/game/record", json!({ "game": game, "steps": steps }));
        let replay = posted(&lab, "/api/v1/game/replay", json!({ "text": record["text"] }));
        assert_eq!(
            replay["frames"].as_array().unwrap().last().unwrap()["board"],
            *boards.last().unwrap()
        );
        assert_eq!(replay["game"]["rules"], rules);
    }
}

/// A spawn as replays write it.
fn step(spawn: &Value) -> String {
    let [row, column] = [0, 1].map(|index| spawn["cell"][index].as_u64().unwrap() + 1);
    format!("({row},{column})={}", spawn["tile"])
}

#[test]
fn moves_tell_where_tiles_go() {
    let lab = Lab::start(&[]);
    let game = json!({ "shape": "1x4" });
    let asked = json!({ "game": game, "board": "2 . 2 4", "direction": "left" });
    let slide = posted(&lab, "/api/v1/game/slide", asked);
    assert_eq!((&slide["board"], &slide["score"]), (&"4 4 . .".into(), &4.into()));
    assert_eq!(
        slide["moves"][1],
        json!({ "from": [0, 2], "to": [0, 0], "tile": 2, "merged": true })
    );
    let stuck = json!({ "game": game, "board": "2 4 . .", "direction": "left" });
    assert_eq!(posted(&lab, "/api/v1/game/slide", stuck)["legal"], false);
}

#[test]
fn a_person_drops_by_the_rules() {
    let lab = Lab::start(&[]);
    let game = json!({ "shape": "2x2" });
    let place = |cell: [u8; 2], tile: u64| {
        let asked = json!({ "game": game, "board": "2 . / . .", "cell": cell, "tile": tile });
        lab.post("/api/v1/game/place", &asked)
    };
    assert_eq!(place([1, 1], 4).json()["board"], "2 . / . 4");
    assert_eq!((place([0, 0], 2).status, place([0, 1], 8).status), (422, 422));
    assert_eq!((place([9, 9], 2).status, place([0, 1], 3).status), (422, 422));
}

#[test]
fn players_advise() {
    let lab = Lab::start(&[]);
    let game = json!({ "shape": "3x3" });
    let board = "2 4 8 / . 2 . / . . .";
    let asked = json!({ "game": game, "board": board, "player": "expectimax:depth=1" });
    let advice = posted(&lab, "/api/v1/game/advice", asked);
    assert!(advice["best"].is_string());
    assert_eq!(advice["slides"].as_array().unwrap().len(), 4);
    assert!(advice["slides"][1]["features"]["empty"].is_number(), "{advice}");
    for player in
        ["exec:sh", "external:sh", "exec:timeout=1s,command=sh", "table:/etc", "ntuple:/etc/passwd"]
    {
        let asked = json!({ "game": game, "board": board, "player": player });
        let refused = lab.post("/api/v1/game/advice", &asked);
        assert_eq!(refused.status, 403, "{player}");
    }
}

#[test]
fn boards_are_read_in_every_notation() {
    let lab = Lab::start(&[]);
    let read = |text: &str| lab.post("/api/v1/board/read", &json!({ "text": text }));
    for text in ["4 8 / 2 .", "23/10", "0x2310", "[[4,8],[2,0]]"] {
        assert_eq!(read(text).json()["board"], "4 8 / 2 .", "{text}");
    }
    let ambiguous = read("2/4/8");
    assert_eq!(ambiguous.status, 422);
    assert_eq!(ambiguous.json()["error"]["readings"], json!(["faces:2/4/8", "ranks:2/4/8"]));
}
