import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { compileCache } from "./compile-cache.ts";
import { fail } from "./fail.ts";

const compiler = "node_modules/@remix-run/dev/dist/cli.js";
const sources = ["app", "public", "db", "remix.config.js", "package-lock.json"];
const stamp = "build/sources.sha256";

export async function buildIfNeeded(): Promise<void> {
  // The image has the build but no compiler.
  if (!existsSync(compiler)) return;
  const current = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === current) return;
  console.log("Building pages …");
  // A build that fails or is interrupted leaves parts of two.
  rmSync(stamp, { force: true });
  rmSync(compileCache, { recursive: true, force: true });
  const { status } = spawnSync(
    process.execPath,
    [compiler, "vite:build", "-c", "remix.config.js", "--logLevel", "error"],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (status !== 0) fail("the build failed: see the errors above");
  writeFileSync(stamp, current);
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesIn)) hash.update(file).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`));
}
