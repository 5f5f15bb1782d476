// Watch: agents at play, and what they think.
import { address, catalogue, remember } from "./app.js";
import { AgentField, Agents, GameField, LevelField, TextField } from "./fields.js";
import { Board, Chart, Events, Lines, Mind, Pad, Standing, Transport, copy, describe, useKeys, useWords } from "./game.js";
import { close, frames, listen, open, points, send, stage } from "./session.js";
import { html, useEffect, useMemo, useRef, useState } from "./vendor/ui.js";

/** The seed that a field says; one that is empty or no number stands for the default, as on the command line. */
const seedOf = (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? catalogue.value?.seed ?? 1 : Number(text));

/** Settings of a game, from the address or as they usually are. */
function settings(query) {
  return {
    game: query.game ?? "butterflies",
    level: Number(query.level ?? 0),
    agent: query.agent ?? "olets",
    second: query.second ?? "",
    other: query.other ?? "",
    budget: query.budget ?? "480fm",
    seed: query.seed ?? String(seedOf("")),
    agentSeed: query.agentSeed ?? String(seedOf("")),
    secondSeed: query.secondSeed ?? "",
    strict: query.strict ?? "",
    expect: query.expect ?? "",
  };
}

const isTwo = (name) => {
  const game = catalogue.value?.games.find((known) => known.name === name);
  return game ? /coop|versus|2player/.test(game.set) : false;
};

/** Is a budget counted, so that the same game comes out every time? */
const isCounted = (budget) => !/ms|us|\ds\b/.test(budget);

/** A play of an experiment, played again: does it end as it is recorded? */
function Expected({ expect, frame, stage }) {
  if (!expect) return null;
  const [win, score, ticks, content] = expect.split(",");
  if (content && content !== stage.content) return html`<p class="note">The game is not the one that was played then: its text has changed.</p>`;
  const recorded = `${win === "1" ? "won" : "not won"}, score ${score}, ${ticks} ticks`;
  if (frame.standing[0] === "playing") return html`<p class="soft">Recorded: ${recorded}.</p>`;
  const won = frame.standing.includes("won");
  const own = won && frame.scores[0] <= 0 ? 1 : frame.scores[0];
  const same = (stage.players > 1 || (own === Number(score) && won === (win === "1"))) && frame.tick - 1 === Number(ticks);
  return html`<p class=${same ? "same" : "note"} role="status">${same ? "✓ It ended as recorded" : "It ended otherwise than recorded"}: ${recorded}.</p>`;
}

