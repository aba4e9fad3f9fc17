import { html } from "../../lib/ui.js";
import { players } from "../../lib/api.js";
import { useAsync } from "../../lib/async.js";
import { storeText } from "../../lib/stores.js";
import { Field } from "../../components/Field.js";

/** Players that need no file of their own. */
const useNames = () => {
  const { data } = useAsync(() => players(), []);
  return (data ?? []).filter((/** @type {any} */ { name }) => name !== "table" && name !== "exec");
};

/**
 * Who slides, who drops, and which player gives advice.
 * @param {{ slider: string, dropper: string, player: string, stores: import("../../lib/stores.js").Store[],
 *   onChange: (patch: any) => void, error: any }} props
 */
export function Sides({ slider, dropper, player, stores, onChange, error }) {
  const known = useNames();
  const chosen = known.find((/** @type {any} */ { name }) => name === player.split(":")[0]);
  const perfect = stores.map((store) => [`store:${store.id}`, `Perfect play: ${storeText(store)}`]);
  const friends = stores.map((store) => [`friend:${store.id}`, `Helper (friend): ${storeText(store)}`]);
  const lost = (/** @type {string} */ side) =>
    /^(store|friend):/.test(side) && ![...perfect, ...friends].some(([value]) => value === side) ? [[side, "A store that is not here"]] : [];
  return html`
    <div class="fields">
      <${Field}
        label="Slider"
        value=${slider}
        onInput=${(/** @type {string} */ value) => onChange({ slider: value === "person" ? null : value })}
        options=${[["person", "You"], ["player", "The player below"], ...perfect, ...lost(slider)]}
      />
      <${Field}
        label="Dropper"
        value=${dropper}
        onInput=${(/** @type {string} */ value) => onChange({ dropper: value === "chance" ? null : value })}
        options=${[
          ["chance", "Chance"],
          ["person", "You"],
          ["adversary", "Adversary"],
          ...perfect,
          ...friends,
          ...lost(dropper),
        ]}
        hint=${dropper === "person"
          ? "Click a cell: left for the smaller tile, right or a long press for the larger."
          : stores.length === 0
            ? "Perfect play and a helper come with a solved store of this game."
            : null}
      />
      <${Field}
        label="Player"
        value=${player}
        onInput=${(/** @type {string} */ value) => onChange({ player: value === "expectimax" ? null : value })}
        suggestions=${[...known.map((/** @type {any} */ { name }) => name), "expectimax:depth=3", "ntuple:depth=1", "minimax:depth=3", "features:variant=program"]}
        hint=${chosen?.about ?? "Gives hints and plays by itself; parameters after a colon"}
        error=${error}
        mono
        wide
      />
    </div>
  `;
}
