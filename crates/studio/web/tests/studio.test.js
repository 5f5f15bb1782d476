// The studio in a real browser, as a person uses it. LUDEX names the program, CHROMIUM the browser.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "ludex-studio-"));
const ludex = process.env.LUDEX ?? "ludex";
let server;
let address;
let browser;
let context;

const run = (...words) => new Promise((done, fail) => {
  const child = spawn(ludex, words, { stdio: "ignore", cwd: folder });
  child.on("exit", (code) => (code === 0 ? done() : fail(new Error(`ludex ${words.join(" ")}: ${code}`))));
});

async function start(port = 0) {
  const words = ["studio", "results", "--no-open", "--port", String(port), "--data", "data", "--save", "games"];
  server = spawn(ludex, words, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((found) => server.stdout.on("data", (text) => found(String(text).match(/http\S+/)[0])));
}

before(async () => {
  await run("arena", "--agents", "olets,random", "--games", "butterflies,zelda", "--levels", "0", "--reps", "3", "--budget", "50fm", "--out", "results");
  await start();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  // Nothing may be fetched from anywhere else.
  await context.route((url) => url.hostname !== "127.0.0.1", (route) => { throw new Error(`a request to ${route.request().url()}`); });
});

after(async () => {
  await browser?.close();
  server?.kill("SIGINT");
  rmSync(folder, { recursive: true, force: true });
});

/** A page that fails the test if anything goes wrong in it. */
async function page(hash = "") {
  const own = await context.newPage();
  own.problems = [];
  own.on("pageerror", (error) => own.problems.push(error.message));
  own.on("console", (message) => message.type() === "error" && own.problems.push(message.text()));
  await own.goto(address);
  await own.getByRole("link", { name: "Watch" }).waitFor();
  await own.waitForFunction(() => !location.hash.startsWith("#key"));
  if (hash) await own.evaluate((next) => { location.hash = next; }, hash);
  return own;
}

async function done(own) {
  assert.deepEqual(own.problems, []);
  await own.close();
}

async function accessible(own, what) {
  await own.evaluate(axe);
  const found = await own.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  // The editor scrolls by its text, which has the focus.
  for (const each of found.violations) each.nodes = each.nodes.filter((node) => !node.html.includes("cm-scroller"));
  const serious = found.violations.filter((each) => ["serious", "critical"].includes(each.impact) && each.nodes.length);
  assert.deepEqual(serious.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).slice(0, 2)}`), [], what);
}

const tick = async (own) => Number((await own.locator(".transport .tick").textContent()).split("/")[0]);

test("watch: live, pause, step, rewind, thoughts, drops, link to the tick", async () => {
  const own = await page("#/watch?game=butterflies&agent=olets&budget=100fm");
  await own.getByRole("table").first().waitFor();
  await own.waitForFunction(() => Number(document.querySelector(".transport .tick")?.textContent.split("/")[0]) > 10);
  await own.getByRole("button", { name: "Pause" }).click();
  await own.getByRole("button", { name: "Go on", exact: true }).waitFor();
  const at = await tick(own);
  await own.keyboard.press(".");
  await own.waitForFunction((before) => Number(document.querySelector(".transport .tick").textContent.split("/")[0]) === before + 1, at);
  await own.keyboard.press(",");
  await own.waitForFunction((before) => Number(document.querySelector(".transport .tick").textContent.split("/")[0]) === before, at);
  await own.keyboard.press("Home");
  await own.getByText("Before the first tick nothing has been thought.").waitFor();
  await own.getByRole("slider", { name: "Tick", exact: true }).fill("5");
  await own.locator(".mind h3").first().waitFor();
  const thought = await own.locator(".mind").first().innerText();
  // The address leads back to this very tick, thoughts included.
  await own.waitForFunction(() => location.hash.includes("tick=5"));
  const again = await page();
  await again.goto(await own.evaluate(() => location.href));
  await again.reload();
  await again.waitForFunction(() => document.querySelector(".transport .tick")?.textContent.startsWith("5"));
  await again.locator(".mind").first().waitFor();
  const milliseconds = /[\d.]+ ms/;
  assert.equal((await again.locator(".mind").first().innerText()).replace(milliseconds, ""), thought.replace(milliseconds, ""));
  await done(again);
  await accessible(own, "watch");
  await done(own);
});

test("watch: take over, branch, hand back, ask, side by side", async () => {
  const own = await page("#/watch?game=butterflies&agent=olets&budget=100fm&other=random");
  await own.locator(".boards.n2 canvas").nth(1).waitFor();
  await own.waitForFunction(() => Number(document.querySelector(".transport .tick")?.textContent.split("/")[0]) > 8);
  await own.keyboard.press(" ");
  await own.getByRole("button", { name: "Go on", exact: true }).waitFor();
  await own.getByRole("slider", { name: "Tick", exact: true }).fill("4");
  await own.getByRole("slider", { name: "Tick", exact: true }).blur();
  await own.waitForFunction(() => document.querySelector(".transport .tick").textContent.startsWith("4"));
  await own.getByRole("button", { name: "Take over" }).click();
  await own.getByRole("button", { name: "Hand back" }).waitFor();
  await own.keyboard.press("ArrowLeft");
  await own.getByText("↳ from 1 at tick 4").waitFor();
  await own.getByText("You played this tick.").or(own.getByText("(you)")).first().waitFor();
  await own.getByRole("button", { name: "Hand back" }).click();
  await own.getByRole("button", { name: "One tick on" }).click();
  await own.locator(".mind h3", { hasText: "olets" }).first().waitFor();
  await own.getByRole("textbox", { name: "Agent to ask" }).or(own.getByRole("combobox", { name: "Agent to ask" })).fill("samplemcts");
  await own.getByRole("button", { name: "What would it do here?" }).click();
  await own.locator(".ask .mind h3", { hasText: "samplemcts" }).waitFor();
  await own.getByRole("button", { name: "the first:" }).click();
  await own.getByRole("button", { name: "In words" }).click();
  await own.locator("pre.words", { hasText: "Legend" }).waitFor();
  await done(own);
});

test("play: by keyboard, stored, listed, replayed and verified", async () => {
  const win = readFileSync(join(process.env.LUDEX_ROOT ?? ".", "games/sokoban/level0.win"), "utf8");
  const seed = win.match(/seed (\d+)/)[1];
  const letters = win.split("\n").filter((line) => /^[uldrx.]+$/.test(line)).join("");
  const own = await page(`#/play?game=sokoban&level=0&seed=${seed}`);
  await own.locator(".board canvas").waitFor();
  await own.getByLabel("Your name").fill("Ada");
  await own.getByLabel("Your name").press("Tab");
  await own.locator(".board").click();
  const keys = { u: "ArrowUp", l: "ArrowLeft", d: "ArrowDown", r: "ArrowRight", x: " ", ".": "n" };
  for (const letter of letters) {
    await own.keyboard.press(keys[letter]);
    await own.waitForTimeout(12);
  }
  await own.getByText("You have won!").waitFor();
  await own.getByText("✓ verified").waitFor();
  await own.getByRole("cell", { name: "Ada" }).waitFor();
  await accessible(own, "play");
  await own.getByRole("link", { name: "watch", exact: true }).click();
  await own.locator(".transport").waitFor();
  await own.getByRole("button", { name: "Last tick" }).click();
  await own.locator(".state.won").waitFor();
  await done(own);
});

