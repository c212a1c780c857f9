import type { ExpressionBuilder, Kysely, Transaction, Updateable } from "kysely";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import { isTaskToCome } from "#app/domain/tasks/find-tasks.server.ts";
import { sendEntry } from "#app/services/google/calendar-entries.server.ts";
import { listCalendars } from "#app/services/google/calendar-list.server.ts";
import type { GoogleClient } from "#app/services/google/client.server.ts";
import { type ListedEvent, listEvents, readEvent } from "#app/services/google/event-list.server.ts";
import type { Outcome } from "#app/services/sending.ts";
import { idList, rowTable } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import type { Connection } from "../find-connection.server.ts";
import { newEventId } from "../entries/new-entry.ts";
import { calendarSwitchedOn } from "../events.server.ts";
import { unsentEntry } from "./connection.server.ts";

/** The content of entries whose state at Google is not known yet. */
const unknownContent = "?";
const daysBack = 30;

/**
 * After a restore, Google still has the changes made since the backup. Marks every calendar to be
 * compared with Mila (`compareCalendars`), including entries of the 30 days before the backup.
 */
export async function beginComparing(
  trx: Transaction<Database>,
  { madeAt, now }: { madeAt: string; now: string },
): Promise<void> {
  await trx
    .updateTable("calendar_connections")
    .set({ compare_since: madeAt, compare_page: null, compare_at: now })
    .execute();
  await trx
    .updateTable("calendar_entries")
    .set({ content: unknownContent })
    .where("calendar_id", "is not", null)
    .where((eb) =>
      eb.or([
        eb("series_id", "is not", null),
        isTaskToCome(eb, "calendar_entries.task_id", earliest(madeAt)),
      ]),
    )
    .execute();
}

const earliest = (madeAt: string) => earlierBy(madeAt, { hours: 24 * daysBack });

interface Google {
  google: GoogleClient | undefined;
  encryptionKey: string;
  /** The id in the events that this Mila made. */
  instanceId: string;
}

const minutesToRetry = 5;

/**
 * Compares the next page of each calendar. Deletes events that Mila doesn't know: after a restore,
 * the ones created since the backup; after connecting an account, all future ones. Then it sends
 * changed entries again and adds missing ones. It can repeat each step, so it continues after a
 * crash.
 */
export async function compareCalendars(
  db: Kysely<Database>,
  { google, encryptionKey, instanceId }: Google,
  now: string,
): Promise<void> {
  const due = await db
    .selectFrom("calendar_connections")
    .selectAll()
    .where("compare_at", "is not", null)
    .where("compare_at", "<=", now)
    .orderBy("compare_at")
    .execute();
  for (const connection of due) {
    const token = decrypt(encryptionKey, connection.refresh_token, connection.user_id);
    const isPossible = google && token && connection.problem !== "grant_gone";
    const next = isPossible
      ? await goOn(db, { ...connection, google, token, instanceId })
      : "ended";
    if (next === "ended") await end(db, connection, now);
    else await saveProgress(db, connection, next, now);
  }
}

type Comparison = Connection & {
  google: GoogleClient;
  token: string;
  instanceId: string;
};

/** The next page, "unanswered" to try this one again later, or "ended". */
type Next = { page: string } | "unanswered" | "ended";

const missing = "missing";
const primary = "primary";

async function goOn(db: Kysely<Database>, comparison: Comparison): Promise<Next> {
  const { compare_page, compare_since, connected_at } = comparison;
  if (compare_page === missing) return readMissing(db, comparison);
  const [calendarId = primary, pageToken] = compare_page?.split(" ") ?? [];
  const listed = await listEvents(comparison.google, comparison.token, {
    calendarId,
    instanceId: comparison.instanceId,
    since: compare_since ? earliest(compare_since) : connected_at,
    pageToken: pageToken || undefined,
  });
  if (listed.type === "not_listed" && listed.outcome.status !== "failed")
    return afterRefusal(listed.outcome);
  // Google would refuse this calendar again.
  if (listed.type !== "listed") return findNextCalendar(db, comparison, calendarId);
  await saveStates(db, comparison, { calendarId, events: listed.events });
  const removed = await removeUnknown(db, comparison, { calendarId, events: listed.events });
  if (removed === "unanswered") return removed;
  // After a removal, later events move up to this page, so it is read again.
  if (removed > 0) return { page: calendarId };
  if (listed.nextPage) return { page: `${calendarId} ${listed.nextPage}` };
  return findNextCalendar(db, comparison, calendarId);
}

