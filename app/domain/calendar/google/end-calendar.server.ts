import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { isTaskToCome } from "#app/domain/tasks/find-tasks.server.ts";
import { sendEntry } from "#app/services/google/calendar-entries.server.ts";
import type { GoogleClient } from "#app/services/google/client.server.ts";
import type { Database } from "#db/schema.ts";
import { forgetUnsent } from "../entries/bring-up-to-date.server.ts";
import { forgetEvents, revokeUnusedGrant, unsentEntry } from "./connection.server.ts";

/**
 * Ends the connection of an account that ends or gets another owner. The worker removes its future
 * entries from the calendar, and those that it may still show as they were before a change; then it
 * revokes the grant (`endCalendars`). Past entries stay there.
 */
export async function endCalendar(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  const connection = await trx
    .deleteFrom("calendar_connections")
    .where("user_id", "=", userId)
    .returning(["sub", "refresh_token"])
    .executeTakeFirst();
  if (!connection) return;
  await forgetUnsent(trx, userId);
  const id = newId();
  await trx
    .insertInto("calendar_endings")
    .values({ id, user_id: userId, ...connection, ended_at: now, run_at: now })
    .execute();
  await trx
    .insertInto("calendar_removals")
    .columns(["ending_id", "event_id", "calendar_id"])
    .expression((eb) =>
      eb
        .selectFrom("calendar_entries")
        .select([eb.val(id).as("ending_id"), "event_id", "calendar_id"])
        .$narrowType<{ calendar_id: string }>()
        .where("user_id", "=", userId)
        .where("sub", "=", connection.sub)
        .where((entry) =>
          entry.or([
            entry("series_id", "is not", null),
            entry("content", "=", ""),
            isTaskToCome(entry, "calendar_entries.task_id", now),
          ]),
        ),
    )
    .execute();
  const removed = await trx
    .selectFrom("calendar_entries")
    .select("calendar_entries.id")
    .innerJoin("calendar_removals", "calendar_removals.event_id", "calendar_entries.event_id")
    .where("ending_id", "=", id)
    .execute();
  await forgetEvents(
    trx,
    removed.map((entry) => entry.id),
  );
  await trx
    .updateTable("calendar_entries")
    .set(unsentEntry)
    .where("user_id", "=", userId)
    .execute();
}

interface Ends {
  google: GoogleClient | undefined;
  encryptionKey: string;
}

type Ending = Awaited<ReturnType<typeof listDue>>[number];

/** One removal takes a fifth of a second, and one account's thousands must not delay another's. */
const removedAtOnce = 20;
const minutesToRetry = 5;
/** Deletes the token after this time, even if Google never answers. */
const hoursToTry = 24;

export async function endCalendars(
  db: Kysely<Database>,
  { google, encryptionKey }: Ends,
  now: string,
): Promise<void> {
  for (const ending of await listDue(db, now)) {
    const token = decrypt(encryptionKey, ending.refresh_token, ending.user_id);
    const isOver = laterBy(ending.ended_at, { hours: hoursToTry }) <= now;
    const progress =
      google && token && !isOver ? await goOn(db, ending, { google, token }) : "ended";
    if (progress === "ended")
      await db.deleteFrom("calendar_endings").where("id", "=", ending.id).execute();
    if (progress === "unanswered") {
      const run_at = laterBy(now, { minutes: minutesToRetry });
      await db
        .updateTable("calendar_endings")
        .set({ run_at })
        .where("id", "=", ending.id)
        .execute();
    }
  }
}

function listDue(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("calendar_endings")
    .selectAll()
    .where("run_at", "<=", now)
    .orderBy("run_at")
    .execute();
}

async function goOn(
  db: Kysely<Database>,
  { id, sub }: Ending,
  { google, token }: { google: GoogleClient; token: string },
): Promise<"ended" | "underway" | "unanswered"> {
  const events = await db
    .selectFrom("calendar_removals")
    .select(["event_id as eventId", "calendar_id as calendarId"])
    .where("ending_id", "=", id)
    .limit(removedAtOnce)
    .execute();
  for (const event of events) {
    const removal = { channel: "calendar", isThere: true, event: null, deliveryId: id } as const;
    const outcome = await sendEntry(google, { ...removal, ...event, refreshToken: token });
    if (outcome.status === "later" || outcome.status === "unclear") return "unanswered";
    // The user has revoked the grant at Google.
    if (outcome.status === "needs_user") return "ended";
    await db
      .deleteFrom("calendar_removals")
      .where("ending_id", "=", id)
      .where("event_id", "=", event.eventId)
      .execute();
  }
  if (events.length === removedAtOnce) return "underway";
  const isRevoked = await revokeUnusedGrant(db, { sub, refreshToken: token }, google);
  return isRevoked ? "ended" : "unanswered";
}
