import { resolve } from "node:path";

/** Halves the CPU time of the next start. Node skips it if it cannot write there. Modules loaded before it are not in it. */
export const compileCache = resolve("build/compile-cache");
