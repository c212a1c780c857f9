// npm start: builds if needed, migrates, starts server and worker, and prints the address.
// web or worker starts only that one; both need the same REDIS_URL and data folder
// It is JavaScript, because for a first file in TypeScript Node loads its compiler, which older
// versions lack. The cache keeps the others compiled.
import module from "node:module";
import { fileURLToPath } from "node:url";
import { refuseOldNode } from "./start/failures/old-node.js";

// A service manager may start it in any folder.
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
refuseOldNode();
// Used until the supervisor takes over. The next start repeats whatever this interrupts.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
const { compileCache } = await import("./start/compile-cache.js");
module.enableCompileCache(compileCache);
try {
  const { isBuilt: findBuilt } = await import("./start/current-build.ts");
  const isBuilt = findBuilt();
  const { start } = await import(isBuilt ? "../build/programs/start.js" : "./start/main.ts");
  await start({ isBuilt });
} catch (error) {
  const { failFor } = await import("./start/failures/explain.ts");
  failFor(error);
}
