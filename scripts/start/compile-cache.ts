import { resolve } from "node:path";

/** Halves the CPU time of the next start. Node skips it where it cannot write. */
export const compileCache = resolve("build/compile-cache");
