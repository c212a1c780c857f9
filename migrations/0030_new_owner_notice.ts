import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await replaceNotice(db, sql`notice in ('removed', 'new_owner')`);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`update household_members set notice = null where notice = 'new_owner'`.execute(db);
  await replaceNotice(db, sql`notice in ('removed')`);
}

/** SQLite cannot change a column's check. */
async function replaceNotice(db: Kysely<any>, check: ReturnType<typeof sql>): Promise<void> {
  const members = db.schema.alterTable("household_members");
  await members.renameColumn("notice", "old_notice").execute();
  await members.addColumn("notice", "text", (column) => column.check(check)).execute();
  await sql`update household_members set notice = old_notice`.execute(db);
  await members.dropColumn("old_notice").execute();
}
