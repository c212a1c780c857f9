import type { Kysely, Transaction } from "kysely";
import { findUserBySub } from "#app/domain/accounts/google/google-account.server.ts";
import { savePreferences } from "#app/domain/preferences/preferences.server.ts";
import { encrypt } from "#app/domain/core/encryption.server.ts";
import { type GoogleClient, googleClient } from "#app/services/google/client.server.ts";
import { revoke } from "#app/services/google/tokens.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { rowTable } from "#db/sql/values.ts";
import { forgetSentContent, forgetUnsent } from "../entries/bring-up-to-date.server.ts";
import { newEventId } from "../entries/new-entry.ts";
import { readToken } from "../find-connection.server.ts";
import { endGoogleInWeek } from "../shown/google-in-week.server.ts";

interface CalendarGrant {
  sub: string;
  email: string;
  refreshToken: string;
}

/**
 * "someone_elses": it belongs to another user here; "another_account": the user has connected a
 * different one.
 */
type ConnectResult = "connected" | "someone_elses" | "another_account";

/** The columns of an entry that is in no calendar. */
export const unsentEntry = { content: "", calendar_id: null, sub: null, is_there: 0 } as const;

/** Refuses a second Google account, because the user's entries are in the first one's calendar. */
export async function connectCalendar(
  trx: Transaction<Database>,
  userId: string,
  { sub, email, refreshToken }: CalendarGrant,
  encryptionKey: string,
  now: string = nowIso(),
): Promise<ConnectResult> {
  const users = await trx
    .selectFrom("calendar_connections")
    .select(["user_id", "sub", "problem"])
    .where(({ eb, or }) => or([eb("sub", "=", sub), eb("user_id", "=", userId)]))
    .execute();
  const accountUserId = await findUserBySub(trx, sub);
  if (
    users.some(({ user_id }) => user_id !== userId) ||
    (accountUserId && accountUserId !== userId)
  )
    return "someone_elses";
  const [own] = users;
  if (own && own.sub !== sub) return "another_account";
  const problem = own?.problem === "calendar_gone" ? own.problem : null;
  const isWorking = own && !own.problem;
  const grant = {
    email,
    refresh_token: encrypt(encryptionKey, refreshToken, userId),
    problem,
    connected_at: now,
    // The account may have been connected before: `compareCalendars` announces what follows.
    ...(!isWorking && { compare_since: null, compare_page: null, compare_at: now }),
  };
  await trx
    .insertInto("calendar_connections")
    .values({ user_id: userId, sub, ...grant })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(grant))
    .execute();
  if (isWorking) return "connected";
  if (!own) await savePreferences(trx, userId, { google_calendar_enabled: 1 });
  await leaveOtherCalendars(trx, userId, sub);
  await endEntriesOfOthers(trx, userId, sub);
  // Changes to the entries may have waited for longer than Mila keeps them.
  if (own) await forgetSentContent(trx, userId, now);
  return "connected";
}

/** Leaves the entries in the previous account's calendar; this one gets its own. */
async function leaveOtherCalendars(
  trx: Transaction<Database>,
  userId: string,
  sub: string,
): Promise<void> {
  await trx
    .updateTable("calendar_entries")
    .set(unsentEntry)
    .where("user_id", "=", userId)
    .where("sub", "!=", sub)
    .execute();
}

/** Somebody else has disconnected this account: `compareCalendars` removes what was theirs. */
async function endEntriesOfOthers(
  trx: Transaction<Database>,
  userId: string,
  sub: string,
): Promise<void> {
  const entries = await trx
    .selectFrom("calendar_entries")
    .select("id")
    .where("user_id", "!=", userId)
    .where("sub", "=", sub)
    .execute();
  await forgetEvents(
    trx,
    entries.map(({ id }) => id),
  );
}

/**
 * Prepares entries for other events, because those that they had are removed. Google lets a deleted
 * event come back only with a new id.
 */
export async function forgetEvents(
  trx: Transaction<Database>,
  entryIds: readonly string[],
): Promise<void> {
  const events = entryIds.map((id) => ({ id, event_id: newEventId() }));
  await trx
    .updateTable("calendar_entries")
    .from(rowTable(events, ["id", "event_id"]).as("other"))
    .set(({ ref }) => ({ ...unsentEntry, event_id: ref("other.event_id") }))
    .whereRef("calendar_entries.id", "=", "other.id")
    .execute();
}

/**
 * Entries stay in the calendar.
 * @returns whether Google has revoked the grant; it is deleted here either way
 */
export async function disconnectCalendar(
  db: Kysely<Database>,
  userId: string,
  encryptionKey: string,
): Promise<boolean> {
  const token = await readToken(db, userId, encryptionKey);
  await db.transaction().execute((trx) => forgetCalendar(trx, userId));
  return token && googleClient ? revoke(googleClient, token) : true;
}

/**
 * Skips accounts in use here: Google would revoke all of their tokens at once.
 * @returns false if Google did not answer
 */
export async function revokeUnusedGrant(
  db: Kysely<Database>,
  { sub, refreshToken }: Pick<CalendarGrant, "sub" | "refreshToken">,
  google: GoogleClient | undefined = googleClient,
): Promise<boolean> {
  const connected = await db
    .selectFrom("calendar_connections")
    .select("user_id")
    .where("sub", "=", sub)
    .executeTakeFirst();
  if (connected || (await findUserBySub(db, sub)) || !google) return true;
  return revoke(google, refreshToken);
}

/** Entries stay, so that reconnecting the same account finds them again. */
export async function forgetCalendar(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom("calendar_connections").where("user_id", "=", userId).execute();
  await endGoogleInWeek(trx, userId);
  await forgetUnsent(trx, userId);
}

/** Removes connections whose tokens can't be decrypted any more. Returns how many there were. */
export async function forgetAllCalendars(trx: Transaction<Database>): Promise<number> {
  const connections = await trx.selectFrom("calendar_connections").select("user_id").execute();
  for (const { user_id } of connections) await forgetCalendar(trx, user_id);
  return connections.length;
}
