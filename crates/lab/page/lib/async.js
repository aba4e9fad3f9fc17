import { useEffect, useRef, useState } from "./ui.js";

/**
 * The state of a question: asked again whenever an input changes, the newest answer wins, and the
 * last one stays while the next is on its way.
 * @template T
 * @param {((signal: AbortSignal) => Promise<T>) | null} ask null: nothing to ask
 * @param {readonly any[]} inputs
 * @param {{ delay?: number }} [how] milliseconds of rest before the question is sent
 * @returns {{ data: T | null, error: any, loading: boolean }}
 */
export function useAsync(ask, inputs, { delay = 0 } = {}) {
  const [state, setState] = useState(
    /** @returns {{ data: T | null, error: any, loading: boolean }} */ () => ({ data: null, error: null, loading: !!ask }),
  );
  useEffect(() => {
    if (!ask) {
      setState({ data: null, error: null, loading: false });
      return;
    }
    const abort = new AbortController();
    setState((old) => ({ ...old, loading: true }));
    const timer = setTimeout(() => {
      ask(abort.signal).then(
        (data) => abort.signal.aborted || setState({ data, error: null, loading: false }),
        (error) => abort.signal.aborted || setState({ data: null, error, loading: false }),
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, inputs);
  return state;
}

/**
 * A value that is kept in the browser under a name.
 * @template T
 * @param {string} name
 * @param {T} initial
 * @returns {[T, (value: T) => void]}
 */
export function useKept(name, initial) {
  const [value, setValue] = useState(() => kept(name, initial));
  return [
    value,
    (next) => {
      setValue(() => next);
      keep(name, next);
    },
  ];
}

/**
 * @template T
 * @param {string} name
 * @param {T} initial
 * @returns {T}
 */
export function kept(name, initial) {
  try {
    const text = localStorage.getItem(`twofold.${name}`);
    return text === null ? initial : JSON.parse(text);
  } catch {
    return initial;
  }
}

/**
 * @param {string} name
 * @param {any} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`twofold.${name}`, JSON.stringify(value));
  } catch {
    // Full or closed storage: the page works on, without memory.
  }
}

/**
 * The newest value in a box, for callbacks that outlive a render.
 * @template T
 * @param {T} value
 */
export function useLatest(value) {
  const box = useRef(value);
  box.current = value;
  return box;
}
