import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { undatedDescription } from "../due/due-reading.ts";
import { findClearedReading, currentReadingsQuery } from "../due/due-reading.server.ts";
import { dueColumns } from "../due/due.server.ts";
import type { Member } from "../find-tasks.server.ts";
import { changeTask } from "./task.server.ts";

/** Gives the words that made the date back to the title; the date goes. Returns whether it still stood. */
export async function clearDate(db: Kysely<Database>, member: Member, id: string): Promise<boolean> {
  const read = await currentReadingsQuery(db, member)
    .select(["tasks.version", "tasks.description", "due_readings.undated_title as title", "due_readings.due_time_zone"])
    .where("tasks.id", "=", id)
    .executeTakeFirst();
  if (!read) return false;
  const { version, title, due_time_zone } = read;
  const description = undatedDescription(title, read.description);
  return changeTask(db, member, id, { title, description, ...dueColumns(null, due_time_zone) }, { version });
}

/** Reads the date again that was cleared. Nothing changes where title or date were changed since. */
export async function restoreDate(db: Kysely<Database>, member: Member, id: string): Promise<void> {
  const cleared = await findClearedReading(db, id);
  if (!cleared) return;
  const { version, title, due_local, due_time_zone } = cleared;
  const description = cleared.description ?? cleared.readDescription;
  await changeTask(db, member, id, { title, description, ...dueColumns(due_local, due_time_zone) }, { version });
}
