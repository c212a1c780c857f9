import { type Kysely, sql } from "kysely";

/** Someone who said yes can say later that they can't. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("delegations")
    .addColumn("took_back_yes", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`took_back_yes in (0, 1)`),
    )
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("delegations").dropColumn("took_back_yes").execute();
}
