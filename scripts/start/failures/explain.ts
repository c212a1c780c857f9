import { resolve } from "node:path";
import { fail } from "../fail.ts";
import { describeAccessError } from "./access.ts";

const unusablePackages: Record<string, string> = {
  ERR_DLOPEN_FAILED: "are for another system",
  ERR_INVALID_PACKAGE_CONFIG: "can't be read",
};

/** The build of better-sqlite3 for Linux does not load on an older system. */
const tooOld =
  "this system is too old: Mila needs glibc 2.34 or newer, as in Debian 12, Ubuntu 22.04, RHEL 9 and Raspberry Pi OS 12. " +
  "Elsewhere, run her in a container: docs/docker.md";

/**
 * Ends the start with one line about a problem that its host can fix.
 * @throws other errors, which are bugs
 */
export function failFor(error: unknown): never {
  const line = error instanceof Error && explain(error);
  if (line) fail(line);
  throw error;
}

/** @returns undefined for an error that is a bug */
export function explain(error: Error & { code?: unknown; path?: unknown }): string | undefined {
  const [firstLine = ""] = error.message.split("\n");
  if (error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND") {
    const [, name] = /Cannot find package '([^']+)'/.exec(error.message) ?? [];
    return name
      ? `the package ${name} is missing: run npm ci in ${process.cwd()}`
      : `part of Mila is missing, so get her code again (${firstLine})`;
  }
  if (/version `GLIBC_[\d.]+' not found/.test(error.message)) return tooOld;
  const unusable = unusablePackages[String(error.code)];
  if (unusable) return `the packages ${unusable}: run npm ci in ${process.cwd()} (${firstLine})`;
  if (typeof error.path !== "string") return undefined;
  const path = resolve(error.path);
  return describeAccessError(
    String(error.code),
    path,
    path.startsWith(process.cwd()) ? process.cwd() : path,
  );
}