test("make: diagnostics with a fix, completion, painter with undo, solver, save, draft survives", async () => {
  const own = await page("#/make");
  const text = own.locator(".cm-content");
  await text.waitFor();
  await text.click();
  await own.keyboard.press("Control+a");
  await own.keyboard.insertText("BasicGame\n    SpriteSet\n        goal > Immovable img=gem\n        avatar > MovingAvatr\n    InteractionSet\n        goal avatar > killSprite scoreChange=1\n        avatar wall > stepBack\n    TerminationSet\n        SpriteCounter stype=goal limit=0 win=True\n    LevelMapping\n        g > goal\n");
  await own.locator(".problems", { hasText: "did you mean `MovingAvatar`?" }).waitFor();
  await own.locator(".cm-lintRange-error").first().hover();
  await own.getByRole("button", { name: "Write MovingAvatar" }).click();
  await own.locator(".problems", { hasText: "MovingAvatr" }).waitFor({ state: "detached" });
  // Hover explains, completion completes.
  await own.getByText("killSprite").first().hover();
  await own.locator(".word", { hasText: "killSprite (effect)" }).waitFor();
  await text.click();
  await own.keyboard.press("Control+End");
  await own.keyboard.type("        x > goa");
  await own.locator(".cm-tooltip-autocomplete").getByText("goal").first().waitFor();
  await own.keyboard.press("Escape");
  await own.keyboard.type("l");
  // A level as text, then painted, resized and undone.
  await own.getByLabel("as text").check();
  await own.getByLabel("The level's text").fill("wwwww\nwA gw\nwwwww\n");
  await own.getByLabel("as text").uncheck();
  const canvas = own.locator(".paper canvas");
  await own.getByRole("radio", { name: /w wall/ }).click();
  const box = await canvas.boundingBox();
  await canvas.click({ position: { x: box.width * 0.5, y: box.height * 0.5 } });
  await own.getByLabel("columns of the level").fill("7");
  await own.getByLabel("columns of the level").press("Tab");
  await own.getByText("column 2, row 1").waitFor();
  await own.getByRole("button", { name: "Undo" }).click();
  await own.getByRole("button", { name: "Undo" }).click();
  await own.getByLabel("as text").check();
  assert.equal(await own.getByLabel("The level's text").inputValue(), "wwwww\nwA gw\nwwwww\n");
  await own.getByRole("button", { name: "Solve it" }).click();
  await own.getByText("Won in 2 ticks with score 1.").waitFor();
  await own.getByRole("button", { name: "Watch it" }).click();
  await own.locator(".state.won").waitFor();
  await own.getByRole("button", { name: "Play it" }).click();
  await own.locator(".state.playing").waitFor();
  await own.getByLabel("Name", { exact: true }).fill("gem-hunt");
  await own.getByLabel("Name", { exact: true }).press("Tab");
  await own.getByText("draft kept").waitFor();
  await own.getByRole("button", { name: "Save" }).click();
  await own.getByText("saved as gem-hunt").waitFor();
  assert.match(readFileSync(join(folder, "games/gem-hunt/game.vgdl"), "utf8"), /MovingAvatar/);
  await accessible(own, "make");
  await own.reload();
  await own.locator(".cm-content", { hasText: "killSprite" }).waitFor();
  assert.equal(await own.getByLabel("Name", { exact: true }).inputValue(), "gem-hunt");
  await done(own);
});

