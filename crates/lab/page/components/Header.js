import { classes, html, useEffect, useState } from "../lib/ui.js";
import { useJobs, useOnline } from "../lib/jobs.js";
import { link } from "../lib/route.js";
import { PAGES } from "../pages.js";
import { Switches } from "./Switches.js";

const GROUPS = [...new Set(PAGES.map((page) => page.group))];

/** @param {{ current: string }} props */
export function Header({ current }) {
  const [open, setOpen] = useState(false);
  const running = useJobs().filter((job) => job.state === "running" || job.state === "queued").length;
  const online = useOnline();
  useEffect(() => setOpen(false), [current]);
  return html`
    <header class=${classes("side", open && "open")}>
      <div class="side-top">
        <a class="brand" href="#/play" aria-label="Twofold lab: Play">
          <img src="icon.svg" width="28" height="28" alt="" />
          <span>Twofold <em>lab</em></span>
        </a>
        <button
          type="button"
          class="button menu-button"
          aria-expanded=${open}
          aria-controls="nav"
          onClick=${() => setOpen(!open)}
        >
          Menu
        </button>
      </div>
      <nav id="nav" aria-label="Pages">
        ${GROUPS.map(
          (group) => html`
            <div class="nav-group" key=${group}>
              <p class="nav-title" id=${`nav-${group}`}>${group}</p>
              <ul aria-labelledby=${`nav-${group}`}>
                ${PAGES.filter((page) => page.group === group).map(
                  (page) => html`<li key=${page.name}>
                    <a href=${link(page.name)} aria-current=${page.name === current ? "page" : null}>
                      ${page.title}
                      ${page.name === "jobs" &&
                      running > 0 &&
                      html`<span class="badge" aria-label=${`${running} under way`}>${running}</span>`}
                    </a>
                  </li>`,
                )}
              </ul>
            </div>
          `,
        )}
        <${Switches} />
      </nav>
      <p class=${classes("connection", !online && "lost")} role="status">
        ${online ? "" : "The server does not answer. Trying again…"}
      </p>
    </header>
  `;
}
