// Read: what experiments say, while they run and after.
import { catalogue, remember } from "./app.js";
import { api, toast } from "./session.js";
import { html, useEffect, useMemo, useRef, useState } from "./vendor/ui.js";

const percent = (value) => `${value.toFixed(1)} %`;
const p = (value) => (value === null || value === undefined ? "–" : value < 0.001 ? "< 0.001" : value.toFixed(3));
const signed = (value) => `${value > 0 ? "+" : ""}${value.toFixed(1)}`;
const PAGE = 50;

export function View({ query }) {
  const [runs, setRuns] = useState(null);
  const [run, setRun] = useState(query.run === undefined ? null : Number(query.run));
  const [other, setOther] = useState(query.with === undefined ? null : Number(query.with));
  const [report, setReport] = useState(null);
  const [second, setSecond] = useState(null);
  const [text, setText] = useState(query.filter ?? "");
  const [sort, setSort] = useState(["points", -1]);
  const [control, setControl] = useState("");
  const [cell, setCell] = useState(query.agent || query.game ? { agent: query.agent, budget: query.budget, game: query.game } : null);

  useEffect(() => {
    let stop = false;
    const look = async () => {
      if (stop) return;
      try {
        const found = await api("runs");
        if (stop) return;
        setRuns(found);
        setRun((old) => old ?? found.find((each) => !each.problem)?.run ?? null);
      } catch (problem) {
        toast(problem.message, "problem");
      }
      setTimeout(look, 2000);
    };
    look();
    return () => { stop = true; };
  }, []);

  const known = runs?.find((each) => each.run === run);
  const plays = known?.plays;
  const load = (place, set) => {
    if (place === null) return set(null);
    let gone = false;
    api(`runs/${place}/report`).then((found) => !gone && set(found)).catch((problem) => { set(null); toast(problem.message, "problem"); });
    return () => { gone = true; };
  };
  useEffect(() => load(run, setReport), [run, plays]);
  useEffect(() => load(other, setSecond), [other]);
  useEffect(() => remember("read", { run: run ?? undefined, with: other ?? undefined, filter: text, ...(cell ?? {}) }), [run, other, text, cell]);

  if (!runs) return html`<p class="empty">One moment …</p>`;
  if (runs.length === 0) return html`<div class="empty"><p>There are no results here yet.</p><p><code>ludex arena --out results</code> makes some, and <code>ludex studio results</code> shows them, while they come in or later.</p></div>`;
  return html`<div class="view read">
    <h1 class="hidden">Experiments</h1>
    <div class="runs" role="group" aria-label="Runs">${runs.map((each) => html`<button type="button" class="run" aria-pressed=${each.run === run}
        onClick=${() => { setRun(each.run); setCell(null); }}>
      <b>${each.name}</b> ${each.problem ? html`<small class="note">${each.problem}</small>` : html`<small>${each.plays} plays${each.planned ? ` of ${each.planned}` : ""}${each.started ? `, ${each.started.replace("T", " ").replace("Z", "")}` : ""}</small>
        ${each.planned > each.plays && html`<progress value=${each.plays} max=${each.planned} aria-label=${`progress of ${each.name}`}></progress>`}`}
    </button>`)}</div>
    ${!report ? html`<p class="empty">${known?.problem ?? "Adding up …"}</p>` : html`
      <div class="bar">
        <label class="field"><span>Filter games and agents</span><input value=${text} placeholder="zelda, mcts …" onInput=${(event) => setText(event.target.value)} /></label>
        <label class="field"><span>Control</span><select value=${control} onChange=${(event) => setControl(event.target.value)}><option value="">none: all pairs</option>
          ${report.agents.map((each) => html`<option>${each.label}</option>`)}</select></label>
        ${runs.length > 1 && html`<label class="field"><span>Compare with</span><select value=${other ?? ""} onChange=${(event) => setOther(event.target.value === "" ? null : Number(event.target.value))}>
          <option value="">no other run</option>${runs.filter((each) => each.run !== run && !each.problem).map((each) => html`<option value=${each.run}>${each.name}</option>`)}</select></label>`}
        <p class="soft">${report.lead}</p>
      </div>
      ${report.warnings.map((warning) => html`<p class="note">${warning}</p>`)}
      <${Overall} report=${report} second=${second} text=${text} sort=${sort} onSort=${setSort} control=${control} onCell=${setCell} />
      <${Map_} report=${report} text=${text} cell=${cell} onCell=${setCell} />
      <${Plays} run=${run} cell=${cell} onCell=${setCell} report=${report} />
      <${Pairs} report=${report} text=${text} control=${control} />
      <${Plots} run=${run} report=${report} />
      ${known?.configuration && html`<details class="card"><summary>Configuration</summary><pre>${known.configuration}</pre></details>`}
    `}
  </div>`;
}

