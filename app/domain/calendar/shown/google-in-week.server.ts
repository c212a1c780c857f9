import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision, bumpRevisions } from "#app/domain/people/revision.server.ts";
import type { Database, GoogleDetail } from "#db/schema.ts";
import { findConnection } from "../find-connection.server.ts";
import { type GoogleInWeek, maxShownCalendars } from "../input.ts";
import { describeState } from "./describe-state.ts";
import { isReadTooOften } from "./shown-calendars.server.ts";

const googleHost = "calendar.google.com";

/** Finds how much of an account's Google calendar the week shows, and when it was last read. */
export async function findGoogleInWeek(
  db: Kysely<Database>,
  { userId, timeZone }: Pick<ZonedViewer, "userId" | "timeZone">,
  now: string = nowIso(),
): Promise<{ show: GoogleInWeek; state: string | null }> {
  const row = await googleCalendarOf(db, userId).selectAll().executeTakeFirst();
  return row?.google_detail
    ? { show: row.google_detail, state: describeState(row, timeZone, now) }
    : { show: "off", state: null };
}

type Saved = "saved" | "not_connected" | "too_many" | "too_often";

/**
 * Shows an account's connected Google calendar in its household's week, or removes it. The worker
 * reads a new one within seconds.
 */
export async function showGoogleInWeek(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  show: GoogleInWeek,
  now: string = nowIso(),
): Promise<Saved> {
  return db.transaction().execute(async (trx) => {
    if (show === "off") {
      await endGoogleInWeek(trx, userId);
      return "saved";
    }
    const connection = await findConnection(trx, userId);
    if (!connection || connection.problem === "grant_gone") return "not_connected";
    const row = await googleCalendarOf(trx, userId)
      .select(["id", "google_detail"])
      .executeTakeFirst();
    if (row?.google_detail === show) return "saved";
    const { householdId } = await getMembership(trx, userId);
    if (!row && (await countCalendars(trx, householdId)) >= maxShownCalendars) return "too_many";
    const isHiding = row && show === "busy";
    if (!isHiding && (await isReadTooOften(trx, householdId, now))) return "too_often";
    if (row) await changeDetail(trx, row.id, show, now);
    else
      await trx
        .insertInto("shown_calendars")
        .values({
          id: newId(),
          household_id: householdId,
          added_by: userId,
          host: googleHost,
          address: "",
          google_detail: show,
          added_at: now,
          next_read_at: now,
        })
        .execute();
    await bumpRevision(trx, householdId);
    return "saved";
  });
}

function googleCalendarOf(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("shown_calendars")
    .where("added_by", "=", userId)
    .where("google_detail", "is not", null);
}

async function countCalendars(trx: Transaction<Database>, householdId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("shown_calendars")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("household_id", "=", householdId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the events that were read, because the household may no longer see their titles. */
async function changeDetail(
  trx: Transaction<Database>,
  id: string,
  google_detail: GoogleDetail,
  now: string,
): Promise<void> {
  await trx.deleteFrom("shown_events").where("calendar_id", "=", id).execute();
  const unread = { digest: null, listed_at: null, tried_at: null, read_at: null, problem: null };
  await trx
    .updateTable("shown_calendars")
    .set({ google_detail, ...unread, failures: 0, next_read_at: now })
    .where("id", "=", id)
    .execute();
}

/** Removes an account's Google calendar from the week, with all events that were read. */
export async function endGoogleInWeek(trx: Transaction<Database>, userId: string): Promise<void> {
  const ended = await trx
    .deleteFrom("shown_calendars")
    .where("added_by", "=", userId)
    .where("google_detail", "is not", null)
    .returning("household_id")
    .execute();
  await bumpRevisions(
    trx,
    ended.map(({ household_id }) => household_id),
  );
}
