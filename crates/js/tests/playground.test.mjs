// The playground, as its visitors use it. PLAYGROUND is the folder in which playground.sh has put it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { pages, unseen } from "./site.mjs";
import { browsed, served } from "./webdriver.mjs";

/** A ZIP, packed by what Python brings. */
const ZIP = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as file:
    for nth, page in enumerate(sys.argv[2:]):
        file.writestr(f"site/{nth}.html", page, zipfile.ZIP_STORED if nth == 1 else zipfile.ZIP_DEFLATED)
    file.writestr("site/style.css", "p { color: red }")
    file.comment = b"of the coast"
`;

test("pages and a ZIP of them, before, after and why", async () => {
  const folder = await mkdtemp(join(tmpdir(), "playground-"));
  const inside = async (url, page, asked) => {
    await page.open(url);
    await page.until(`() => said.textContent === "Ready."`);

    // A ZIP.
    const zip = join(folder, "site.zip");
    execFileSync("python3", ["-c", ZIP, zip, ...pages]);
    await page.choose("#files", zip);
    assert.match(await page.until(`() => /\\d+ pages, learned/.test(said.textContent) && said.textContent`), /^3 pages, learned in \d+ ms\.$/);
    await page.until(`() => document.querySelectorAll(".block").length`);
    assert.deepEqual(await page.run(`() => [...document.querySelectorAll("#pages button")].map((b) => b.textContent)`), [
      "site/0.html", "site/1.html", "site/2.html",
    ]);
    const kept = await page.run(`() => [...document.querySelectorAll(".block.kept .what")].map((b) => b.textContent)`);
    assert.deepEqual(kept, ["Rain", "All that is known of Rain, in one sentence. More"]);
    const gone = await page.run(`() => [...document.querySelectorAll(".block.gone")].map((b) => b.innerText)`);
    assert.match(gone[0], /Home News[\s\S]*probability of \d+\.\d %/);

    // One more page, as a file; and another of them is looked at.
    await writeFile(join(folder, "wind.html"), unseen);
    await page.choose("#files", join(folder, "wind.html"));
    await page.until(`() => said.textContent.startsWith("4 pages")`);
    await page.click("#pages li:nth-child(4) button");
    await page.until(`() => about.textContent.startsWith("The wind: ")`);
    await page.click("[data-view=text]");
    assert.match(await page.run(`() => view.innerText`), /^The wind\nAll that is known of The wind/);
    await page.click("[data-view=markdown]");
    assert.match(await page.run(`() => view.innerText`), /^# The wind/);
    await page.click("[data-view=after]");
    assert.doesNotMatch(await page.run(`() => view.firstChild.srcdoc`), /Imprint/);
    await page.click("[data-view=before]");
    assert.equal(await page.run(`() => view.firstChild.srcdoc`), unseen);
    assert.equal(await page.run(`() => view.firstChild.getAttribute("sandbox")`), "");

    // Nothing of a page runs or loads.
    await page.click("#clear");
    await page.click("#paste");
    const hostile = `<p>Words of a page, enough to stay.<img src="/asked.png" onerror="top.document.title='run'"><script>top.document.title='run'</script>`;
    await page.run(`(text) => { source.value = text; }`, hostile);
    await page.click("#pasting button[value=add]");
    await page.until(`() => said.textContent.startsWith("One page")`);
    await page.click("[data-view=before]");
    await page.until(`() => view.firstChild.srcdoc`);
    // The frame is there when a frame that was made after it is.
    await page.run(`() => new Promise((done) => {
      const later = view.firstChild.cloneNode();
      later.onload = done;
      view.append(later);
    })`);
    assert.equal(await page.run(`() => document.title`), "demold: playground");

    // What is no page is said.
    await writeFile(join(folder, "broken.zip"), "PK and no more");
    await page.click("#clear");
    await page.choose("#files", join(folder, "broken.zip"));
    assert.match(await page.until(`() => said.textContent.includes("broken") && said.textContent`), /broken\.zip: it is no ZIP/);

    // Own files replace the sample, and the first of them is shown; what is no page is left out.
    await page.click("#sample");
    await page.until(`() => said.textContent.startsWith("6 pages")`);
    await page.click("#pages li:nth-child(4) button");
    await page.until(`() => about.textContent.startsWith("Tides this week")`);
    await writeFile(join(folder, "noise.html"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]));
    await page.choose("#files", join(folder, "noise.html"));
    await page.until(`() => said.textContent.includes("noise.html is PNG (image/png), not a page")`);
    assert.equal(await page.run(`() => document.querySelectorAll("#pages button").length`), 6);
    await page.choose("#files", join(folder, "wind.html"));
    await page.until(`() => said.textContent.startsWith("One page") && about.textContent.startsWith("The wind: ")`);

    await page.click("#sample");
    await page.until(`() => said.textContent.startsWith("6 pages")`);
    await page.click("[data-view=why]");
    await page.until(`() => document.querySelectorAll(".block.gone").length > 3`);
    assert.deepEqual(asked.filter((path) => path.includes("asked")), []);
    assert.ok(asked.includes("/demold/wasm_bg.wasm"));
    if (process.env.PICTURE) await writeFile(process.env.PICTURE, await page.picture());
    const complaints = await page.complaints();
    assert.deepEqual(complaints.filter((said) => !said.includes("Content Security Policy") && !said.includes("sandboxed")), []);
  };
  try {
    await browsed((page) => served(process.env.PLAYGROUND, {}, (url, asked) => inside(url, page, asked)));
  } finally {
    await rm(folder, { recursive: true });
  }
});
