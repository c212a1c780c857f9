import { readdirSync, readFileSync } from "node:fs";

/** The process and all that it started. */
export function processesOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = readOrNothing(`/proc/${name}/status`);
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      return /^State:\s+Z/m.test(status) ? [] : [{ pid: Number(name), parent }];
    });
  const children = (of: number): number[] =>
    parents.filter(({ parent }) => parent === of).flatMap((child) => [child.pid, ...children(child.pid)]);
  return parents.some((process) => process.pid === pid) ? [pid, ...children(pid)] : [];
}

/** The one of them that runs this program, "app/server.ts" or "redis-server"; 0 when none does. */
export function processRunning(program: string, among: number[]): number {
  // Redis says in one word what it is and where it listens.
  const words = (pid: number) => readOrNothing(`/proc/${pid}/cmdline`).split(/[\0 ]/);
  return among.find((pid) => words(pid).includes(program)) ?? 0;
}

/** False too for one that has ended and whose end nobody has taken note of yet. */
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
