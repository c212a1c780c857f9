import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("tasks")
    .addColumn("is_ahead", "integer", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_ahead in (0, 1)`),
    )
    .execute();
  await db.schema.alterTable("series").addColumn("plans_at", "text").execute();
  await db.schema
    .createIndex("series_to_plan")
    .on("series")
    .column("plans_at")
    .where(sql.ref("plans_at"), "is not", null)
    .execute();
  // The worker plans the dates ahead of every series once.
  await db
    .updateTable("series")
    .set({ plans_at: new Date().toISOString() })
    .where("ended_at", "is", null)
    .execute();
  await rebuildOccurrences(db, { from: "taken_back", to: "ahead" });
  await rebuildReminders(db, ["pending", "sent", "cancelled", "dormant", "lapsed"]);
  await db.schema
    .createIndex("reminders_to_lapse")
    .on("reminders")
    .column("scheduled_at")
    .where(sql.ref("status"), "=", sql.lit("dormant"))
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("reminders_to_lapse").execute();
  await db
    .updateTable("reminders")
    .set({ status: "dormant" })
    .where("status", "=", "lapsed")
    .execute();
  await rebuildReminders(db, ["pending", "sent", "cancelled", "dormant"]);
  await rebuildOccurrences(db, { from: "ahead", to: "taken_back" });
  await db.schema.dropIndex("series_to_plan").execute();
  await db.schema.alterTable("series").dropColumn("plans_at").execute();
  await db.schema.alterTable("tasks").dropColumn("is_ahead").execute();
}

/** SQLite cannot change a check. */
async function rebuildOccurrences(
  db: Kysely<any>,
  renamed: { from: string; to: string },
): Promise<void> {
  await db.schema
    .createTable("occurrences_rebuilt")
    .addColumn("series_id", "text", (column) =>
      column.notNull().references("series.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("occurs_on", "text", (column) =>
      column.notNull().check(sql`occurs_on glob '????-??-??'`),
    )
    .addColumn("next_on", "text")
    .addColumn("task_id", "text", (column) =>
      column.unique().references("tasks.id").onDelete("set null"),
    )
    .addColumn("task_version", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column
        .notNull()
        .check(sql`state in ('open', 'done', 'skipped', 'missed', ${sql.lit(renamed.to)})`),
    )
    .addColumn("missed_before", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("missed_at", "text")
    .addColumn("closed_at", "text")
    .addColumn("done_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("done_by_member", "text", (column) =>
      column.references("family_members.id").onDelete("set null"),
    )
    .addColumn("turn_user", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("turn_member", "text", (column) =>
      column.references("family_members.id").onDelete("set null"),
    )
    .addPrimaryKeyConstraint("series_occurrences_key", ["series_id", "number"])
    .modifyEnd(sql`strict`)
    .execute();
  const columns = [
    "series_id",
    "number",
    "occurs_on",
    "next_on",
    "task_id",
    "task_version",
    "missed_before",
    "missed_at",
    "closed_at",
    "done_by",
    "done_by_member",
    "turn_user",
    "turn_member",
  ];
  await db
    .insertInto("occurrences_rebuilt")
    .columns([...columns, "state"])
    .expression(
      db
        .selectFrom("series_occurrences")
        .select(columns)
        .select((eb) =>
          eb
            .case()
            .when("state", "=", renamed.from)
            .then(sql.lit(renamed.to))
            .else(eb.ref("state"))
            .end()
            .as("state"),
        ),
    )
    .execute();
  await db.schema.dropTable("series_occurrences").execute();
  await db.schema.alterTable("occurrences_rebuilt").renameTo("series_occurrences").execute();
  await db.schema
    .createIndex("series_occurrences_one_open")
    .on("series_occurrences")
    .column("series_id")
    .unique()
    .where(sql.ref("state"), "=", sql.lit("open"))
    .execute();
  await db.schema
    .createIndex("series_occurrences_to_miss")
    .on("series_occurrences")
    .column("missed_at")
    .where(sql.ref("missed_at"), "is not", null)
    .execute();
  for (const column of ["done_by", "done_by_member"]) {
    await db.schema
      .createIndex(`series_occurrences_${column}`)
      .on("series_occurrences")
      .column(column)
      .execute();
  }
  for (const column of ["turn_user", "turn_member"]) {
    await db.schema
      .createIndex(`series_occurrences_by_${column}`)
      .on("series_occurrences")
      .column(column)
      .execute();
  }
}

async function rebuildReminders(db: Kysely<any>, statuses: string[]): Promise<void> {
  const allowed = sql.join(statuses.map((status) => sql.lit(status)));
  await db.schema
    .createTable("reminders_rebuilt")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("task_id", "text", (column) =>
      column.notNull().references("tasks.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("origin", "text", (column) =>
      column.notNull().check(sql`origin in ('preference', 'custom')`),
    )
    .addColumn("minutes_before", "integer", (column) =>
      column.notNull().check(sql`minutes_before >= 0`),
    )
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("planned_at", "text", (column) => column.notNull())
    .addColumn("scheduled_at", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull().check(sql`status in (${allowed})`))
    .addColumn("seen_at", "text")
    .addColumn("repeats", "integer", (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`repeats in (0, 1)`),
    )
    .addUniqueConstraint("reminders_once", ["task_id", "user_id", "origin", "minutes_before"])
    .modifyEnd(sql`strict`)
    .execute();
  const columns = [
    "id",
    "task_id",
    "user_id",
    "origin",
    "minutes_before",
    "message",
    "planned_at",
    "scheduled_at",
    "status",
    "seen_at",
    "repeats",
  ];
  await db
    .insertInto("reminders_rebuilt")
    .columns(columns)
    .expression(db.selectFrom("reminders").select(columns))
    .execute();
  await db.schema.dropTable("reminders").execute();
  await db.schema.alterTable("reminders_rebuilt").renameTo("reminders").execute();
  await db.schema
    .createIndex("reminders_due")
    .on("reminders")
    .column("scheduled_at")
    .where(sql.ref("status"), "=", sql.lit("pending"))
    .execute();
  for (const [name, status] of [
    ["reminders_upcoming", "pending"],
    ["reminders_sent", "sent"],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on("reminders")
      .columns(["user_id", "scheduled_at"])
      .where(sql.ref("status"), "=", sql.lit(status))
      .execute();
  }
  await db.schema.createIndex("reminders_by_user").on("reminders").column("user_id").execute();
}
