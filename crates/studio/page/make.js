// Make: write a game, paint its levels, and play it beside.
import { catalogue, remember } from "./app.js";
import { createEditor, replaceText, underline } from "./editor.js";
import { Agents } from "./fields.js";
import { Board, Pad, Standing, Transport, describe, useKeys } from "./game.js";
import { Painter } from "./painter.js";
import { api, close, frames, listen, open, send, stage as shownStage, toast } from "./session.js";
import { html, useEffect, useRef, useState } from "./vendor/ui.js";

const KEPT = "make";
const stored = () => { try { return JSON.parse(localStorage.getItem(KEPT) ?? "null"); } catch { return null; } };
const nameOf = (text) => text.replace(/[^\w-]/g, "-").slice(0, 40) || "my-game";

export function View({ query }) {
  const [doc, setDoc] = useState(null);
  const [found, setFound] = useState(null);
  const [brush, setBrush] = useState("w");
  const [asText, setAsText] = useState(false);
  const [drafts, setDrafts] = useState([]);
  const [job, setJob] = useState(null);
  const [agent, setAgent] = useState("olets");
  const [saved, setSaved] = useState("");
  const [trail, setTrail] = useState({ past: [], future: [] });
  const host = useRef(null);
  const view = useRef(null);
  const latest = useRef(null);
  const version = useRef(0);
  const opened = useRef(0);
  latest.current = doc;

  const plain = (text) => text.replace(/\r\n?/g, "\n");
  const begin = (next) => { setDoc({ level: 0, ...next, serial: Math.random(), game: plain(next.game), levels: next.levels.map(plain) }); setTrail({ past: [], future: [] }); setJob(null); };
  const template = async () => begin(await api(`template/${nameOf("my-game")}`));
  const openGame = async (name) => {
    const game = await api(`game/${encodeURIComponent(name)}`);
    begin({ name: nameOf(name), game: game.text, levels: game.levels.map((level) => level.text) });
  };
  const openDraft = async (name) => begin(await api(`drafts/${encodeURIComponent(name)}`));
  const change = (part) => setDoc((old) => ({ ...old, ...part }));
  const listDrafts = () => api("drafts").then(setDrafts).catch(() => {});

  useEffect(() => {
    const start = async () => {
      if (query.game) await openGame(query.game);
      else if (stored()) begin(stored());
      else await template();
      remember("make", {});
      listDrafts();
    };
    start().catch((problem) => toast(problem.message, "problem"));
    const stop = listen("job", setJob);
    return () => { stop(); send({ do: "stop" }); close(opened.current); view.current?.destroy(); };
  }, []);

  // The editor, once there is a text.
  useEffect(() => {
    if (!doc || !host.current) return;
    // Only what does not come from the editor itself: it may be ahead of what is known here.
    if (view.current) { replaceText(view.current, doc.game); return; }
    let gone = false;
    api("words").then((words) => {
      if (gone || view.current || !host.current) return;
      view.current = createEditor(host.current, latest.current.game, words, {
        onChange: (text) => text !== latest.current.game && change({ game: text }),
        onSave: () => save(), onRun: () => run(true),
      });
      if (found) underline(view.current, found.game);
    });
    return () => { gone = true; };
  }, [doc?.serial]);

  // Kept at once in the browser, soon on the server; checked as one types.
  useEffect(() => {
    if (!doc) return;
    localStorage.setItem(KEPT, JSON.stringify(doc));
    const mine = ++version.current;
    const checking = setTimeout(() => {
      api("check", { method: "POST", body: { game: doc.game, levels: doc.levels, level: doc.level } }).then((result) => {
        if (mine !== version.current) return;
        setFound(result);
        if (view.current) underline(view.current, result.game);
      }).catch((problem) => toast(problem.message, "problem"));
    }, 150);
    const keeping = setTimeout(() => {
      api(`drafts/${nameOf(doc.name)}`, { method: "PUT", body: doc }).then(() => { setSaved("draft kept"); listDrafts(); }).catch((problem) => setSaved(problem.message));
    }, 900);
    setSaved("");
    return () => { clearTimeout(checking); clearTimeout(keeping); };
  }, [doc]);

  const level = doc?.levels[doc.level] ?? "";
  const setLevel = (text, keep = true) => {
    if (text === level) return;
    if (keep) setTrail((old) => ({ past: [...old.past.slice(-200), { index: doc.level, text: level }], future: [] }));
    change({ levels: doc.levels.with(doc.level, text) });
  };
  const wind = (from, to) => {
    const last = trail[from].at(-1);
    if (!last) return;
    const now = { index: last.index, text: doc.levels[last.index] ?? "" };
    setTrail({ ...trail, [from]: trail[from].slice(0, -1), [to]: [...trail[to], now] });
    change({ level: last.index, levels: doc.levels.with(last.index, last.text) });
  };
  const subject = () => ({ name: nameOf(latest.current.name), level: latest.current.level, text: [latest.current.game, latest.current.levels[latest.current.level]] });
  const run = (person) => {
    opened.current = open({ game: subject(), boards: [person ? [] : [agent]], people: [person, person], budget: "480fm", speed: 15, paused: person });
  };
  const solve = () => { setJob({ job: "solve", ticks: 0, of: 1 }); send({ do: "solve", game: subject() }); };
  const judge = () => { setJob({ job: "judge", done_plays: 0, of: 24 }); send({ do: "judge", game: subject() }); };
  const watchWin = (win) => { opened.current = open({ game: subject(), seed: win.seed, boards: [[agent]], actions: win.actions, speed: 15 }); };
  const save = async (overwrite = false) => {
    const { name, game, levels } = latest.current;
    try {
      const done = await api("save", { method: "POST", body: { name: nameOf(name), game, levels, overwrite } });
      toast(`saved as ${done.name}`);
      catalogue.value = await api("catalogue");
    } catch (problem) {
      if (problem.status === 409 && confirm(`${problem.message}. Write over it?`)) return save(true);
      if (problem.status !== 409) toast(problem.message, "problem");
    }
  };
  useKeys({ r: () => run(true) });

  if (!doc) return html`<p class="empty">One moment …</p>`;
  const frame = frames.value[0];
  const here = shownStage.value;
  const legend = found?.stage?.legend ?? found?.legend ?? [];
  const problems = found ? [...found.game.map((each) => ({ ...each, where: "game" })), ...found.levels.flatMap((list, i) => list.map((each) => ({ ...each, where: `level ${i}` })))] : [];
  const go = (problem) => {
    if (problem.where === "game" && view.current) {
      view.current.dispatch({ selection: { anchor: problem.from, head: problem.to }, scrollIntoView: true });
      view.current.focus();
    } else change({ level: Number(problem.where.slice(6)) });
  };
  return html`<div class="view make">
    <${Agents} />
    <div class="bar">
      <label class="field"><span>Name</span><input value=${doc.name} size="14" maxlength="40" onChange=${(event) => change({ name: nameOf(event.target.value) })} /></label>
      <label class="field"><span>Open</span><select value="" onChange=${(event) => {
        const [kind, name] = event.target.value.split(":");
        event.target.value = "";
        const opening = kind === "draft" ? openDraft(name) : kind === "game" ? openGame(name) : null;
        opening?.catch((problem) => toast(problem.message, "problem"));
      }}><option value="">a game or a draft …</option>
        ${drafts.length > 0 && html`<optgroup label="drafts">${drafts.map((name) => html`<option value=${`draft:${name}`}>${name}</option>`)}</optgroup>`}
        <optgroup label="games">${(catalogue.value?.games ?? []).map((game) => html`<option value=${`game:${game.name}`}>${game.name}</option>`)}</optgroup>
      </select></label>
      <button type="button" onClick=${template}>New</button>
      <button type="button" class="primary" onClick=${() => save()} title="Ctrl+S">Save</button>
      <span class="soft" role="status">${saved}</span>
    </div>
    <div class="desk">
      <div class="writing">
        <h2>Game</h2>
        <div class="editor" ref=${host}></div>
        <div class="row levels" role="group" aria-label="Levels">
          ${doc.levels.map((_, i) => html`<button type="button" aria-pressed=${i === doc.level} onClick=${() => change({ level: i })}>Level ${i}</button>`)}
          <button type="button" onClick=${() => change({ levels: [...doc.levels, level], level: doc.levels.length })} disabled=${doc.levels.length >= 20}>Add</button>
          <button type="button" onClick=${() => confirm("Remove this level?") && change({ levels: doc.levels.filter((_, i) => i !== doc.level), level: Math.max(0, doc.level - 1) })} disabled=${doc.levels.length < 2}>Remove</button>
          <label><input type="checkbox" checked=${asText} onChange=${() => setAsText(!asText)} /> as text</label>
        </div>
        ${asText
          ? html`<textarea class="leveltext" aria-label="The level's text" spellcheck=${false} rows="14" value=${level} onInput=${(event) => setLevel(event.target.value)}></textarea>`
          : html`<${Painter} text=${level} stage=${found?.stage} legend=${legend} brush=${brush} onBrush=${setBrush} onChange=${setLevel}
              past=${trail.past.length} future=${trail.future.length} onUndo=${() => wind("past", "future")} onRedo=${() => wind("future", "past")} />`}
      </div>
      <div class="trying">
        <div class="row">
          <button type="button" class="primary" onClick=${() => run(true)} title="Ctrl+Enter">Play it</button>
          <span class="pair"><button type="button" onClick=${() => run(false)}>Let it play:</button><input list="agents" aria-label="Agent" size="9" value=${agent} onInput=${(event) => setAgent(event.target.value)} /></span>
          <button type="button" onClick=${solve}>Solve it</button>
          <button type="button" onClick=${judge}>Who wins it?</button>
        </div>
        <${Job} job=${job} onWatch=${watchWin} />
        ${frame && here ? html`<${Board} stage=${here} frame=${frame} label=${describe(here, frame)} marks=${{ plan: true, heat: true, own: true }} tall=${0.5} />
          <${Transport} frame=${frame} /><${Standing} frame=${frame} />${frame.people[0] && html`<${Pad} frame=${frame} />`}`
          : html`<p class="empty small">Play the game here while you write it.</p>`}
        <section class="card"><h2>${problems.length ? `${problems.length} thing${problems.length === 1 ? "" : "s"} to look at` : "Nothing is wrong"}</h2>
          ${found?.problem && html`<p class="note">It cannot be played yet: ${found.problem}</p>`}
          <ul class="problems">${problems.slice(0, 40).map((problem) => html`<li class=${problem.severity}>
            <button type="button" class="link" onClick=${() => go(problem)}>${problem.where}${problem.where === "game" ? `, line ${problem.line}` : ""}</button>
            <b>${problem.severity} ${problem.code}</b> ${problem.message}${problem.help && html`<br /><span class="soft">${problem.help}</span>`}</li>`)}</ul>
        </section>
      </div>
    </div>
  </div>`;
}

