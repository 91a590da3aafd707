// Pages in, and what becomes of them. The work is done in worker.js.
import { sample } from "./sample.js";
import { unzipped } from "./zip.js";

/** Limits of what a browser should be asked to hold. */
const MOST_PAGES = 2000;
const MOST_PAGE = 16 << 20;
const MOST_BYTES = 256 << 20;

/** As much of a file is enough to tell whether it is a page. */
const LOOKED_AT = 1 << 16;

const PAGE = /\.(html?|xhtml)$/i;

const $ = (id) => document.getElementById(id);
const waiting = new Map();
let worker;
let ready;
let pages = [];
/** Whether these are the pages of the sample, which own files replace. */
let areSample = false;
let isLearned = false;
let asking = 0;
let shown = { nth: 0, view: "why", found: undefined };

/** Starts the worker. `ready` is fulfilled when it has loaded the module. */
function start() {
  worker?.terminate();
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  isLearned = false;
  ready = new Promise((done, failed) => {
    waiting.set(0, { done, failed });
    worker.onerror = () => failed(new Error("the module cannot be loaded"));
  });
  worker.onmessage = answered;
}

/** Asks the worker, and waits for its answer. */
async function asked(name, given) {
  await ready;
  const id = ++asking;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed });
    worker.postMessage({ id, name, given });
  });
}

/** Takes an answer. A worker whose module has stopped is replaced: what was asked of it meanwhile fails as well. */
function answered({ data: { id, found, error, stopped } }) {
  const { done, failed } = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) return done(found);
  if (!stopped) return failed(new Error(error));
  const why = new Error("This page is too much for the module, which was started again. The command has higher limits.");
  failed(why);
  waiting.forEach((other) => other.failed(why));
  waiting.clear();
  start();
}

/** Learns the template of the pages, unless the worker has it. */
async function learn() {
  if (isLearned) return;
  await asked("learn", { pages, profile: $("profile").value });
  isLearned = true;
}

function say(text) {
  $("said").textContent = text;
}

/** Returns the files of the module that the server does not have. */
async function missing() {
  const there = async (name) => (await fetch(`./demold/${name}`, { method: "HEAD" }).catch(() => null))?.ok;
  const names = ["browser.js", "wasm.js", "wasm_bg.wasm"];
  const found = await Promise.all(names.map(there));
  return names.filter((_, nth) => !found[nth]);
}

/** Says why nothing works, and what to do. */
async function explain(error) {
  const names = await missing();
  const why = names.length === 0 ? error.message : `it lacks demold/${names.join(", demold/")}`;
  say(`The playground is not built: ${why}. docs/playground.md in the sources says how to build it.`);
}

/** Adds files, learns the site, and shows the first page that was added. What is left out is said. */
async function add(files, fromSample = false) {
  const left = [];
  const before = files.length > 0 && (areSample || fromSample) ? [] : pages;
  let added = [];
  let n_bytes = before.reduce((sum, page) => sum + page.bytes.length, 0);
  const take = (name, bytes) => {
    if (bytes.length > MOST_PAGE || before.length + added.length === MOST_PAGES || n_bytes + bytes.length > MOST_BYTES) {
      left.push(`${name} is one too many, or too large`);
    } else {
      n_bytes += bytes.length;
      added.push({ name, bytes });
    }
  };
  for (const file of files) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
        for await (const entry of unzipped(bytes, (name) => PAGE.test(name), MOST_PAGE)) {
          if (entry.error) left.push(`${entry.name}: ${entry.error.message}`);
          else take(entry.name, entry.bytes);
        }
      } else {
        take(file.webkitRelativePath || file.name, bytes);
      }
    } catch (error) {
      left.push(`${file.name}: ${error.message}`);
    }
  }
  try {
    const kinds = await asked("look", { heads: added.map(({ bytes }) => bytes.slice(0, LOOKED_AT)) });
    added = added.filter(({ name }, nth) => {
      if (kinds[nth]) left.push(`${name} is ${kinds[nth]}, not a page`);
      return !kinds[nth];
    });
  } catch (error) {
    return say(error.message);
  }
  if (added.length > 0) {
    shown.nth = before.length;
    pages = [...before, ...added];
    areSample = fromSample;
  }
  if (pages.length === 0) return say(["There is no page in it.", ...left].join(" "));
  say("Learning …");
  const started = performance.now();
  isLearned = false;
  try {
    await learn();
  } catch (error) {
    return say(error.message);
  }
  const took = Math.round(performance.now() - started);
  const how = pages.length === 1 ? "One page, judged by itself" : `${pages.length} pages, learned in ${took} ms`;
  say([`${how}.`, ...left].join(" "));
  list();
  await show(Math.min(shown.nth, pages.length - 1));
}

