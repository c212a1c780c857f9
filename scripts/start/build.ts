import { spawn } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { errorCode } from "#db/errors.ts";
import { builtSupervisor } from "./built.ts";
import { compileCache } from "./compile-cache.js";
import { fail } from "./fail.ts";
import { describeAccessError, requireAccess } from "./failures/access.ts";

const pagesCompiler = "node_modules/@remix-run/dev/dist/cli.js";
export const sources = [
  "app",
  "db",
  "jobs",
  "public",
  "scripts/start",
  "remix.config.js",
  "programs.config.js",
  "browsers.config.js",
  "service-worker.config.js",
  "package-lock.json",
];
/** Takes seconds, the pages half a minute. */
const programsBuild = ["node_modules/vite/bin/vite.js", "build", "-c", "programs.config.js"];
const serviceWorkerBuild = [
  "node_modules/vite/bin/vite.js",
  "build",
  "-c",
  "service-worker.config.js",
];
const stamp = "build/sources.sha256";
/** The sources that were read and found to be those of the build. */
const readStamp = "build/sources-read.sha256";
const progressMs = 5_000;

export async function buildIfNeeded(): Promise<void> {
  // Another user may run what this one builds, and only the data is private.
  const mask = process.umask(0o022);
  await requireCurrentBuild();
  process.umask(mask);
}

async function requireCurrentBuild(): Promise<void> {
  if (!existsSync(pagesCompiler)) return requireBuild();
  if (!isCurrent(".")) await buildAlone(() => !isCurrent("."));
}

/** The image has the build, but neither the compiler nor all sources. */
function requireBuild(): void {
  const isImage = !existsSync("package-lock.json");
  if (existsSync(builtSupervisor) && (isImage || isCurrent("."))) return;
  fail(`the packages that build Mila are missing: run npm ci --include=dev in ${process.cwd()}`);
}

const writtenByBuild = [
  "build",
  "build/client",
  "build/server",
  "build/programs",
  "node_modules",
  "node_modules/.cache",
];

/** Not in the build's folder, which a build empties. */
const lockFile = "node_modules/.cache/mila-building.lock";
const lockTimeoutMs = 600_000;

/** `npm start web`, `npm start worker` and tests may begin together. */
export async function buildAlone(isNeeded = () => true): Promise<void> {
  requireOwnCode();
  mkdirSync(dirname(lockFile), { recursive: true });
  // A lock of SQLite ends with its process.
  const lock = new SQLite(lockFile, { timeout: lockTimeoutMs });
  lock.exec("begin exclusive");
  try {
    if (isNeeded()) await build();
  } finally {
    lock.close();
  }
}

/** A build writes beside the code, which may be another user's. */
function requireOwnCode(): void {
  for (const path of [".", ...writtenByBuild].map((name) => resolve(name)).filter(existsSync)) {
    try {
      requireAccess(path);
    } catch (error) {
      const why = describeAccessError(errorCode(error), path, process.cwd());
      fail(
        `Mila has to be built first, but ${why ?? error}, or run npm run build as the code's owner`,
      );
    }
  }
}

async function build(): Promise<void> {
  // A build that fails or is interrupted leaves parts of two.
  rmSync(stamp, { force: true });
  rmSync(compileCache, { recursive: true, force: true });
  await showProgress(async () => {
    const isBuilt =
      (await compile(pagesCompiler, "vite:build", "-c", "remix.config.js")) &&
      (await compile(...serviceWorkerBuild)) &&
      (await compile(...programsBuild));
    if (!isBuilt) fail("the build failed: see the errors above");
    markAsBuilt(".");
  });
}

export async function showProgress(work: () => Promise<void>): Promise<void> {
  console.log("Building Mila, once for each version …");
  const startedAt = Date.now();
  const elapsed = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`;
  const progress = setInterval(
    () => console.log(`… still building after ${elapsed()}`),
    progressMs,
  );
  await work().finally(() => clearInterval(progress));
  console.log(`Built in ${elapsed()}`);
}

/** @returns whether it succeeded */
async function compile(...line: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [...line, "--logLevel", "error"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [status] = (await once(child, "close")) as [number | null];
  return status === 0;
}

/** True if the build was made of the tree's sources as they are now. */
export function isCurrent(tree: string): boolean {
  if (!existsSync(join(tree, stamp))) return false;
  const built = readFileSync(join(tree, stamp), "utf8");
  const [changes, known] = [`${built} ${changeTimes(tree)}`, join(tree, readStamp)];
  try {
    if (existsSync(known) && readFileSync(known, "utf8") === changes) return true;
  } catch {
    // Another user's, from an earlier version.
  }
  if (built !== fingerprint(tree)) return false;
  try {
    writeFileSync(known, changes);
  } catch {
    // Another user's build: its sources are read at each start.
  }
  return true;
}

/** Takes a quarter of the time that reading the files takes. */
function changeTimes(tree: string): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((path) => filesIn(tree, path))) {
    const { size, ctimeMs } = statSync(join(tree, file));
    hash.update(`${file} ${size} ${ctimeMs}\n`);
  }
  return hash.digest("hex");
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
  return readdirSync(join(tree, path), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(tree, join(parentPath, name)))
    .toSorted();
}
