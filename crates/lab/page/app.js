// The frame of the lab: navigation, the page that the address names, and the states around it.
import { html, render, useEffect, useRef, useState } from "./lib/ui.js";
import { querySetter, useRoute } from "./lib/route.js";
import { listen } from "./lib/jobs.js";
import { styled } from "./lib/style.js";
import { PAGES } from "./pages.js";
import { Header } from "./components/Header.js";
import { Empty } from "./components/Empty.js";
import { Guard } from "./components/Guard.js";

/** @type {Map<string, any>} */
const loaded = new Map();

/**
 * The module of a page: null while it loads, "missing" if there is none, "broken" if it has a fault.
 * @param {string} name
 */
function usePage(name) {
  const [, render] = useState(0);
  useEffect(() => {
    if (loaded.has(name) && loaded.get(name) !== "missing") return;
    const known = PAGES.find((page) => page.name === name);
    if (!known) {
      loaded.set(name, "missing");
      render((count) => count + 1);
      return;
    }
    Promise.all([import(`./pages/${name}.js`), known.plain || styled(name)]).then(
      ([module]) => loaded.set(name, module),
      // A page that does not exist cannot be fetched; one that does not parse is a SyntaxError.
      (error) => loaded.set(name, error instanceof SyntaxError ? "broken" : "missing"),
    ).finally(() => render((count) => count + 1));
  }, [name]);
  return loaded.get(name) ?? null;
}

function Lab() {
  const { page: name, query } = useRoute();
  const module = usePage(name);
  const known = PAGES.find((page) => page.name === name);
  const title = module?.title ?? known?.title ?? "Nothing here";
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  useEffect(() => {
    document.title = `${title} · Twofold lab`;
  }, [title]);
  useEffect(() => {
    // A new page is read from its top, also by those who do not see it.
    if (!first.current) {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [name]);
  const Page = module?.default;
  return html`
    <a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => {
      event.preventDefault();
      main.current?.focus();
    }}>Skip to the page</a>
    <${Header} current=${name} />
    <main id="main" class="main" tabindex="-1" ref=${main}>
      <header class="page-head">
        <h1>${title}</h1>
        ${known && html`<p class="lead">${known.about}</p>`}
      </header>
      <${Guard} key=${name}>
        ${Page
          ? html`<${Page} query=${query} setQuery=${querySetter(name)} />`
          : module === "broken"
            ? html`<${Empty} title="This page has a fault">It could not be read. The browser's console says where.<//>`
            : module === "missing"
              ? html`<${Empty} title=${known ? "Not built yet" : "Nothing here"}>
                  ${known ? "This page of the lab is still to come." : "No page of the lab has this address."}
                <//>`
              : html`<p class="loading" role="status">Loading…</p>`}
      <//>
    </main>
  `;
}

listen();
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.textContent = "";
render(html`<${Lab} />`, root);
