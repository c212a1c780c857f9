import { type Kysely, sql } from "kysely";

/** Lets a channel pause for one user alone, and finds whose follow-ups are due without reading all of them. */
export async function up(db: Kysely<any>): Promise<void> {
  await replacePauses(db, async () => {
    await createPauses(db)
      .addColumn("channel", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
      .addColumn("others_accepted", "integer", (column) =>
        column
          .notNull()
          .defaultTo(0)
          .check(sql`others_accepted in (0, 1)`),
      )
      .execute();
  });
  await sql`create unique index channel_pauses_of_all on channel_pauses (channel) where user_id is null`.execute(
    db,
  );
  await sql`
    create unique index channel_pauses_of_one on channel_pauses (user_id, channel) where user_id is not null
  `.execute(db);
  await sql`
    create index reminders_to_follow_up_of_user on reminders (user_id, follow_up_at) where follow_up_at is not null
  `.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("reminders_to_follow_up_of_user").execute();
  await sql`delete from channel_pauses where user_id is not null`.execute(db);
  await replacePauses(db, async () => {
    await createPauses(db)
      .addColumn("channel", "text", (column) => column.primaryKey().notNull())
      .execute();
  });
}

async function replacePauses(db: Kysely<any>, create: () => Promise<void>): Promise<void> {
  const kept = ["channel", "reason", "paused_at", "until", "refusals"];
  await create();
  await db
    .insertInto("channel_pauses_new")
    .columns(kept)
    .expression(db.selectFrom("channel_pauses").select(kept))
    .execute();
  await db.schema.dropTable("channel_pauses").execute();
  await db.schema.alterTable("channel_pauses_new").renameTo("channel_pauses").execute();
}

function createPauses(db: Kysely<any>) {
  return db.schema
    .createTable("channel_pauses_new")
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("paused_at", "text", (column) => column.notNull())
    .addColumn("until", "text", (column) => column.notNull())
    .addColumn("refusals", "integer", (column) => column.notNull().defaultTo(1))
    .modifyEnd(sql`strict`);
}