const afterRefusal = ({ status }: Outcome): Next =>
  status === "needs_user" || status === "failed" ? "ended" : "unanswered";

/** An account that was connected before may have entries in calendars that Mila has forgotten. */
async function findNextCalendar(
  db: Kysely<Database>,
  { user_id, sub, google, token }: Comparison,
  calendarId: string,
): Promise<Next> {
  const listed = await listCalendars(google, token);
  if (listed.type === "not_listed") return afterRefusal(listed.outcome);
  const rows = await db
    .selectFrom("calendar_entries")
    .select("calendar_id")
    .distinct()
    .where("user_id", "=", user_id)
    .where("sub", "=", sub)
    .execute();
  const others = listed.calendars.flatMap(({ id, isPrimary }) => (isPrimary ? [] : [id]));
  const ids = new Set([...others, ...rows.flatMap(({ calendar_id: id }) => id ?? [])]);
  ids.delete(primary);
  const ordered = [primary, ...[...ids].toSorted()];
  return { page: ordered[ordered.indexOf(calendarId) + 1] ?? missing };
}

/** Stores what Google has, and where: from here on, an entry that differs is sent. */
async function saveStates(
  db: Kysely<Database>,
  { user_id, sub }: Comparison,
  { calendarId, events }: { calendarId: string; events: readonly ListedEvent[] },
): Promise<void> {
  const states = events.map(({ id, state = "" }) => ({ id, state }));
  await db
    .updateTable("calendar_entries")
    .from(rowTable(states, ["id", "state"]).as("listed"))
    .set(({ ref }) => ({
      content: ref("listed.state"),
      calendar_id: calendarId,
      sub,
      is_there: 1,
    }))
    .whereRef("calendar_entries.event_id", "=", "listed.id")
    .where("calendar_entries.user_id", "=", user_id)
    .where(({ eb, exists, selectFrom }) =>
      // Another account may have been connected since.
      exists(
        selectFrom("calendar_connections as own")
          .select(eb.lit(1).as("one"))
          .where("own.user_id", "=", user_id)
          .where("own.sub", "=", sub),
      ),
    )
    .where(({ eb, or }) =>
      or([
        eb("calendar_entries.content", "=", unknownContent),
        eb("calendar_entries.calendar_id", "is", null),
      ]),
    )
    .execute();
}

/** Returns how many were removed. Another user's entries may be in the same calendar. */
async function removeUnknown(
  db: Kysely<Database>,
  comparison: Comparison,
  { calendarId, events }: { calendarId: string; events: readonly ListedEvent[] },
): Promise<number | "unanswered"> {
  const { google, token, compare_since } = comparison;
  const recent = events.filter(({ createdAt }) => createdAt >= (compare_since ?? ""));
  const known = await db
    .selectFrom("calendar_entries")
    .select("event_id")
    .where("event_id", "in", idList(recent.map(({ id }) => id)))
    .where((eb) => mayBeIn(eb, comparison, calendarId))
    .execute();
  const knownIds = new Set(known.map(({ event_id }) => event_id));
  let count = 0;
  for (const { id: eventId } of recent.filter(({ id }) => !knownIds.has(id))) {
    const removal = { channel: "calendar", isThere: true, event: null, deliveryId: "" } as const;
    const place = { calendarId, eventId, refreshToken: token };
    const { status } = await sendEntry(google, { ...removal, ...place });
    if (status === "later" || status === "unclear") return "unanswered";
    if (status === "sent") count += 1;
  }
  return count;
}

/**
 * Somebody who had this account before may have their entries in another's calendar now. A primary
 * calendar that is shared has its account's address as its id.
 */
