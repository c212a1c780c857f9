import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { type Installation, newInstallation } from "../faults/installation.ts";
import { measureLateness } from "../faults/lateness.ts";
import { startWorker } from "../faults/program.ts";
import { startProvider } from "../faults/provider.ts";
import { startRedis } from "../faults/redis.ts";
import { makeDue, seedReminders } from "../faults/reminders.ts";
import { untilFinished } from "../faults/waiting.ts";
import { median } from "./median.ts";

const [atOnce, idleMessages, idleEveryMs, busySeconds, aSecond] = [5_000, 40, 730, 20, 100];
const drains = 3;

export interface DeliveryFigures {
  "a second": number;
  "idle: p50 late (ms)": number;
  "idle: p99 late (ms)": number;
  "100 a second: p50 late (ms)": number;
  "100 a second: p99 late (ms)": number;
}

/**
 * One worker's throughput for 5,000 due at once (the median of three times, after one to warm up),
 * and the lateness of single ones, when idle and at a hundred a second. The fake provider answers
 * at once.
 */
export async function deliveryFigures(how: { withRedis: boolean }): Promise<DeliveryFigures> {
  const folder = mkdtempSync(join(tmpdir(), "mila-bench-"));
  try {
    await using installation = await newInstallation(folder);
    await using _twilio = await startProvider(installation, "twilio");
    await using _redis = how.withRedis ? await startRedis(installation) : null;
    return await measure(installation);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(installation: Installation): Promise<DeliveryFigures> {
  const { db } = installation;
  const { reminderIds } = await seedReminders(
    db,
    (1 + drains) * atOnce + idleMessages + busySeconds * aSecond,
  );
  const take = (count: number) => reminderIds.splice(0, count);
  await using _worker = await startWorker(installation);
  const drained: number[] = [];
  for (let time = 0; time <= drains; time += 1) {
    await db.deleteFrom("deliveries").execute();
    await makeDue(db, take(atOnce));
    await untilFinished(db, 300_000);
    if (time > 0) drained.push(await workedMs(db));
  }

  const idle = await lateBy(installation, () =>
    dripDue(installation, idleMessages, idleEveryMs, () => take(1)),
  );
  // In batches of a tenth of a second.
  const busy = await lateBy(installation, () =>
    dripDue(installation, busySeconds * 10, 100, () => take(aSecond / 10)),
  );
  return {
    "a second": Math.round(atOnce / (median(drained) / 1_000)),
    "idle: p50 late (ms)": idle.p50,
    "idle: p99 late (ms)": idle.p99,
    "100 a second: p50 late (ms)": busy.p50,
    "100 a second: p99 late (ms)": busy.p99,
  };
}

/**
 * From the first message's queueing to the last one's end, without the wait for the worker's next
 * look.
 */
async function workedMs(db: Kysely<Database>): Promise<number> {
  const { from, to } = await db
    .selectFrom("deliveries")
    .select(({ fn }) => [fn.min("enqueued_at").as("from"), fn.max("ended_at").as("to")])
    .executeTakeFirstOrThrow();
  return Date.parse(to ?? "") - Date.parse(from ?? "");
}

async function dripDue(
  { db }: Installation,
  times: number,
  everyMs: number,
  next: () => string[],
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    await makeDue(db, next());
    await pause(Math.max(0, everyMs - (performance.now() - startedAt)));
  }
}

async function lateBy(
  { db }: Installation,
  work: () => Promise<void>,
): Promise<{ p50: number; p99: number }> {
  await db.deleteFrom("deliveries").execute();
  await work();
  await untilFinished(db, 60_000);
  const late = await measureLateness(db);
  return {
    p50: late[Math.floor(late.length * 0.5)] ?? Number.NaN,
    p99: late[Math.floor(late.length * 0.99)] ?? Number.NaN,
  };
}
