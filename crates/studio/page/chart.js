// Value and score over the whole game, with marks where the value dropped most.
import { html, useEffect, useRef } from "./vendor/ui.js";

/** The ticks at which the value fell most: [tick, by how much], the largest first. */
export function drops(list, most = 5) {
  const falls = [];
  let last = null;
  list.forEach(([, value], tick) => {
    if (value === null) return;
    if (last !== null && value < last) falls.push([tick, last - value]);
    last = value;
  });
  return falls.sort((a, b) => b[1] - a[1]).slice(0, most).filter(([, by], _, all) => by > all[0][1] * 0.1);
}

const range = (values) => {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
};

export const short = (value) =>
  value === null || value === undefined ? "–"
  : Math.abs(value) >= 1e5 ? value.toExponential(1)
  : Math.abs(value) >= 100 || Number.isInteger(value) ? String(Math.round(value))
  : value.toFixed(2);

export function Chart({ list, tick, onTick, name = "agent" }) {
  const canvas = useRef(null);
  const marks = drops(list);

  useEffect(() => {
    const own = canvas.current;
    if (!own) return;
    const paint = () => draw(own, list, tick, marks);
    paint();
    const observer = new ResizeObserver(paint);
    observer.observe(own);
    return () => observer.disconnect();
  }, [list, tick]);

  const at = (event) => {
    const box = canvas.current.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
    return Math.round(Math.min(Math.max(share, 0), 1) * Math.max(list.length - 1, 1));
  };
  const move = (event) => event.buttons && onTick(at(event));
  const values = list.some(([, value]) => value !== null);
  return html`<figure class="chart">
    <figcaption>
      <span class="key value">value${values ? "" : " (none)"}</span><span class="key score">score</span>
      ${marks.length > 0 && html`<span class="drops">biggest drops:
        ${marks.map(([at, by]) => html`<button type="button" class="link" onClick=${() => onTick(at)}
          title=${`the value fell by ${short(by)}`}>▼ ${at}</button>`)}</span>`}
    </figcaption>
    <canvas ref=${canvas} role="img" aria-label=${`value and score of ${name} over ${list.length - 1} ticks`}
      onPointerDown=${(event) => { event.currentTarget.setPointerCapture(event.pointerId); onTick(at(event)); }}
      onPointerMove=${move}></canvas>
  </figure>`;
}

const LEFT = 44;
const RIGHT = 40;

function draw(canvas, list, tick, marks) {
  const box = canvas.getBoundingClientRect();
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, box.width * density);
  canvas.height = Math.max(1, box.height * density);
  const context = canvas.getContext("2d");
  context.scale(density, density);
  const style = getComputedStyle(canvas);
  const color = (name) => style.getPropertyValue(name).trim();
  const { width, height } = box;
  const last = Math.max(list.length - 1, 1);
  const x = (at) => LEFT + (at / last) * (width - LEFT - RIGHT);
  const [vLow, vHigh] = range(list.map(([, value]) => value));
  const [sLow, sHigh] = range(list.map(([score]) => score));
  const scale = (low, high) => (value) => 8 + (1 - (value - low) / (high - low)) * (height - 24);
  const v = scale(vLow, vHigh);
  const s = scale(sLow, sHigh);
  context.font = "11px system-ui, sans-serif";
  context.strokeStyle = color("--line");
  context.lineWidth = 1;
  context.strokeRect(LEFT + 0.5, 8.5, width - LEFT - RIGHT, height - 24);
  context.fillStyle = color("--value");
  context.textAlign = "right";
  context.textBaseline = "middle";
  if (list.some(([, value]) => value !== null)) {
    context.fillText(short(vHigh), LEFT - 5, 12);
    context.fillText(short(vLow), LEFT - 5, height - 18);
  }
  context.fillStyle = color("--score");
  context.textAlign = "left";
  context.fillText(short(sHigh), width - RIGHT + 5, 12);
  context.fillText(short(sLow), width - RIGHT + 5, height - 18);
  context.fillStyle = color("--soft");
  context.fillText("0", LEFT, height - 6);
  context.textAlign = "right";
  context.fillText(`tick ${list.length - 1}`, width - RIGHT, height - 6);
  // Ticks that a person played.
  context.fillStyle = color("--person");
  list.forEach(([, , by], at) => by === "p" && context.fillRect(x(at - 1), height - 16, Math.max(1, x(at) - x(at - 1)), 3));
  context.lineWidth = 1.5;
  context.strokeStyle = color("--score");
  context.setLineDash([5, 3]);
  context.beginPath();
  list.forEach(([score], at) => (at ? context.lineTo(x(at), s(score)) : context.moveTo(x(at), s(score))));
  context.stroke();
  context.setLineDash([]);
  context.strokeStyle = color("--value");
  context.beginPath();
  let pen = false;
  list.forEach(([, value], at) => {
    if (value === null) { pen = false; return; }
    pen ? context.lineTo(x(at), v(value)) : context.moveTo(x(at), v(value));
    pen = true;
  });
  context.stroke();
  context.fillStyle = color("--drop");
  for (const [at] of marks) {
    const [left, top] = [x(at), v(list[at][1])];
    context.beginPath();
    context.moveTo(left, top + 7);
    context.lineTo(left - 5, top - 2);
    context.lineTo(left + 5, top - 2);
    context.fill();
  }
  context.strokeStyle = color("--text");
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x(tick), 8);
  context.lineTo(x(tick), height - 16);
  context.stroke();
}
