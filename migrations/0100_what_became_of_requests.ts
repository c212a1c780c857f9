import type { Kysely } from "kysely";

/** A request's page says how it ended, what was agreed and who asks now. What happened before is not known. */
export async function up(db: Kysely<any>): Promise<void> {
  const delegations = () => db.schema.alterTable("delegations");
  await delegations().addColumn("withdrawn_by", "text").execute();
  await delegations().addColumn("agreed_due", "text").execute();
  await delegations()
    .addColumn("is_handed_over", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  for (const column of ["is_handed_over", "agreed_due", "withdrawn_by"])
    await db.schema.alterTable("delegations").dropColumn(column).execute();
}
