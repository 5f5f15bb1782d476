// The connection to the server: requests, and the socket that games are shown over.
import { signal } from "./vendor/ui.js";

/** @typedef {import("./messages").Stage} Stage */
/** @typedef {import("./messages").Frame} Frame */

/** Is the socket open? */
export const connected = signal(false);
/** The game on its level, as the server describes it. @type {import("./vendor/ui.js").Signal<Stage | null>} */
export const stage = signal(null);
/** The last frame of each board. @type {import("./vendor/ui.js").Signal<(Frame | null)[]>} */
export const frames = signal([]);
/** Score, value and player of each tick, of each board. */
export const points = signal([]);

/** @type {WebSocket | null} */
let socket = null;
let opened = null;
let current = -1;
let waiting = [];
let retry = 500;
const asking = [false, false];
const listeners = new Map();

/** Tells a person something in passing. */
export function toast(text, kind = "info") {
  const box = document.getElementById("toasts");
  if (!box) return;
  const line = document.createElement("p");
  line.className = `toast ${kind}`;
  line.textContent = text;
  box.append(line);
  while (box.children.length > 3) box.firstChild?.remove();
  setTimeout(() => line.remove(), 7000);
}

/** Asks the server for something. Problems are thrown with what it says. */
export async function api(path, options = {}) {
  const { method = "GET", body } = options;
  const response = await fetch(`/api/${path}`, {
    method,
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
  });
  if (response.status === 204) return null;
  const kind = response.headers.get("content-type") ?? "";
  const value = kind.includes("json") ? await response.json() : await response.text();
  if (!response.ok) {
    const problem = new Error(value?.problem ?? "the server refused this");
    // @ts-ignore: what the caller may want to know
    problem.status = response.status;
    throw problem;
  }
  return value;
}

/** Calls a function for each message of a kind; returns how to stop. */
export function listen(kind, each) {
  const all = listeners.get(kind) ?? new Set();
  listeners.set(kind, all.add(each));
  return () => all.delete(each);
}

/** Sends an order; before the socket is open it waits. */
export function send(order) {
  if (order.do === "open") opened = order;
  if (order.do === "close") {
    opened = null;
    forget();
  }
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(order));
  else if (order.do !== "open" && waiting.length < 20) waiting.push(order);
}

/** What is still under way of the game before is not shown. */
function forget() {
  current = -1;
  points.value = [];
  frames.value = [];
  stage.value = null;
}

let ticket = 0;

/** Begins a game. The number that is returned closes it. */
export function open(order) {
  waiting = [];
  forget();
  send({ do: "open", ...order });
  return ++ticket;
}

/** Closes a game, unless another one has been opened since: the part that is left is told late that it is. */
export function close(mine) {
  if (mine === ticket) send({ do: "close" });
}

export function connect() {
  if (socket) return;
  const own = new WebSocket(`ws://${location.host}/api/socket`);
  own.binaryType = "arraybuffer";
  socket = own;
  own.onopen = () => {
    connected.value = true;
    retry = 500;
    if (opened) own.send(JSON.stringify(resumed(opened)));
    for (const order of waiting) own.send(JSON.stringify(order));
    waiting = [];
  };
  own.onmessage = (event) => {
    if (typeof event.data === "string") heard(JSON.parse(event.data));
    else shown(decode(event.data));
  };
  own.onclose = () => {
    connected.value = false;
    socket = null;
    asking.fill(false);
    setTimeout(connect, retry);
    retry = Math.min(retry * 2, 8000);
  };
}

/** After a lost connection the game goes on at the tick that was seen last, with what is known of it. */
function resumed(order) {
  const frame = frames.value[0];
  if (!frame) return order;
  const tick = frame.tick;
  if (order.actions?.length) return { ...order, tick, paused: true };
  return { ...order, tick, think: !order.people?.some(Boolean), paused: true };
}

function heard(message) {
  if (message.is === "opened") {
    if (!opened) return;
    current = message.opened;
    stage.value = message.stage;
    points.value = Array.from({ length: message.boards }, () => ({ line: 0, list: [] }));
    asking.fill(false);
  } else if (message.is === "points") {
    if (message.opened !== current) return;
    asking[message.board] = false;
    const known = points.value[message.board];
    if (known) {
      const fresh = known.line !== message.line;
      const list = fresh ? [] : known.list.slice(0, message.from);
      if (list.length === message.from) {
        list.push(...message.points);
        points.value = points.value.with(message.board, { line: message.line, list });
      }
      const frame = frames.value[message.board];
      if (frame) wantPoints(frame, message.board);
    }
  } else if (message.is === "problem") {
    toast(message.text, "problem");
  }
  for (const each of listeners.get(message.is) ?? []) each(message);
}

/** @param {Frame} frame */
function shown(frame) {
  if (frame.game.opened !== current) return;
  const board = frame.game.board;
  const next = frames.value.slice(0, frame.game.boards);
  while (next.length < frame.game.boards) next.push(null);
  next[board] = frame;
  frames.value = next;
  wantPoints(frame, board);
}

function wantPoints(frame, board) {
  const known = points.value[board];
  if (!known || asking[board]) return;
  const from = known.line === frame.line ? known.list.length : 0;
  if (known.line === frame.line && from > frame.ticks) return;
  asking[board] = true;
  send({ do: "points", board, from });
}

/** @returns {Frame} */
function decode(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const start = 4 + Math.ceil(length / 4) * 4;
  head.sprites = new Int32Array(buffer, start);
  return head;
}
