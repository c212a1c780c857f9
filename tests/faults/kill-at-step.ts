// Loaded with --import: kills its own process at a step of a delivery, like a power cut.
// FAULT_KILL_AT=STEP,before|after,N,MS: at the Nth passing of the step, MS later.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { subscribe } from "node:diagnostics_channel";
import { join } from "node:path";
import type { Checkpoint } from "#app/domain/outbox/checkpoints.ts";

export interface Kill {
  /** Milliseconds since 1970. */
  at: number;
  /** Messages between the provider call and the record. */
  underway: number;
}

const [step, when, turn, afterMs] = (process.env.FAULT_KILL_AT ?? "").split(",");
let passed = 0;
let underway = 0;

subscribe("mila.delivery", (message) => {
  const point = message as Checkpoint;
  if (point.step === "sent" && point.when === "before") underway += 1;
  if (point.step === "recorded" && point.when === "after") underway -= point.count;
  if (point.step !== step || point.when !== when) return;
  passed += 1;
  if (passed !== Number(turn)) return;
  if (Number(afterMs) > 0) setTimeout(end, Number(afterMs));
  else end();
});

function end(): void {
  const kill: Kill = { at: Date.now(), underway };
  appendFileSync(fileIn(process.env.DATA_DIR ?? ""), `${JSON.stringify(kill)}\n`);
  process.kill(process.pid, "SIGKILL");
}

/** An installation's kills, oldest first. */
export function readKills(folder: string): Kill[] {
  if (!existsSync(fileIn(folder))) return [];
  const lines = readFileSync(fileIn(folder), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Kill);
}

function fileIn(folder: string): string {
  return join(folder, "kills.jsonl");
}
