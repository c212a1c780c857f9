import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("series_turns")
    .addColumn("series_id", "text", (column) =>
      column.primaryKey().notNull().references("series.id").onDelete("cascade"),
    )
    .addColumn("turn_order", "text", (column) =>
      column.notNull().check(sql`turn_order in ('anyone', 'each', 'week', 'least')`),
    )
    .modifyEnd(sql`strict`)
    .execute();

  const isOnePerson = sql`(user_id is null) <> (member_id is null)`;
  await db.schema
    .createTable("series_turn_people")
    .addColumn("series_id", "text", (column) =>
      column.notNull().references("series_turns.series_id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("member_id", "text", (column) =>
      column.references("family_members.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("series_turn_people_key", ["series_id", "position"])
    .addCheckConstraint("series_turn_people_one", isOnePerson)
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("away_dates")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("household_id", "text", (column) =>
      column.notNull().references("households.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("member_id", "text", (column) =>
      column.references("family_members.id").onDelete("cascade"),
    )
    .addColumn("first_on", "text", (column) =>
      column.notNull().check(sql`first_on glob '????-??-??'`),
    )
    .addColumn("last_on", "text", (column) =>
      column.notNull().check(sql`last_on glob '????-??-??'`),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .addCheckConstraint("away_dates_one", isOnePerson)
    .modifyEnd(sql`strict`)
    .execute();

  await sql`alter table series_occurrences add column turn_user text references users (id) on delete set null`.execute(
    db,
  );
  await sql`alter table series_occurrences add column turn_member text references family_members (id) on delete set null`.execute(
    db,
  );
  const indexes = [
    ["series_turn_people", "user_id"],
    ["series_turn_people", "member_id"],
    ["away_dates", "household_id"],
    ["away_dates", "user_id"],
    ["away_dates", "member_id"],
    ["series_occurrences", "turn_user"],
    ["series_occurrences", "turn_member"],
  ] as const;
  for (const [table, column] of indexes) {
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
  }
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("series_occurrences_by_turn_member").execute();
  await db.schema.dropIndex("series_occurrences_by_turn_user").execute();
  await db.schema.alterTable("series_occurrences").dropColumn("turn_member").execute();
  await db.schema.alterTable("series_occurrences").dropColumn("turn_user").execute();
  await db.schema.dropTable("away_dates").execute();
  await db.schema.dropTable("series_turn_people").execute();
  await db.schema.dropTable("series_turns").execute();
}
