import { classes, html, useId } from "../lib/ui.js";
import { inWords } from "../lib/words.js";

/**
 * A label with its input, a hint below, and the message of an error beside it.
 *
 * `options` makes it a list to choose from ([value, label] or value), `rows` a text area, and
 * `suggestions` offers values to type. `error` is a text or an ApiError; its hint is shown too.
 * @param {{ label: string, value: any, onInput: (value: string) => void, hint?: any, error?: any, type?: string,
 *   options?: (string | [string, string])[], suggestions?: string[], rows?: number, placeholder?: string, name?: string,
 *   min?: number, max?: number, step?: number, disabled?: boolean, required?: boolean, wide?: boolean, mono?: boolean,
 *   inputRef?: any, onKeyDown?: (event: KeyboardEvent) => void, onChange?: (value: string) => void }} props
 */
export function Field(props) {
  const { label, value, onInput, hint, error, type = "text", options, suggestions, rows, wide, mono, inputRef, onChange } = props;
  const id = useId();
  const message = typeof error === "string" ? error : inWords(error?.message);
  const help = typeof error === "object" && error?.hint ? inWords(error.hint) : hint;
  const common = {
    id,
    name: props.name,
    ref: inputRef,
    disabled: props.disabled,
    required: props.required,
    placeholder: props.placeholder,
    "aria-invalid": message ? "true" : null,
    "aria-describedby": classes(help && `${id}-hint`, message && `${id}-error`) || null,
    onInput: (/** @type {any} */ event) => onInput(event.currentTarget.value),
    onChange: onChange && ((/** @type {any} */ event) => onChange(event.currentTarget.value)),
    onKeyDown: props.onKeyDown,
    class: classes(mono && "mono"),
  };
  const input = options
    ? html`<select ...${common}>
        ${options.map((option) => {
          const [key, text] = Array.isArray(option) ? option : [option, option];
          return html`<option key=${key} value=${key} selected=${String(value) === key}>${text}</option>`;
        })}
      </select>`
    : rows
      ? html`<textarea ...${common} rows=${rows} value=${value} spellcheck=${false}></textarea>`
      : html`<input
          ...${common}
          type=${type}
          value=${value}
          min=${props.min}
          max=${props.max}
          step=${props.step}
          list=${suggestions ? `${id}-list` : null}
          autocomplete="off"
          spellcheck=${false}
        />`;
  return html`
    <div class=${classes("field", wide && "wide", message && "wrong")}>
      <label for=${id}>${label}</label>
      ${input}
      ${suggestions &&
      html`<datalist id=${`${id}-list`}>${suggestions.map((text) => html`<option key=${text} value=${text} />`)}</datalist>`}
      ${message &&
      html`<div class="field-error" id=${`${id}-error`} role="alert">
        <p>${message}</p>
        ${error?.pointer && html`<pre class="pointer">${error.pointer}</pre>`}
      </div>`}
      ${help && html`<p class="field-hint" id=${`${id}-hint`}>${help}</p>`}
    </div>
  `;
}

/**
 * A box to tick.
 * @param {{ label: any, checked: boolean, onChange: (checked: boolean) => void, disabled?: boolean }} props
 */
export const Check = ({ label, checked, onChange, disabled }) => html`
  <label class="check">
    <input
      type="checkbox"
      checked=${checked}
      disabled=${disabled}
      onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)}
    />
    <span>${label}</span>
  </label>
`;
