import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fail } from "./fail.ts";

const compiler = "node_modules/@remix-run/dev/dist/cli.js";
const built = "build/server/index.js";
const sources = ["app", "public", "db/connection.server.ts", "remix.config.js", "package-lock.json"];

/** Builds the pages when there is no build, or one that is older than what it was made of. */
export async function buildIfNeeded(): Promise<void> {
  // The image has the build and not what makes it.
  if (!existsSync(compiler)) return;
  const builtAt = modifiedAt(built);
  if (builtAt && Math.max(...sources.map(newestIn)) <= builtAt) return;
  console.log("Building the pages …");
  const args = [compiler, "vite:build", "-c", "remix.config.js", "--logLevel", "error"];
  const { status } = spawnSync(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) fail("the pages cannot be built; what is wrong stands above");
}

function newestIn(path: string): number {
  const own = modifiedAt(path);
  if (!own || !statSync(path).isDirectory()) return own;
  return Math.max(own, ...readdirSync(path).map((name) => newestIn(`${path}/${name}`)));
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
