// In Node and its kin the module is read from disk.
import { readFileSync } from "node:fs";
import { initSync } from "./wasm.js";

initSync({ module: readFileSync(new URL("./wasm_bg.wasm", import.meta.url)) });

export { extract, extractMetadata, learn, noPage, Template } from "./wasm.js";
