import type { Kysely } from "kysely";
import { endResetLinks } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { endEverySession } from "#app/domain/accounts/sessions/session-list.server.ts";
import { forgetSyncTokens } from "#app/domain/caldav/record-changes.server.ts";
import { beginComparing } from "#app/domain/calendar/google/compare-calendars.server.ts";
import { notifyOwner } from "#app/domain/instance/notify-owner.server.ts";
import {
  findRestoredBackup,
  rememberHeld,
  rememberStart,
} from "#app/domain/instance/restored-backup.server.ts";
import { holdDeliveries } from "#app/domain/outbox/recovery/held.server.ts";
import { bumpEveryRevision } from "#app/domain/people/revision.server.ts";
import { stopFollowing } from "#app/domain/reminders/following/follow-reminders.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { indexEverythingLater } from "#app/domain/search/index-tasks.server.ts";
import { isSeriesBehind, tickSeries } from "#app/domain/series/tick-series.server.ts";
import { tickSummaries } from "#app/domain/summary/tick-summaries.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { stopModelEverywhere } from "#app/domain/mail/model-switch.server.ts";
import { holdAllSources } from "./held-sources.server.ts";

/** Each round advances every series. One that fails must not hold up the others. */
const maxRounds = 5;

interface About {
  /** For users whose own zone is unknown. */
  timeZone: string;
  isSetUp: (channel: Channel) => boolean;
}

/**
 * Runs after a restore, before anything is served. Ends sessions and reset links: some of them
 * ended after the backup was made.
 */
export async function endRestoredAccess(db: Kysely<Database>, now: string): Promise<void> {
  const restored = await findRestoredBackup(db);
  if (!restored || restored.startedAt) return;
  await db.transaction().execute(async (trx) => {
    await endEverySession(trx);
    await endResetLinks(trx, now);
    await bumpEveryRevision(trx, now);
    await forgetSyncTokens(trx);
    await indexEverythingLater(trx, now);
    await rememberStart(trx, now);
  });
}

/**
 * Runs after a restore, before anything is sent. Holds messages that came due between backup and
 * start, and what followed from them: they have probably been sent.
 */
export async function holdRestored(
  db: Kysely<Database>,
  { timeZone, isSetUp }: About,
  now: string,
): Promise<void> {
  const restored = await findRestoredBackup(db);
  if (!restored) return;
  const { madeAt, startedAt = now } = restored;
  const until = startedAt < now ? startedAt : now;
  // The dates since the backup have reminders as well.
  for (let left = maxRounds; left > 0 && (await isSeriesBehind(db, until, until)); left -= 1)
    await tickSeries(db, () => until);
  await tickReminders(db, until);
  await tickSummaries(db, timeZone, until);
  await db.transaction().execute(async (trx) => {
    // Another worker may have been first.
    if (!(await findRestoredBackup(trx))) return;
    await stopFollowing(trx);
    const held = await holdDeliveries(trx, { madeAt, until });
    await beginComparing(trx, { madeAt, now });
    await holdAllSources(trx, now);
    await stopModelEverywhere(trx);
    await rememberHeld(trx, madeAt);
    if (held > 0) await notifyOwner(trx, { about: "backup_restored", madeAt, held }, isSetUp, now);
  });
}
