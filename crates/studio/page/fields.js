// Fields that several parts share.
import { catalogue } from "./app.js";
import { html } from "./vendor/ui.js";

export function Field({ label, children, wide }) {
  return html`<label class=${`field ${wide ? "wide" : ""}`}><span>${label}</span>${children}</label>`;
}

/** Games, by the set that they belong to. */
export function GameField({ value, onChange, players }) {
  const games = catalogue.value?.games ?? [];
  const sets = [...new Set(games.map((game) => game.set))];
  const chosen = games.find((game) => game.name === value);
  const two = (game) => game.tags.includes("coop") || game.tags.includes("versus") || /coop|versus|2player/.test(game.set);
  return html`<${Field} label="Game"><select value=${value} onChange=${(event) => onChange(event.target.value)}>
    ${!chosen && html`<option value=${value}>${value}</option>`}
    ${sets.map((set) => html`<optgroup label=${set || "games"}>
      ${games.filter((game) => game.set === set && (!players || two(game) === (players > 1)))
        .map((game) => html`<option value=${game.name}>${game.name}</option>`)}
    </optgroup>`)}
  </select></${Field}>`;
}

export function LevelField({ game, value, onChange }) {
  const levels = catalogue.value?.games.find((known) => known.name === game)?.levels ?? [0];
  return html`<${Field} label="Level"><select value=${value} onChange=${(event) => onChange(Number(event.target.value))}>
    ${levels.map((level) => html`<option value=${level}>${level}</option>`)}
  </select></${Field}>`;
}

export function AgentField({ label = "Agent", value, onChange, empty }) {
  return html`<${Field} label=${label}>
    <input list="agents" value=${value} placeholder=${empty ?? ""} spellcheck=${false} autocomplete="off"
      onChange=${(event) => onChange(event.target.value.trim())} />
  </${Field}>`;
}

/** What agent fields suggest; once a page. */
export function Agents() {
  return html`<datalist id="agents">${(catalogue.value?.agents ?? []).map(
    (agent) => html`<option value=${agent.name}>${agent.about}</option>`)}</datalist>`;
}

export function TextField({ label, value, onChange, ...rest }) {
  return html`<${Field} label=${label}><input value=${value} spellcheck=${false} autocomplete="off" ...${rest}
    onChange=${(event) => onChange(event.target.value)} /></${Field}>`;
}
