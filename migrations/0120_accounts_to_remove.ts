import { type Kysely, sql } from "kysely";

/** An account may have tens of thousands of rows: it ends at once, and the worker deletes them a few at a time. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table accounts_to_remove (
      user_id text not null primary key references users (id) on delete cascade,
      household_id text references households (id) on delete set null
    ) strict, without rowid`.execute(db);
  await sql`
    create index accounts_to_remove_by_household on accounts_to_remove (household_id)
    where household_id is not null`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable("accounts_to_remove").execute();
}
