// A game that is shown: boards, the clock, and everything beside them. Watch, Play, Make and Read all use it.
import { Board } from "./board.js";
import { Chart } from "./chart.js";
import { isField } from "./app.js";
import { frames, listen, points, send, stage, toast } from "./session.js";
import { Mind, actionName } from "./thoughts.js";
import { html, useEffect, useState } from "./vendor/ui.js";

const ALONE = {
  ArrowUp: [0, "UP"], ArrowDown: [0, "DOWN"], ArrowLeft: [0, "LEFT"], ArrowRight: [0, "RIGHT"],
  w: [0, "UP"], s: [0, "DOWN"], a: [0, "LEFT"], d: [0, "RIGHT"], " ": [0, "USE"], Enter: [0, "USE"], n: [0, "NIL"], ".": [0, "NIL"],
};
const TWO = {
  w: [0, "UP"], s: [0, "DOWN"], a: [0, "LEFT"], d: [0, "RIGHT"], " ": [0, "USE"], n: [0, "NIL"],
  ArrowUp: [1, "UP"], ArrowDown: [1, "DOWN"], ArrowLeft: [1, "LEFT"], ArrowRight: [1, "RIGHT"], Enter: [1, "USE"], ".": [1, "NIL"],
};

/** What a key means to people who play. */
export function personKey(event, frame) {
  const people = frame.people.filter(Boolean).length;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const found = (people > 1 ? TWO : ALONE)[key];
  if (!found) return null;
  const only = frame.people.indexOf(true);
  return people > 1 ? found : [only, found[1]];
}

/** In words, for readers of screens. */
export function describe(stage, frame) {
  if (!frame) return "no game yet";
  const place = frame.avatar ? `, avatar at column ${frame.avatar[0]}, row ${frame.avatar[1]}` : "";
  return `${stage.name} level ${stage.level}, tick ${frame.tick}, score ${frame.scores.join(" and ")}, ${frame.standing.join(" and ")}${place}`;
}

export const step = (by, frame) => (by > 0 ? send({ do: "step", ticks: 1 }) : send({ do: "goto", tick: Math.max(frame.tick - 1, 0) }));
export const toggle = (frame) => send({ do: frame.game.playing ? "pause" : "play" });
export const faster = (frame, by) => send({ do: "speed", ticks: Math.min(Math.max(Math.round(frame.game.speed * by * 10) / 10, 1), 200) });

/** The clock: go on, pause, step, wind, speed. */
export function Transport({ frame }) {
  const longest = Math.max(...frames.value.map((other) => other?.ticks ?? 0));
  const { playing, speed } = frame.game;
  return html`<div class="transport" role="group" aria-label="The clock">
    <button type="button" aria-label="First tick" title="First tick (Home)" onClick=${() => send({ do: "goto", tick: 0 })}>|◂</button>
    <button type="button" aria-label="One tick back" title="One tick back (←)" onClick=${() => step(-1, frame)}>◂</button>
    <button type="button" class="main" aria-label=${playing ? "Pause" : "Go on"} title="Space" onClick=${() => toggle(frame)}>${playing ? "❚❚" : "▶"}</button>
    <button type="button" aria-label="One tick on" title="One tick on (→)" onClick=${() => step(1, frame)}>▸</button>
    <button type="button" aria-label="Last tick" title="Last tick (End)" onClick=${() => send({ do: "goto", tick: longest })}>▸|</button>
    <input type="range" class="scrub" min="0" max=${Math.max(longest, 1)} value=${frame.tick} aria-label="Tick"
      onInput=${(event) => send({ do: "goto", tick: Number(event.target.value) })} />
    <output class="tick">${frame.tick}<small> / ${longest}</small></output>
    <label class="speed"><span>speed</span><input type="range" min="0" max="100" aria-label="Ticks a second"
      value=${Math.round((Math.log(speed) / Math.log(200)) * 100)}
      onInput=${(event) => send({ do: "speed", ticks: Math.max(1, Math.round(200 ** (event.target.value / 100))) })} /><output>${Math.round(speed)}/s</output></label>
  </div>`;
}

