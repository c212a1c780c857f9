import { resolve } from "node:path";

/** Halves the CPU time of the next start. Node skips it if it cannot write there. */
export const compileCache = resolve("build/compile-cache");
