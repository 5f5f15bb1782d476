// Play: people play, and their games are kept.
import { address, catalogue, remember } from "./app.js";
import { GameField, LevelField, TextField } from "./fields.js";
import { Board, Pad, Standing, copy, describe, useKeys } from "./game.js";
import { api, close, frames, listen, open, send, stage, toast } from "./session.js";
import { html, useEffect, useRef, useState } from "./vendor/ui.js";

export function View({ query }) {
  const [form, setForm] = useState({ game: query.game ?? "zelda", level: Number(query.level ?? 0), seed: query.seed ?? "", speed: Number(query.speed ?? 0) });
  const [name, setName] = useState(localStorage.getItem("name") ?? "");
  const [seed, setSeed] = useState(0);
  const [best, setBest] = useState([]);
  const [about, setAbout] = useState("");
  const opened = useRef(0);

  const load = (game) => api(`people?game=${encodeURIComponent(game.game)}&level=${game.level}`).then((found) => setBest(found.rows)).catch((problem) => toast(problem.message, "problem"));
  const start = (next) => {
    remember("play", next);
    const own = next.seed === "" ? Math.floor(Math.random() * 1e6) : Number(next.seed) || 0;
    setSeed(own);
    opened.current = open({ game: { name: next.game, level: next.level }, seed: own, boards: [[]], people: [true, true], realtime: next.speed > 0, speed: next.speed || 10, paused: next.speed === 0, person: name || undefined });
    load(next);
    api(`game/${encodeURIComponent(next.game)}`).then((found) => setAbout(found.about ?? "")).catch(() => setAbout(""));
  };
  useEffect(() => {
    start(form);
    const stop = listen("stored", (message) => {
      toast(message.row.problem ?? "this game is stored");
      load(form);
    });
    return () => { stop(); close(opened.current); };
  }, []);
  const set = (key) => (value) => {
    const next = { ...form, [key]: value };
    if (key === "game") next.level = 0;
    setForm(next);
    start(next);
  };
  useKeys({ r: () => start(form) });
  const frame = frames.value[0];
  const here = stage.value;
  const over = frame && frame.standing[0] !== "playing";
  const watchLink = (row) => `#/watch?${new URLSearchParams({ game: row.game, level: row.level, seed: row.seed, actions: row.actions, tick: "0", agent: catalogue.value.strongest })}`;
  return html`<div class="view play">
    <form class="bar" onSubmit=${(event) => { event.preventDefault(); start(form); }}>
      <${GameField} value=${form.game} onChange=${set("game")} />
      <${LevelField} game=${form.game} value=${form.level} onChange=${set("level")} />
      <label class="field"><span>Clock</span><select value=${form.speed} onChange=${(event) => set("speed")(Number(event.target.value))}>
        <option value="0">waits for you</option><option value="5">5 ticks a second</option><option value="10">10 ticks a second</option><option value="25">25 ticks a second</option>
      </select></label>
      <${TextField} label="Seed" value=${form.seed} onChange=${set("seed")} size="7" placeholder="any" inputmode="numeric" />
      <${TextField} label="Your name" value=${name} size="10" maxlength="24" onChange=${(value) => { setName(value); localStorage.setItem("name", value); send({ do: "name", name: value }); }} />
      <button type="submit" title="r">Start again</button>
    </form>
    ${!frame || !here ? html`<p class="empty">One moment …</p>` : html`<div class="stage">
      <div class="middle">
        <${Board} stage=${here} frame=${frame} label=${describe(here, frame)} tall=${0.68} />
        ${over && html`<p class="over" role="status">${here.players > 1 ? frame.standing.join(" / ") : { won: "You have won!", lost: "You have lost." }[frame.standing[0]] ?? "The game is over."}
          Score ${frame.scores.join(" / ")} in ${frame.tick} ticks. <button type="button" onClick=${() => start(form)}>Play again</button></p>`}
        ${Array.from({ length: here.players }, (_, player) => html`<${Pad} frame=${frame} player=${player} />`)}
      </div>
      <aside class="side">
        <${Standing} frame=${frame} />
        <p class="hint">${here.players > 1 ? "First player: WASD, Space, n. Second: arrows, Enter and the full stop." : "Arrows or WASD move, Space uses, n waits, r starts again."}</p>
        ${about && html`<details open><summary>The game</summary><div class="about">${about.split("\n\n").filter((text) => !text.startsWith("#")).slice(0, 4).map((text) => html`<p>${text.replaceAll("**", "")}</p>`)}</div></details>`}
        <section><h3>Best results</h3>
          ${best.length === 0 ? html`<p class="soft">Nobody has played this level to its end yet.</p>` : html`<table class="list"><thead><tr><th scope="col">who</th><th scope="col">result</th><th scope="col" class="r">score</th><th scope="col" class="r">ticks</th><th scope="col">again</th></tr></thead>
            <tbody>${best.map((row) => html`<tr><td>${row.name || "somebody"}</td><td>${row.win ? "won" : "lost"}</td><td class="r">${row.score}</td><td class="r">${row.ticks}</td>
              <td><a href=${watchLink(row)}>watch</a> ${row.verified ? html`<span title="played again, it ends the same">✓ verified</span>` : html`<span class="note">differs</span>`}</td></tr>`)}</tbody></table>`}
        </section>
      </aside>
    </div>`}
  </div>`;
}
