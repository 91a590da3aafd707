// For bundlers that give a file a name of their own, and for whoever wants to say when the module is loaded: nothing
// works before `init` has.
import start from "./wasm.js";

/** Loads the module: from its address, its bytes, a response, or compiled already. */
export async function init(module) {
  await start({ module_or_path: await module });
}

export { extract, extractMetadata, learn, noPage, Template } from "./wasm.js";
