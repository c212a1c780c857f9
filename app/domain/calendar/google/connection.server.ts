import type { Kysely, Transaction } from "kysely";
import { findUserBySub } from "#app/domain/accounts/google/google-account.server.ts";
import { savePreferences } from "#app/domain/preferences/preferences.server.ts";
import { encrypt, decrypt } from "#app/domain/core/encryption.server.ts";
import { googleClient } from "#app/services/google/client.server.ts";
import { revoke } from "#app/services/google/tokens.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { syncEntries } from "../entries/sync-entries.server.ts";

/** Somebody at Google who has allowed the calendar. */
interface CalendarGrant {
  sub: string;
  email: string;
  refreshToken: string;
}

/** Someone else's: their calendar is connected to another user here. Another account: the user's own is a different one. */
type Connected = "connected" | "someone_elses" | "another_account";

/**
 * Connects the user to their Google Calendar, or connects it again, and lets their entries follow what has changed since.
 * Nothing happens where that account serves another user, or the user is connected to a different one: their entries are
 * there.
 */
export async function connectCalendar(
  trx: Transaction<Database>,
  userId: string,
  { sub, email, refreshToken }: CalendarGrant,
  encryptionKey: string,
  now: string = nowIso(),
): Promise<Connected> {
  const users = await trx
    .selectFrom("calendar_connections")
    .select(["user_id", "sub", "problem"])
    .where(({ eb, or }) => or([eb("sub", "=", sub), eb("user_id", "=", userId)]))
    .execute();
  const signsIn = await findUserBySub(trx, sub);
  if (users.some(({ user_id }) => user_id !== userId) || (signsIn && signsIn !== userId)) return "someone_elses";
  const [own] = users;
  if (own && own.sub !== sub) return "another_account";
  const problem = own?.problem === "calendar_gone" ? own.problem : null;
  const grant = { email, refresh_token: encrypt(encryptionKey, refreshToken, userId), problem, connected_at: now };
  await trx
    .insertInto("calendar_connections")
    .values({ user_id: userId, sub, ...grant })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(grant))
    .execute();
  if (own) return "connected";
  await savePreferences(trx, userId, { google_calendar_enabled: 1 });
  await syncEntries(trx, { userId }, now);
  return "connected";
}

/**
 * Forgets the user's Google Calendar here, then lets Google forget what it gave; entries stay where they are. Returns
 * whether Google has: where it does not answer it is all the same forgotten here.
 */
export async function disconnectCalendar(
  db: Kysely<Database>,
  userId: string,
  encryptionKey: string,
): Promise<boolean> {
  const giveBack = await keepGrantInMind(db, userId, encryptionKey);
  await db.transaction().execute((trx) => forgetCalendar(trx, userId));
  return giveBack();
}

/**
 * What the user allowed, to be given back to Google once it is forgotten here: the answer's call does so, takes 5 s at
 * most, never throws, and tells whether Google has taken it.
 */
export async function keepGrantInMind(
  db: Kysely<Database>,
  userId: string,
  encryptionKey: string,
): Promise<() => Promise<boolean>> {
  const token = await readToken(db, userId, encryptionKey);
  return async () => (token && googleClient ? revoke(googleClient, token) : true);
}

/** Gives back what somebody allowed in vain, unless it serves anybody here: Google forgets all of their tokens at once. */
export async function revokeUnused(db: Kysely<Database>, { sub, refreshToken }: CalendarGrant): Promise<void> {
  const connected = await db
    .selectFrom("calendar_connections")
    .select("user_id")
    .where("sub", "=", sub)
    .executeTakeFirst();
  if (connected || (await findUserBySub(db, sub)) || !googleClient) return;
  await revoke(googleClient, refreshToken);
}

/** In a transaction of others. Entries know no more where they are: connected to the same account again, they find it. */
export async function forgetCalendar(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom("calendar_connections").where("user_id", "=", userId).execute();
  const unknown = { content: "", calendar_id: null, is_there: 0 } as const;
  await trx.updateTable("calendar_entries").set(unknown).where("user_id", "=", userId).execute();
}

/** The user's refresh token; null without one, or with one that cannot be read any more. */
export async function readToken(db: Kysely<Database>, userId: string, encryptionKey: string): Promise<string | null> {
  const sealed = await db
    .selectFrom("calendar_connections")
    .select("refresh_token")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return sealed ? decrypt(encryptionKey, sealed.refresh_token, userId) : null;
}
