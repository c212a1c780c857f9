import { CompiledQuery, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { countHeld } from "#app/domain/outbox/recovery/held.server.ts";
import { countChargedMessages } from "#app/domain/outbox/views/charged-messages.server.ts";
import { readSendingFigures } from "#app/domain/outbox/views/figures.server.ts";
import { listLimitedUsers } from "#app/domain/outbox/views/limited-users.server.ts";
import { listMessageLog } from "#app/domain/outbox/views/message-log.server.ts";
import { lapseReminders, tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { isSeriesBehind, tickSeries } from "#app/domain/series/tick-series.server.ts";
import { purgeDeletedTasks } from "#app/domain/tasks/changing/purge.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { readSendingHealth } from "#app/domain/outbox/views/health.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { pollProgress } from "#app/domain/outbox/reports/poll-progress.server.ts";
import { messageTypes, purgeExpiredRecords } from "#app/domain/wiring/product.server.ts";
import type { Database } from "#db/schema.ts";
import { findNextDue } from "#jobs/next-due.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import { newDatabase } from "../../support/records/database.ts";
import { captureQueries } from "../../support/records/queries.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const scan = /^SCAN (deliveries|reminders|tasks|series|series_occurrences)\b/;
/** Indexes of the few rows that are open, wait or are due. */
const isOfFew =
  /INDEX (deliveries_(open|ready|sending|unknown|held|wanting_other_way)|reminders_(due|upcoming|to_lapse)|series_to_plan|series_occurrences_to_miss|tasks_deleted)/;

type Sender = ReturnType<typeof newSender>;

const routines: Record<string, (db: Kysely<Database>, sender: Sender) => Promise<unknown>> = {
  sweep: (db, { outbox, providers }) => sweep(db, outbox, providers, nowIso()),
  merging: (db) => mergeLateMessages(db, messageTypes, nowIso()),
  figures: (db) => readSendingFigures(db, nowIso()),
  "charged messages": (db) => countChargedMessages(db, nowIso()),
  "limited users": (db) => listLimitedUsers(db, nowIso()),
  "the list of waiting messages": (db) =>
    listMessageLog(
      db,
      messageTypes,
      { group: "waiting", before: undefined, timeZone: "UTC" },
      nowIso(),
    ),
  "held messages": (db) => countHeld(db),
  "the next time that something is due": (db) => findNextDue(db, nowIso()),
  reminding: (db) => tickReminders(db, nowIso()),
  lapsing: (db) => lapseReminders(db, nowIso()),
  "going on with series": (db) => tickSeries(db, () => nowIso()),
  "looking for series that are behind": (db) => isSeriesBehind(db, nowIso(), nowIso()),
  "emptying the trash": (db) => purgeDeletedTasks(db, nowIso()),
  "ending expired records": (db) => purgeExpiredRecords(db, nowIso()),
  polling: (db, { providers }) => pollProgress(db, providers, nowIso()),
  health: (db) => readSendingHealth(db, nowIso()),
};

test.skipIf(skippedOnPostgres.plans).each(Object.keys(routines))(
  "%s reads no message, reminder, task or series that is over",
  async (name) => {
    await using own = newDatabase();
    await using twilio = await startFakeTwilio();
    const sender = newSender(own.db, twilio.settings);
    await addDueReminder(own.db, await newFamilyWithPhone(own.db));
    await own.db
      .updateTable("deliveries")
      .set({ state: "unknown", attempts: 1, claimed_at: nowIso() })
      .execute();
    const until = laterBy(nowIso(), { minutes: 5 });
    const pause = { channel: "email", reason: "rate_limit", paused_at: nowIso(), until } as const;
    await own.db.insertInto("channel_pauses").values(pause).execute();
    const queries = await captureQueries(own.db, (db) => routines[name]!(db, sender));
    const scans = [];
    for (const { sql: text, parameters } of queries) {
      const query = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
      const { rows } = await own.db.executeQuery<{ detail: string }>(query);
      if (rows.some(({ detail }) => scan.test(detail) && !isOfFew.test(detail))) scans.push(text);
    }
    expect(scans).toEqual([]);
  },
);