function list() {
  $("result").hidden = $("clear").hidden = false;
  $("pages").replaceChildren(
    ...pages.map(({ name }, nth) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.textContent = name;
      button.onclick = () => show(nth);
      item.append(button);
      return item;
    }),
  );
}

async function show(nth) {
  shown.nth = nth;
  try {
    await learn();
    shown.found = await asked("clean", { nth });
  } catch (error) {
    return say(error.message);
  }
  [...$("pages").querySelectorAll("button")].forEach((button, other) => {
    button.setAttribute("aria-current", String(other === nth));
  });
  const { record } = shown.found;
  const removed = `${Math.round(record.removed_share * 100)} % of its bytes removed`;
  const sure = record.confidence === null ? "" : `, confidence ${record.confidence.toFixed(2)}`;
  $("about").textContent = `${record.metadata.title ?? pages[nth].name}: ${removed}${sure}.`;
  draw();
}

const VIEWS = {
  why: ({ record }) => record.blocks.map(block),
  before: ({ source, record }) => [frame(new TextDecoder(charset(source)).decode(source))],
  after: ({ record }) => [frame(record.html)],
  text: ({ record }) => [pre(record.text)],
  markdown: ({ record }) => [pre(record.markdown)],
};

function draw() {
  for (const tab of $("views").children) {
    tab.setAttribute("aria-selected", String(tab.dataset.view === shown.view));
  }
  $("view").replaceChildren(...VIEWS[shown.view](shown.found));
}

/** A piece of the page, and why it goes. */
function block({ kind, kept, text, reason, probability }) {
  const made = document.createElement("p");
  made.className = `block ${kind} ${kept ? "kept" : "gone"}`;
  const what = document.createElement("span");
  what.className = "what";
  what.textContent = text;
  made.append(what);
  if (!kept && reason) {
    const why = document.createElement("small");
    const share = probability === null ? "" : `, content with a probability of ${(100 * probability).toFixed(1)} %`;
    why.textContent = reason.replaceAll("-", " ") + share;
    made.append(why);
  }
  return made;
}

/** A page in a frame in which nothing runs; this page's policy lets nothing load either. */
function frame(html) {
  const made = document.createElement("iframe");
  made.setAttribute("sandbox", "");
  made.srcdoc = html;
  return made;
}

function pre(text) {
  const made = document.createElement("pre");
  made.textContent = text;
  return made;
}

/** What the page declares: good enough to look at it. The module decodes as the standard says. */
function charset(source) {
  const head = new TextDecoder("latin1").decode(source.subarray(0, 1024));
  const declared = /charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return "utf-8";
  }
}

$("files").onchange = ({ target }) => add(target.files).finally(() => (target.value = ""));
$("sample").onclick = () => add(sample, true);
$("profile").onchange = () => pages.length && add([]);
$("clear").onclick = () => {
  pages = [];
  areSample = false;
  shown = { ...shown, nth: 0, found: undefined };
  $("result").hidden = $("clear").hidden = true;
  say("Ready.");
};
$("paste").onclick = () => $("pasting").showModal();
$("pasting").onclose = () => {
  const source = $("source").value;
  if ($("pasting").returnValue === "add" && source.trim()) {
    add([new File([source], `pasted ${pages.length + 1}.html`)]);
  }
  $("source").value = "";
};
$("views").onclick = ({ target }) => {
  if (target.dataset.view) {
    shown.view = target.dataset.view;
    draw();
  }
};
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  add([...event.dataTransfer.files]);
});

say("Loading …");
start();
ready.then(() => say("Ready."), explain);
