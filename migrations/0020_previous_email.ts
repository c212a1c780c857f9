import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("email_verifications").addColumn("previous_email", "text").execute();
  await sql`update email_verifications
    set previous_email = (select users.email from users where users.id = email_verifications.user_id)
    where confirmed_at is null`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("email_verifications").dropColumn("previous_email").execute();
}
