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

/** A file of the rows finished with this seed, size and commit, for --resume. */
export interface Finished {
  add: (result: RowResult) => void;
  resultsFor: (rows: Row[]) => RowResult[];
}

/** HEAD, with "-dirty" for uncommitted changes; empty without git. */
export function readCommit(): string {
  const { stdout } = spawnSync("git", [
    "describe",
    "--always",
    "--abbrev=10",
    "--dirty",
    "--exclude=*",
  ]);
  return String(stdout).trim() || "none";
}

/** @param file a previous one must be of the same run */
export function openFinished(file: string): Finished {
  const read = (): Entry[] =>
    existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Entry[]) : [];
  return {
    add({ row: { name }, verdict, seconds }) {
      mkdirSync(dirname(file), { recursive: true });
      const others = read().filter((entry) => entry.name !== name);
      writeFileSync(file, JSON.stringify([...others, { name, verdict, seconds }], null, 2));
    },
    resultsFor: (rows) =>
      rows.flatMap((row) => {
        const entry = read().find(({ name }) => name === row.name);
        return entry ? { row, verdict: entry.verdict, seconds: entry.seconds } : [];
      }),
  };
}
