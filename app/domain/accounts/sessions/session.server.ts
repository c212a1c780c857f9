import { hash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { type AuditSource, recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { removeDeviceOfSession } from "#app/domain/outbox/channels/push/devices.server.ts";
import type { Database, ProfileRole } from "#db/schema.ts";
import { deleteInBatches } from "#db/sql/batches.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { inLocks } from "#db/sql/locks.ts";
import { opaque } from "#db/sql/values.ts";
import { hasFactor } from "../factors/factors.server.ts";

/** An absolute and an idle limit (OWASP ASVS 5.0, 7.3). */
export const sessionDays = { max: 60, idle: 14 } as const;

export interface Session {
  sessionId: string;
  userId: string;
  email: string;
  isEmailVerified: boolean;
  profileRole: ProfileRole;
  /** IANA name, or null while unknown. */
  timeZone: string | null;
  /** When the user last entered the password, or signed in without one. */
  confirmedAt: string;
  /** When the user last took the second step in this session, or added one. */
  secondStepAt: string | null;
  /** True while the session may only add a second step. */
  mustAddFactor: boolean;
  /** True for Mila's owner. */
  isOwner: boolean;
  /** True while a submitted form waits to be shown again, and until its row has expired. */
  hasKeptForms: boolean;
}

interface SessionStart {
  device?: string | null;
  network?: string | null;
  mustAddFactor?: boolean;
  secondStepAt?: string | null;
}

/** Returns the token for the cookie. The database only stores its hash. */
export async function startSession(
  db: Kysely<Database>,
  userId: string,
  { device = null, network = null, mustAddFactor = false, secondStepAt = null }: SessionStart = {},
): Promise<string> {
  const now = nowIso();
  const [id, token] = [newId(), randomBytes(32).toString("base64url")];
  const times = { created_at: now, last_used_at: now, confirmed_at: now };
  await db
    .insertInto("sessions")
    .values({
      id,
      user_id: userId,
      token_hash: hashToken(token),
      device,
      network,
      must_add_factor: bit(mustAddFactor),
      second_step_at: secondStepAt,
      ...times,
    })
    .execute();
  await endBeyondMost(db, { userId, id });
  await markSeen(db, userId, now);
  return token;
}

/** Limits what a program leaves that signs in for each of its requests. */
const maxSessions = 500;

/**
 * Ends first the sessions that were not used again within an hour: they are hardly a person's
 * browser.
 */
async function endBeyondMost(
  db: Kysely<Database>,
  started: { userId: string; id: string },
): Promise<void> {
  const others = db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", started.userId)
    .where("id", "!=", started.id);
  const kept = others
    .orderBy(({ eb, ref }) => eb("last_used_at", "=", ref("created_at")))
    .orderBy("id", "desc")
    .limit(maxSessions - 1);
  await db.deleteFrom("sessions").where("id", "in", others).where("id", "not in", kept).execute();
}

export async function confirmSession(db: Kysely<Database>, sessionId: string): Promise<void> {
  const now = nowIso();
  await db.updateTable("sessions").set({ confirmed_at: now }).where("id", "=", sessionId).execute();
}

/** The caller has checked the second step, too. */
export async function confirmFully(db: Kysely<Database>, sessionId: string): Promise<void> {
  const now = nowIso();
  const times = { confirmed_at: now, second_step_at: now };
  await db.updateTable("sessions").set(times).where("id", "=", sessionId).execute();
}

/** The name of their lock. */
const sessionsOf = (userId: string) => `sessions ${userId}`;

const renewAfterMinutes = 60;

/** Renews the session and its network at most once an hour. */
export async function findSession(
  db: Kysely<Database>,
  token: string,
  network: string,
): Promise<Session | null> {
  const now = nowIso();
  const [found] = await listSessions(db, hashToken(token));
  // Compared here, because SQLite would prepare a comparison of bound times again for each request.
  if (!found || hasEnded(found, now)) return null;
  const {
    createdAt: _,
    lastUsedAt,
    must_add_factor,
    is_owner,
    has_kept_forms,
    email_verified_at,
    ...session
  } = found;
  if (lastUsedAt < earlierBy(now, { minutes: renewAfterMinutes })) {
    await inLocks(db, { keys: [sessionsOf(session.userId)] }, async (trx) => {
      await trx
        .updateTable("sessions")
        .set({ last_used_at: now, network })
        .where("id", "=", session.sessionId)
        .execute();
      await markSeen(trx, session.userId, now);
    });
  }
  const mustAddFactor = must_add_factor === 1 && !(await hasFactor(db, session.userId));
  return {
    ...session,
    isEmailVerified: email_verified_at !== null,
    mustAddFactor,
    isOwner: is_owner === 1,
    hasKeptForms: Boolean(has_kept_forms),
  };
}

const listSessions = compileOnce((db, tokenHash: string) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("profiles", "profiles.id", "sessions.user_id")
    .select([
      "sessions.id as sessionId",
      "sessions.user_id as userId",
      "sessions.last_used_at as lastUsedAt",
    ])
    .select(["sessions.created_at as createdAt", "sessions.confirmed_at as confirmedAt"])
    .select(["sessions.second_step_at as secondStepAt", "sessions.must_add_factor"])
    .select(["profiles.role as profileRole", "profiles.time_zone as timeZone", "users.is_owner"])
    .select(["users.email", "users.email_verified_at"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("kept_forms")
          .select("path")
          .whereRef("kept_forms.user_id", "=", "sessions.user_id"),
      ).as("has_kept_forms"),
    )
    .where("sessions.token_hash", "=", opaque(tokenHash)),
);

function hasEnded(
  { createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string },
  now: string,
): boolean {
  const isOld = createdAt <= earlierBy(now, { hours: 24 * sessionDays.max });
  const isIdle = lastUsedAt <= earlierBy(now, { hours: 24 * sessionDays.idle });
  return isOld || isIdle;
}

export async function endSession(db: Kysely<Database>, token: string): Promise<void> {
  const ended = await db
    .deleteFrom("sessions")
    .where("token_hash", "=", hashToken(token))
    .returning("id")
    .executeTakeFirst();
  if (ended) await removeDeviceOfSession(db, ended.id);
}

async function markSeen(db: Kysely<Database>, userId: string, now: string): Promise<void> {
  await db.updateTable("users").set({ last_seen_at: now }).where("id", "=", userId).execute();
}

/** Not called at a sign-in, when the clock may be wrong. */
export async function purgeEndedSessions(db: Kysely<Database>, now: string): Promise<void> {
  const idleSince = earlierBy(now, { hours: 24 * sessionDays.idle });
  const idle = db.selectFrom("sessions").where("last_used_at", "<", idleSince);
  await deleteInBatches(db, "sessions", idle);
}

function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** Returns the token for the cookie. */
export async function signIn(
  db: Kysely<Database>,
  userId: string,
  source: AuditSource,
  session: { mustAddFactor: boolean; tookSecondStep: boolean },
): Promise<string> {
  return inLocks(db, { keys: [sessionsOf(userId)] }, async (trx) => {
    await recordAudit(trx, { kind: "signed_in", userId, source });
    const { mustAddFactor, tookSecondStep } = session;
    return startSession(trx, userId, {
      ...source,
      mustAddFactor,
      secondStepAt: tookSecondStep ? nowIso() : null,
    });
  });
}
