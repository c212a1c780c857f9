import { type Kysely, sql } from "kysely";

const columns = [
  "id",
  "task_id",
  "user_id",
  "event_id",
  "calendar_id",
  "is_there",
  "is_asked",
] as const;
const otherColumns = ["is_by_hand", "is_followed", "content", "revision", "created_at"] as const;

/** An entry is a task's, or the recurring event of a series. */
export async function up(db: Kysely<any>): Promise<void> {
  await recreateEntries(db, { isTaskNeeded: false });
  const isOne = sql`(task_id is null) <> (series_id is null)`;
  await db.schema
    .alterTable("calendar_entries")
    .addColumn("series_id", "text", (column) =>
      column.references("series.id").onDelete("cascade").check(isOne),
    )
    .execute();
  await db.schema
    .createIndex("calendar_entries_of_series")
    .on("calendar_entries")
    .columns(["series_id", "user_id"])
    .unique()
    .execute();
}

export async function down(db: Kysely<any>): Promise<void> {
  await db.deleteFrom("calendar_entries").where("task_id", "is", null).execute();
  await recreateEntries(db, { isTaskNeeded: true });
}

/** SQLite can't make a column nullable. */
async function recreateEntries(
  db: Kysely<any>,
  { isTaskNeeded }: { isTaskNeeded: boolean },
): Promise<void> {
  const bit = (name: string) => sql`${sql.ref(name)} in (0, 1)`;
  await db.schema
    .createTable("calendar_entries_new")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("task_id", "text", (column) => {
      const task = column.references("tasks.id").onDelete("cascade");
      return isTaskNeeded ? task.notNull() : task;
    })
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("event_id", "text", (column) => column.notNull())
    .addColumn("calendar_id", "text")
    .addColumn("is_there", "integer", (column) =>
      column.notNull().defaultTo(0).check(bit("is_there")),
    )
    .addColumn("is_asked", "integer", (column) =>
      column.notNull().defaultTo(0).check(bit("is_asked")),
    )
    .addColumn("is_by_hand", "integer", (column) =>
      column.notNull().defaultTo(0).check(bit("is_by_hand")),
    )
    .addColumn("is_followed", "integer", (column) =>
      column.notNull().defaultTo(1).check(bit("is_followed")),
    )
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("calendar_entries_of_task", ["task_id", "user_id"])
    .modifyEnd(sql`strict`)
    .execute();
  const kept = [...columns, ...otherColumns];
  await db
    .insertInto("calendar_entries_new")
    .columns(kept)
    .expression(db.selectFrom("calendar_entries").select(kept))
    .execute();
  await db.schema.dropTable("calendar_entries").execute();
  await db.schema.alterTable("calendar_entries_new").renameTo("calendar_entries").execute();
  await db.schema
    .createIndex("calendar_entries_of_user")
    .on("calendar_entries")
    .column("user_id")
    .execute();
}
