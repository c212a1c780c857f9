// npm run bench:hours -- --minutes N --rate N: the memory of all processes while thirty people use
// Mila.
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { listProcesses } from "../../integration/server/processes.ts";
import { readMemory } from "../../support/product/memory.ts";
import { startMila, withRedis } from "../../support/product/mila.ts";
import type { Visitor } from "../../support/product/visitor.ts";
import { familyWithTasks } from "../family.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "180" },
    rate: { type: "string", default: "5" },
  },
});
const [minutes, aSecond] = [Number(values.minutes), Number(values.rate)];
const [people, tasksEach, maxWaiting, rows] = [30, 60, 30, 20];
const paths = [
  "/dashboard",
  "/family",
  "/family/month",
  "/preferences",
  "/dashboard.data",
  "/preferences/account",
];

await using mila = await startMila(withRedis);
const visitors: Visitor[] = [];
while (visitors.length < people) visitors.push(await familyWithTasks(mila, tasksEach));
const memory: Record<string, Record<string, number>> = {};
const measure = (at: string, requests: number) =>
  (memory[at] = { requests, ...readMemory(listProcesses(mila.process.pid ?? 0)) });

measure("start", 0);
const startedAt = performance.now();
const waiting = new Set<Promise<void>>();
let [sent, failed, nextRow] = [0, 0, 1];
while (minutesSince() < minutes) {
  const asked: Promise<void> = ask(sent).finally(() => waiting.delete(asked));
  waiting.add(asked);
  sent += 1;
  if (waiting.size >= maxWaiting) await Promise.race(waiting);
  await pause(Math.max(0, startedAt + (sent * 1_000) / aSecond - performance.now()));
  if (minutesSince() < (nextRow * minutes) / rows) continue;
  measure(`${minutesSince().toFixed(1)} min`, sent);
  nextRow += 1;
}
await Promise.all(waiting);
await pause(60_000);
measure("a minute later", sent);
console.log(`${people} people, ${aSecond} requests a second, ${failed} failed. Megabytes (PSS):`);
console.table(memory);

function minutesSince(): number {
  return (performance.now() - startedAt) / 60_000;
}

/** Each tenth request adds a task. */
async function ask(number: number): Promise<void> {
  const visitor = visitors[number % people]!;
  const text = `buy milk for number ${number} tomorrow at 5`;
  const answer =
    number % 10 === 9
      ? await visitor.post("/dashboard", { text, requestId: `hours-${number}` })
      : await visitor.get(paths[(number * 7) % paths.length]!, { "accept-encoding": "gzip" });
  await answer.arrayBuffer();
  if (answer.status >= 500) failed += 1;
}
