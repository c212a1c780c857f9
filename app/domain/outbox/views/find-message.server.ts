import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

export async function findMessage(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("deliveries")
    .select(["kind", "user_id", "subject_id", "due_at", "created_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}
