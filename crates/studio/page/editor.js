// The editor of a game's text: colours, diagnostics, completion and explanations.
import {
  EditorState, EditorView, HighlightStyle, StreamLanguage, autocompletion, completionKeymap, defaultKeymap, drawSelection, highlightActiveLine,
  highlightSelectionMatches, history, historyKeymap, hoverTooltip, indentUnit, indentWithTab, keymap, lineNumbers, lintGutter, lintKeymap,
  searchKeymap, setDiagnostics, syntaxHighlighting, tags,
} from "./vendor/editor.js";

const SECTIONS = ["BasicGame", "SpriteSet", "InteractionSet", "TerminationSet", "LevelMapping"];

/** The words of the language by name; several can have one name. */
function byName(words) {
  const names = new Map();
  for (const word of words) names.set(word.name, [...(names.get(word.name) ?? []), word]);
  return names;
}

function language(names) {
  const kind = (word) => names.get(word)?.[0].kind;
  return StreamLanguage.define({
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(/#.*/)) return "comment";
      if (stream.match(/[A-Za-z_][\w]*(?==)/)) return "propertyName";
      if (stream.match(/-?\d+(\.\d+)?(?![\w])/)) return "number";
      const word = stream.match(/[A-Za-z_][\w]*/);
      if (word) {
        if (SECTIONS.includes(word[0])) return "keyword";
        if (["class", "termination"].includes(kind(word[0]))) return "typeName";
        if (kind(word[0]) === "effect") return "labelName";
        if (/^(True|False|EOS|TIME)$/.test(word[0])) return "atom";
        return null;
      }
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: "#" } },
  });
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--strong)", fontWeight: "700" },
  { tag: tags.typeName, color: "var(--score)" },
  { tag: tags.labelName, color: "var(--person)" },
  { tag: tags.propertyName, color: "var(--visits)" },
  { tag: tags.number, color: "var(--value)" },
  { tag: tags.atom, color: "var(--value)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--field)", color: "var(--text)", fontSize: "13.5px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Consolas, monospace", lineHeight: "1.45" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--strong) 8%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  "&.cm-focused": { outline: "2px solid var(--strong)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--strong) 30%, transparent) !important" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: "6px", maxWidth: "34rem", boxShadow: "0 4px 18px #0003" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--strong)", color: "var(--on-strong)" },
  ".cm-diagnostic": { padding: ".35rem .6rem", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { backgroundColor: "var(--strong)", color: "var(--on-strong)", borderRadius: "4px", padding: ".1rem .5rem" },
  ".cm-completionInfo": { padding: ".5rem .7rem" },
  ".word": { padding: ".5rem .7rem", fontFamily: "system-ui, sans-serif", fontSize: "13px", lineHeight: "1.4" },
  ".word h4": { margin: "0 0 .2rem" },
  ".word pre": { margin: ".4rem 0 0", fontSize: "12px", overflow: "auto" },
  ".word p": { margin: ".2rem 0" },
});

/** What is to be said of a word. */
function article(words) {
  const box = document.createElement("div");
  box.className = "word";
  for (const word of words.slice(0, 2)) {
    const title = document.createElement("h4");
    title.textContent = `${word.name} (${word.kind})`;
    const about = document.createElement("p");
    about.textContent = [word.about, ...word.notes].join(" ");
    box.append(title, about);
    for (const parameter of word.parameters.slice(0, 12)) {
      const line = document.createElement("p");
      const name = document.createElement("b");
      name.textContent = parameter.name;
      line.append(name, ` ${parameter.about} (${parameter.takes}; ${parameter.default === null ? "required" : `default ${parameter.default}`})`);
      box.append(line);
    }
    if (word.example) {
      const example = document.createElement("pre");
      example.textContent = word.example;
      box.append(example);
    }
  }
  return box;
}

function completion(words, names) {
  const kinds = { class: "class", effect: "function", termination: "type", parameter: "property", picture: "constant" };
  const options = words.filter((word) => kinds[word.kind] && word.kind !== "picture").map((word) => ({
    label: word.name, type: kinds[word.kind], detail: word.kind, apply: word.kind === "parameter" ? `${word.name}=` : word.name,
    info: () => article(names.get(word.name)),
  }));
  const pictures = words.filter((word) => word.kind === "picture").map((word) => ({ label: word.name, type: "constant", detail: "picture" }));
  return (context) => {
    const picture = context.matchBefore(/img=[\w/-]*/);
    if (picture) return { from: picture.from + 4, options: pictures };
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (!word && !context.explicit) return null;
    const text = context.state.doc.toString();
    const sprites = [...new Set([...text.matchAll(/^\s+(\w+)\s*>/gm)].map((found) => found[1]))];
    const own = sprites.filter((name) => !SECTIONS.includes(name)).map((label) => ({ label, type: "variable", detail: "sprite", boost: 1 }));
    return { from: word ? word.from : context.pos, options: [...own, ...options], validFor: /^\w*$/ };
  };
}

/** What was probably meant, if a diagnostic says so. */
function fix(diagnostic) {
  const meant = `${diagnostic.help ?? ""} ${diagnostic.note ?? ""} ${diagnostic.message}`.match(/did you mean `([^`]+)`/i)?.[1];
  return meant ? [{ name: `Write ${meant}`, apply: (view, from, to) => view.dispatch({ changes: { from, to, insert: meant } }) }] : [];
}

/** Shows diagnostics of the server in the text. */
export function underline(view, diagnostics) {
  const length = view.state.doc.length;
  const shown = diagnostics.map((diagnostic) => {
    const from = Math.min(diagnostic.from, length);
    const to = Math.max(from, Math.min(diagnostic.to, length));
    const message = [`${diagnostic.code}: ${diagnostic.message}`, diagnostic.note, diagnostic.help].filter(Boolean).join("\n");
    return { from, to: to === from ? Math.min(from + 1, length) : to, severity: diagnostic.severity, message, actions: fix(diagnostic) };
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

/** An editor in an element. It has a root of its own, which is where its styles are allowed. */
export function createEditor(element, text, words, { onChange, onSave, onRun }) {
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
  root.replaceChildren();
  const names = byName(words);
  const extensions = [
    lineNumbers(), highlightActiveLine(), history(), drawSelection(), lintGutter(), indentUnit.of("    "), highlightSelectionMatches(),
    language(names), syntaxHighlighting(colours), theme,
    autocompletion({ override: [completion(words, names)] }),
    hoverTooltip((view, at) => {
      const line = view.state.doc.lineAt(at);
      for (const found of line.text.matchAll(/[A-Za-z_]\w*/g)) {
        const from = line.from + found.index;
        const known = names.get(found[0]);
        if (at >= from && at <= from + found[0].length && known) {
          return { pos: from, end: from + found[0].length, above: true, create: () => ({ dom: article(known) }) };
        }
      }
      return null;
    }),
    keymap.of([
      { key: "Mod-s", preventDefault: true, run: () => { onSave(); return true; } },
      { key: "Mod-Enter", preventDefault: true, run: () => { onRun(); return true; } },
      ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, indentWithTab,
    ]),
    EditorView.contentAttributes.of({ "aria-label": "The game's text" }),
    EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
  ];
  return new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
}

export function replaceText(view, text) {
  if (view.state.doc.toString() !== text) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}
