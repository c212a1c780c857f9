import { type Kysely } from "kysely";

/** Words that say 12:00. */
const noonWords = ["%12%", "%noon%", "%midday%", "%twelve%"];

/**
 * Records whether a time was said with the due date. For old tasks at 12:00 that is unknown, unless
 * their words are kept.
 */
export async function up(db: Kysely<any>): Promise<void> {
  for (const [table, column] of [
    ["tasks", "due_has_time"],
    ["series", "has_time"],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(column, "integer", (has) => has.notNull().defaultTo(1))
      .execute();
  await db.schema.alterTable("task_events").addColumn("had_time", "integer").execute();
  await db
    .updateTable("tasks")
    .set({ due_has_time: 0 })
    .where("due_local", "like", "%T12:00")
    .where(({ eb, not, or, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("due_readings")
            .select("task_id")
            .whereRef("task_id", "=", "tasks.id")
            .where(or(noonWords.map((words) => eb("words", "like", words)))),
        ),
      ),
    )
    .execute();
  await db
    .updateTable("series")
    .set({ has_time: 0 })
    .where("local_time", "=", "12:00")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("series_occurrences")
            .innerJoin("tasks", "tasks.id", "task_id")
            .select("task_id")
            .whereRef("series_id", "=", "series.id")
            .where("due_local", "like", "%T12:00")
            .where("due_has_time", "=", 1),
        ),
      ),
    )
    .execute();
}
