// What an agent thinks: values, visits, its own panels, and what that has cost.
import { short } from "./chart.js";
import { html } from "./vendor/ui.js";

const arrows = { UP: "↑", DOWN: "↓", LEFT: "←", RIGHT: "→", USE: "✦", NIL: "·", ESCAPE: "⎋" };

export const actionName = (action) => `${arrows[action] ?? ""} ${action.toLowerCase()}`;

/** Actions with their values on one true scale, zero included, and visits from zero on. */
function Actions({ mind }) {
  const values = mind.actions.map((action) => action.value).filter((value) => value !== null);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const size = high - low || 1;
  const most = Math.max(1e-9, ...mind.actions.map((action) => action.visits ?? 0));
  const total = mind.actions.reduce((sum, action) => sum + (action.visits ?? 0), 0) || 1;
  const bar = (value) => {
    const from = (Math.min(value, 0) - low) / size;
    const to = (Math.max(value, 0) - low) / size;
    return { left: `${from * 100}%`, width: `${Math.max((to - from) * 100, 0.8)}%` };
  };
  return html`<table class="actions">
    <thead><tr><th scope="col">action</th>
      <th scope="col">value <small>${short(low)} to ${short(high)}</small></th>
      <th scope="col">visits <small>of ${short(total)}</small></th></tr></thead>
    <tbody>${mind.actions.map((action) => html`<tr class=${action.action === mind.chosen ? "chosen" : ""}>
      <th scope="row">${action.action === mind.chosen ? html`<span aria-label="chosen">▸</span>` : html`<span></span>`} ${actionName(action.action)}</th>
      <td><span class="bar value">${action.value !== null && html`<i style=${bar(action.value)}></i>`}</span><b>${short(action.value)}</b></td>
      <td><span class="bar visits"><i style=${{ left: 0, width: `${((action.visits ?? 0) / most) * 100}%` }}></i></span><b>${short(action.visits)}</b></td>
    </tr>`)}</tbody>
  </table>`;
}

export function Mind({ mind, title }) {
  const cost = [
    `${mind.calls} calls`, `${mind.iterations} iterations`, `${mind.milliseconds.toFixed(1)} ms`,
    mind.depth !== null && `depth ${mind.depth}`, mind.nodes !== null && `${mind.nodes} nodes`,
  ].filter(Boolean).join(" · ");
  return html`<section class="mind">
    <h3>${title ?? mind.agent} <small>plays ${actionName(mind.chosen)}</small></h3>
    ${mind.actions.length > 0 ? html`<${Actions} mind=${mind} />` : html`<p class="soft">It does not tell what it thinks of each action.</p>`}
    <p class="soft cost">${cost}</p>
    ${mind.plan.length > 1 && html`<p class="soft">plans ${mind.plan.length - 1} steps, to column ${mind.plan.at(-1)[0]}, row ${mind.plan.at(-1)[1]}</p>`}
    ${mind.panels.map((panel) => html`<details open><summary>${panel.title}</summary>
      <table class="panel"><tbody>${panel.rows.map(([what, how]) => html`<tr><th scope="row">${what}</th><td>${how}</td></tr>`)}</tbody></table>
    </details>`)}
    ${mind.overlay && html`<p class="soft"><span class="swatch own"></span> ${mind.overlay.title}</p>`}
  </section>`;
}
