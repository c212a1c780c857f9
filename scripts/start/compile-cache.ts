import { resolve } from "node:path";

/** Where Node keeps what it has compiled, so that the next start takes half the time. It does without where it cannot write. */
export const compileCache = resolve("build/compile-cache");
