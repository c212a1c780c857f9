import type { Kysely, Selectable } from "kysely";
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
