import { EventEmitter, once } from "node:events";
import type { Part, PartResult } from "./part.ts";
import { runPart } from "./run-part.ts";

/** @param stop ends the running parts and starts no more */
export async function runParts(
  parts: Part[],
  cores: number,
  onEnd: (result: PartResult, part: Part) => void,
  stop?: AbortSignal,
): Promise<PartResult[]> {
  const results: PartResult[] = [];
  const waiting = [...parts];
  const ended = new EventEmitter();
  let running = 0;
  let free = cores;

  const isReady = ({ after = [], cores: needed }: Part) =>
    after.every((name) => results.some((result) => result.name === name)) &&
    (needed <= free || running === 0);

  async function run(part: Part): Promise<void> {
    running += 1;
    free -= part.cores;
    const failed = results.find(({ name, hasPassed }) => !hasPassed && part.after?.includes(name));
    const result = failed ? notRun(part, failed) : await runPart(part, stop);
    running -= 1;
    free += part.cores;
    results.push(result);
    onEnd(result, part);
    ended.emit("part");
  }

  const nextOf = () => (stop?.aborted ? undefined : waiting.find(isReady));
  const isOver = () => running === 0 && (waiting.length === 0 || stop?.aborted);
  while (!isOver()) {
    const next = nextOf();
    if (next) {
      waiting.splice(waiting.indexOf(next), 1);
      void run(next);
    } else {
      await once(ended, "part");
    }
  }
  return results;
}

function notRun({ name }: Part, { name: failed }: PartResult): PartResult {
  const why = `${name} was skipped because ${failed} failed`;
  return {
    name,
    seconds: 0,
    hasPassed: false,
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [why],
    slowest: [],
  };
}
