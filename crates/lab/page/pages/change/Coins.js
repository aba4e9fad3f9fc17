import { html } from "../../lib/ui.js";
import { figureText, grouped } from "../../lib/numbers.js";
import { Field } from "../../components/Field.js";
import { piles, useChange } from "./sequence.js";

/** @param {string | undefined} text */
const wrong = (text) => (text && !/^\d+$/.test(text) ? "Write a whole number." : null);

/** Amounts in coins: greedily, at best, and the hardest ones. @param {{ query: Record<string, string>, setQuery: (patch: any) => void }} props */
export function Coins({ query, setQuery }) {
  const amount = useChange(query, query.represent && !wrong(query.represent) ? { represent: query.represent } : null);
  const hardest = useChange(query, query.hardest && !wrong(query.hardest) ? { hardest: query.hardest } : null);
  const greedy = useChange(query, query.greedy === "yes" ? { "totally-greedy": true } : null);
  return html`
    <section class="panel stack" aria-labelledby="coins-title">
      <h2 id="coins-title">The same values as coins</h2>
      <${Field}
        label="Change an amount"
        value=${query.represent ?? ""}
        placeholder="185"
        error=${wrong(query.represent) ?? amount.error}
        onInput=${(/** @type {string} */ represent) => setQuery({ represent: represent.trim() })}
      />
      ${amount.data &&
      html`<dl class="pairs">
        <dt>Greedily</dt>
        <dd>${piles(amount.data.greedy)} <span class="quiet">(${grouped(amount.data.greedy.coins)} coins)</span></dd>
        <dt>At best</dt>
        <dd>
          ${amount.data.optimal ? html`${piles(amount.data.optimal)} <span class="quiet">(${figureText(amount.data.fewest_coins)} coins)</span>` : `${figureText(amount.data.fewest_coins)} coins`}
        </dd>
        <dt>Certainty</dt>
        <dd>${amount.data.evidence}</dd>
      </dl>`}
      <${Field}
        label="Smallest amounts that need this many coins"
        value=${query.hardest ?? ""}
        placeholder="6"
        error=${wrong(query.hardest) ?? hardest.error}
        onInput=${(/** @type {string} */ coins) => setQuery({ hardest: coins.trim() })}
      />
      ${hardest.loading && html`<p class="loading">Computing…</p>`}
      ${hardest.data &&
      html`<dl class="pairs">
        <dt>Greedily</dt>
        <dd>${hardest.data.greedy ? grouped(hardest.data.greedy) : "none found"}</dd>
        <dt>At best</dt>
        <dd>${hardest.data.optimal ? figureText(hardest.data.optimal) : "none found"}</dd>
      </dl>`}
      <div class="actions">
        <button type="button" class="button small" aria-pressed=${query.greedy === "yes"} onClick=${() => setQuery({ greedy: query.greedy === "yes" ? null : "yes" })}>
          Is greedy change always best?
        </button>
      </div>
      ${greedy.error && html`<p class="field-error" role="alert">${greedy.error.message}</p>`}
      ${greedy.data &&
      html`<p>
        ${greedy.data.totally_greedy
          ? `Yes, for every beginning of the sequence that was tested (${grouped(greedy.data.prefixes_tested)}).`
          : greedy.data.counterexample
            ? `No: with coins up to ${greedy.data.counterexample.largest_coin}, ${greedy.data.counterexample.amount} greedily takes ${greedy.data.counterexample.greedy.coins} coins (${piles(greedy.data.counterexample.greedy)}), and ${greedy.data.counterexample.coins_needed_at_most} suffice.`
            : "No."}
      </p>`}
    </section>
  `;
}
