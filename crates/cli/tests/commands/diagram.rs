use super::{fails, json, succeeds};

#[test]
fn the_order_of_variables_matters() {
    // Edixhoven 2019, Figure 10.
    let nodes = |order| {
        json(&["diagram", "(x1 & x2) | (x3 & x4)", "--order", order])["nodes"].as_u64().unwrap()
    };
    assert_eq!(nodes("1,2,3,4"), 4);
    assert_eq!(nodes("1,3,2,4"), 6);
}

#[test]
fn diagrams_are_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("figure.svg");
    let arguments = ["diagram", "x1 ^ x2", "--diagram", "bcdd", "--save", path.to_str().unwrap()];
    insta::assert_snapshot!(succeeds(&[&arguments[..], &["--format", "csv"]].concat()));
    let picture = std::fs::read_to_string(path).unwrap();
    assert!(picture.contains("stroke-dasharray") && picture.contains("circle"), "{picture}");
}

#[test]
fn functions_that_differ_have_diagrams_that_differ() {
    for (diagram, one, other) in [
        ("bcdd", "x1 ^ x2", "!(x1 ^ x2)"),
        ("bcdd", "x1 & !x1", "x1 | !x1"),
        ("bdd", "x1 & !x1", "x1 | !x1"),
        ("zbdd", "x1 & !x1", "!x1"),
    ] {
        for format in ["csv", "json", "table"] {
            let rows = |formula: &str| {
                let text =
                    succeeds(&["diagram", formula, "--diagram", diagram, "--format", format]);
                // The formula itself is not a part of the diagram.
                text.replace(formula, "")
            };
            assert_ne!(rows(one), rows(other), "{diagram} {format} {one}");
        }
    }
    let root = |formula| json(&["diagram", formula, "--diagram", "bcdd"])["root"].clone();
    assert_eq!([root("x1 ^ x2"), root("!(x1 ^ x2)")], ["!2", "2"]);
    assert_eq!(json(&["diagram", "x1 & !x1"])["root"], "false");
}

#[test]
fn nonsense_is_refused() {
    assert!(fails(&["diagram", "x1 &"], 2).contains("not complete"));
    assert!(fails(&["diagram", "x1 & x3", "--order", "1,2"], 2).contains("1 to 3"));
}

#[test]
fn diagrams_that_do_not_fit_are_refused() {
    let pair = |number: u32| format!("(x{number} & x{})", number + 32);
    let formula = (1..=32).map(pair).collect::<Vec<_>>().join(" | ");
    let error = fails(&["diagram", &formula], 3);
    assert!(error.contains("of memory hold") && error.contains("--order"), "{error}");
}
