import { readdirSync, readFileSync } from "node:fs";

/** The process and its descendants. */
export function listProcesses(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = readOrNothing(`/proc/${name}/status`);
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      return /^State:\s+Z/m.test(status) ? [] : [{ pid: Number(name), parent }];
    });
  const children = (of: number): number[] =>
    parents
      .filter(({ parent }) => parent === of)
      .flatMap((child) => [child.pid, ...children(child.pid)]);
  return parents.some((process) => process.pid === pid) ? [pid, ...children(pid)] : [];
}

/** The process id of a program such as `builtServer`; 0 if it does not run. */
export function processRunning(program: string, among: number[]): number {
  // Redis's title is one word with its address.
  const words = (pid: number) => readOrNothing(`/proc/${pid}/cmdline`).split(/[\0 ]/);
  return among.find((pid) => words(pid).includes(program)) ?? 0;
}

/** False for zombies too. */
export function isRunning(pid: number): boolean {
  return /^State:\s+[^Z]/m.test(readOrNothing(`/proc/${pid}/status`));
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