const matches = (text, ...words) => !text.trim() || text.toLowerCase().split(/[\s,]+/).filter(Boolean).some((part) => words.some((word) => word?.toLowerCase().includes(part)));

/** Filters are for games or agents: what names no game does not hide games. */
function filtered(report, text) {
  const games = report.games.filter((game) => matches(text, game));
  const entrants = report.agents.filter((each) => matches(text, each.agent));
  return [games.length ? games : report.games, entrants.length ? entrants : report.agents];
}

function Overall({ report, second, text, sort, onSort, control, onCell }) {
  const [, entrants] = filtered(report, text);
  const against = (each) => {
    const own = each.label;
    const pair = report.pairs.find((pair) => (pair.a === own && pair.b === control) || (pair.b === own && pair.a === control));
    return pair && { by: pair.a === own ? pair.win_difference : -pair.win_difference, p: pair.wins_p_holm };
  };
  /** @type {[string, string, (each: any) => any][]} */
  const columns = [
    ["agent", "agent", (each) => each.agent], ["budget", "budget", (each) => each.budget], ["plays", "plays", (each) => each.total.plays],
    ["wins", "won", (each) => each.total.win_percent], ["score", "score", (each) => each.total.score_mean], ["points", "points", (each) => each.total.points],
    ["ticks", "ticks", (each) => each.total.ticks_mean], ["calls", "calls a tick", (each) => each.total.fm_calls_per_tick],
  ];
  const by = columns.find(([key]) => key === sort[0])[2];
  const rows = [...entrants].sort((a, b) => (by(a) > by(b) ? 1 : by(a) < by(b) ? -1 : 0) * sort[1]);
  const was = (each) => second?.agents.find((old) => old.agent === each.agent && old.budget === each.budget);
  return html`<section class="card"><h2>Who wins how much</h2><div class="scroll" tabindex="0"><table class="list overall"><thead><tr>
    ${columns.map(([key, name]) => html`<th scope="col" aria-sort=${sort[0] === key ? (sort[1] > 0 ? "ascending" : "descending") : "none"} class=${["agent", "budget", "wins"].includes(key) ? "" : "r"}>
      <button type="button" class="link" onClick=${() => onSort([key, sort[0] === key ? -sort[1] : -1])}>${name}${sort[0] === key ? (sort[1] > 0 ? " ▴" : " ▾") : ""}</button></th>`)}
    ${control && html`<th scope="col" class="r">against ${control}</th>`}${second && html`<th scope="col" class="r">other run</th>`}</tr></thead>
    <tbody>${rows.map((each) => {
      const versus = control && against(each);
      const old = was(each);
      return html`<tr><th scope="row"><button type="button" class="link" onClick=${() => onCell({ agent: each.agent, budget: each.budget })}>${each.label}</button></th><td>${each.budget}</td><td class="r">${each.total.plays}</td>
      <td><${Interval} total=${each.total} /></td><td class="r">${each.total.score_mean?.toFixed(1) ?? "–"}</td><td class="r">${each.total.points}</td><td class="r">${each.total.ticks_mean?.toFixed(0)}</td><td class="r">${each.total.fm_calls_per_tick?.toFixed(0)}</td>
      ${control && html`<td class="r">${versus ? html`${versus.p < 0.05 ? html`<b>${signed(versus.by)}</b>` : signed(versus.by)} <small>p ${p(versus.p)}</small>` : "–"}</td>`}
      ${second && html`<td class="r">${old ? html`${percent(old.total.win_percent)} <small>(${signed(each.total.win_percent - old.total.win_percent)}${apart(each.total, old.total) ? ", intervals apart" : ""})</small>` : "–"}</td>`}</tr>`;
    })}</tbody></table></div><p class="soft">Won in per cent of plays, with Wilson's 95 % interval. Differences in bold are significant at 5 % after Holm's correction.</p></section>`;
}

