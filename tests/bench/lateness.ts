import { openDatabase } from "#db/connection.server.ts";
import { startFakePostmark } from "../fakes/postmark.ts";
import { measureLateness } from "../faults/lateness.ts";
import { seedReminders } from "../faults/reminders.ts";
import { until, untilFinished } from "../faults/waiting.ts";
import { startMila, withRedis } from "../support/product/mila.ts";
import { newFamily } from "../support/product/visitor.ts";

const [scheduledCount, everyMs, headStartMs] = [60, 730, 3_000];
const atOnceCount = 20;

interface Lateness {
  "p50 (ms)": number;
  "p99 (ms)": number;
}

/**
 * Milliseconds from a message's time to the record that it went out, on an idle `npm start` whose
 * provider answers at once: reminders scheduled seconds ahead, and confirmations that a sign-up
 * causes at once.
 */
export async function latenessFigures(): Promise<Record<string, Lateness>> {
  await using postmark = await startFakePostmark();
  await using mila = await startMila({ ...withRedis, ...postmark.settings });
  const db = openDatabase(`${mila.dataFolder}/mila.db`);
  await until(() => mila.output().includes("worker ready"));
  const startsAt = Date.now() + headStartMs;
  await seedReminders(db, scheduledCount, {
    isByEmail: () => true,
    scheduledAt: (index) => new Date(startsAt + index * everyMs).toISOString(),
  });
  const endsAt = startsAt + scheduledCount * everyMs;
  await until(() => Date.now() > endsAt);
  await untilFinished(db);
  const scheduled = quantiles(await measureLateness(db));

  await db.deleteFrom("deliveries").execute();
  for (let turn = 0; turn < atOnceCount; turn += 1) {
    await newFamily(mila);
    await untilFinished(db);
  }
  const atOnce = quantiles(await measureLateness(db));
  await db.destroy();
  return { "scheduled ahead": scheduled, "due at once": atOnce };
}

function quantiles(late: number[]): Lateness {
  const at = (share: number) => late[Math.floor(late.length * share)] ?? Number.NaN;
  return { "p50 (ms)": at(0.5), "p99 (ms)": at(0.99) };
}
