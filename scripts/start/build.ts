import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { errorCode } from "#db/errors.ts";
import { compileCache } from "./compile-cache.js";
import { isBuilt, markAsBuilt, stamp } from "./current-build.ts";
import { fail } from "./fail.ts";
import { describeAccessError, requireAccess } from "./failures/access.ts";

const pagesCompiler = "node_modules/@remix-run/dev/dist/cli.js";
/** The programs take seconds, the pages half a minute. */
const programsBuild = ["node_modules/vite/bin/vite.js", "build", "-c", "programs.config.js"];
const serviceWorkerBuild = [
  "node_modules/vite/bin/vite.js",
  "build",
  "-c",
  "service-worker.config.js",
];
const progressMs = 5_000;

export async function buildIfNeeded(): Promise<void> {
  if (isBuilt()) return;
  // Another user may run what this one builds, and only the data is private.
  const mask = process.umask(0o022);
  if (existsSync(pagesCompiler)) await buildAlone(() => !isBuilt());
  else
    fail(`the packages that build Mila are missing: run npm ci --include=dev in ${process.cwd()}`);
  process.umask(mask);
}

const writtenByBuild = [
  "build",
  "build/client",
  "build/server",
  "build/programs",
  "node_modules",
  "node_modules/.cache",
];

/** Outside the build's folder, which a build empties. */
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

/** Refuses code of another user, because a build writes beside it. */
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
  // A build that fails or is interrupted leaves parts of two builds.
  rmSync(stamp, { force: true });
  rmSync(compileCache, { recursive: true, force: true });
  await showProgress(async () => {
    const isComplete =
      (await compile(pagesCompiler, "vite:build", "-c", "remix.config.js")) &&
      (await compile(...serviceWorkerBuild)) &&
      (await compile(...programsBuild));
    if (!isComplete) fail("the build failed: see the errors above");
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

/** @returns true if it succeeded */
async function compile(...line: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [...line, "--logLevel", "error"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [status] = (await once(child, "close")) as [number | null];
  return status === 0;
}
