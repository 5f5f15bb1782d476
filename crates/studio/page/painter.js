// A level, painted with the mouse or the keys from the legend.
import { drawTile, sheetOf } from "./board.js";
import { html, useEffect, useRef, useState } from "./vendor/ui.js";

export const rowsOf = (text) => text.replace(/\r/g, "").replace(/\n+$/, "").split("\n");

/** Rows of one length. */
const squared = (text) => {
  const rows = rowsOf(text).map((row) => [...row]);
  const width = Math.max(1, ...rows.map((row) => row.length));
  for (const row of rows) while (row.length < width) row.push(" ");
  return rows;
};

const joined = (rows) => `${rows.map((row) => row.join("")).join("\n")}\n`;

/** A level of another size: new cells are like the edge beside them if that is one thing, else empty. */
export function resized(text, columns, rows) {
  const old = squared(text);
  const edge = old[0][0];
  const framed = old.every((row) => row[0] === edge && row.at(-1) === edge) && [...old[0], ...old.at(-1)].every((cell) => cell === edge);
  const filler = commonest(old);
  const cell = (x, y) => {
    if (framed) {
      if (x === 0 || y === 0 || x === columns - 1 || y === rows - 1) return edge;
      return x < old[0].length - 1 && y < old.length - 1 ? old[y][x] : filler;
    }
    return old[y]?.[x] ?? filler;
  };
  return joined(Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => cell(x, y))));
}

function commonest(rows) {
  const counts = new Map();
  const inner = rows.slice(1, -1).flatMap((row) => row.slice(1, -1));
  for (const cell of inner) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? " ";
}

