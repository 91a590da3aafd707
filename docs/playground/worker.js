// Learns and cleans, so that the page stays quick.
import { extract, learn, noPage } from "./demold/browser.js";

const OPTIONS = { formats: ["text", "html", "markdown"], blocks: true };

let pages = [];
let template;
let profile = "balanced";

const ASKED = {
  look({ heads }) {
    return heads.map((head) => noPage(head));
  },
  learn(given) {
    template?.free();
    template = undefined;
    ({ pages, profile } = given);
    if (pages.length > 1) template = learn(pages.map((page) => page.bytes), { profile });
    return { pages: pages.length };
  },
  clean({ nth }) {
    const { bytes } = pages[nth];
    const record = template ? template.clean(bytes, OPTIONS) : extract(bytes, { ...OPTIONS, profile });
    return { record, source: bytes };
  },
};

onmessage = ({ data: { id, name, given } }) => {
  try {
    postMessage({ id, found: ASKED[name](given) });
  } catch (error) {
    // After a trap, such as for want of memory, the module can do nothing more.
    postMessage({ id, error: String(error.message ?? error), stopped: error instanceof WebAssembly.RuntimeError });
  }
};
postMessage({ id: 0, found: {} });
