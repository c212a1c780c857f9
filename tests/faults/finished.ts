import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Row, Verdict } from "./row.ts";
import type { RowResult } from "./run-rows.ts";

interface Entry {
  name: string;
  verdict: Verdict;
  seconds: number;
}

/** The rows that have ended with this seed, at this size and commit, in a file: what was cut off can go on from there. */
export interface Finished {
  add: (result: RowResult) => void;
  /** Those of these rows. */
  of: (rows: Row[]) => RowResult[];
}

/** The commit of this tree; with "-dirty" where something is not committed, and none where there is no git. */
export function readCommit(): string {
  const { stdout } = spawnSync("git", ["describe", "--always", "--abbrev=10", "--dirty", "--exclude=*"]);
  return String(stdout).trim() || "none";
}

/** @param file what stands there is of the same run */
export function openFinished(file: string): Finished {
  const read = (): Entry[] => (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Entry[]) : []);
  return {
    add({ row: { name }, verdict, seconds }) {
      mkdirSync(dirname(file), { recursive: true });
      const others = read().filter((entry) => entry.name !== name);
      writeFileSync(file, JSON.stringify([...others, { name, verdict, seconds }], null, 2));
    },
    of: (rows) =>
      rows.flatMap((row) => {
        const entry = read().find(({ name }) => name === row.name);
        return entry ? { row, verdict: entry.verdict, seconds: entry.seconds } : [];
      }),
  };
}
