import { spawn } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileCache } from "./compile-cache.ts";
import { fail } from "./fail.ts";

const compiler = "node_modules/@remix-run/dev/dist/cli.js";
const sources = ["app", "public", "db", "remix.config.js", "package-lock.json"];
const stamp = "build/sources.sha256";
const progressMs = 5_000;

export async function buildIfNeeded(): Promise<void> {
  // The image has the build but no compiler.
  if (!existsSync(compiler)) return;
  const current = fingerprint(".");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === current) return;
  console.log("Building pages, once for each version …");
  const startedAt = Date.now();
  const elapsed = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`;
  const progress = setInterval(() => console.log(`… still building after ${elapsed()}`), progressMs);
  // A build that fails or is interrupted leaves parts of two.
  rmSync(stamp, { force: true });
  rmSync(compileCache, { recursive: true, force: true });
  const child = spawn(process.execPath, [compiler, "vite:build", "-c", "remix.config.js", "--logLevel", "error"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [status] = (await once(child, "close")) as [number | null];
  clearInterval(progress);
  if (status !== 0) fail("the build failed: see the errors above");
  markAsBuilt(".");
  console.log(`Built in ${elapsed()}`);
}

export function markAsBuilt(tree: string): void {
  writeFileSync(join(tree, stamp), fingerprint(tree));
}

function fingerprint(tree: string): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((path) => filesIn(tree, path))) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(tree, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesIn(tree: string, path: string): string[] {
  if (!statSync(join(tree, path)).isDirectory()) return [path];
  return readdirSync(join(tree, path))
    .toSorted()
    .flatMap((name) => filesIn(tree, `${path}/${name}`));
}
