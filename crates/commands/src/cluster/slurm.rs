//! What Slurm tells its tasks.

use twofold_cluster::Hosts;

use crate::error::CommandError;
use crate::face::Face;

/// The tasks of a job step.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tasks {
    /// Where each task listens.
    pub(super) addresses: Vec<String>,
    /// The task that this process is.
    pub(super) own: usize,
    /// What tells the step apart from others.
    pub(super) job: String,
}

/// Reads the variables that Slurm sets: SLURM_PROCID, SLURM_NTASKS, the list of nodes and the number of
/// tasks on each.
pub(super) fn tasks(face: &dyn Face, port: u16) -> Result<Tasks, CommandError> {
    read(&|name| face.variable(name), port)
}

fn read(variable: &dyn Fn(&str) -> Option<String>, port: u16) -> Result<Tasks, CommandError> {
    let missing = |name: &str| {
        CommandError::input(format!("the variable {name} is not set, or makes no sense"))
            .about("hosts")
            .hint("start the command with `srun` in a job of Slurm")
    };
    let first = |names: &[&str]| {
        let found = names.iter().find_map(|name| variable(name));
        found.ok_or_else(|| missing(names[0]))
    };
    let number = |name: &str| -> Result<usize, CommandError> {
        first(&[name])?.parse().map_err(|_| missing(name))
    };
    let (own, count) = (number("SLURM_PROCID")?, number("SLURM_NTASKS")?);
    let list = first(&["SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST", "SLURM_NODELIST"])?;
    let nodes = Hosts::nodes(&list).map_err(|error| CommandError::input(error).about("hosts"))?;
    let per_node = first(&["SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"]);
    let per_node = match per_node {
        Ok(text) => repeated(&text).ok_or_else(|| missing("SLURM_TASKS_PER_NODE"))?,
        // Evenly, the first nodes having one more.
        Err(_) => {
            (0..nodes.len()).map(|node| count.saturating_sub(node).div_ceil(nodes.len())).collect()
        }
    };
    let mut addresses = Vec::new();
    for (node, &tasks) in nodes.iter().zip(&per_node) {
        for task in 0..tasks {
            let task = u16::try_from(task).ok().and_then(|task| port.checked_add(task));
            let port = task.ok_or_else(|| missing("SLURM_TASKS_PER_NODE"))?;
            addresses.push(format!("{node}:{port}"));
        }
    }
    if addresses.len() != count || own >= count || per_node.len() != nodes.len() {
        let error = format!(
            "Slurm has {count} tasks, and {} on the nodes {list}; this is task {own}",
            addresses.len()
        );
        let hint = "let Slurm put tasks on nodes in blocks: --distribution=block";
        return Err(CommandError::input(error).about("hosts").hint(hint));
    }
    let id = |name| variable(name).filter(|id| id.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let (job, step) = (id("SLURM_JOB_ID"), id("SLURM_STEP_ID"));
    let restarts = id("SLURM_RESTART_COUNT").unwrap_or_else(|| "0".to_owned());
    let job = job.ok_or_else(|| missing("SLURM_JOB_ID"))?;
    let job = format!("{job}-{}-{restarts}", step.unwrap_or_default());
    Ok(Tasks { addresses, own, job })
}

/// `2(x3),1` as 2, 2, 2, 1.
fn repeated(text: &str) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for word in text.split(',') {
        let (number, times) = match word.split_once("(x") {
            Some((number, times)) => (number, times.strip_suffix(')')?.parse().ok()?),
            None => (word, 1_usize),
        };
        if times > 4096 {
            return None;
        }
        all.extend(std::iter::repeat_n(number.parse::<usize>().ok()?, times));
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tasks(variables: &[(&str, &str)]) -> Result<Tasks, CommandError> {
        let found = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        read(&found, 7420)
    }

    #[test]
    fn tasks_are_put_on_nodes_in_blocks() {
        let mut variables = vec![
            ("SLURM_JOB_ID", "17"),
            ("SLURM_STEP_ID", "0"),
            ("SLURM_PROCID", "2"),
            ("SLURM_NTASKS", "5"),
            ("SLURM_JOB_NODELIST", "n[1-2],big"),
            ("SLURM_TASKS_PER_NODE", "2(x2),1"),
        ];
        let found = tasks(&variables).unwrap();
        assert_eq!(found.addresses, ["n1:7420", "n1:7421", "n2:7420", "n2:7421", "big:7420"]);
        assert_eq!((found.own, found.job.as_str()), (2, "17-0-0"));
        variables.pop();
        assert_eq!(tasks(&variables).unwrap().addresses, found.addresses);
        variables.push(("SLURM_TASKS_PER_NODE", "2,1,1"));
        assert!(tasks(&variables).is_err(), "four places for five tasks");
        variables.remove(2);
        assert!(tasks(&variables).unwrap_err().message().contains("SLURM_PROCID"));
    }
}
