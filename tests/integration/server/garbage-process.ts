// Run by garbage.test.ts: leaves garbage while it is busy, and prints what its heap holds around the next check.
import { limitGarbage } from "#app/config/heap.server.ts";

let check: () => void = () => undefined;
globalThis.setInterval = ((run: () => void) => {
  check = run;
  return { unref: () => undefined };
}) as unknown as typeof setInterval;

/** More than 3 % of the 20 s between two checks. */
const busyMs = 700;

/** Allocates next to nothing. */
function keepBusy(): void {
  const before = process.cpuUsage();
  let sum = 0;
  while (process.cpuUsage(before).user < busyMs * 1_000) for (let n = 0; n < 1e7; n += 1) sum += n;
  if (sum < 0) console.log(sum);
}

/** Megabytes of objects that V8 has kept for a while. */
function leaveGarbage(megabytes: number): void {
  const garbage = Array.from({ length: megabytes }, () =>
    Array.from({ length: 16_000 }, (_, number) => ({ number, text: number / 3 })),
  );
  if (garbage.length !== megabytes) throw new Error("There is too little garbage");
}

const megabytes = () => Math.round(process.memoryUsage().heapUsed / 1_024 / 1_024);

limitGarbage();
const figures = [10, 100].map((size) => {
  leaveGarbage(size);
  keepBusy();
  const before = megabytes();
  check();
  return { before, after: megabytes() };
});
console.log(JSON.stringify(figures));
