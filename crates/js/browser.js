// In browsers the module is fetched, and whoever imports this waits for it. Bundlers find it by its URL.
import init from "./wasm.js";

await init({ module_or_path: new URL("./wasm_bg.wasm", import.meta.url) });

export { extract, extractMetadata, learn, noPage, Template } from "./wasm.js";
