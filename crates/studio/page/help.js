// The sheet of keys.
const common = [["?", "this sheet"]];
const watching = [
  ["Space", "go on, pause"], ["→ or .", "one tick on"], ["← or ,", "one tick back"], ["Home, End", "first tick, last tick"],
  ["+ and −", "faster, slower"], ["t", "take over, hand back to the agent"], ["b", "let the agent go on from here, on a line of its own"],
  ["a", "ask an agent what it would do here"], ["p", "planned line"], ["h", "heat map of visited cells"], ["o", "the agent's own marks"],
  ["l", "copy a link to this very tick"], ["d", "describe the board in words"],
];
const playing = [
  ["Arrows or WASD", "up, left, down, right"], ["Space", "use: shoot, jump or whatever the avatar can"], ["n or .", "do nothing for a tick"],
  ["r", "start again"], ["Two players", "WASD, Space and n are the first player's; arrows, Enter and . the second's"],
];
const keys = {
  watch: [...watching, ["while you play", "arrows or WASD move, Space uses, n does nothing, t hands back"]],
  play: playing,
  make: [
    ["Ctrl+Space", "complete a word"], ["Ctrl+S", "save"], ["Ctrl+Enter", "play from the start"], ["Esc, then Tab", "leave the editor"],
    ["Ctrl+M", "Tab moves the focus, or indents"], ["Arrows in the painter", "move the brush"], ["Space in the painter", "paint"],
    ["Ctrl+Z, Ctrl+Y in the painter", "undo, redo"], ["F8", "next diagnostic"],
  ],
  read: [["Tab, Enter", "all tables and maps"], ["Arrows in the map", "move between cells"]],
};

export function showHelp(part) {
  const dialog = document.createElement("dialog");
  dialog.className = "sheet";
  dialog.setAttribute("aria-label", "Keys");
  const title = document.createElement("h2");
  title.textContent = `Keys: ${part}`;
  const list = document.createElement("dl");
  for (const [key, what] of [...keys[part], ...common]) {
    const term = document.createElement("dt");
    term.textContent = key;
    const words = document.createElement("dd");
    words.textContent = what;
    list.append(term, words);
  }
  const close = document.createElement("button");
  close.textContent = "Close";
  close.onclick = () => dialog.close();
  dialog.append(title, list, close);
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}
