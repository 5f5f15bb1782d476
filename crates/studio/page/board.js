// A game, drawn: sprites from the sheet of pictures, smooth between ticks, with what the agent has in mind on top.
import { html, useEffect, useRef } from "./vendor/ui.js";

const sheets = new Map();

/** The sheet of pictures, loaded once. */
export function sheetOf(stage) {
  let image = sheets.get(stage.sheet);
  if (!image) {
    image = new Image();
    image.src = stage.sheet;
    sheets.set(stage.sheet, image);
    if (sheets.size > 30) sheets.delete(sheets.keys().next().value);
  }
  return image;
}

export function drawTile(context, stage, image, tile, x, y, width, height) {
  if (!image.complete || !image.naturalWidth) return;
  const cell = stage.sheetCell;
  const left = (tile % stage.sheetColumns) * cell;
  const top = Math.floor(tile / stage.sheetColumns) * cell;
  context.drawImage(image, left, top, cell, cell, x, y, width, height);
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The board. `marks` says which overlays are shown. */
export function Board({ stage, frame, marks = {}, label, tall = 0.62, advice = null }) {
  const canvas = useRef(null);
  const motion = useRef({ from: new Map(), to: new Map(), start: 0, length: 0, tick: -1, line: 0 });

  useEffect(() => {
    const own = canvas.current;
    if (!own || !stage || !frame) return;
    const image = sheetOf(stage);
    const now = performance.now();
    const move = motion.current;
    const next = new Map();
    const { sprites } = frame;
    for (let i = 0; i < sprites.length; i += 6) next.set(sprites[i], i);
    const onward = frame.line === move.line && frame.tick === move.tick + 1;
    if (frame.tick !== move.tick || frame.line !== move.line) {
      move.from = onward && !still.matches ? positions(move, now) : new Map();
      move.length = onward ? Math.min(1000 / frame.game.speed, 160) : 0;
      move.start = now;
    }
    Object.assign(move, { to: next, tick: frame.tick, line: frame.line, sprites });
    let handle = 0;
    const paint = () => {
      const share = move.length ? Math.min((performance.now() - move.start) / move.length, 1) : 1;
      draw(own, stage, frame, image, move, share, marks, advice);
      if (share < 1) handle = requestAnimationFrame(paint);
    };
    handle = requestAnimationFrame(paint);
    const redraw = () => requestAnimationFrame(paint);
    if (!image.complete) image.addEventListener("load", redraw, { once: true });
    const observer = new ResizeObserver(redraw);
    observer.observe(own.parentElement);
    return () => {
      cancelAnimationFrame(handle);
      observer.disconnect();
    };
  }, [stage, frame, marks, advice]);

  const ratio = stage ? stage.columns / Math.max(stage.rows, 1) : 2;
  return html`<div class="board" style=${{ aspectRatio: `${ratio}`, maxWidth: `calc(${tall * 100}vh * ${ratio})` }}>
    <canvas ref=${canvas} role="img" aria-label=${label ?? "the game"}></canvas>
  </div>`;
}

/** Where sprites are drawn right now. */
function positions(move, now) {
  const share = move.length ? Math.min((now - move.start) / move.length, 1) : 1;
  const places = new Map();
  if (!move.sprites) return places;
  for (const [id, at] of move.to) {
    const before = move.from.get(id);
    const x = move.sprites[at + 2];
    const y = move.sprites[at + 3];
    places.set(id, before ? [mix(before[0], x, share), mix(before[1], y, share)] : [x, y]);
  }
  return places;
}

const mix = (a, b, share) => a + (b - a) * share;

function draw(canvas, stage, frame, image, move, share, marks, advice) {
  const box = canvas.getBoundingClientRect();
  const density = Math.min(window.devicePixelRatio || 1, 2);
  const width = Math.max(1, Math.round(box.width * density));
  const height = Math.max(1, Math.round(box.height * density));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  const cell = Math.min(width / stage.columns, height / stage.rows);
  const scale = cell / stage.block;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = "#26282e";
  context.fillRect(0, 0, width, height);
  const { sprites } = frame;
  const far = 2.5 * stage.block;
  for (let i = 0; i < sprites.length; i += 6) {
    let x = sprites[i + 2];
    let y = sprites[i + 3];
    const before = share < 1 ? move.from.get(sprites[i]) : undefined;
    // What jumps across the level does not slide there.
    if (before && Math.abs(before[0] - x) < far && Math.abs(before[1] - y) < far) {
      x = mix(before[0], x, share);
      y = mix(before[1], y, share);
    }
    // Edges on whole pixels, so that there are no seams between tiles.
    const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
    drawTile(context, stage, image, sprites[i + 1], left, top, Math.round((x + sprites[i + 4]) * scale) - left, Math.round((y + sprites[i + 5]) * scale) - top);
  }
  for (const mind of frame.minds ?? []) overlay(context, mind, cell, marks);
  if (advice) overlay(context, advice, cell, { plan: true, heat: false, own: false, color: "#ffd54a" });
  ending(context, frame, width, height);
}

function overlay(context, mind, cell, marks) {
  if (marks.heat && mind.heat.length) {
    const most = Math.sqrt(mind.heat[0][2]);
    for (const [x, y, count] of mind.heat) {
      const warmth = Math.sqrt(count) / most;
      context.fillStyle = `rgba(255, ${Math.round(200 - 160 * warmth)}, 40, ${0.1 + 0.45 * warmth})`;
      context.fillRect(x * cell, y * cell, cell, cell);
    }
  }
  if (marks.own && mind.overlay) {
    for (const [x, y, strength] of mind.overlay.cells) {
      context.strokeStyle = `rgba(80, 190, 255, ${0.25 + 0.75 * (strength ?? 1)})`;
      context.lineWidth = Math.max(1.5, cell * 0.08);
      context.strokeRect((x + 0.12) * cell, (y + 0.12) * cell, cell * 0.76, cell * 0.76);
    }
  }
  if (marks.plan && mind.plan.length > 1) {
    const at = (place) => [(place[0] + 0.5) * cell, (place[1] + 0.5) * cell];
    for (const [color, wide] of [["rgba(0, 0, 0, 0.65)", 0.2], [marks.color ?? "#ffffff", 0.1]]) {
      context.strokeStyle = color;
      context.fillStyle = color;
      context.lineWidth = Math.max(2, cell * wide);
      context.lineJoin = context.lineCap = "round";
      context.beginPath();
      mind.plan.forEach((place, i) => (i ? context.lineTo(...at(place)) : context.moveTo(...at(place))));
      context.stroke();
      context.beginPath();
      context.arc(...at(mind.plan.at(-1)), cell * (wide + 0.08), 0, 7);
      context.fill();
    }
  }
}

/** A frame and a word when the game is over. */
function ending(context, frame, width, height) {
  const word = frame.standing[0];
  if (word === "playing") return;
  const color = { won: "#228b3a", lost: "#be2828" }[word] ?? "#5a5e68";
  const line = Math.max(4, width / 120);
  context.strokeStyle = color;
  context.lineWidth = line * 2;
  context.strokeRect(0, 0, width, height);
  context.font = `600 ${Math.max(16, width / 28)}px system-ui, sans-serif`;
  const text = frame.standing.length > 1 ? frame.standing.join(" / ") : word;
  const size = context.measureText(text).width + line * 6;
  const high = Math.max(28, width / 18);
  context.fillStyle = color;
  context.fillRect((width - size) / 2, 0, size, high);
  context.fillStyle = "#fff";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, width / 2, high / 2);
}