/** How far the solver or the agents are, and what came of it. */
function Job({ job, onWatch }) {
  if (!job) return null;
  const stop = html`<button type="button" onClick=${() => send({ do: "stop" })}>Stop</button>`;
  const { done } = job;
  if (!done) {
    const [at, of, text] = job.job === "solve"
      ? [job.ticks, job.of, `${(job.ticks / 1e6).toFixed(1)} million ticks played, at tick ${job.depth ?? 0}`]
      : [job.done_plays, job.of, `${job.done_plays} of ${job.of} games played`];
    return html`<section class="card"><p role="status">${job.job === "solve" ? "Looking for a win" : "Agents play"}: ${text} ${stop}</p><progress value=${at} max=${of} aria-label="progress"></progress></section>`;
  }
  if (done.problem) return html`<section class="card"><p class="note">${done.problem}</p></section>`;
  if (done.stopped) return html`<section class="card"><p>Stopped.</p></section>`;
  if (job.job === "solve") {
    return html`<section class="card"><p role="status">${done.won
      ? html`Won in ${done.ticks} ticks with score ${done.score}. <button type="button" onClick=${() => onWatch(done)}>Watch it</button>` : done.text}</p></section>`;
  }
  return html`<section class="card"><h2>Who wins it?</h2><table class="list"><thead><tr><th scope="col">agent</th><th scope="col" class="r">won</th><th scope="col" class="r">score</th><th scope="col" class="r">ticks</th></tr></thead>
    <tbody>${done.agents.map((one) => html`<tr><td>${one.agent}</td><td class="r">${one.wins} of ${one.plays}</td><td class="r">${one.score.toFixed(1)}</td><td class="r">${one.ticks.toFixed(0)}</td></tr>`)}</tbody></table>
    ${done.skill !== null && html`<p class="soft">Skill pays: rank correlation ${done.skill.toFixed(2)}.</p>`}
    ${done.remarks.map((text) => html`<p class="note">${text}</p>`)}
    ${done.idle.length > 0 && html`<details><summary>${done.idle.length} lines made no difference</summary><ul>${done.idle.map((each) => html`<li>line ${each.line}: ${each.what}</li>`)}</ul></details>`}
  </section>`;
}
