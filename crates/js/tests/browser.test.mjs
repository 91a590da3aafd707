// The package in a browser: served as it is, without a bundler.
import assert from "node:assert/strict";
import test from "node:test";

import { browsed, served } from "./webdriver.mjs";

const PAGE = `<!doctype html><meta charset=utf-8><title>A page | A site</title><h1>A page</h1><p id=said>nothing</p>
<script type=importmap>{"imports": {"demold": "/node_modules/demold/browser.js"}}</script>
<script type=module>
  import { extract, extractMetadata, learn } from "demold";
  import { pages, unseen } from "/site.mjs";
  const parsed = new DOMParser().parseFromString(unseen, "text/html");
  const found = [learn(pages).clean(unseen).text, extract(parsed).metadata.title, extractMetadata(document).title];
  const heading = extract(document.querySelector("h1"));
  said.textContent = [...found, extract(document).url, heading.text].join(" / ");
</script>`;

test("in Chromium", async () => {
  const own = { "/index.html": PAGE };
  await browsed((page) => served(import.meta.dirname, own, async (url) => {
    await page.open(url);
    const said = await page.until(`() => said.textContent !== "nothing" && said.textContent`);
    const first = "The wind\nAll that is known of The wind, in one sentence. More";
    assert.equal(said, [first, "The wind", "A page", url, "A page"].join(" / "));
  }));
});
