import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("opt_outs")
    .addColumn("cause", "text", (column) =>
      column
        .notNull()
        .defaultTo("asked")
        .check(sql`cause in ('asked', 'bounced')`),
    )
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("opt_outs").dropColumn("cause").execute();
}
