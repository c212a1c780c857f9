// npm start: builds if needed, migrates, starts server and worker, and prints the address.
//   web or worker   starts only that one; both need the same REDIS_URL and data folder
import { enableCompileCache } from "node:module";
import { compileCache } from "./start/compile-cache.ts";

// Before anything else loads.
enableCompileCache(compileCache);
await import("./start/main.ts");
