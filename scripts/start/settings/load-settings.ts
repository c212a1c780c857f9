import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { errorCode } from "#db/errors.ts";
import { fail } from "../fail.ts";
import { describeAccessError } from "../failures/access.ts";
import { explain } from "../failures/explain.ts";

/**
 * Ignores NODE_ENV from outside, because a build for development has other pages and needs more
 * packages.
 */
export async function loadSettings(mode: "production" | "development" = "production") {
  process.env.NODE_ENV = mode;
  loadEnvFile();
  return import("#app/config/env.server.ts").then(
    ({ env }) => env,
    (error: Error) => fail(explain(error) ?? error.message),
  );
}

export function loadEnvFile(): void {
  const file = resolve(".env");
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isFile())
    fail(`${file} is no file, but has to hold the settings: remove it, or put a file in its place`);
  try {
    // Node reports an unreadable file as missing.
    accessSync(file, constants.R_OK);
  } catch (error) {
    fail(describeAccessError(errorCode(error), file) ?? String(error));
  }
  process.loadEnvFile(file);
}