const apart = (a, b) => a.wilson_low > b.wilson_high || b.wilson_low > a.wilson_high;

function Interval({ total }) {
  const [low, high] = [total.wilson_low, total.wilson_high];
  return html`<span class="interval" title=${`${total.wins} of ${total.plays}`}><span class="track"><i style=${{ left: `${low}%`, width: `${Math.max(high - low, 0.5)}%` }}></i><em style=${{ left: `${total.win_percent}%` }}></em></span>
    <b>${percent(total.win_percent)}</b> <small>${low.toFixed(0)} to ${high.toFixed(0)}</small></span>`;
}

/** Games against agents: the warmer, the more was won. The number is there, too. */
function Map_({ report, text, cell, onCell }) {
  const [games, entrants] = filtered(report, text);
  const grid = useRef(null);
  const found = useMemo(() => new Map(report.agents.map((each) => [each, new Map(each.games.map((game) => [game.game, game]))])), [report]);
  const key = (event) => {
    const steps = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
    const step = steps[event.key];
    const at = event.target.dataset?.at?.split(",").map(Number);
    if (!step || !at) return;
    event.preventDefault();
    grid.current.querySelector(`[data-at="${at[0] + step[0]},${at[1] + step[1]}"]`)?.focus();
  };
  return html`<section class="card"><h2>Games against agents <small>won in per cent; press one for its plays</small></h2>
    <div class="scroll" ref=${grid} onKeyDown=${key} tabindex="0"><table class="map"><thead><tr><th scope="col">game</th>${entrants.map((each) => html`<th scope="col"><span>${each.label}</span></th>`)}</tr></thead>
      <tbody>${games.map((game, row) => html`<tr><th scope="row">${game}</th>${entrants.map((each, column) => {
        const tally = found.get(each).get(game);
        if (!tally) return html`<td></td>`;
        const own = cell?.agent === each.agent && cell?.game === game && (!cell.budget || cell.budget === each.budget);
        return html`<td><button type="button" class="cell" data-at=${`${row},${column}`} aria-pressed=${own} style=${{ "--heat": tally.win_percent / 100 }}
          aria-label=${`${tally.win_percent.toFixed(0)} per cent: ${each.agent} in ${game}, of ${tally.plays} plays`} onClick=${() => onCell({ agent: each.agent, budget: each.budget, game })}>${tally.win_percent.toFixed(0)}</button></td>`;
      })}</tr>`)}</tbody></table></div></section>`;
}

