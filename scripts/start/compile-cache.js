import { resolve } from "node:path";

/**
 * Halves the CPU time of the next start. Node skips it if it cannot write there. It does not
 * contain modules that were loaded before it was enabled.
 */
export const compileCache = resolve("build/compile-cache");
