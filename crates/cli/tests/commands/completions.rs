use super::{fails, succeeds};

#[test]
fn every_shell_completes_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = succeeds(&["completions", shell]);
        assert!(script.contains("reproduce") && script.contains("until-sum"), "{shell}");
    }
    assert!(fails(&["completions", "nonsense"], 2).contains("bash"));
}