export function View({ query }) {
  const [form, setForm] = useState(() => settings(query));
  const [marks, setMarks] = useState(() => ({ plan: true, heat: true, own: true, ...JSON.parse(localStorage.getItem("marks") ?? "{}") }));
  const [asked, setAsked] = useState(null);
  const [adviser, setAdviser] = useState(catalogue.value?.strongest ?? "olets");
  const [words, setWords] = useWords();
  const current = useRef(form);
  const wanted = useRef(null);
  const opened = useRef(0);

  const start = (next, more = {}) => {
    current.current = next;
    setAsked(null);
    const agents = isTwo(next.game) ? [next.agent, next.second || next.agent] : [next.agent];
    const boards = next.other && !isTwo(next.game) ? [agents, [next.other]] : [agents];
    remember("watch", { ...next, tick: more.tick, actions: more.actions });
    const seed = seedOf(next.agentSeed);
    opened.current = open({
      game: { name: next.game, level: next.level }, seed: seedOf(next.seed), boards, budget: next.budget,
      agent_seeds: [seed, next.secondSeed === "" ? seed + 1 : Number(next.secondSeed)], strict: !!next.strict, speed: Number(localStorage.getItem("speed") ?? 15), ...more,
    });
  };

  useEffect(() => {
    const tick = query.tick === undefined ? undefined : Number(query.tick);
    start(form, tick === undefined ? {} : { tick, actions: query.actions, think: !query.actions, paused: true });
    const stop = [
      listen("asked", setAsked),
      listen("link", (message) => wanted.current?.(message)),
    ];
    return () => { stop.forEach((each) => each()); close(opened.current); };
  }, []);

  const set = (key) => (value) => {
    const next = { ...form, [key]: value, expect: "" };
    if (key === "game") next.level = 0;
    setForm(next);
    start(next);
  };
  const mark = (key) => {
    const next = { ...marks, [key]: !marks[key] };
    localStorage.setItem("marks", JSON.stringify(next));
    setMarks(next);
  };
  const all = frames.value;
  const frame = all[0];
  const here = stage.value;
  const taken = frame?.people.includes(true);
  const takeOver = () => send({ do: "control", board: 0, player: 0, person: !taken });
  const ask = () => send({ do: "ask", board: 0, player: 0, agent: adviser, budget: form.budget });
  const link = () => {
    const plain = frame.lines.length === 1 && points.value[0]?.list.every(([, , by]) => by === "a" || by === "");
    wanted.current = ({ tick, actions }) => {
      wanted.current = null;
      copy(address("watch", { ...current.current, tick, actions: plain && isCounted(form.budget) ? undefined : actions || "." }), "A link to this tick");
    };
    send({ do: "link", board: 0 });
  };
  const branch = () => send({ do: "branch", board: 0 });
  useKeys({ t: takeOver, a: ask, l: link, b: branch, p: () => mark("plan"), h: () => mark("heat"), o: () => mark("own"), d: () => send({ do: "words", board: 0 }) });

  useEffect(() => {
    if (!frame || frame.game.playing) return;
    localStorage.setItem("speed", String(frame.game.speed));
    const waiting = setTimeout(() => remember("watch", { ...current.current, tick: frame.tick || undefined, actions: query.actions }), 300);
    return () => clearTimeout(waiting);
  }, [frame?.tick, frame?.game.playing]);

  const advice = asked && frame && asked.tick === frame.tick ? asked.mind : null;
  const side = useMemo(() => all.map((each) => each?.minds ?? []), [all]);
  const busy = frame?.game.busy;
  return html`<div class="view watch">
    <${Agents} />
    <form class="bar" onSubmit=${(event) => { event.preventDefault(); start(form); }}>
      <${GameField} value=${form.game} onChange=${set("game")} />
      <${LevelField} game=${form.game} value=${form.level} onChange=${set("level")} />
      <${AgentField} value=${form.agent} onChange=${set("agent")} />
      ${isTwo(form.game)
        ? html`<${AgentField} label="Second player" value=${form.second} onChange=${set("second")} empty=${form.agent} />`
        : html`<${AgentField} label="Beside it" value=${form.other} onChange=${set("other")} empty="another agent" />`}
      <${TextField} label="Budget" value=${form.budget} onChange=${set("budget")} size="7" title="480fm: calls of the forward model, 50it: iterations, 40ms: time" />
      <${TextField} label="Seed" value=${form.seed} onChange=${set("seed")} size="5" inputmode="numeric" />
      <button type="submit">Start again</button>
    </form>
    ${!frame || !here ? html`<p class="empty">The agent prepares itself …</p>` : html`<div class="stage">
      <div class="middle">
        <div class=${`boards n${all.length}`}>
          ${all.map((each, i) => each && html`<div class="one">
            ${all.length > 1 && html`<h2>${i === 0 ? form.agent : form.other} <small>score ${each.scores.join(" / ")}, ${each.standing.join(" / ")}</small></h2>`}
            <${Board} stage=${here} frame=${each} marks=${marks} advice=${i === 0 ? advice : null} label=${describe(here, each)} tall=${all.length > 1 ? 0.5 : 0.6} />
          </div>`)}
        </div>
        <${Transport} frame=${frame} />
        ${busy && html`<p class="soft" role="status">the agent plays up to the tick that was asked for: tick ${frame.tick} …</p>`}
        <div class="tools">
          <button type="button" aria-pressed=${!!taken} onClick=${takeOver} title="t">${taken ? "Hand back" : "Take over"}</button>
          <button type="button" onClick=${branch} disabled=${frame.tick >= frame.ticks} title="b">Go on from here anew</button>
          <button type="button" onClick=${link} title="l">Copy link</button>
          <button type="button" onClick=${() => (words ? setWords("") : send({ do: "words", board: 0 }))} aria-expanded=${!!words} title="d">In words</button>
          <span class="checks" role="group" aria-label="What is drawn on the level">
            ${[["plan", "planned line"], ["heat", "visited cells"], ["own", "agent's marks"]].map(([key, text]) => html`<label>
              <input type="checkbox" checked=${marks[key]} onChange=${() => mark(key)} /> <span class=${`swatch ${key}`}></span>${text}</label>`)}
          </span>
        </div>
        ${taken && html`<p class="hint">You play: arrows or WASD, Space to use, n to wait. The game waits for you. <button type="button" class="link" onClick=${() => send({ do: "realtime", on: !frame.game.realtime })}>${frame.game.realtime ? "stop the clock" : "run the clock"}</button></p><${Pad} frame=${frame} />`}
        ${words && html`<pre class="words" tabindex="0">${words}</pre>`}
        ${all.map((each, i) => each && points.value[i] && html`<${Chart} list=${points.value[i].list} tick=${each.tick} name=${i === 0 ? form.agent : form.other}
          onTick=${(tick) => send({ do: "goto", tick })} />`)}
      </div>
      <aside class="side" aria-label="What the agent thinks">
        <${Standing} frame=${frame} />
        <${Expected} expect=${form.expect} frame=${frame} stage=${here} />
        ${side.map((minds, i) => minds.map((mind) => html`<${Mind} mind=${mind} title=${minds.length > 1 ? `Player ${mind.player + 1}: ${mind.agent}` : undefined} />`))}
        ${side.every((minds) => !minds.length) && html`<p class="soft">${frame.tick === 0 ? "Before the first tick nothing has been thought." : frame.by === "p" ? "You played this tick." : "Of this tick nothing is known: it was only played again."}</p>`}
        <section class="ask"><h3>Ask an agent</h3>
          <form onSubmit=${(event) => { event.preventDefault(); ask(); }}>
            <input list="agents" aria-label="Agent to ask" value=${adviser} onInput=${(event) => setAdviser(event.target.value)} />
            <button type="submit" title="a">What would it do here?</button>
          </form>
          ${advice && html`<${Mind} mind=${advice} />`}
        </section>
        <${Lines} frame=${frame} board=${0} />
        ${all[1] && html`<${Lines} frame=${all[1]} board=${1} />`}
        <${Events} frame=${frame} />
      </aside>
    </div>`}
  </div>`;
}
