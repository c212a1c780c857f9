import { readFileSync } from "node:fs";

/**
 * Returns the megabytes of each of Mila's processes, and of all (PSS: processes split what they
 * share).
 */
export function readMemory(pids: number[]): Record<string, number> {
  const parts = pids.map((pid): [string, number] => {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    const name = /(?:supervisor|server|worker)(?=\.js)|^(?:tini|redis)/.exec(command)?.[0];
    return [name ?? command.split("\0")[0] ?? "", Math.round(Number(kilobytes) / 1_024)];
  });
  return {
    ...Object.fromEntries(parts),
    all: parts.reduce((sum, [, megabytes]) => sum + megabytes, 0),
  };
}
