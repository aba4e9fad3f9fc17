/** Every page, in the order of the navigation; those that are plain have no stylesheet of their own. */
export const PAGES = [
  { name: "play", title: "Play", group: "Games", about: "Slide or drop, against people, players, chance or perfect play." },
  { name: "analyse", title: "Analyse", group: "Games", about: "A board in; every slide and every drop out, best first." },
  { name: "breakthrough", title: "Breakthrough", group: "Games", about: "Play perfect play, or ask who wins a position." },
  { name: "count", title: "Count", group: "Exact", about: "Every position that can occur in play, layer by layer." },
  { name: "prove", title: "Prove", group: "Exact", about: "Can Slider force a tile, whatever Dropper does?" },
  { name: "reach", title: "Reach", group: "Exact", about: "Draw a pattern; get the game that makes it, or the reason why none does." },
  { name: "change", title: "Change", group: "Exact", about: "How far abstract games go, by greedy change-making." },
  { name: "diagrams", title: "Diagrams", group: "Exact", about: "The decision diagram of a formula, in any order." },
  { name: "studio", title: "Studio", group: "Make", about: "Pictures, Life, stereograms and chains, out of tiles." },
  { name: "arena", title: "Arena", group: "Make", about: "Players compared, tuned and trained." },
  { name: "ledger", title: "Ledger", group: "Check", about: "Every published figure beside ours, recomputed on demand." },
  { name: "jobs", title: "Jobs", group: "Check", plain: true, about: "Long work of this server: waiting, running and done." },
];
