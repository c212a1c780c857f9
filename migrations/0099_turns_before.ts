import { type Kysely, sql } from "kysely";

/** Few requests have turns to return. Joining households looks for people in them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex("delegations_with_turns")
    .on("delegations")
    .where(sql.ref("turns_before"), "is not", null)
    .column("turns_before")
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("delegations_with_turns").execute();
}
