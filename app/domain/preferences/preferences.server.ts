import type { Kysely, Selectable, Transaction, Updateable } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import type { Database } from "#db/schema.ts";

export type Preferences = Selectable<Database["user_preferences"]>;

/** What the user has set; everybody has a row. */
export async function findPreferences(db: Kysely<Database>, userId: string): Promise<Preferences> {
  return db.selectFrom("user_preferences").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow();
}

/** What these users have set, by id. */
export async function findPreferencesOf(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, Preferences>> {
  const rows = await db.selectFrom("user_preferences").selectAll().where("user_id", "in", idList(userIds)).execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Changes these of the user's preferences. */
export async function savePreferences(
  db: Kysely<Database>,
  userId: string,
  changed: Updateable<Database["user_preferences"]>,
): Promise<void> {
  await db.updateTable("user_preferences").set(changed).where("user_id", "=", userId).execute();
}

/** For a new account. */
export async function addPreferences(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.insertInto("user_preferences").values({ user_id: userId }).execute();
}

/** Forgets where texts go: the number may be somebody else's. */
export async function forgetNumber(trx: Transaction<Database>, { userId }: { userId: string }): Promise<void> {
  await savePreferences(trx, userId, { phone_number: null, sms_enabled: 0, whatsapp_enabled: 0 });
}

/** Lets whoever asks this family member by default ask another by default, or nobody. */
export async function replaceDefaultDelegate(
  trx: Transaction<Database>,
  familyMemberId: string,
  other: string | null,
): Promise<void> {
  await trx
    .updateTable("user_preferences")
    .set({ default_spouse_id: other })
    .where("default_spouse_id", "=", familyMemberId)
    .execute();
}

/** Whose daily summary is due, the earliest first. */
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

/** The users who have set this number (E.164). */
export async function findUsersByNumber(db: Kysely<Database>, number: string): Promise<string[]> {
  const rows = await db.selectFrom("user_preferences").select("user_id").where("phone_number", "=", number).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Which of these numbers a user has set. */
export async function findOwnNumbers(db: Kysely<Database>, numbers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("user_preferences")
    .select("phone_number")
    .where("phone_number", "in", idList(numbers))
    .execute();
  return rows.flatMap(({ phone_number }) => phone_number ?? []);
}
