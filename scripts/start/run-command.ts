import { enableCompileCache } from "node:module";
import { compileCache } from "./compile-cache.js";

/**
 * Runs the built program, which takes a third of the CPU time, or the sources if they have changed
 * since.
 */
export async function runCommand(name: "backup" | "restore" | "users" | "move"): Promise<void> {
  enableCompileCache(compileCache);
  // Only this user may read the family's data.
  process.umask(0o077);
  const { isBuilt } = await import("./current-build.ts");
  await import(isBuilt() ? `../../build/programs/${name}.js` : `../commands/${name}.ts`);
}
