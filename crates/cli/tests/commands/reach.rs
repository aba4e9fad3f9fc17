use super::{fails, json, succeeds, twofold};

#[test]
fn a_yes_comes_with_a_sequence_that_replay_plays_back() {
    let result = json(&["reach", "checkerboard", "3x5"]);
    assert_eq!(result["answer"], "yes");
    let sequence = result["witness"]["sequence"].as_str().unwrap();
    let frames = json(&["replay", "--shape", "3x5", "--moves", sequence]);
    let last = frames["frames"].as_array().unwrap().last().unwrap();
    assert_eq!(last["board"], result["witness"]["board"]);
    assert_eq!(last["board"], "2 4 2 4 2 / 4 2 4 2 4 / 2 4 2 4 2");
}

#[test]
fn deterministic_sequences_are_slides_alone() {
    let result = json(&["reach", "checkerboard", "5x3", "--deterministic"]);
    let sequence = result["witness"]["sequence"].as_str().unwrap();
    assert!(sequence.chars().all(|letter| "UDLR".contains(letter)), "{sequence}");
    let frames = json(&["replay", "--shape", "5x3", "--moves", sequence, "--deterministic"]);
    let last = frames["frames"].as_array().unwrap().last().unwrap();
    assert_eq!(last["board"], result["witness"]["board"]);
}

#[test]
fn a_no_says_why() {
    insta::assert_snapshot!(succeeds(&["reach", "checkerboard", "4x4"]));
    insta::assert_snapshot!(succeeds(&["reach", "checkerboard", "3x5", "--deterministic"]));
    let result = json(&["reach", "212/121/212"]);
    assert_eq!(result["answer"], "no");
    assert_eq!(result["reasons"][0]["search"]["finished"], true);
    assert_eq!(result["reasons"][1]["theorem"]["name"], "Corollary 13");
}

#[test]
fn a_limit_is_no_reason() {
    let result = json(&["reach", "333/***/***", "--max-rank", "3", "--limit", "50"]);
    assert_eq!(result["answer"], "undecided");
    assert_eq!(result["reasons"][0]["search"]["finished"], false);
    let text = succeeds(&["reach", "333/***/***", "--max-rank", "3", "--limit", "50"]);
    assert!(text.contains("the limit is 50 boards; --limit raises it"), "{text}");
}

#[test]
fn sequences_are_counted_by_variant() {
    let result = json(&["reach", "checkerboard", "2x13", "--deterministic", "--count"]);
    let sequences = &result["sequences"]["counts"];
    assert_eq!(sequences["one_in_corner"], 71639);
    assert_eq!(sequences["two_in_corner"], 27220);
    assert_eq!(sequences["total"], 98859);
    let result = json(&["reach", "checkerboard", "3x2", "--count"]);
    assert_eq!(result["sequences"]["counts"]["one_in_corner"], 2_859_468);
    let words = succeeds(&["reach", "checkerboard", "2x8", "--deterministic", "--count"]);
    let counts =
        "sequences: 8,468\n  with a 1 in the corner: 4,818\n  with a 2 in the corner: 3,650\n";
    assert!(words.ends_with(counts), "{words}");
}

#[test]
fn sequences_are_listed_drawn_and_matched() {
    let listed = json(&["reach", "checkerboard", "1x3", "--deterministic", "--list", "9"]);
    assert_eq!(listed["sequences"]["listed"], serde_json::json!(["RLR", "RRL"]));
    let draw = ["reach", "checkerboard", "3x3", "--random", "3", "--seed", "5"];
    assert_eq!(json(&draw), json(&draw), "the seed decides");
    let found = json(&[
        "reach",
        "checkerboard",
        "2x9",
        "--deterministic",
        "--match",
        "^(DUR)+DUD(UUD)+UU$",
    ]);
    assert_eq!(found["sequences"]["matching"], 1);
    assert_eq!(found["sequences"]["listed"][0], "DURDURDURDURDUDUUDUUDUUDUU");
}

#[test]
fn filled_boards_of_every_even_size() {
    for (shape, spawns) in [("4x4", 23), ("10x10", 149), ("16x16", 383), ("7x4", 41), ("6x9", 80)] {
        let result = json(&["reach", "filled", shape]);
        assert_eq!(
            (&result["answer"], &result["witness"]["spawns"]),
            (&"yes".into(), &spawns.into()),
            "{shape}"
        );
    }
}

#[test]
fn the_table_is_a_grid() {
    insta::assert_snapshot!(succeeds(&["reach", "--table", "4x5"]));
    let entries = &json(&["reach", "--table", "3x3"])["rows"];
    assert_eq!(entries.as_array().unwrap().len(), 9);
    assert_eq!(entries[8]["deterministic"], "yes");
}

#[test]
fn mistakes_are_explained() {
    assert!(fails(&["reach", "checkerboard"], 2).contains("say the shape"));
    assert!(fails(&["reach", "12/2?"], 2).contains("^"));
    assert!(fails(&["reach", "12/2*", "3x3"], 2).contains("2x2 pattern, not 3x3"));
    assert!(fails(&["reach", "*", "--max-rank", "16"], 2).contains("above 15"));
    assert!(
        fails(&["reach", "checkerboard", "2x2", "--match", "D"], 2).contains("--deterministic")
    );
    let regex = ["reach", "checkerboard", "2x2", "--deterministic", "--match", "("];
    assert!(fails(&regex, 2).contains("open group without closing"));
    let count = ["reach", "checkerboard", "4x4", "--count", "--limit", "10"];
    assert!(fails(&count, 2).contains("allow more boards with --limit"));
}

#[test]
fn hints_fit_the_limit_that_was_hit() {
    let error = fails(&["reach", "filled", "17x17"], 2);
    assert!(error.contains("256 cells") && !error.contains("--max-rank"), "{error}");
    let error = fails(&["reach", "1***/****/****/****"], 2);
    assert!(error.contains("--max-rank"), "{error}");
}

#[test]
fn the_thesis_word_for_a_rank_still_works() {
    assert_eq!(json(&["reach", "12/2*", "--max-value", "2"])["highest_rank"], 2);
}

/// A limit that memory does not hold is lowered, and the command says so.
#[test]
fn memory_bounds_a_search() {
    let board = "13131/31313/13131/31313/1313*";
    let limits = ["--max-rank", "3", "--limit", "100000000000", "--memory", "8M"];
    let run = twofold(&[&["reach", board, "5x5"][..], &limits].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("undecided"), "{}", run.stdout);
    assert!(run.stderr.contains("8.00 MiB of memory hold about"), "{}", run.stderr);
    assert!(run.stdout.contains("boards; --memory raises it"), "{}", run.stdout);
    assert!(!run.stdout.contains("100,000,000,000"), "{}", run.stdout);
}

/// An undecided question leaves something: how much of the way is known, and what the rest costs.
#[test]
fn a_limit_leaves_what_is_known() {
    let ask = ["reach", "12321/23132/31213/23132/12321", "--limit", "20000"];
    let result = json(&ask);
    assert_eq!(result["answer"], "undecided");
    let search = &result["reasons"][0]["search"];
    assert_eq!(search["next_layer"]["certainty"], "estimate", "{search}");
    let number = |name: &str| search[name].as_u64().unwrap();
    assert!(number("open") > 0 && number("boards") <= 20_000, "{search}");
    let text = succeeds(&ask);
    let known = format!("the last {} are known", number("depth"));
    assert!(text.contains(&known) && text.contains("one spawn more takes about"), "{text}");
}
