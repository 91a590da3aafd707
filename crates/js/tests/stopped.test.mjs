// A page that stops the playground's module: the other pages are shown all the same. The module is one of this test, so
// that no build is needed: `node --test crates/js/tests/stopped.test.mjs`.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { browsed, served } from "./webdriver.mjs";

const PLAYGROUND = process.env.PLAYGROUND ?? fileURLToPath(new URL("../../../docs/playground", import.meta.url));

/** A module that traps on a page which says so, and answers nothing afterwards. */
const MODULE = `
let isStopped = false;
const trap = () => {
  isStopped = true;
  throw new WebAssembly.RuntimeError("unreachable");
};
export function noPage() {}
export function extract(bytes) {
  const text = new TextDecoder().decode(bytes);
  if (isStopped || text.includes("trap")) trap();
  return { record: { removed_share: 0, confidence: null, metadata: { title: text }, blocks: [], html: text, text, markdown: text } };
}
export function learn(pages) {
  if (isStopped || pages.some((page) => new TextDecoder().decode(page).includes("never"))) trap();
  return { clean: extract, free() {} };
}
`;

test("a page that stops the module costs no other page", async () => {
  const folder = await mkdtemp(join(tmpdir(), "playground-"));
  const inside = async (url, page) => {
    await page.open(url);
    await page.until(`() => said.textContent === "Ready."`);
    for (const [name, text] of [["a", "first"], ["b", "trap"], ["c", "third"]]) {
      await writeFile(join(folder, `${name}.html`), text);
      await page.choose("#files", join(folder, `${name}.html`));
      await page.until(`() => document.querySelectorAll("#pages button").length === ${name.charCodeAt(0) - 96}`);
    }
    await page.click("#pages li:nth-child(2) button");
    await page.until(`() => said.textContent.includes("too much for the module")`);
    await page.click("#pages li:nth-child(3) button");
    await page.until(`() => about.textContent.startsWith("third")`);
    await page.click("#pages li:nth-child(1) button");
    await page.until(`() => about.textContent.startsWith("first")`);

    // Pages that cannot be learned from are said to be so each time, and can be cleared.
    await page.click("#clear");
    await writeFile(join(folder, "d.html"), "never");
    await page.choose("#files", join(folder, "a.html"));
    await page.until(`() => said.textContent.startsWith("One page")`);
    await page.choose("#files", join(folder, "d.html"));
    await page.until(`() => said.textContent.includes("too much for the module")`);
    await page.click("#clear");
    await page.choose("#files", join(folder, "a.html"));
    await page.until(`() => said.textContent.startsWith("One page")`);
    assert.equal(await page.run(`() => document.querySelectorAll("#pages button").length`), 1);
  };
  try {
    await browsed((page) => served(PLAYGROUND, { "/demold/browser.js": MODULE }, (url) => inside(url, page)));
  } finally {
    await rm(folder, { recursive: true });
  }
});
