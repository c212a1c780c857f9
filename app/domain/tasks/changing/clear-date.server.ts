import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import {
  findClearedReading,
  ownReadingQuery,
  undatedDescription,
} from "../due/due-reading.server.ts";
import { dueColumns } from "../due/due.server.ts";
import { type Actor, changeTask } from "./task.server.ts";

/**
 * Moves the words for the date back into the title. Returns false if the title or date has changed
 * since.
 */
export async function clearDate(db: Kysely<Database>, actor: Actor, id: string): Promise<boolean> {
  const reading = await ownReadingQuery(db, actor, id)
    .select([
      "tasks.version",
      "tasks.description",
      "due_readings.undated_title as title",
      "due_readings.due_time_zone",
    ])
    .executeTakeFirst();
  if (!reading) return false;
  const { version, title, due_time_zone } = reading;
  const description = undatedDescription(title, reading.description);
  return changeTask(
    db,
    actor,
    id,
    { title, description, ...dueColumns(null, due_time_zone) },
    { version },
  );
}

/** Undoes `clearDate`. Returns false if the title or date has changed since. */
export async function restoreDate(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
): Promise<boolean> {
  const cleared = await findClearedReading(db, id);
  if (!cleared) return false;
  const { version, title, due_local, due_time_zone, due_has_time } = cleared;
  const description = cleared.description ?? cleared.readDescription;
  return changeTask(
    db,
    actor,
    id,
    { title, description, ...dueColumns(due_local, due_time_zone), due_has_time },
    { version },
  );
}
