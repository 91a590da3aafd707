/** Loads the module: from its address, its bytes, a response, or compiled already. Nothing works before. */
export function init(
  module: string | URL | BufferSource | Response | WebAssembly.Module | Promise<Response>,
): Promise<void>;

export * from "./demold.js";
