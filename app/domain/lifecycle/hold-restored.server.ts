import type { Kysely } from "kysely";
import { endResetLinks } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { endEverySession } from "#app/domain/accounts/sessions/session-list.server.ts";
import { notifyOwner } from "#app/domain/instance/notify-owner.server.ts";
import { findRestoredBackup, rememberHeld } from "#app/domain/instance/restored-backup.server.ts";
import { holdDeliveries } from "#app/domain/outbox/recovery/held.server.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { tickSummaries } from "#app/domain/summary/tick-summaries.server.ts";
import type { Channel, Database } from "#db/schema.ts";

interface About {
  /** For users whose own zone is unknown. */
  timeZone: string;
  isSetUp: (channel: Channel) => boolean;
}

/**
 * After a restore, before anything is served or sent: what came due since the backup has probably gone out, and some of
 * its sessions and reset links have ended since.
 */
export async function holdRestored(db: Kysely<Database>, { timeZone, isSetUp }: About, now: string): Promise<void> {
  const madeAt = await findRestoredBackup(db);
  if (!madeAt) return;
  await tickReminders(db, now);
  await tickSummaries(db, timeZone, now);
  await db.transaction().execute(async (trx) => {
    await endEverySession(trx);
    await endResetLinks(trx, now);
    const held = await holdDeliveries(trx, now);
    await rememberHeld(trx, madeAt);
    if (held > 0) await notifyOwner(trx, { about: "backup_restored", madeAt, held }, isSetUp, now);
  });
}
