// The worker: makes what is due go out. Any number of them may run; the database decides who sends what.
import { tickReminders } from "#app/domain/reminders/ticks/tick-reminders.server.ts";
import { tickSummaries } from "#app/domain/reminders/ticks/tick-summaries.server.ts";
import { askProvider } from "#app/domain/outbox/reports/poll-provider.server.ts";
import { createDeliver } from "#app/domain/outbox/sending/deliver.server.ts";
import { handOver } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { mergeLateReminders } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { retryWithNewSettings } from "#app/domain/outbox/recovery/new-settings.server.ts";
import { purgeTraces } from "#app/domain/outbox/scheduling/purge.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/changing/purge.server.ts";
import { renewDueDates } from "#app/domain/tasks/due/renew-due-dates.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";
import { database } from "#db/connection.server.ts";
import type { Channel } from "#db/schema.ts";
import { createClockWatch } from "./clock-watch.ts";
import { readInstance } from "./instance.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { createFailoverQueue } from "./failover-queue.ts";
import { createLocalQueue } from "./local-queue.ts";
import { createRedisQueue } from "./redis-queue.ts";
import { backUpNightly } from "./nightly-backup.ts";
import { startRoutines } from "./routine.ts";
import { serialized } from "./serialized.ts";
import { stopWhenAsked } from "./shutdown.ts";
import { providers } from "#app/services/providers.server.ts";

const batchSize = 1_000;

const db = database();
const instance = readInstance();
const report = (error: unknown, delivery?: string) => log.error({ err: error, delivery }, "delivery interrupted");
const deliver = createDeliver(db, instance, providers, log);
const closing = new AbortController();
const deliverInTurn = serialized(deliver, closing.signal);
const deliverBy = (channel: Channel) => (providers.isAskable(channel) ? deliver : deliverInTurn);
const queue = createFailoverQueue(
  createLocalQueue(deliverBy, report),
  env.REDIS_URL ? createRedisQueue(env.REDIS_URL, deliverBy, report) : null,
);
const heartbeat = createHeartbeat(db, queue.backend);

async function tick(): Promise<void> {
  const now = nowIso();
  await tickReminders(db, now, relay);
  await tickSummaries(db, instance.timeZone, now);
  await mergeLateReminders(db, now);
  await relay();
}

async function relay(): Promise<void> {
  let due;
  do {
    due = await handOver(db, batchSize, nowIso(), await queue.saturatedChannels());
    if (due.length > 0) await queue.enqueue(due);
  } while (due.length === batchSize);
}

await retryWithNewSettings(db, nowIso()).catch((err: unknown) =>
  log.error({ err }, "paused channels could not be retried"),
);
const stop = startRoutines(
  [
    { name: "tick", everyMs: 1_000, run: tick },
    { name: "sweep", everyMs: 10_000, run: () => sweep(db, instance, providers, nowIso()) },
    { name: "heartbeat", everyMs: 10_000, run: heartbeat.beat },
    // A public name is none that a provider surely reaches, and nobody hears a report while the web restarts.
    {
      name: "ask provider",
      everyMs: instance.isPublic ? 300_000 : 30_000,
      run: () => askProvider(db, providers, nowIso()),
    },
    { name: "purge tasks", everyMs: 3_600_000, run: () => purgeDeletedTasks(db, nowIso()) },
    { name: "purge traces", everyMs: 3_600_000, run: () => purgeTraces(db, nowIso()) },
    { name: "renew due dates", everyMs: 3_600_000, run: () => renewDueDates(db, process.versions.tz ?? "", nowIso()) },
    { name: "back up", everyMs: 60_000, run: () => backUpNightly(db, env.DATA_DIR, instance.timeZone, log) },
    { name: "watch the clock", everyMs: 5_000, run: createClockWatch(log) },
  ],
  log,
);
log.info({ queue: queue.backend() }, "worker ready");
process.send?.({ ready: true });

stopWhenAsked(async () => {
  closing.abort();
  // A routine may be waiting for a provider: nothing more is taken meanwhile.
  await Promise.all([stop(), queue.close()]);
  await heartbeat.end();
});
