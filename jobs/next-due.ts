import type { Kysely } from "kysely";
import { findNextReady } from "#app/domain/outbox/queries/next-ready.server.ts";
import { findNextSummary } from "#app/domain/preferences/preferences.server.ts";
import { findNextFollowUp } from "#app/domain/reminders/following/follow-reminders.server.ts";
import { findNextReminder } from "#app/domain/reminders/tick-reminders.server.ts";
import type { Database } from "#db/schema.ts";

/** Returns the earliest instant after the given one at which a message falls due. */
export async function findNextDue(
  db: Kysely<Database>,
  after: string,
): Promise<string | undefined> {
  const instants = [
    await findNextReminder(db, after),
    await findNextFollowUp(db, after),
    await findNextSummary(db, after),
    await findNextReady(db, after),
  ];
  return instants.filter((instant) => instant !== undefined).toSorted()[0];
}
