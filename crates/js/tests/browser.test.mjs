// The package in a browser: served as it is, without a bundler.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import test from "node:test";
import { promisify } from "node:util";

const KINDS = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };

const PAGE = `<!doctype html><meta charset=utf-8><p id=said>nothing</p>
<script type=importmap>{"imports": {"demold": "/node_modules/demold/browser.js"}}</script>
<script type=module>
  import { extract, learn } from "demold";
  import { pages, unseen } from "/site.mjs";
  said.textContent = learn(pages).clean(unseen).text + " / " + extract(unseen).metadata.title;
</script>`;

test("in Chromium", async () => {
  const server = createServer(async (request, response) => {
    if (request.url === "/") return response.setHeader("content-type", "text/html").end(PAGE);
    try {
      const bytes = await readFile(join(import.meta.dirname, normalize(request.url)));
      response.setHeader("content-type", KINDS[request.url.split(".").pop()]).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    const url = `http://127.0.0.1:${server.address().port}/`;
    // The page's clock runs only while nothing is being fetched.
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000", "--dump-dom"];
    const browser = process.env.CHROMIUM ?? "chromium";
    const { stdout } = await promisify(execFile)(browser, [...flags, url], { timeout: 60_000 });
    assert.match(stdout, /<p id="said">The wind\nAll that is known of The wind, in one sentence. More \/ The wind</);
  } finally {
    server.close();
  }
});
