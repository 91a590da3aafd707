// What the tests ask of a browser, by the protocol that chromedriver speaks.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";

const KINDS = {
  css: "text/css", html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm",
};

/** Serves a folder on this machine while `use` runs, with the pages of `own` in it; `use` also gets what was asked for. */
export async function served(folder, own, use) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://a.example");
    asked.push(pathname);
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    response.setHeader("content-type", KINDS[path.split(".").pop()] ?? "application/octet-stream");
    if (path in own) return response.end(own[path]);
    try {
      response.end(await readFile(join(folder, normalize(path))));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  try {
    return await use(`http://127.0.0.1:${server.address().port}/`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Runs `use` with a browser. */
export async function browsed(use) {
  const driver = spawn(process.env.CHROMEDRIVER ?? "chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    let said = "";
    const port = await new Promise((done, failed) => {
      driver.once("error", failed);
      driver.stdout.on("data", (data) => {
        said += data;
        const found = /on port (\d+)\./.exec(said);
        if (found) done(found[1]);
      });
    });
    const asked = async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const { value } = await answer.json();
      if (!answer.ok) throw new Error(value.message);
      return value;
    };
    const args = ["--headless", "--no-sandbox", "--disable-gpu"];
    // Without a name, the driver finds a browser itself; JSON leaves out what is undefined.
    const binary = process.env.CHROMIUM;
    const { sessionId } = await asked("POST", "/session", {
      capabilities: { alwaysMatch: { "goog:chromeOptions": { args, binary }, "goog:loggingPrefs": { browser: "ALL" } } },
    });
    const session = `/session/${sessionId}`;
    const element = async (selector) => {
      const found = await asked("POST", `${session}/element`, { using: "css selector", value: selector });
      return `${session}/element/${Object.values(found)[0]}`;
    };
    const page = {
      open: (url) => asked("POST", `${session}/url`, { url }),
      /** Runs a function in the page. */
      run: (script, ...args) => asked("POST", `${session}/execute/async`, {
        script: `const done = arguments[arguments.length - 1]; (async () => (${script})(...arguments))().then(done, (e) => done("failed: " + e))`,
        args,
      }),
      /** Waits until a function of the page returns something true, and returns it; fails after 25 s, before the driver does. */
      until: (script) => page.run(
        `async () => { for (let n = 0; n < 1250; n++) { const found = (${script})(); if (found) return found; await new Promise((r) => setTimeout(r, 20)); } throw new Error("nothing after 25 seconds"); }`,
      ),
      /** Chooses files, as by hand. */
      choose: (selector, ...paths) => page.type(selector, paths.join("\n")),
      type: async (selector, text) => asked("POST", `${await element(selector)}/value`, { text }),
      click: async (selector) => asked("POST", `${await element(selector)}/click`, {}),
      /** Sends a command of Chromium's own protocol. */
      cdp: (cmd, params) => asked("POST", `${session}/goog/cdp/execute`, { cmd, params }),
      /** What the page has complained of. */
      complaints: async () => (await asked("POST", `${session}/se/log`, { type: "browser" })).map((entry) => entry.message),
      picture: async () => Buffer.from(await asked("GET", `${session}/screenshot`), "base64"),
    };
    try {
      return await use(page);
    } finally {
      await asked("DELETE", session);
    }
  } finally {
    driver.kill();
  }
}