function Plays({ run, cell, onCell, report }) {
  const [found, setFound] = useState(null);
  const [sort, setSort] = useState("place");
  const [won, setWon] = useState("");
  const [offset, setOffset] = useState(0);
  useEffect(() => setOffset(0), [run, cell, sort, won]);
  useEffect(() => {
    let gone = false;
    const query = new URLSearchParams({ sort, offset: String(offset), limit: String(PAGE), won, agent: cell?.agent ?? "", budget: cell?.budget ?? "", game: cell?.game ?? "" });
    api(`runs/${run}/plays?${query}`).then((rows) => !gone && setFound(rows)).catch((problem) => toast(problem.message, "problem"));
    return () => { gone = true; };
  }, [run, cell, sort, won, offset, report]);
  const title = cell ? [cell.agent, cell.game].filter(Boolean).join(" in ") : "all";
  return html`<section class="card plays"><h2>Plays: ${title} ${cell && html`<button type="button" class="link" onClick=${() => onCell(null)}>show all</button>`}</h2>
    <div class="row"><label>Sort <select value=${sort} onChange=${(event) => setSort(event.target.value)}><option value="place">by agent, game, level</option><option value="best">best first</option><option value="worst">worst first</option><option value="shortest">shortest first</option><option value="longest">longest first</option></select></label>
      <label>Show <select value=${won} onChange=${(event) => setWon(event.target.value)}><option value="">won and lost</option><option value="yes">won</option><option value="no">not won</option></select></label>
      ${found && html`<span class="soft" role="status">${found.count ? `${offset + 1} to ${Math.min(offset + PAGE, found.count)} of ${found.count}` : "none"}</span>
        <button type="button" disabled=${offset === 0} onClick=${() => setOffset(offset - PAGE)}>Back</button><button type="button" disabled=${offset + PAGE >= found.count} onClick=${() => setOffset(offset + PAGE)}>On</button>`}</div>
    ${found && html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">agent</th><th scope="col">game</th><th scope="col" class="r">level</th><th scope="col" class="r">play</th><th scope="col">result</th><th scope="col" class="r">score</th><th scope="col" class="r">ticks</th><th scope="col" class="r">calls</th><th scope="col">again</th></tr></thead>
      <tbody>${found.rows.map((row) => html`<tr><td>${row.agent}${row.partner ? ` (seat ${row.seat + 1}, with ${row.partner})` : ""}</td><td>${row.game}</td><td class="r">${row.level}</td><td class="r">${row.repetition}</td>
        <td class=${row.win ? "won" : ""}>${row.disqualified ? "disqualified" : row.win ? "won" : "not won"}</td><td class="r">${row.score}</td><td class="r">${row.ticks}</td><td class="r">${row.fm_calls}</td>
        <td>${row.learning > 0 ? html`<span class="soft" title="it had learnt from games before this one">not here</span>` : html`<a href=${again(row)}>watch</a>`}</td></tr>`)}</tbody></table></div>`}
  </section>`;
}

/** The address of that very game. */
function again(row) {
  const query = { game: row.game, level: row.level, seed: row.seed, expect: `${row.win ? 1 : 0},${row.score},${row.ticks},${row.content}` };
  if (row.actions) Object.assign(query, { actions: row.actions, tick: 0, agent: catalogue.value.strongest });
  else {
    const first = row.seat === 0;
    Object.assign(query, { agent: first ? row.agent : row.partner, budget: row.budget, agentSeed: first ? row.agent_seed : row.partner_seed, strict: row.lenient ? "" : 1 });
    if (row.partner) Object.assign(query, { second: first ? row.partner : row.agent, secondSeed: first ? row.partner_seed : row.agent_seed });
  }
  return `#/watch?${new URLSearchParams(query)}`;
}

function Pairs({ report, text, control }) {
  const [all, setAll] = useState(false);
  const pairs = report.pairs.filter((pair) => (!control || pair.a === control || pair.b === control) && (all || pair.wins_p_holm < 0.05 || pair.over_games_p_holm < 0.05));
  return html`<section class="card"><h2>Pairwise tests</h2><label><input type="checkbox" checked=${all} onChange=${() => setAll(!all)} /> also what is not significant</label>
    ${pairs.length === 0 ? html`<p class="soft">No difference is significant at 5 % after Holm's correction.</p>` : html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">better</th><th scope="col">worse</th><th scope="col" class="r">points of won %</th><th scope="col" class="r">Cohen's h</th><th scope="col" class="r">p over plays</th><th scope="col" class="r">p over games</th><th scope="col" class="r">games apart</th></tr></thead>
      <tbody>${pairs.slice(0, 300).map((pair) => {
        const [better, worse] = pair.win_difference >= 0 ? [pair.a, pair.b] : [pair.b, pair.a];
        return html`<tr><td>${better}</td><td>${worse}</td><td class="r">${signed(Math.abs(pair.win_difference))}</td><td class="r">${Math.abs(pair.cohens_h).toFixed(2)}</td><td class="r">${p(pair.wins_p_holm)}</td><td class="r">${p(pair.over_games_p_holm)}</td><td class="r">${pair.games_shown}</td></tr>`;
      })}</tbody></table></div>`}<p class="soft">Two-proportion test over plays and Wilcoxon's signed-rank test over games, both corrected by Holm's method.</p></section>`;
}

function Plots({ run, report }) {
  return html`<section class="card"><h2>Plots</h2>${report.plots.map((plot, i) => html`<details open=${i < 2}><summary>${plot.title}</summary>
    ${Array.from({ length: plot.parts }, (_, part) => html`<figure class="plot"><img loading="lazy" src=${`/api/runs/${run}/plot/${plot.name}/${part}`} alt=${`${plot.title}, part ${part + 1} of ${plot.parts}`} /></figure>`)}</details>`)}</section>`;
}
