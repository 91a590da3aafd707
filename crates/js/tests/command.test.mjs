// What `npx demold` does, installed as users install it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { extract, learn } from "demold";
import { pages, unseen } from "./site.mjs";

function demold(args, input = "") {
  const { status, stdout, stderr } = spawnSync("npx", ["--no-install", "demold", ...args], {
    cwd: import.meta.dirname, encoding: "utf8", input,
  });
  return { status, stdout, stderr };
}

/** A folder of the site's pages. */
function site(t) {
  const folder = mkdtempSync(join(tmpdir(), "demold-"));
  t.after(() => rmSync(folder, { recursive: true }));
  pages.forEach((page, i) => writeFileSync(join(folder, `${i}.html`), page));
  return folder;
}

test("a folder is cleaned as a site", (t) => {
  const folder = site(t);
  const out = join(folder, "texts");
  assert.deepEqual(demold(["clean", folder, "--format", "text", "--out", out]), { status: 0, stdout: "", stderr: "" });
  const template = learn(pages);
  assert.deepEqual(readdirSync(out), ["0.txt", "1.txt", "2.txt"]);
  pages.forEach((page, i) => assert.equal(readFileSync(join(out, `${i}.txt`), "utf8"), template.clean(page).text));
});

test("a page alone, and one with a template that was learned before", (t) => {
  const folder = site(t);
  const alone = demold(["clean", "-", "--format", "markdown", "--url", "https://coast.example/wind"], unseen);
  const expected = extract(unseen, { url: "https://coast.example/wind", formats: ["markdown"] });
  assert.deepEqual(alone, { status: 0, stdout: `${expected.markdown}\n`, stderr: "" });

  const file = join(folder, "coast.json");
  assert.equal(demold(["learn", folder, "--out", file]).status, 0);
  const cleaned = demold(["clean", "-", "--template", file, "--format", "jsonl"], unseen);
  assert.equal(JSON.parse(cleaned.stdout).text, "The wind\nAll that is known of The wind, in one sentence. More");
});

test("what is wrong is said in a line, and no page is replaced", (t) => {
  const folder = site(t);
  const says = (args, status, message) => {
    const found = demold(args);
    assert.equal(found.status, status);
    assert.match(found.stderr, message);
    assert.equal(found.stderr.trim().split("\n").length, 1);
  };
  says(["claen", folder], 2, /there is no command claen/);
  says(["clean", folder, "--fromat", "text"], 2, /--fromat/);
  says(["clean", folder], 2, /several pages need --out FOLDER/);
  says(["clean", folder, "--format", "pdf", "--out", folder], 2, /no format pdf; choose from html, text, markdown, jsonl/);
  says(["clean", join(folder, "nothing.html")], 1, /nothing\.html/);
  says(["clean", folder, "--out", folder], 2, /would replace a page that is read/);
  says(["clean", folder, "--format", "jsonl", "--out", join(folder, "0.html")], 2, /would replace a page that is read/);
  says(["learn", folder, "--out", join(folder, "0.html")], 2, /would replace a page that is read/);
  says(["learn", folder, "--keep", "nav"], 2, /learn has no --keep/);
  says(["learn", folder, "--format", "text"], 2, /learn has no --format/);
  assert.equal(readFileSync(join(folder, "0.html"), "utf8"), pages[0]);
  writeFileSync(join(folder, "list.html"), "https://coast.example/\nhttps://coast.example/wind\n");
  says(["clean", join(folder, "list.html")], 1, /it is a list of addresses, not a page/);
  says(["clean", folder, "--format", "text", "--out", join(folder, "texts")], 0, /skipped .*list\.html: it is a list of addresses/);
});
