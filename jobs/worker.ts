// Any number of workers may run: claims in the database decide which one sends. On PostgreSQL, one
// of them leads, and runs what needs to run only once.
import "#app/config/log-crashes.server.ts";
import { onWake } from "#app/domain/outbox/queries/wake-worker.ts";
import { compareCalendars } from "#app/domain/calendar/google/compare-calendars.server.ts";
import { endCalendars } from "#app/domain/calendar/google/end-calendar.server.ts";
import { readCalendars } from "#app/domain/calendar/shown/read-calendars.server.ts";
import { pollTexts } from "#app/domain/inbox/poll-texts.server.ts";
import type { InboxSettings } from "#app/domain/inbox/reader.ts";
import { createTelegramPoll } from "#app/domain/inbox/telegram/poll-telegram.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import "#app/domain/wiring/rules.server.ts";
import type { Outbox } from "#app/domain/outbox/message-type.ts";
import { passOverAtOnce } from "#app/domain/outbox/channels/pass-over-paused.server.ts";
import { createLeaseHold } from "#app/domain/outbox/recovery/lease-hold.ts";
import { retryWithNewSettings } from "#app/domain/outbox/recovery/new-settings.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { pollProgress } from "#app/domain/outbox/reports/poll-progress.server.ts";
import { enqueueDue } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { foldOldDeliveries } from "#app/domain/outbox/scheduling/fold-old.server.ts";
import { lateBefore } from "#app/domain/outbox/queries/sendable.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { createDeliver } from "#app/domain/outbox/sending/deliver.server.ts";
import { removeAccounts } from "#app/domain/lifecycle/remove-accounts.server.ts";
import { features, messageTypes, purgeExpiredRecords } from "#app/domain/wiring/product.server.ts";
import { followReminders } from "#app/domain/reminders/following/follow-reminders.server.ts";
import { lapseReminders, tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { indexWaiting } from "#app/domain/search/index-tasks.server.ts";
import { isSeriesBehind, tickSeries } from "#app/domain/series/tick-series.server.ts";
import { tickSummaries } from "#app/domain/summary/tick-summaries.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { readMailIn } from "#app/domain/mail/forwarding/mail-in.ts";
import { createMailboxReader } from "#app/domain/mail/mailbox/read-mailboxes.server.ts";
import { purgeMails } from "#app/domain/mail/act-on-mail.server.ts";
import { purgePreviews } from "#app/domain/imports/purge.server.ts";
import { forgetChangesOfPurged } from "#app/domain/imports/take-changes.server.ts";
import { runImports } from "#app/domain/imports/run-imports.server.ts";
import { purgeDeletedItems } from "#app/domain/lists/purge.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/changing/purge.server.ts";
import { recomputeDueDates } from "#app/domain/tasks/due/recompute-due-dates.server.ts";
import { createWebhookSender } from "#app/domain/webhooks/sending/send-webhooks.server.ts";
import { tickDueTasks } from "#app/domain/webhooks/sending/tick-due.server.ts";
import { env } from "#app/config/env.server.ts";
import { saveMemory } from "#app/config/heap.server.ts";
import { log } from "#app/config/log.server.ts";
import { endAsRefused } from "#app/config/end-as-refused.server.ts";
import { googleClient } from "#app/services/google/client.server.ts";
import { providers } from "#app/services/providers.server.ts";
import { database } from "#db/connection.server.ts";
import { listMigrations } from "#db/known-migrations.ts";
import { dueNotice } from "#db/sql/notices.ts";
import { logAudit } from "./audit-log.ts";
import { canBatch, concurrencyOf } from "./catalog.ts";
import { createClockDoubt } from "./clock/clock-doubt.ts";
import { createClockWatch } from "./clock/clock-watch.ts";
import { createDueAlarm, type DueAlarm } from "./due-alarm.ts";
import type { Sender } from "./delivery-queue.ts";
import { createFailoverQueue } from "./failover-queue.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { createHoldAfterRestore } from "./clock/hold-after-restore.ts";
import { readInstance } from "./instance.ts";
import { createLeadership, type Leadership } from "./leadership.ts";
import { createQueueLog } from "./queue-log.ts";
import { createLocalQueue } from "./local-queue.ts";
import { findNextDue } from "./next-due.ts";
import { onceReachable } from "./once-reachable.ts";
import { createSharesWatch } from "./files/shares-watch.ts";
import { createKeysWatch } from "./files/keys-watch.ts";
import { backUpNightly } from "./files/nightly-backup.ts";
import { createWalTruncation } from "#db/truncate-wal.ts";
import { type Routine, startRoutines } from "./routine.ts";
import { stopOnSignal } from "./shutdown.ts";

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

const db = database();
const { isInDoubt, heldBefore, ...doubt } = await onceReachable(
  () => createClockDoubt(db, log),
  log,
);
const instance = await onceReachable(() => readInstance(db), log);
const outbox: Outbox = { ...instance, ...features, heldBefore };
const onceHeld = createHoldAfterRestore(db, outbox);
const unlessInDoubt = (run: (signal: AbortSignal) => Promise<unknown>) =>
  doubt.unlessInDoubt(onceHeld(run));
const { limits, timeZone, isPublic, linkKey, encryptionKey, id: instanceId } = outbox;
const google = { google: googleClient, encryptionKey, instanceId };
const inbox: InboxSettings = {
  linkKey,
  timeZone,
  limits,
  logInfo: (facts) => log.info(facts),
};
const logInterruption = (error: unknown, delivery?: string) =>
  log.error({ err: error, delivery }, "delivery interrupted");
const createAlarm = () => createDueAlarm((after) => findNextDue(db, after));
const alarms = { remind: createAlarm(), follow: createAlarm(), enqueue: createAlarm() };
const deliver = createDeliver(db, outbox, providers, log);
const sender: Sender = {
  // Each completed delivery makes room for another.
  deliver: (id) => deliver(id).finally(alarms.enqueue.ring),
  concurrency: (channel) => concurrencyOf(channel, providers),
  canBatch: (channel) => canBatch(channel, providers),
};
const queue = createFailoverQueue(
  createLocalQueue(sender, logInterruption),
  env.REDIS_URL ? await redisQueue(env.REDIS_URL) : null,
);
const areLeasesHeld = createLeaseHold();
const mailboxes = createMailboxReader(db, {
  log: (facts) => log.info(facts),
  encryptionKey,
  timeZone,
  trustedHosts: env.ALLOWED_PRIVATE_HOSTS,
  mailIn: readMailIn(env),
});
const webhooks = createWebhookSender(
  db,
  { encryptionKey, trustedHosts: env.ALLOWED_PRIVATE_HOSTS },
  (err) => log.error({ err }, "webhook interrupted"),
);
const heartbeat = createHeartbeat(db, queue.backend, { isSetUp: outbox.isSetUp, isInDoubt });

/** Loads BullMQ only if it is used. */
async function redisQueue(url: string) {
  const { createRedisQueue } = await import("./redis/redis-queue.ts");
  return createRedisQueue({ url, prefix: `mila:${instanceId}` }, sender, logInterruption);
}

/** Hears of what other machines add, and leads if no other worker does. */
async function joinOthers(url: string, leadership: Leadership): Promise<() => Promise<void>> {
  const { keepSession } = await import("#db/dialects/postgres/session.ts");
  return keepSession({
    url,
    migration: (await listMigrations()).at(-1)!,
    onNotice: {
      name: dueNotice,
      call: () => {
        for (const { ring } of Object.values(alarms)) ring();
      },
    },
    leadership: {
      gain() {
        log.info("this worker leads");
        leadership.gain();
      },
      lose() {
        leadership.lose();
        mailboxes.end();
      },
    },
    onRefused: (why) => endAsRefused(log, why),
  });
}

const remind = unlessInDoubt(async () => {
  const now = nowIso();
  // After a time off, late reminders wait until their series have caught up, so that they are about
  // tasks that are still open.
  const isBehind = await isSeriesBehind(db, lateBefore(now), now);
  await tickReminders(db, now, isBehind ? lateBefore(now) : undefined);
  await mergeLateMessages(db, messageTypes, now);
});

const follow = unlessInDoubt(async () => {
  const now = nowIso();
  await tickSummaries(db, timeZone, now);
  // Each step takes a batch, so that none waits for all of another.
  const followed = await followReminders(db, now);
  if (followed + (await passOverAtOnce(db, outbox, now)) > 0) alarms.follow.ring();
});

async function enqueue(): Promise<void> {
  const due = await enqueueDue(db, outbox, await queue.findCapacities(), nowIso());
  if (due.length > 0) await queue.enqueue(due);
}

const enqueueOnceHeld = onceHeld(enqueue);

async function sweepAll(): Promise<void> {
  const resolved = await sweep(db, outbox, providers, nowIso(), areLeasesHeld);
  for (const one of resolved) log.info(one, "delivery resolved");
}

async function pollProviders(): Promise<void> {
  const now = nowIso();
  for (const reported of await pollProgress(db, providers, now))
    log.info(reported, "delivery reported");
  await pollTexts(db, inbox, providers, now);
}

function whenDue(name: string, alarm: DueAlarm, run: (signal: AbortSignal) => Promise<unknown>) {
  const runFrom = (signal: AbortSignal) => {
    alarm.set(nowIso());
    return run(signal);
  };
  return { name, everyMs: second, run: runFrom, wait: alarm.wait };
}

await onceReachable(() => retryWithNewSettings(db, nowIso()), log).catch((err: unknown) =>
  log.error({ err }, "paused channels could not be retried"),
);
/** Each worker sends, and tells how it is. */
const ofEach: Routine[] = [
  whenDue("deliveries.enqueue", alarms.enqueue, (signal) =>
    isInDoubt() ? enqueue() : enqueueOnceHeld(signal),
  ),
  { name: "worker.beat", everyMs: 10 * second, run: heartbeat.beat },
  // Does not use the database: a worker that waits for its disk must not be killed while it
  // sends.
  {
    name: "worker.alive",
    everyMs: 10 * second,
    run: async () => process.send?.({ alive: true }),
  },
  { name: "keys.watch", everyMs: 15 * second, run: createKeysWatch(db, log) },
  { name: "queue.log", everyMs: second, run: createQueueLog(queue.backend, log) },
  { name: "clock.watch", everyMs: 5 * second, run: createClockWatch(log) },
];
const leadership = env.DATABASE_URL ? createLeadership() : undefined;
/** Run on one worker of all machines. Two for a moment do no harm: each claims what it takes. */
const ofLeader: Routine[] = [
  whenDue("reminders.tick", alarms.remind, (signal) => remind(signal).finally(alarms.enqueue.ring)),
  // Runs separately, so that no reminder waits for the messages that follow thousands of others.
  whenDue("reminders.follow", alarms.follow, (signal) =>
    follow(signal).finally(alarms.enqueue.ring),
  ),
  {
    name: "tasks.announce",
    everyMs: second,
    run: unlessInDoubt(() => announceWaiting(db, nowIso())),
  },
  { name: "search.index", everyMs: second, run: () => indexWaiting(db) },
  { name: "accounts.remove", everyMs: second, run: () => removeAccounts(db) },
  {
    name: "calendars.end",
    everyMs: second,
    run: unlessInDoubt(() => endCalendars(db, google, nowIso())),
  },
  {
    name: "calendars.compare",
    everyMs: second,
    run: unlessInDoubt(() => compareCalendars(db, google, nowIso())),
  },
  {
    name: "calendars.read",
    everyMs: second,
    run: unlessInDoubt(() =>
      readCalendars(db, { ...google, trustedHosts: env.ALLOWED_PRIVATE_HOSTS }, nowIso()),
    ),
  },
  {
    name: "mailboxes.read",
    everyMs: second,
    run: unlessInDoubt((signal) => mailboxes.read(nowIso(), signal)),
  },
  { name: "imports.run", everyMs: second, run: unlessInDoubt(() => runImports(db)) },
  {
    name: "webhooks.send",
    everyMs: second,
    run: unlessInDoubt(async () => {
      await tickDueTasks(db, nowIso());
      await webhooks.send(nowIso());
    }),
  },
  { name: "series.advance", everyMs: second, run: unlessInDoubt(() => tickSeries(db, nowIso)) },
  { name: "deliveries.sweep", everyMs: 10 * second, run: unlessInDoubt(sweepAll) },
  // Webhooks may not arrive, even at a public address, while the web server restarts.
  {
    name: "providers.poll",
    everyMs: isPublic ? 5 * minute : 30 * second,
    run: unlessInDoubt(pollProviders),
  },
  ...(providers.telegram
    ? [
        {
          name: "telegram.poll",
          everyMs: second,
          run: createTelegramPoll(
            db,
            {
              bot: providers.telegram,
              providers,
              settings: inbox,
              isLed: leadership !== undefined,
            },
            log,
          ),
        },
      ]
    : []),
  {
    name: "reminders.lapse",
    everyMs: 10 * second,
    run: unlessInDoubt(() => lapseReminders(db, nowIso())),
  },
  {
    name: "tasks.purge",
    everyMs: hour,
    run: unlessInDoubt(async () => {
      await forgetChangesOfPurged(db, nowIso());
      await purgeDeletedTasks(db, nowIso());
    }),
  },
  {
    name: "lists.purge",
    everyMs: hour,
    run: unlessInDoubt(() => purgeDeletedItems(db, nowIso())),
  },
  {
    name: "mails.purge",
    everyMs: hour,
    run: unlessInDoubt(() => purgeMails(db, encryptionKey)),
  },
  {
    name: "imports.purge",
    everyMs: hour,
    run: unlessInDoubt(() => purgePreviews(db, nowIso())),
  },
  {
    name: "traces.purge",
    everyMs: hour,
    run: unlessInDoubt(() => purgeExpiredRecords(db, nowIso())),
  },
  {
    name: "deliveries.fold",
    everyMs: hour,
    run: unlessInDoubt(() => foldOldDeliveries(db, messageTypes, nowIso())),
  },
  {
    name: "due-dates.renew",
    everyMs: hour,
    run: unlessInDoubt(() => recomputeDueDates(db, process.versions.tz ?? "", nowIso())),
  },
  // PostgreSQL has its own ways for both (docs/scaling.md).
  ...(env.DATABASE_URL
    ? []
    : [
        {
          name: "backup.create",
          everyMs: minute,
          run: unlessInDoubt(() => backUpNightly(db, env.DATA_DIR, timeZone, log)),
        },
        { name: "database.truncate", everyMs: 20 * second, run: createWalTruncation(db, log) },
      ]),
  { name: "shares.watch", everyMs: minute, run: createSharesWatch(db, outbox.isSetUp, log) },
  { name: "audit.log", everyMs: second, run: () => logAudit(db, log) },
];
const stop = startRoutines(
  [...ofEach, ...(leadership ? ofLeader.map(leadership.led) : ofLeader)],
  log,
);
const leave =
  env.DATABASE_URL && leadership ? await joinOthers(env.DATABASE_URL, leadership) : undefined;
for (const { ring } of Object.values(alarms)) {
  onWake(ring);
  // The server sends this through their parent.
  process.on("message", ring);
}
saveMemory();
log.info({ queue: queue.backend() }, "worker ready");
process.send?.({ ready: true });

stopOnSignal(async () => {
  // A routine may be waiting for a provider. The queue accepts no more work from here on.
  await Promise.all([stop(), queue.close()]);
  await webhooks.end();
  mailboxes.end();
  await heartbeat.end();
  await leave?.();
});
