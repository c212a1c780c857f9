import type { Kysely, Selectable, Transaction, Updateable } from "kysely";
import { bit } from "#app/domain/core/bit.ts";
import { userChannels } from "#app/domain/outbox/channels/user-channels.ts";
import { idList } from "#db/sql/values.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";

export type Preferences = Selectable<Database["user_preferences"]>;

export async function findPreferences(db: Kysely<Database>, userId: string): Promise<Preferences> {
  const preferences = (await findPreferencesByUser(db, [userId])).get(userId);
  if (!preferences) throw new Error(`User ${userId} has no preferences`);
  return preferences;
}

export async function findPreferencesByUser(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, Preferences>> {
  return new Map((await listPreferences(db, userIds)).map((row) => [row.user_id, row]));
}

const listPreferences = compileOnce((db, userIds: readonly string[]) =>
  db.selectFrom("user_preferences").selectAll().where("user_id", "in", idList(userIds)),
);

/** Omits the ntfy topic, with which anyone can read the messages. */
export async function exportPreferences(db: Kysely<Database>, { userId }: { userId: string }) {
  const { ntfy_topic, ...preferences } = await findPreferences(db, userId);
  return { ...preferences, ntfy_enabled: bit(ntfy_topic !== null) };
}

export async function savePreferences(
  db: Kysely<Database>,
  userId: string,
  changed: Updateable<Database["user_preferences"]>,
): Promise<void> {
  await db.updateTable("user_preferences").set(changed).where("user_id", "=", userId).execute();
}

export async function addPreferences(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.insertInto("user_preferences").values({ user_id: userId }).execute();
}

/**
 * Deletes the preferences of an account that ends: nothing more is sent to it, and its number and
 * chat are free again.
 */
export async function removePreferences(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom("user_preferences").where("user_id", "=", userId).execute();
  await trx.deleteFrom("phone_codes").where("user_id", "=", userId).execute();
}

export const forgetDefaultDelegate = (trx: Transaction<Database>, { userId }: { userId: string }) =>
  savePreferences(trx, userId, { default_spouse_id: null });

/** Deletes the addresses, because the number, topic and chat may be someone else's. */
export async function forgetAddresses(
  trx: Transaction<Database>,
  { userId }: { userId: string },
): Promise<void> {
  const forgotten = Object.values(userChannels).map((channel) => channel.forgotten);
  await savePreferences(trx, userId, Object.assign({}, ...forgotten));
}

/** Replaces the default delegate. */
export async function replaceInPreferences(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  await trx
    .updateTable("user_preferences")
    .set({ default_spouse_id: to })
    .where("default_spouse_id", "=", from)
    .execute();
}

/** Lists the earliest first. */
export async function listDueSummaries(db: Kysely<Database>, now: string, limit: number) {
  return db
    .selectFrom("user_preferences")
    .selectAll()
    .where("next_daily_summary_at", "<=", now)
    .$narrowType<{ next_daily_summary_at: string }>()
    .orderBy("next_daily_summary_at")
    .limit(limit)
    .execute();
}

export async function findNextSummary(
  db: Kysely<Database>,
  after: string,
): Promise<string | undefined> {
  const [next] = await readNextSummary(db, after);
  return next?.next_daily_summary_at ?? undefined;
}

const readNextSummary = compileOnce((db, after: string) =>
  db
    .selectFrom("user_preferences")
    .select("next_daily_summary_at")
    .where("next_daily_summary_at", ">", after)
    .orderBy("next_daily_summary_at")
    .limit(1),
);

/**
 * Finds the account that confirmed the number. There is one at most, because whoever confirms a
 * number takes it from the account that had it.
 * @param number in E.164
 */
export async function findUsersByNumber(db: Kysely<Database>, number: string): Promise<string[]> {
  const rows = await db
    .selectFrom("user_preferences")
    .select("user_id")
    .where("phone_number", "=", number)
    .where("phone_confirmed_at", "is not", null)
    .orderBy("phone_confirmed_at", "desc")
    .orderBy("user_id", "desc")
    .limit(1)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Returns which account confirmed each of these numbers (E.164). */
export async function findNumberHolders(
  db: Kysely<Database>,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("user_preferences")
    .select(["phone_number", "user_id"])
    .where("phone_number", "in", idList(numbers))
    .where("phone_confirmed_at", "is not", null)
    .orderBy("phone_confirmed_at")
    .orderBy("user_id")
    .execute();
  return new Map(rows.map(({ phone_number, user_id }) => [phone_number!, user_id]));
}

/** @returns the remaining settings of the accounts that had confirmed it */
export async function loseNumber(
  trx: Transaction<Database>,
  { number, butOf }: { number: string; butOf: string },
  now: string,
): Promise<Preferences[]> {
  return trx
    .updateTable("user_preferences")
    .set({
      phone_number: null,
      phone_confirmed_at: null,
      phone_lost_at: now,
      sms_enabled: 0,
      whatsapp_enabled: 0,
    })
    .where("phone_number", "=", number)
    .where("phone_confirmed_at", "is not", null)
    .where("user_id", "!=", butOf)
    .returningAll()
    .execute();
}

/** Finds the account that connected the chat. There is one at most. */
export async function findUserByChat(db: Kysely<Database>, chat: string): Promise<string[]> {
  const rows = await db
    .selectFrom("user_preferences")
    .select("user_id")
    .where("telegram_chat", "=", chat)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function hasConfirmedNumber(db: Kysely<Database>): Promise<boolean> {
  const rows = db
    .selectFrom("user_preferences")
    .select("user_id")
    .where("phone_confirmed_at", "is not", null);
  return (await rows.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Connects the chat to one user: an earlier user loses it.
 * @returns whether there was one, and the user's own earlier chat
 */
export async function connectChat(
  trx: Transaction<Database>,
  userId: string,
  chat: string,
  now: string,
): Promise<{ wasAnothers: boolean; formerChat: string | null }> {
  const { telegram_chat: ownChat } = await findPreferences(trx, userId);
  const { numUpdatedRows } = await trx
    .updateTable("user_preferences")
    .set({ telegram_chat: null, telegram_lost_at: now })
    .where("telegram_chat", "=", chat)
    .where("user_id", "!=", userId)
    .executeTakeFirst();
  await savePreferences(trx, userId, { telegram_chat: chat, telegram_lost_at: null });
  return { wasAnothers: numUpdatedRows > 0n, formerChat: ownChat === chat ? null : ownChat };
}

/** Finds the numbers and chats that belong to an account. */
export async function findOwnSenders(
  db: Kysely<Database>,
  senders: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("user_preferences")
    .select(["phone_number", "telegram_chat"])
    .where(({ eb, or }) =>
      or([eb("phone_number", "in", idList(senders)), eb("telegram_chat", "in", idList(senders))]),
    )
    .execute();
  return rows.flatMap(({ phone_number, telegram_chat }) =>
    [phone_number, telegram_chat].filter((address) => address !== null),
  );
}
