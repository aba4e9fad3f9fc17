// What a job was asked, as a page's address would say it: a link to a job alone shows its form filled in.

/**
 * The options of a job under the address's own parameters, which win.
 * @param {any} job
 * @param {string} command only jobs of this command are read
 * @param {Record<string, string>} query
 * @returns {Record<string, string>}
 */
export function askedOf(job, command, query) {
  if (!job || job.command !== command) return query;
  const options = Object.entries(job.options ?? {}).flatMap(([name, value]) =>
    // Pictures are too long for an address.
    value === null || String(value).startsWith("data:") ? [] : [[name, Array.isArray(value) ? value.join(" ") : String(value)]],
  );
  return { ...Object.fromEntries(options), ...query };
}

/** Parameters of an address out of these, without what belongs to files. @param {Record<string, string>} asked @param {string[]} names */
export const only = (asked, names) => Object.fromEntries(names.map((name) => [name, asked[name] ?? null]));
