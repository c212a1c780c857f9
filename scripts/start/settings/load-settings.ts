import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { errorCode } from "#db/errors.ts";
import { fail } from "../fail.ts";
import { describeAccessError } from "../failures/access.ts";
import { explain } from "../failures/explain.ts";

/** A build for development has other pages and needs more packages, so nothing from outside may choose it. */
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
    // Node says of a file that it may not read that there is none.
    accessSync(file, constants.R_OK);
  } catch (error) {
    fail(describeAccessError(errorCode(error), file) ?? String(error));
  }
  process.loadEnvFile(file);
}
