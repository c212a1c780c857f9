import { createHmac, timingSafeEqual } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { findOptedOut, optIn } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { connectChat, savePreferences } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";

export const connectMinutes = 15;

const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeLength = 12;

/** Computes the code, so that the database contains nothing that could be sent to the bot. */
function connectCode(key: string, id: string): string {
  const mac = createHmac("sha256", key).update(`telegram-code\n${id}`).digest();
  return Array.from(mac.subarray(0, codeLength), (byte) => letters[byte % letters.length]).join("");
}

/** Replaces an earlier code. */
export async function requestConnectCode(
  db: Kysely<Database>,
  userId: string,
  now: string = nowIso(),
): Promise<void> {
  const row = { id: newId(), requested_at: now };
  await db
    .insertInto("telegram_codes")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
}

/** Returns null if no code is waiting. */
export async function findConnectCode(
  db: Kysely<Database>,
  userId: string,
  linkKey: string,
  now: string = nowIso(),
): Promise<string | null> {
  const row = await db
    .selectFrom("telegram_codes")
    .select("id")
    .where("user_id", "=", userId)
    .where("requested_at", ">", oldest(now))
    .executeTakeFirst();
  return row ? connectCode(linkKey, row.id) : null;
}

/** Returns undefined for a wrong, used or replaced code. */
export async function findTypedCode(
  db: Kysely<Database>,
  { typed, linkKey }: { typed: string; linkKey: string },
  now: string,
): Promise<{ userId: string; isOver: boolean } | undefined> {
  const rows = await db.selectFrom("telegram_codes").selectAll().execute();
  const row = rows.find(({ id }) => isSame(typed.toUpperCase(), connectCode(linkKey, id)));
  return row && { userId: row.user_id, isOver: row.requested_at <= oldest(now) };
}

/**
 * Ends the user's code. `formerChat` is null if the user had none, or had told Mila not to write
 * there.
 */
export async function connectTelegram(
  trx: Transaction<Database>,
  { userId, chat }: { userId: string; chat: string },
  now: string,
) {
  const { wasAnothers, formerChat } = await connectChat(trx, userId, chat, now);
  await optIn(trx, chat);
  await forgetConnectCode(trx, userId);
  const { firstName } = await findPerson(trx, userId);
  const isHeard = formerChat && !(await findOptedOut(trx, [formerChat])).has(formerChat);
  return { firstName, wasAnothers, formerChat: isHeard ? formerChat : null };
}

export async function disconnectTelegram(db: Kysely<Database>, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await savePreferences(trx, userId, { telegram_chat: null, telegram_lost_at: null });
    await forgetConnectCode(trx, userId);
  });
}

export async function forgetConnectCode(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom("telegram_codes").where("user_id", "=", userId).execute();
}

function oldest(now: string): string {
  return earlierBy(now, { minutes: connectMinutes });
}

function isSame(given: string, expected: string): boolean {
  const [actual, wanted] = [Buffer.from(given), Buffer.from(expected)];
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}
