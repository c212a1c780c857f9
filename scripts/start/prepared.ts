import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { builtSupervisor } from "./built.ts";
import { noWarningsFlag } from "./child.ts";

/** What the supervisor needs to know. None of it is secret. */
export interface Prepared {
  only: "web" | "worker" | undefined;
  dataFolder: string;
  /** False if the database is PostgreSQL. */
  hasDatabaseFile: boolean;
  /** True if a Redis is set in the settings. */
  hasRedis: boolean;
  publicUrl: string | undefined;
  /** This machine's names and addresses in the home network. */
  hosts: string[];
  missingSetup: string[];
}

const variable = "MILA_PREPARED";

/** Replaces this program, and with it what the preparation has loaded. */
export async function becomeSupervisor(prepared: Prepared): Promise<void> {
  process.env[variable] = JSON.stringify(prepared);
  // The C library would keep memory for each of Node's threads.
  process.env.MALLOC_ARENA_MAX ??= "1";
  flushCompileCache();
  // Windows does not have it.
  process.execve?.(
    process.execPath,
    [process.execPath, noWarningsFlag, builtSupervisor],
    process.env,
  );
  await import(pathToFileURL(resolve(builtSupervisor)).href);
}

export function readPrepared(): Prepared {
  const prepared = JSON.parse(process.env[variable] ?? "") as Prepared;
  delete process.env[variable];
  return prepared;
}