/** How the game stands. */
export function Standing({ frame }) {
  const word = frame.standing.join(" / ");
  return html`<dl class="standing">
    <div><dt>score</dt><dd>${frame.scores.join(" / ")}</dd></div>
    <div><dt>state</dt><dd class=${`state ${frame.standing[0]}`}>${word}</dd></div>
    <div><dt>action</dt><dd>${(frame.actions ?? []).map(actionName).join(" / ") || "–"}${frame.by === "p" ? " (you)" : ""}</dd></div>
    ${frame.holds.some((held) => held.length) && html`<div><dt>holds</dt><dd>${frame.holds.map((held) => held.map(([what, n]) => `${what} ${n}`).join(", ") || "nothing").join(" / ")}</dd></div>`}
  </dl>${frame.note && html`<p class="note">${frame.note}</p>`}`;
}

/** The lines of play, as a tree: each can be gone back to. */
export function Lines({ frame, board }) {
  if (frame.lines.length < 2) return null;
  const who = { a: "agent", p: "you", r: "recorded", "": "start" };
  return html`<section><h3>Lines of play</h3><ul class="lines">
    ${frame.lines.map((line) => html`<li><button type="button" aria-pressed=${line.id === frame.line}
      onClick=${() => send({ do: "line", board, line: line.id })}>
      ${line.parent ? `↳ from ${line.parent[0]} at tick ${line.parent[1]}` : "the first"}: ${line.ticks} ticks, score ${line.score}, ${who[line.by]}
      <small>line ${line.id}</small></button></li>`)}
  </ul></section>`;
}

export function Events({ frame }) {
  if (!frame.events.length) return null;
  return html`<section><h3>Events</h3><ol class="events">${frame.events.map(([tick, text]) => html`<li><small>${tick}</small> ${text}</li>`)}</ol></section>`;
}

/** Keys for people on a phone. */
export function Pad({ frame, player = 0 }) {
  const press = (action) => send({ do: "act", player, action });
  const has = stage.value?.actions ?? [];
  const key = (action, text, place) => has.includes(action) && html`<button type="button" class=${place} aria-label=${action.toLowerCase()}
    onPointerDown=${(event) => { event.preventDefault(); press(action); }} onKeyDown=${(event) => event.key === "Enter" && press(action)}>${text}</button>`;
  return html`<div class="pad" role="group" aria-label=${`Keys of player ${player + 1}`}>
    ${key("UP", "↑", "up")}${key("LEFT", "←", "left")}${key("RIGHT", "→", "right")}${key("DOWN", "↓", "down")}
    ${key("USE", "use", "use")}<button type="button" class="nil" onClick=${() => press("NIL")}>wait</button>
  </div>`;
}

/** Keys of a game that is watched. More keys come from the caller. */
export function useKeys(more = {}) {
  useEffect(() => {
    const press = (event) => {
      const frame = frames.value[0];
      if (!frame || isField(event) || document.querySelector("dialog[open]")) return;
      const person = frame.people.includes(true) && personKey(event, frame);
      if (person) {
        event.preventDefault();
        send({ do: "act", player: person[0], action: person[1] });
        return;
      }
      // A button that has the focus is pressed by Space; it is not meant for the clock.
      const pressed = event.target instanceof HTMLButtonElement && event.key === " ";
      const keys = {
        ArrowRight: () => step(1, frame), ".": () => step(1, frame), ArrowLeft: () => step(-1, frame), ",": () => step(-1, frame),
        Home: () => send({ do: "goto", tick: 0 }), End: () => send({ do: "goto", tick: frame.ticks }),
        "+": () => faster(frame, 1.5), "=": () => faster(frame, 1.5), "-": () => faster(frame, 1 / 1.5), ...more,
      };
      const run = event.key === " " ? !pressed && (() => toggle(frame)) : keys[event.key];
      if (run) {
        event.preventDefault();
        run(frame);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** The state of the board in words, on demand. @returns {[string, (text: string) => void]} */
export function useWords() {
  const [words, setWords] = useState("");
  useEffect(() => listen("words", (message) => setWords(message.text)), []);
  return [words, setWords];
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} is in the clipboard`);
  } catch {
    prompt(what, text);
  }
}

export { Board, Chart, Mind, points };
