/**
 * Loads the module: from its address, its bytes, a response or a promise of one, or compiled already. Nothing works
 * before.
 */
export function init(module: string | object): Promise<void>;

export * from "./demold.js";
