// The worker: makes what is due go out. Any number of them may run; the database decides who sends what.
import { tickReminders } from "#app/domain/deliveries/tick-reminders.server.ts";
import { tickSummaries } from "#app/domain/deliveries/tick-summaries.server.ts";
import { askProvider } from "#app/domain/deliveries/ask-provider.server.ts";
import { createDeliver } from "#app/domain/deliveries/deliver.server.ts";
import { handOver } from "#app/domain/deliveries/hand-over.server.ts";
import { mergeLateReminders } from "#app/domain/deliveries/merge-late.server.ts";
import { retryWithNewSettings } from "#app/domain/deliveries/new-settings.server.ts";
import { purgeTraces } from "#app/domain/deliveries/purge.server.ts";
import { sweep } from "#app/domain/deliveries/sweep.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/purge.server.ts";
import { renewDueDates } from "#app/domain/tasks/renew-due-dates.server.ts";
import { nowIso } from "#app/domain/time.ts";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { database } from "#db/connection.server.ts";
import type { Channel } from "#db/schema.ts";
import { createClockWatch } from "./clock-watch.ts";
import { readInstance } from "./instance.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { inTurn } from "./in-turn.ts";
import { localOutlet } from "./local-outlet.ts";
import { redisOutlet } from "./relay.ts";
import { backUpNightly } from "./nightly-backup.ts";
import { startRoutines } from "./routine.ts";
import { stopWhenAsked } from "./shutdown.ts";
import { switchingOutlet } from "./switching-outlet.ts";
import { providers } from "#app/services/providers.server.ts";

const handedAtOnce = 1_000;

const db = database();
const instance = readInstance();
const report = (error: unknown, delivery?: string) => log.error({ err: error, delivery }, "a delivery was cut off");
const deliver = createDeliver(db, instance, providers, log);
const closing = new AbortController();
const deliverInTurn = inTurn(deliver, closing.signal);
const deliverBy = (channel: Channel) => (providers.isAskable(channel) ? deliver : deliverInTurn);
const local = localOutlet(deliverBy, report);
const outlet = switchingOutlet(local, env.REDIS_URL ? redisOutlet(env.REDIS_URL, deliverBy, report) : null);
const heartbeat = createHeartbeat(db, outlet.queue);

async function tick(): Promise<void> {
  const now = nowIso();
  await tickReminders(db, now, handOut);
  await tickSummaries(db, instance.timeZone, now);
  await mergeLateReminders(db, now);
  await handOut();
}

async function handOut(): Promise<void> {
  let handed;
  do {
    handed = await handOver(db, handedAtOnce, nowIso(), await outlet.full());
    if (handed.length > 0) await outlet.put(handed);
  } while (handed.length === handedAtOnce);
}

await retryWithNewSettings(db, nowIso()).catch((err: unknown) => log.error({ err }, "paused channels stay paused"));
const stop = startRoutines(
  [
    { name: "tick", everyMs: 1_000, run: tick },
    { name: "sweep", everyMs: 10_000, run: () => sweep(db, instance, providers, nowIso()) },
    { name: "heartbeat", everyMs: 10_000, run: heartbeat.beat },
    ...(instance.isPublic
      ? []
      : [{ name: "ask provider", everyMs: 30_000, run: () => askProvider(db, providers, nowIso()) }]),
    { name: "purge tasks", everyMs: 3_600_000, run: () => purgeDeletedTasks(db, nowIso()) },
    { name: "purge traces", everyMs: 3_600_000, run: () => purgeTraces(db, nowIso()) },
    { name: "renew due dates", everyMs: 3_600_000, run: () => renewDueDates(db, process.versions.tz ?? "", nowIso()) },
    { name: "back up", everyMs: 60_000, run: () => backUpNightly(db, env.DATA_DIR, instance.timeZone, log) },
    { name: "watch the clock", everyMs: 5_000, run: createClockWatch(log) },
  ],
  log,
);
log.info({ queue: outlet.queue() }, "the worker is ready");
process.send?.({ ready: true });

stopWhenAsked(async () => {
  closing.abort();
  // A routine may be waiting for a provider: nothing more is taken meanwhile.
  await Promise.all([stop(), outlet.close()]);
  await heartbeat.end();
});
