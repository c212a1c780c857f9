import type { Kysely, Selectable, Transaction } from "kysely";
import { opaque } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";
import type { Member } from "../find-tasks.server.ts";

type DueReading = Selectable<Database["due_readings"]>;

/** Empty for a request whose words set no date. */
export function dueReading(
  task_id: string,
  text: string,
  draft: ParsedRequest,
  due_time_zone: string,
): DueReading[] {
  const words = dueWordsIn(text, draft);
  if (!draft.due || words === null) return [];
  const { title, description, undatedTitle: undated_title } = draft;
  const { local: due_local, skipped: skipped_local = null } = draft.due;
  return [
    { task_id, words, title, description, due_local, due_time_zone, undated_title, skipped_local },
  ];
}

/** Selects readings of open tasks whose title and date haven't changed since they were parsed. */
export function currentReadingsQuery(db: Kysely<Database>) {
  return db
    .selectFrom("tasks")
    .innerJoin("due_readings", (join) =>
      join
        .onRef("due_readings.task_id", "=", "tasks.id")
        .onRef("due_readings.title", "=", "tasks.title")
        .onRef("due_readings.due_local", "=", "tasks.due_local")
        .onRef("due_readings.due_time_zone", "=", "tasks.due_time_zone"),
    )
    .where("tasks.is_completed", "=", 0)
    .where("tasks.deleted_at", "is", null);
}

export function ownReadingQuery(db: Kysely<Database>, { householdId }: Member, taskId: string) {
  return currentReadingsQuery(db)
    .where("tasks.id", "=", taskId)
    .where("tasks.household_id", "=", opaque(householdId));
}

export async function findDueReading(
  db: Kysely<Database>,
  member: Member,
  id: string,
): Promise<DueReading | undefined> {
  return ownReadingQuery(db, member, id).selectAll("due_readings").executeTakeFirst();
}

/** Finds the reading that `clearDate` removed; undefined if the title or date has changed since. */
export async function findClearedReading(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("tasks")
    .innerJoin("due_readings", (join) =>
      join
        .onRef("due_readings.task_id", "=", "tasks.id")
        .onRef("due_readings.undated_title", "=", "tasks.title"),
    )
    .select(["tasks.version", "tasks.description", "tasks.due_has_time"])
    .select(["due_readings.title", "due_readings.due_local"])
    .select(["due_readings.due_time_zone", "due_readings.description as readDescription"])
    .where("tasks.id", "=", id)
    .where("tasks.due_date", "is", null)
    .executeTakeFirst();
}

/** The task keeps its date, but no longer shows the words that set it. */
export async function forgetDueReading(trx: Transaction<Database>, taskId: string): Promise<void> {
  await trx.deleteFrom("due_readings").where("task_id", "=", taskId).execute();
}

/** Returns the words that set the due date: "Tomorrow … at 5". */
export function dueWordsIn(text: string, { due, dueWords }: ParsedRequest): string | null {
  if (!due || dueWords.length === 0) return null;
  const inOrder = dueWords.toSorted((one, other) => one.start - other.start);
  return inOrder.map(({ start, end }) => text.slice(start, end)).join(" … ");
}

/** Drops a description that only repeats words which are back in the title. */
export function undatedDescription(
  undatedTitle: string,
  description: string | null,
): string | null {
  const isInTitle = description && undatedTitle.toLowerCase().includes(description.toLowerCase());
  return isInTitle ? null : description;
}
