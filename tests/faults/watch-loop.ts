// Loaded with --import: notes when its process was busy for so long that it could neither read nor
// answer.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Block {
  /** Milliseconds since 1970, at its end. */
  at: number;
  ms: number;
  /** Of these, at work: the rest it waited, for the disk or, on a busy machine, for a core. */
  workMs: number;
}

const everyMs = 5;
const worthNotingMs = 20;
let last = { at: performance.now(), work: readWork() };

if (process.env.FAULT_WATCH_LOOP) setInterval(look, everyMs).unref();

function look(): void {
  const now = { at: performance.now(), work: readWork() };
  const ms = Math.round(now.at - last.at - everyMs);
  const workMs = Math.round(now.work - last.work);
  last = now;
  if (ms < worthNotingMs) return;
  const block: Block = { at: Date.now(), ms, workMs };
  appendFileSync(fileIn(process.env.DATA_DIR ?? ""), `${JSON.stringify(block)}\n`);
}

/** This thread's CPU time in milliseconds. */
function readWork(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The settings of a process whose loop is watched. */
export const watchLoop = {
  FAULT_WATCH_LOOP: "yes",
  NODE_OPTIONS: `--import=${new URL(import.meta.url).pathname}`,
};

/** @param since leaves out what came before, such as the start */
export function longestBlock(folder: string, since: number): Pick<Block, "ms" | "workMs"> {
  if (!existsSync(fileIn(folder))) return { ms: 0, workMs: 0 };
  const lines = readFileSync(fileIn(folder), "utf8").split("\n").filter(Boolean);
  const blocks = lines.map((line) => JSON.parse(line) as Block);
  const later = blocks.filter(({ at }) => at > since);
  return {
    ms: Math.max(0, ...later.map(({ ms }) => ms)),
    workMs: Math.max(0, ...later.map(({ workMs }) => workMs)),
  };
}

function fileIn(folder: string): string {
  return join(folder, "blocks.jsonl");
}
