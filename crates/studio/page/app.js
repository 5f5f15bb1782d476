// The page: lets the user in, and shows the part that the address names.
import { api, connect, connected, toast } from "./session.js";
import { effect, h, render, signal } from "./vendor/ui.js";
import { showHelp } from "./help.js";

/** Games and agents. */
export const catalogue = signal(null);

const parts = {
  watch: () => import("./watch.js"),
  play: () => import("./play.js"),
  make: () => import("./make.js"),
  read: () => import("./read.js"),
};

/** The part and the settings in the address. */
export function route() {
  const [, part = "watch", query = ""] = location.hash.match(/^#\/(\w+)\??(.*)$/) ?? [];
  return { part: part in parts ? part : "watch", query: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of what is shown. */
let remembered = "";

/** Puts settings into the address without leaving the page. */
export function remember(part, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given).toString();
  // Somebody is on the way to another page: that stays.
  if (location.hash !== remembered) return;
  history.replaceState(null, "", `#/${part}${text ? `?${text}` : ""}`);
  remembered = location.hash;
}

/** The whole address of some settings. */
export function address(part, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return `${location.origin}/#/${part}?${new URLSearchParams(given)}`;
}

let shown = 0;

async function show() {
  const { part, query } = route();
  const mine = ++shown;
  const here = location.hash;
  for (const link of document.querySelectorAll("nav a[data-part]")) {
    if (link.getAttribute("data-part") === part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${part[0].toUpperCase()}${part.slice(1)} – Ludex Studio`;
  try {
    const { View } = await parts[part]();
    // Another part may have been asked for meanwhile.
    if (mine !== shown) return;
    // Not before: what was shown until now must not write over the address it is left for.
    remembered = here;
    const main = document.getElementById("main");
    if (main.firstElementChild?.classList.contains("empty")) main.replaceChildren();
    render(h(View, { key: part + JSON.stringify(query), query }), main);
  } catch (problem) {
    toast(problem.message, "problem");
  }
}

async function enter() {
  const key = location.hash.match(/^#key=([0-9a-f]+)/)?.[1];
  if (key) {
    history.replaceState(null, "", "#/watch");
    await api("enter", { method: "POST", body: key });
  }
  catalogue.value = await api("catalogue");
}

function theme() {
  const button = document.getElementById("theme");
  const order = ["auto", "light", "dark"];
  const set = (name) => {
    document.documentElement.dataset.theme = name;
    localStorage.setItem("theme", name);
    button.textContent = { auto: "◐", light: "☀", dark: "☾" }[name];
    button.setAttribute("aria-label", `Colours: ${name}`);
    button.title = `Colours: ${name}`;
  };
  button.onclick = () => set(order[(order.indexOf(document.documentElement.dataset.theme) + 1) % 3]);
  set(localStorage.getItem("theme") ?? "auto");
}

theme();
document.getElementById("help").onclick = () => showHelp(route().part);
addEventListener("keydown", (event) => {
  if (event.key === "?" && !isField(event)) showHelp(route().part);
});

/** Is the key meant for a field of the page? */
export function isField(event) {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) || event.ctrlKey || event.metaKey || event.altKey;
}

let lost = false;
effect(() => {
  if (connected.value && lost) toast("connected again");
  if (!connected.value && catalogue.peek()) {
    lost = true;
    toast("the connection to the studio is lost: is it still running?", "problem");
  }
});

enter().then(() => {
  connect();
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#key=")) location.reload();
    else if (location.hash !== remembered) show();
  });
  return show();
}).catch((problem) => {
  const main = document.getElementById("main");
  main.innerHTML = "";
  const text = document.createElement("p");
  text.className = "empty";
  text.textContent = problem.status === 401 ? problem.message : `The studio cannot be reached: ${problem.message}`;
  main.append(text);
});
