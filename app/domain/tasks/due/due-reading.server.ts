import type { Kysely, Selectable } from "kysely";
import type { Database } from "#db/schema.ts";
import { undatedDescription } from "./due-reading.ts";
import { dueColumns } from "./due.server.ts";
import { changeTask } from "../changing/task.server.ts";

type DueReading = Selectable<Database["due_readings"]>;

interface Member {
  householdId: string;
}

/** The query for how the dates of a household's open tasks were read, where neither title nor date was changed since. */
export function standingReadings(db: Kysely<Database>, { householdId }: Member) {
  return db
    .selectFrom("tasks")
    .innerJoin("due_readings", (join) =>
      join
        .onRef("due_readings.task_id", "=", "tasks.id")
        .onRef("due_readings.title", "=", "tasks.title")
        .onRef("due_readings.due_local", "=", "tasks.due_local")
        .onRef("due_readings.due_time_zone", "=", "tasks.due_time_zone"),
    )
    .where("tasks.household_id", "=", householdId)
    .where("tasks.is_completed", "=", 0)
    .where("tasks.deleted_at", "is", null);
}

/** How the task's date was read; undefined where that no longer stands, or the task is not there for them. */
export async function findDueReading(
  db: Kysely<Database>,
  member: Member,
  id: string,
): Promise<DueReading | undefined> {
  return standingReadings(db, member).selectAll("due_readings").where("tasks.id", "=", id).executeTakeFirst();
}

/** Gives the words that made the date back to the title; the date goes. Returns whether it still stood. */
export async function takeDateBack(db: Kysely<Database>, member: Member, id: string): Promise<boolean> {
  const read = await standingReadings(db, member)
    .select(["tasks.version", "tasks.description", "due_readings.undated_title as title", "due_readings.due_time_zone"])
    .where("tasks.id", "=", id)
    .executeTakeFirst();
  if (!read) return false;
  const { version, title, due_time_zone } = read;
  const description = undatedDescription(title, read.description);
  return changeTask(db, member, id, { title, description, ...dueColumns(null, due_time_zone) }, { version });
}

/** Reads the date again that was taken back. Nothing changes where title or date were changed since. */
export async function readDateAgain(db: Kysely<Database>, member: Member, id: string): Promise<void> {
  const taken = await db
    .selectFrom("tasks")
    .innerJoin("due_readings", (join) =>
      join.onRef("due_readings.task_id", "=", "tasks.id").onRef("due_readings.undated_title", "=", "tasks.title"),
    )
    .select(["tasks.version", "tasks.description", "due_readings.title", "due_readings.due_local"])
    .select(["due_readings.due_time_zone", "due_readings.description as readDescription"])
    .where("tasks.id", "=", id)
    .where("tasks.due_date", "is", null)
    .executeTakeFirst();
  if (!taken) return;
  const { version, title, due_local, due_time_zone } = taken;
  const description = taken.description ?? taken.readDescription;
  await changeTask(db, member, id, { title, description, ...dueColumns(due_local, due_time_zone) }, { version });
}
