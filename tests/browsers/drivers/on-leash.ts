import { type ChildProcess, spawn } from "node:child_process";

/** Ends the program when its input closes, as it does however we end, and removes its folder. */
const leash =
  'folder="$1"; shift; "$@" <&- & cat >/dev/null; kill $!; wait $!; [ -z "$folder" ] || rm -rf "$folder"';

export interface Leashed {
  name: string;
  args: string[];
  env?: Record<string, string>;
  /** Belongs to the program, and goes with it. */
  folder?: string;
}

/** Starts a program that never outlives this process. */
export function onLeash({ name, args, env, folder = "" }: Leashed): ChildProcess {
  const program = spawn("sh", ["-c", leash, "sh", folder, name, ...args], {
    env: { ...process.env, ...env },
    stdio: "pipe",
    detached: true,
  });
  program.unref();
  return program;
}

export const letGo = (program: ChildProcess): void => void program.stdin?.end();
