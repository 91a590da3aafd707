// Opens reports in headless Chromium, wide and narrow, light and dark, and checks what people would notice:
//
//     node reports.mjs FOLDER REPORT.html...
//
// A picture of each is left in FOLDER. `cargo xtask browser` starts it.
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { browsed } from "../../js/tests/webdriver.mjs";

const SETTINGS = [[1280, "light"], [1280, "dark"], [400, "light"], [400, "dark"]];

/** Of a window, in pixels. */
const HEIGHT = 1000;

/** Pictures are no taller. */
const TALLEST = 6000;

/** The least contrast of small text, by the Web Content Accessibility Guidelines. */
const LEAST_CONTRAST = 4.5;

/** Tries in a report what a reader would. Calls `expect` with what holds, or what is wrong otherwise. */
async function check(page, url, scheme, expect) {
  await page.cdp("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  await page.complaints();
  // From another address, or the same one with a fragment would not be loaded anew.
  await page.open("about:blank");
  await page.open(url);
  await page.until(() => document.querySelector("#frames").dataset.page !== undefined);

  const isDark = await page.run(() => {
    const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
    return red + green + blue < 3 * 128;
  });
  expect(isDark === (scheme === "dark"), "the colors are those of the other theme");
  /** Nobody should have to scroll sideways, or strain their eyes. */
  const looks = async (when) => {
    const [width, room] = await page.run(() => {
      const root = document.documentElement;
      return [root.scrollWidth, root.clientWidth];
    });
    expect(width <= room, `${when}, it is ${width} wide in a window of ${room}`);
    const { least, where } = await page.run(leastContrast);
    expect(least >= LEAST_CONTRAST, `${when}: a contrast of ${least.toFixed(2)} at ${where}`);
  };
  await looks("as it opens");
  await frames(page, expect);
  await picker(page, expect);
  for (const tab of ["stays", "parts", "source", "page"]) {
    const isShown = await page.run((name) => {
      const tab = document.querySelector(`#tab-${name}`);
      if (tab.hidden) return true;
      tab.click();
      const shows = name === "page"
        ? !document.querySelector("#frames").hidden
        : document.querySelector("#pane").textContent.length > 0;
      return tab.getAttribute("aria-selected") === "true" && shows;
    }, tab);
    expect(isShown === true, `the tab ${tab} shows nothing`);
    await looks(tab);
  }
  const unfold = (open) => page.run((open) => document.querySelectorAll("details").forEach((one) => { one.open = open; }), open);
  await unfold(true);
  await looks("with everything unfolded");
  await unfold(false);
  const trapped = await page.run(() => window.trapped ?? null);
  expect(trapped === null, `a page ran its script ${trapped}`);
  const loaded = await page.run(() => performance.getEntriesByType("resource").map((one) => one.name));
  expect(loaded.length === 0, `it loaded ${loaded}`);
  const complaints = await page.complaints();
  expect(complaints.length === 0, `the console says ${complaints.join("; ")}`);
  await page.run(() => scrollTo({ top: 0, behavior: "instant" }));
}

/** The page is drawn twice, without anything that runs, and a click on what was removed says why. */
async function frames(page, expect) {
  const found = await page.run(() => {
    const frames = [...document.querySelectorAll("#frames iframe")];
    const [before, after] = frames.map((frame) => frame.contentDocument);
    const harmful = [];
    for (const one of [before, after].flatMap((doc) => [...doc.querySelectorAll("body, body *")])) {
      const names = one.getAttributeNames().filter((name) => /^on|^(src|srcset|href|action|style|srcdoc)$/.test(name));
      const isElement = /^(script|style|link|iframe|object|embed|img|svg|form|base)$/i.test(one.tagName);
      if (isElement || names.length) harmful.push(one.outerHTML.slice(0, 60));
    }
    document.querySelector("#card").replaceChildren();
    const marked = [...before.querySelectorAll(".cut")];
    marked.at(-1)?.click();
    const isSeen = (one) => one.getClientRects().length && getComputedStyle(one).visibility === "visible";
    return {
      sandboxes: frames.map((frame) => frame.getAttribute("sandbox")).join(" "),
      harmful,
      marked: marked.length,
      left: [...after.querySelectorAll(".cut")].filter(isSeen).length,
      said: document.querySelector("#card").textContent,
    };
  });
  expect(found.sandboxes === "allow-same-origin allow-same-origin", `the frames' sandboxes are ${found.sandboxes}`);
  expect(found.harmful.length === 0, `the frames hold ${found.harmful}`);
  expect(found.marked > 0, "no part of the page is dimmed");
  expect(found.left === 0, `${found.left} removed parts are seen in what stays`);
  expect(found.said !== "", "a click on a part says nothing");
}

/** Returns whether the text of an element becomes another one. */
const changes = (page, selector, last) => page.run(async (selector, last) => {
  for (let n = 0; n < 1000; n++) {
    if (document.querySelector(selector).textContent !== last) return true;
    await new Promise((done) => setTimeout(done, 20));
  }
  return false;
}, selector, last);

/** The list changes the page by keyboard, and the filter shortens the list. */
async function picker(page, expect) {
  const name = () => page.run(() => document.querySelector("#name").textContent);
  const count = () => page.run(() => document.querySelector("#count").textContent);
  const pages = await page.run(() => JSON.parse(document.querySelector("#index").textContent).pages.length);
  if (pages < 2) return;
  const [before, all] = [await name(), await count()];
  // The key "arrow down", then "end", as the protocol writes them.
  for (const [key, what] of [["\ue015", "arrow"], ["\ue010", "end"]]) {
    const last = await name();
    await page.type("#list", key);
    const changed = await changes(page, "#name", last);
    expect(changed || (what === "end" && last !== before), `the key ${what} in the list changes no page`);
  }
  await page.type("#filter", "no page is called so");
  expect(await count() !== all, "the filter does not filter");
  await page.run(() => {
    const filter = document.querySelector("#filter");
    filter.value = "";
    filter.dispatchEvent(new Event("input"));
  });
  expect(await count() === all, "the filter forgets pages");
}

/** Finds the text with the least contrast to its background, among those in the report's own colors. */
function leastContrast() {
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = ([red, green, blue]) => {
    const part = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const found = numbers(getComputedStyle(at).backgroundColor);
      if (found.length < 4 || found[3] > 0.99) return found;
    }
    return [255, 255, 255];
  };
  const seen = new Set();
  let least = { least: 21, where: "" };
  const frames = [...document.querySelectorAll("#frames iframe")].map((frame) => frame.contentDocument);
  const texts = "h1, h2, h3, p, a, dt, dd, summary, th, td, label, button, option, input, select, li, text, .pane, "
    + ".pane span, .row, .row small, .swatch, #count, .card, .card *, .note, figcaption, body.before .cut, "
    + ".link, .picture";
  for (const element of [document, ...frames].flatMap((one) => [...one.querySelectorAll(texts)])) {
    if (element.disabled || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const color = element instanceof SVGElement ? style.fill : style.color;
    const behind = ground(element);
    const key = color + behind;
    if (seen.has(key)) continue;
    seen.add(key);
    const [one, two] = [luminance(numbers(color)), luminance(behind)];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (ratio < least.least) least = { least: ratio, where: `${element.tagName}.${element.getAttribute("class")}` };
  }
  return least;
}

/** Sets the size of the window, in pixels of the page. A telephone lays pages out in its own way. */
const resize = (page, width, height) => page.cdp("Emulation.setDeviceMetricsOverride", {
  width, height, deviceScaleFactor: 1, mobile: width < 800,
});

const [folder, ...files] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const failures = [];
await browsed(async (page) => {
  for (const file of files.map((file) => resolve(file))) {
    let checks = 0;
    for (const [width, scheme] of SETTINGS) {
      const expect = (holds, otherwise) => {
        checks += 1;
        if (!holds) failures.push(`${file} ${width}-${scheme}: ${otherwise}`);
      };
      await resize(page, width, HEIGHT);
      await check(page, pathToFileURL(file).href, scheme, expect);
      // In a tall window, or what is out of sight would not be drawn.
      const height = await page.run(() => document.documentElement.scrollHeight);
      await resize(page, width, Math.min(height, TALLEST));
      const name = `${basename(dirname(file))}-${basename(file, ".html")}-${width}-${scheme}.png`;
      writeFileSync(join(folder, name), await page.picture());
    }
    console.log(`${file}: ${checks} checks`);
  }
});
if (failures.length > 0) {
  console.error(`a reader would notice:\n  ${failures.join("\n  ")}`);
  process.exitCode = 1;
}
