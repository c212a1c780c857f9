import type { Kysely, Selectable } from "kysely";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

export type Connection = Selectable<Database["calendar_connections"]>;

export async function findConnection(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("calendar_connections")
    .select(["email", "problem", "calendar_id as calendarId", "calendar_name as calendarName"])
    .select(["last_saved_at as lastSavedAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function findConnections(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, Connection>> {
  const rows = await db
    .selectFrom("calendar_connections")
    .selectAll()
    .where("user_id", "in", idList(userIds))
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

export async function readToken(
  db: Kysely<Database>,
  userId: string,
  encryptionKey: string,
): Promise<string | null> {
  const sealed = await db
    .selectFrom("calendar_connections")
    .select("refresh_token")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return sealed ? decrypt(encryptionKey, sealed.refresh_token, userId) : null;
}
