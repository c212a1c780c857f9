import { spawn } from "node:child_process";
import { noSettings } from "./no-settings.ts";

interface Options {
  folder: string;
  /** The text to type; then the input ends. */
  input?: string;
  settings?: Record<string, string>;
}

/** Runs `npm run users -- …`. */
export async function runUsers(
  args: string[],
  { folder, input = "", settings = {} }: Options,
): Promise<{ code: number | null; output: string; errors: string }> {
  const line = ["--disable-warning=ExperimentalWarning", "scripts/users.ts", ...args];
  const env = { ...process.env, ...noSettings, VITEST: "", DATA_DIR: folder, ...settings };
  const child = spawn(process.execPath, line, { env });
  child.stdin.end(input);
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output, errors };
}
