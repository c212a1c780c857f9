import type { Kysely } from "kysely";

/** People can be reminded of school mails that wait. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("user_preferences")
    .addColumn("school_mail_enabled", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
