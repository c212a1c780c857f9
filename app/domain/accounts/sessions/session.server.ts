import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, HouseholdRole, ProfileRole } from "#db/schema.ts";

/** OWASP ASVS 5.0, 7.3: an end however busy, and one when idle. */
export const sessionDays = { longest: 60, idle: 14 } as const;
const renewAfterMinutes = 60;

/** Who is signed in, and what every page needs of them. */
export interface Viewer {
  sessionId: string;
  userId: string;
  householdId: string;
  householdRole: HouseholdRole;
  /** What they have not been told yet. */
  householdNotice: "removed" | null;
  profileRole: ProfileRole;
  /** IANA name, or null while nobody has told it. */
  timeZone: string | null;
}

/**
 * Starts a session and returns the token for the cookie; the database keeps its hash only.
 * @param device where, as people would call it, to be found in the list of sessions
 */
export async function startSession(
  db: Kysely<Database>,
  userId: string,
  device: string | null = null,
): Promise<string> {
  const now = nowIso();
  const token = randomBytes(32).toString("base64url");
  await deleteEndedSessions(db, now);
  await db
    .insertInto("sessions")
    .values({ id: newId(), user_id: userId, token_hash: hashToken(token), device, created_at: now, last_used_at: now })
    .execute();
  return token;
}

/** Whose session this is, or null when it has ended or never was. Renews it, at most once an hour. */
export async function findViewer(db: Kysely<Database>, token: string): Promise<Viewer | null> {
  const now = nowIso();
  const session = await db
    .selectFrom("sessions")
    .innerJoin("profiles", "profiles.id", "sessions.user_id")
    .innerJoin("household_members", "household_members.user_id", "sessions.user_id")
    .select([
      "sessions.id as sessionId",
      "sessions.user_id as userId",
      "sessions.last_used_at as lastUsedAt",
      "household_members.household_id as householdId",
      "household_members.role as householdRole",
      "household_members.notice as householdNotice",
      "profiles.role as profileRole",
      "profiles.time_zone as timeZone",
    ])
    .where("sessions.token_hash", "=", hashToken(token))
    .where("sessions.created_at", ">", earlierBy(now, { hours: 24 * sessionDays.longest }))
    .where("sessions.last_used_at", ">", earlierBy(now, { hours: 24 * sessionDays.idle }))
    .executeTakeFirst();
  if (!session) return null;
  const { lastUsedAt, ...viewer } = session;
  if (lastUsedAt < earlierBy(now, { minutes: renewAfterMinutes })) {
    await db.updateTable("sessions").set({ last_used_at: now }).where("id", "=", viewer.sessionId).execute();
  }
  return viewer;
}

/** Ends the session, if there is one; its token is nobody's from now on. */
export async function endSession(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", hashToken(token)).execute();
}

async function deleteEndedSessions(db: Kysely<Database>, now: string): Promise<void> {
  const idleSince = earlierBy(now, { hours: 24 * sessionDays.idle });
  await db.deleteFrom("sessions").where("last_used_at", "<", idleSince).execute();
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
