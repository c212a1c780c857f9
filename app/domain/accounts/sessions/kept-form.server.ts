import type { Kysely, Transaction } from "kysely";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";

/** The fields of a form that someone submitted before it could be saved. */
interface KeptForm {
  path: string;
  fields: URLSearchParams;
}

const minutesKept = 60;
/** Leaves enough time to reload the page. */
const minutesAfterUse = 1;
const maxForms = 10;

/**
 * Replaces the page's previous one, and the oldest once the user has too many.
 * @returns false for no account
 */
export async function saveKeptForm(
  db: Kysely<Database>,
  userId: string,
  form: KeptForm,
  key: string,
): Promise<boolean> {
  // The account may be gone by now.
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("departed_at", "is", null)
    .executeTakeFirst();
  if (!user) return false;
  const { path, fields } = form;
  const expires_at = laterBy(nowIso(), { minutes: minutesKept });
  // Encrypts the fields, so that unsaved input is not readable in a backup.
  const values = { fields: encrypt(key, String(fields), boundTo(userId, path)), expires_at };
  await db
    .insertInto("kept_forms")
    .values({ user_id: userId, path, ...values })
    .onConflict((conflict) => conflict.columns(["user_id", "path"]).doUpdateSet(values))
    .execute();
  await db
    .deleteFrom("kept_forms")
    .where("user_id", "=", userId)
    .where("path", "not in", latestPaths(db, userId))
    .execute();
  return true;
}

export async function hasKeptForm(
  db: Kysely<Database>,
  userId: string,
  path: string,
): Promise<boolean> {
  return (await findRow(db, userId, path)) !== undefined;
}

/** Returns the fields to show again, and deletes them a minute later. */
export async function useKeptForm(
  db: Kysely<Database>,
  userId: string,
  path: string,
  key: string,
): Promise<URLSearchParams | undefined> {
  const row = await findRow(db, userId, path);
  if (!row) return undefined;
  const expires_at = laterBy(nowIso(), { minutes: minutesAfterUse });
  if (row.expires_at > expires_at)
    await db
      .updateTable("kept_forms")
      .set({ expires_at })
      .where("user_id", "=", userId)
      .where("path", "=", path)
      .execute();
  const fields = decrypt(key, row.fields, boundTo(userId, path));
  return fields === null ? undefined : new URLSearchParams(fields);
}

export async function deleteKeptForm(
  db: Kysely<Database>,
  userId: string,
  path: string,
): Promise<void> {
  // Reads first, so that other forms need not wait for the write lock.
  if (!(await hasKeptForm(db, userId, path))) return;
  await db
    .deleteFrom("kept_forms")
    .where("user_id", "=", userId)
    .where("path", "=", path)
    .execute();
}

export async function purgeKeptForms(db: Kysely<Database>, now: string): Promise<void> {
  await db.deleteFrom("kept_forms").where("expires_at", "<=", now).execute();
}

function latestPaths(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("kept_forms")
    .select("path")
    .where("user_id", "=", userId)
    .orderBy("expires_at", "desc")
    .orderBy("path")
    .limit(maxForms);
}

async function findRow(db: Kysely<Database>, userId: string, path: string) {
  const [row] = await listForms(db, userId, path, nowIso());
  return row;
}

const listForms = compileOnce((db, userId: string, path: string, now: string) =>
  db
    .selectFrom("kept_forms")
    .select(["fields", "expires_at"])
    .where("user_id", "=", userId)
    .where("path", "=", path)
    .where("expires_at", ">", now),
);

const boundTo = (userId: string, path: string) => `kept-form ${userId} ${path}`;

export async function forgetAllKeptForms(trx: Transaction<Database>): Promise<void> {
  await trx.deleteFrom("kept_forms").execute();
}
