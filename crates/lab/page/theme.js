// Before the first paint: the scheme and the motion that were chosen, so that nothing flashes.
(() => {
  for (const name of ["theme", "motion"]) {
    /** @type {string | null} */
    let value = null;
    try {
      value = localStorage.getItem(`twofold.${name}`);
    } catch {
      // Storage may be closed to the page; then the system's wish counts.
    }
    if (value) document.documentElement.dataset[name] = value;
  }
})();
