import { readdirSync, readFileSync } from "node:fs";

/** Resident megabytes of a process, or of its child that runs this program. */
export function memoryOf(pid: number | undefined, program?: string): number {
  const found =
    program === undefined
      ? pid
      : listChildren(pid).find((child) => readCommand(child).includes(program));
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${found}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1_024);
}

function listChildren(pid: number | undefined): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim().split(" "),
    )
    .filter(Boolean)
    .map(Number);
}

function readCommand(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}