/** The painter. Whole levels are remembered, so what is undone may have had another size. */
export function Painter({ text, stage, legend, onChange, brush, onBrush, past, future, onUndo, onRedo }) {
  const canvas = useRef(null);
  const [cursor, setCursor] = useState([0, 0]);
  const stroke = useRef(null);
  const rows = squared(text);
  const [columns, height] = [rows[0].length, rows.length];
  const entries = [...legend, ...(legend.some((entry) => entry.character === " ") ? [] : [{ character: " ", sprites: ["nothing"], tiles: [] }])];

  useEffect(() => {
    const own = canvas.current;
    const image = stage && sheetOf(stage);
    const paint = () => draw(own, squared(text), stage, image, entries, cursor);
    paint();
    image?.addEventListener("load", paint);
    const observer = new ResizeObserver(paint);
    observer.observe(own);
    return () => { image?.removeEventListener("load", paint); observer.disconnect(); };
  }, [text, stage, cursor]);

  const set = (x, y, character, keep) => {
    if (rows[y]?.[x] === undefined || rows[y][x] === character) return;
    rows[y][x] = character;
    onChange(joined(rows), keep);
  };
  const place = (event) => {
    const box = canvas.current.getBoundingClientRect();
    return [Math.floor(((event.clientX - box.left) / box.width) * columns), Math.floor(((event.clientY - box.top) / box.height) * height)];
  };
  const down = (event) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const [x, y] = place(event);
    setCursor([x, y]);
    if (event.button === 2 || event.altKey) return onBrush(rows[y]?.[x] ?? " ");
    stroke.current = true;
    set(x, y, brush, true);
  };
  const move = (event) => stroke.current && set(...place(event), brush, false);
  const key = (event) => {
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const [x, y] = cursor;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "z" && !event.shiftKey) onUndo();
      else if (event.key === "y" || event.key.toLowerCase() === "z") onRedo();
      else return;
    } else if (steps[event.key]) {
      setCursor([Math.min(Math.max(x + steps[event.key][0], 0), columns - 1), Math.min(Math.max(y + steps[event.key][1], 0), height - 1)]);
    } else if (event.key === " " || event.key === "Enter") {
      set(x, y, brush, true);
    } else if (event.key.length === 1 && entries.some((entry) => entry.character === event.key)) {
      onBrush(event.key);
      set(x, y, event.key, true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const size = (label, value, next) => html`<label>${label} <input type="number" min="1" max="120" value=${value} aria-label=${`${label} of the level`}
    onChange=${(event) => onChange(next(Math.min(Math.max(Number(event.target.value) || 1, 1), 120)), true)} /></label>`;
  return html`<div class="painter">
    <div class="legend" role="radiogroup" aria-label="What is painted">
      ${entries.map((entry) => html`<button type="button" role="radio" aria-checked=${entry.character === brush} class="brush" onClick=${() => onBrush(entry.character)}
        title=${entry.sprites.join(", ")}><${Tile} stage=${stage} tiles=${entry.tiles} /><code>${entry.character === " " ? "␣" : entry.character}</code> <span>${entry.sprites.at(-1)}</span></button>`)}
    </div>
    <div class="row">
      ${size("columns", columns, (value) => resized(text, value, height))}
      ${size("rows", height, (value) => resized(text, columns, value))}
      <button type="button" onClick=${onUndo} disabled=${!past}>Undo</button>
      <button type="button" onClick=${onRedo} disabled=${!future}>Redo</button>
      <span class="soft" role="status">column ${cursor[0]}, row ${cursor[1]}: ${entries.find((entry) => entry.character === rows[cursor[1]]?.[cursor[0]])?.sprites.join(", ") ?? "nothing"}</span>
    </div>
    <div class="paper" style=${{ aspectRatio: `${columns / height}`, maxWidth: `calc(46vh * ${columns / height})` }}>
      <canvas ref=${canvas} tabindex="0" role="application" aria-label=${`Level, ${columns} columns and ${height} rows: arrows move, space paints, characters of the legend paint themselves`}
        onPointerDown=${down} onPointerMove=${move} onPointerUp=${() => (stroke.current = null)} onContextMenu=${(event) => event.preventDefault()} onKeyDown=${key}></canvas>
    </div>
  </div>`;
}

function Tile({ stage, tiles }) {
  const canvas = useRef(null);
  useEffect(() => {
    if (!stage) return;
    const image = sheetOf(stage);
    const paint = () => {
      const context = canvas.current?.getContext("2d");
      context?.clearRect(0, 0, 40, 40);
      if (context) for (const tile of tiles) drawTile(context, stage, image, tile, 0, 0, 40, 40);
    };
    paint();
    image.addEventListener("load", paint);
    return () => image.removeEventListener("load", paint);
  }, [stage?.sheet, tiles.join()]);
  return html`<canvas ref=${canvas} width="40" height="40" class="tile" aria-hidden="true"></canvas>`;
}

function draw(canvas, rows, stage, image, legend, cursor) {
  const box = canvas.getBoundingClientRect();
  const density = Math.min(window.devicePixelRatio || 1, 2);
  canvas.width = Math.max(1, Math.round(box.width * density));
  canvas.height = Math.max(1, Math.round(box.height * density));
  const context = canvas.getContext("2d");
  const [wide, high] = [canvas.width / rows[0].length, canvas.height / rows.length];
  context.fillStyle = "#26282e";
  context.fillRect(0, 0, canvas.width, canvas.height);
  const known = new Map(legend.map((entry) => [entry.character, entry.tiles]));
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `${Math.floor(high * 0.6)}px monospace`;
  rows.forEach((row, y) => row.forEach((character, x) => {
    const tiles = known.get(character);
    if (tiles?.length && stage) for (const tile of tiles) drawTile(context, stage, image, tile, Math.round(x * wide), Math.round(y * high), Math.round((x + 1) * wide) - Math.round(x * wide), Math.round((y + 1) * high) - Math.round(y * high));
    else if (character !== " ") {
      context.fillStyle = known.has(character) ? "#9aa4b5" : "#ff8078";
      context.fillText(character, (x + 0.5) * wide, (y + 0.55) * high);
    }
  }));
  context.strokeStyle = "#ffffff22";
  context.lineWidth = 1;
  context.beginPath();
  for (let x = 1; x < rows[0].length; x++) { context.moveTo(x * wide, 0); context.lineTo(x * wide, canvas.height); }
  for (let y = 1; y < rows.length; y++) { context.moveTo(0, y * high); context.lineTo(canvas.width, y * high); }
  context.stroke();
  context.strokeStyle = "#ffd54a";
  context.lineWidth = Math.max(2, wide * 0.08);
  context.strokeRect(cursor[0] * wide + 1, cursor[1] * high + 1, wide - 2, high - 2);
}