test("read: table, map, plays, and that very game again", async () => {
  const own = await page("#/read");
  await own.getByRole("heading", { name: "Who wins how much" }).waitFor();
  await own.getByText("12 plays of 12").waitFor();
  await own.getByRole("button", { name: "won", exact: true }).click();
  await own.getByRole("button", { name: /olets in butterflies/ }).click();
  await own.getByText("Plays: olets in butterflies").waitFor();
  await own.getByText("1 to 3 of 3").waitFor();
  await own.locator(".plot img").first().waitFor();
  await accessible(own, "read");
  await own.getByRole("link", { name: "watch", exact: true }).first().click();
  await own.getByRole("slider", { name: "Ticks a second" }).fill("100");
  await own.getByText("✓ It ended as recorded").waitFor({ timeout: 60000 });
  await done(own);
});

test("a phone, dark colours, and keys explained", async () => {
  for (const scheme of ["light", "dark"]) {
    const phone = await browser.newContext({ viewport: { width: 400, height: 800 }, colorScheme: scheme, hasTouch: true, storageState: await context.storageState() });
    const own = await phone.newPage();
    for (const part of ["watch", "play", "make", "read"]) {
      await own.goto(`${address.split("#")[0]}#/${part}`);
      await own.locator(".view").waitFor();
      await own.waitForTimeout(400);
      const wide = await own.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 400, `${part} is ${wide} pixels wide`);
      await accessible(own, `${part} in ${scheme}`);
    }
    await own.goto(`${address.split("#")[0]}#/play?game=aliens`);
    await own.getByRole("button", { name: "right", exact: true }).first().tap();
    await own.getByText("(you)").waitFor();
    await own.getByRole("button", { name: "Keys" }).click();
    await own.getByRole("dialog").getByText("start again").waitFor();
    await phone.close();
  }
});

test("first paint, frames a second, and a server that ends and comes back", async () => {
  const own = await page("#/watch?game=butterflies&agent=random&budget=10fm");
  await own.locator(".board canvas").waitFor();
  await own.reload();
  await own.locator(".board canvas").waitFor();
  const paint = await own.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  console.log(`first paint after ${paint.toFixed(0)} ms`);
  assert.ok(paint < 1500, `first paint after ${paint} ms`);
  await own.getByRole("slider", { name: "Ticks a second" }).fill("77");
  const frames = await own.evaluate(() => new Promise((done) => {
    let count = 0;
    const start = performance.now();
    const next = () => { count += 1; performance.now() - start < 2000 ? requestAnimationFrame(next) : done(count / 2); };
    requestAnimationFrame(next);
  }));
  console.log(`${frames.toFixed(0)} frames a second`);
  const port = new URL(address).port;
  server.kill("SIGINT");
  const code = await new Promise((ended) => server.on("exit", ended));
  assert.equal(code, 0, "Ctrl-C ends it cleanly");
  await own.getByText("the connection to the studio is lost").waitFor();
  await own.close();
  await start(port);
  const fresh = await page();
  await fresh.locator(".board canvas").waitFor();
  await done(fresh);
});
