import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { findUserByEmail } from "../users.server.ts";
import { type AuditSource, recordAudit } from "./record-audit.server.ts";

const intervalMs = 60_000;
const recordedOneByOne = 10;

/**
 * Counts the wrong passwords of the current minute by user. Addresses without an account count
 * together, under null.
 */
const counts = new Map<string | null, number>();

/**
 * Records an account's first ten wrong passwords of a minute as single events and the rest as one,
 * so that nobody can fill the disk. Does not store what was typed: it may be a password in the
 * wrong field.
 */
export async function recordWrongPassword(
  db: Kysely<Database>,
  email: string,
  source: AuditSource,
): Promise<void> {
  const userId = (await findUserByEmail(db, email)) ?? null;
  const times = (counts.get(userId) ?? 0) + 1;
  counts.set(userId, times);
  // If the database can't be written, only the count is lost. The server must go on.
  const finish = () => void recordRest(db, userId).catch(() => undefined);
  if (times === 1) setTimeout(finish, intervalMs).unref();
  if (times <= recordedOneByOne)
    await db
      .transaction()
      .execute((trx) => recordAudit(trx, { kind: "sign_in_failed", userId, source }));
}

async function recordRest(db: Kysely<Database>, userId: string | null): Promise<void> {
  const times = (counts.get(userId) ?? 0) - recordedOneByOne;
  counts.delete(userId);
  if (times <= 0) return;
  const isUser = userId !== null && (await isStillUser(db, userId));
  const event = { kind: "sign_in_failed", userId: isUser ? userId : null, times } as const;
  await db.transaction().execute((trx) => recordAudit(trx, event));
}

async function isStillUser(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  return Boolean(row);
}