function mayBeIn(
  { and, eb, not, or, exists, selectFrom }: ExpressionBuilder<Database, "calendar_entries">,
  { user_id, sub, email }: Connection,
  calendarId: string,
) {
  const sharesAddress = eb("calendar_id", "=", calendarId === primary ? email : calendarId);
  const othersPrimary = selectFrom("calendar_connections as other")
    .select("other.user_id")
    .whereRef("other.sub", "=", "calendar_entries.sub")
    .where("other.email", "!=", calendarId.toLowerCase());
  const isSharedPrimary = and([eb("calendar_id", "=", primary), not(exists(othersPrimary))]);
  return or([
    eb("user_id", "=", user_id),
    eb("sub", "is", null),
    eb("sub", "=", sub),
    sharesAddress,
    ...(calendarId === primary ? [] : [isSharedPrimary]),
  ]);
}

const readAtOnce = 20;

/**
 * Handles entries that Google did not list: they are older than the id in events, or were deleted.
 * If one was deleted since the backup, Mila may have done it, so it gets another event if it is
 * wanted. The others stay deleted.
 */
async function readMissing(
  db: Kysely<Database>,
  { user_id, google, token, compare_since }: Comparison,
): Promise<Next> {
  const entries = await db
    .selectFrom("calendar_entries")
    .select(["id", "event_id as eventId", "calendar_id"])
    .where("user_id", "=", user_id)
    .where("content", "=", unknownContent)
    .where("calendar_id", "is not", null)
    .$narrowType<{ calendar_id: string }>()
    .limit(readAtOnce)
    .execute();
  for (const { id, eventId, calendar_id: calendarId } of entries) {
    const answer = await readEvent(google, token, { calendarId, eventId });
    if (answer.type === "not_read") return afterRefusal(answer.outcome);
    const found = answer.type === "read" && !answer.event.isCancelled ? answer.event : undefined;
    const isFollowed = answer.type === "missing" || answer.event.updatedAt >= (compare_since ?? "");
    const again = { ...unsentEntry, event_id: newEventId() };
    await db
      .updateTable("calendar_entries")
      .set(found ? { content: found.state ?? "", is_there: 1 } : again)
      .$if(!found && !isFollowed, (query) => query.set({ is_followed: 0 }))
      .where("id", "=", id)
      .execute();
  }
  return entries.length < readAtOnce ? "ended" : { page: missing };
}

/** Changes nothing if another account has been connected since. */
function change(
  db: Kysely<Database>,
  { user_id, sub }: Connection,
  progress: Updateable<Database["calendar_connections"]>,
) {
  return db
    .updateTable("calendar_connections")
    .set(progress)
    .where("user_id", "=", user_id)
    .where("sub", "=", sub)
    .executeTakeFirst();
}

async function saveProgress(
  db: Kysely<Database>,
  connection: Connection,
  next: Exclude<Next, "ended">,
  now: string,
): Promise<void> {
  const progress =
    next === "unanswered"
      ? { compare_at: laterBy(now, { minutes: minutesToRetry }) }
      : { compare_page: next.page, compare_at: now };
  await change(db, connection, progress);
}

async function end(db: Kysely<Database>, connection: Connection, now: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = { compare_since: null, compare_page: null, compare_at: null };
    const { numUpdatedRows } = await change(trx, connection, ended);
    if (numUpdatedRows === 0n) return;
    await askForUnsent(trx, connection.user_id, now);
    await calendarSwitchedOn.announce(trx, { userId: connection.user_id }, now);
  });
}

/**
 * Somebody who had this account meanwhile may have removed the events of these entries: they get
 * others then.
 */
async function askForUnsent(trx: Transaction<Database>, userId: string, now: string) {
  await trx
    .updateTable("calendar_entries")
    .set({ is_asked: 1 })
    .where("user_id", "=", userId)
    .where("calendar_id", "is", null)
    .where((eb) =>
      eb.or([eb("series_id", "is not", null), isTaskToCome(eb, "calendar_entries.task_id", now)]),
    )
    .execute();
}
