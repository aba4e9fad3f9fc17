use super::global::commands;
use super::{fails, succeeds};

#[test]
fn every_command_has_a_page() {
    assert!(succeeds(&["man"]).contains(".TH twofold 1"));
    let overview = succeeds(&["--help"]);
    for name in commands(&overview) {
        let page = succeeds(&["man", name]);
        assert!(page.contains(&format!("twofold-{name}")) && page.contains("OPTIONS"), "{name}");
    }
    fails(&["man", "nonsense"], 2);
}
