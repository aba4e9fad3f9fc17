//! Every dependency's licence is one that `deny.toml` welcomes.

use std::fs;

use serde::Deserialize;

use crate::metadata::{self, Package};

#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

/// Names the packages whose licence is missing, unreadable or unwelcome.
pub(crate) fn check() -> Result<(), String> {
    eprintln!("\n$ licences against deny.toml");
    let text = fs::read_to_string("deny.toml").map_err(|error| format!("deny.toml: {error}"))?;
    let deny: Deny = toml::from_str(&text).map_err(|error| format!("deny.toml: {error}"))?;
    let welcome = |text: &String| {
        spdx::Licensee::parse(text).map_err(|error| format!("deny.toml: {text}: {error}"))
    };
    let welcome = deny.licenses.allow.iter().map(welcome).collect::<Result<Vec<_>, _>>()?;
    let packages = metadata::packages()?;
    let wrong: Vec<_> =
        packages.iter().filter_map(|package| objection(package, &welcome)).collect();
    if wrong.is_empty() {
        eprintln!("{} packages, all welcome", packages.len());
        return Ok(());
    }
    Err(wrong.join("\n"))
}

fn objection(package: &Package, welcome: &[spdx::Licensee]) -> Option<String> {
    let Package { name, version, license, .. } = package;
    let Some(license) = license else { return Some(format!("{name} {version} states no licence")) };
    // Some older packages write a slash for OR.
    let text = license.replace('/', " OR ");
    match spdx::Expression::parse(&text) {
        Err(error) => Some(format!("{name} {version}: cannot read the licence {license}: {error}")),
        Ok(expression) => {
            let allowed =
                expression.evaluate(|needed| welcome.iter().any(|ours| ours.satisfies(needed)));
            (!allowed).then(|| format!("{name} {version} is under {license}"))
        }
    }
}
