import { join } from "node:path";
import type { DavAccount } from "./vdirsyncer.ts";
import { runProgram } from "./run-program.ts";

const script = join(import.meta.dirname, "python-caldav.py");

/** Debian's Python, because another has no package of Debian's. */
const python = "/usr/bin/python3";

export interface PythonTodo {
  UID: string;
  SUMMARY: string;
  STATUS: string | null;
  DUE: string | null;
  RRULE: string | null;
  "X-KEPT": string | null;
}

/** Returns what the library answered. */
export async function runPython(
  account: DavAccount,
  what: string,
  values: Record<string, string> = {},
): Promise<unknown> {
  const input = JSON.stringify({ ...account, ...values, do: what });
  const written = await runProgram(python, [script], { input });
  return JSON.parse(written.trim().split("\n").at(-1) ?? "null");
}
