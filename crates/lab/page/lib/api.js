// Questions to the server. Every error is an ApiError, whatever went wrong.

const ROOT = "/api/v1/";

/** An error of the server, with what helps to repair it. */
export class ApiError extends Error {
  /**
   * @param {{ message: string, hint?: string | null, pointer?: string | null, option?: string | null, kind?: string, readings?: string[] | null }} error
   * @param {number} [status]
   */
  constructor(error, status = 0) {
    super(error.message);
    this.name = "ApiError";
    /** What to do about it. */
    this.hint = error.hint ?? null;
    /** Where in the text, or in the body of the request. */
    this.pointer = error.pointer ?? null;
    /** The option, and so the field, that is wrong. */
    this.option = error.option ?? null;
    /** input, negative, failure, interrupted, busy, refused or offline. */
    this.kind = error.kind ?? "failure";
    /** All readings of an ambiguous board. */
    this.readings = error.readings ?? null;
    this.status = status;
  }
}

/**
 * @param {string} path below /api/v1/
 * @param {RequestInit} [init]
 */
async function request(path, init) {
  let response;
  try {
    response = await fetch(ROOT + path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({
      message: "The lab's server does not answer.",
      hint: "Start it again with `twofold lab`; this page then goes on by itself.",
      kind: "offline",
    });
  }
  if (response.status === 204) return null;
  const text = await response.text();
  /** @type {any} */
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    body = null;
  }
  if (response.ok) return body;
  const error = body?.error ?? { message: `The server answered ${response.status} ${response.statusText}.` };
  throw new ApiError({ readings: body?.readings, ...error }, response.status);
}

/**
 * @param {string} path
 * @param {{ signal?: AbortSignal }} [init]
 */
export const get = (path, init) => request(path, init);

/**
 * @param {string} path
 * @param {any} [body]
 * @param {{ signal?: AbortSignal }} [init]
 */
export const post = (path, body = {}, init) =>
  request(path, {
    ...init,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** @param {string} path */
export const remove = (path) => request(path, { method: "DELETE", headers: { "content-type": "application/json" } });

/**
 * Options as a query, without those that are not set; lists are repeated.
 * @param {Record<string, any>} options
 */
export function optionQuery(options) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === "" || value === false) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  return query.toString();
}

/**
 * The answer of a cheap command, as the command line gives it with `--format json`.
 * @param {string} command such as "board" or "player/list"
 * @param {Record<string, any>} [options]
 * @param {{ signal?: AbortSignal }} [init]
 * @returns {Promise<{ result: any, negative: string | null }>}
 */
export const answer = (command, options = {}, init) => get(`answer/${command}?${optionQuery(options)}`, init);

/** @type {Map<string, Promise<any>>} */
const kept = new Map();
window.addEventListener("server", () => kept.clear());

/**
 * An answer that does not change while the server runs, asked for once.
 * @param {string} path
 */
export function once(path) {
  let promise = kept.get(path);
  if (!promise) {
    promise = get(path);
    // A failure is not worth keeping.
    promise.catch(() => kept.delete(path));
    kept.set(path, promise);
  }
  return promise;
}

/** What this server is, and all its commands with their options. */
export const about = () => once("about");

/** The players of the registry: `[{ name, about, parameters }]`. */
export const players = () => once("answer/player/list").then((body) => body.result.players);
