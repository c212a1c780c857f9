// npm start: builds if needed, migrates, starts server and worker, and prints the address.
//   web or worker   starts only that one; both need the same REDIS_URL and data folder
// JavaScript, because for a first file in TypeScript Node loads its compiler. The cache keeps the others compiled.
import { enableCompileCache } from "node:module";
import { compileCache } from "./start/compile-cache.js";

enableCompileCache(compileCache);
await import("./start/main.ts");
