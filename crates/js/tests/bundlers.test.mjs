// The package through bundlers, and what they make of it in a browser.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";

import * as esbuild from "esbuild";
import { build, createServer } from "vite";

import { browsed, served } from "./webdriver.mjs";

const HERE = import.meta.dirname;
const SAYS = `said.textContent = learn(pages).clean(unseen).text + " / " + extractMetadata(document).title;`;
const PAGE = `<!doctype html><meta charset=utf-8><title>A page | A site</title><h1>A page</h1><p id=said>nothing</p>`;
const EXPECTED = "The wind\nAll that is known of The wind, in one sentence. More / A page";

async function check(folder, own) {
  await browsed((page) => served(folder, own, async (url) => {
    await page.open(url);
    const said = await page.until(`() => said.textContent !== "nothing" && said.textContent`);
    assert.equal(said, EXPECTED, (await page.complaints()).join("\n"));
  }));
}

test("Vite finds the module by itself", async () => {
  const root = join(HERE, "vite");
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "index.html"), `${PAGE}<script type=module src=main.js></script>`);
  await writeFile(join(root, "main.js"), `import { extractMetadata, learn } from "demold"; import { pages, unseen } from "../site.mjs"; ${SAYS}`);
  await build({ root, logLevel: "error", build: { target: "es2022", outDir: "dist", emptyOutDir: true, assetsInlineLimit: 0 } });
  await check(join(root, "dist"), {});
});

// As the README says. Left to itself, Vite packs the package into a file elsewhere, and the module is not beside it.
test("Vite's development server finds the module if it leaves the package alone", async () => {
  const root = join(HERE, "vite-dev");
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "index.html"), `${PAGE}<script type=module src=main.js></script>`);
  await writeFile(join(root, "main.js"), `import { extractMetadata, learn } from "demold"; import { pages, unseen } from "../site.mjs"; ${SAYS}`);
  const server = await createServer({
    root, logLevel: "error", configFile: false, cacheDir: join(root, "cache"), optimizeDeps: { exclude: ["demold"] },
    server: { host: "127.0.0.1", fs: { allow: [HERE] } },
  });
  try {
    await server.listen();
    await browsed(async (page) => {
      await page.open(server.resolvedUrls.local[0]);
      const said = await page.until(`() => said.textContent !== "nothing" && said.textContent`);
      assert.equal(said, EXPECTED, (await page.complaints()).join("\n"));
    });
  } finally {
    await server.close();
  }
});

test("esbuild places the module, which init then loads", async () => {
  const outdir = join(HERE, "esbuild");
  const contents = `
    import module from "demold/demold.wasm";
    import { extractMetadata, init, learn } from "demold/init";
    import { pages, unseen } from "./site.mjs";
    init(new URL(module, import.meta.url)).then(() => { ${SAYS} });`;
  await esbuild.build({
    stdin: { contents, resolveDir: HERE, sourcefile: "main.js" },
    bundle: true, format: "esm", minify: true, outfile: join(outdir, "main.js"), loader: { ".wasm": "file" }, logLevel: "error",
  });
  await check(outdir, { "/index.html": `${PAGE}<script type=module src=main.js></script>` });
});
