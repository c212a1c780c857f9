import type { Kysely } from "kysely";
import type { Database, EditedPart } from "#db/schema.ts";
import { keptEvents } from "./history.server.ts";

/** Begins the names of what an import changes: `joinEvents` gives them. */
export const importMark = "import ";

/**
 * True if somebody edited, moved, did, gave or deleted the task, or ticked an item of it, but not
 * by an import.
 */
export async function wasChangedSince(
  db: Kysely<Database>,
  taskId: string,
  since: string,
): Promise<boolean> {
  const event = await eventsByHand(db, taskId, since).limit(1).executeTakeFirst();
  if (event) return true;
  const item = await db
    .selectFrom("checklist_items")
    .select("id")
    .where("task_id", "=", taskId)
    .where("changed_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  if (item) return true;
  return wasAsked(db, taskId);
}

/** Somebody who was asked to take on a task relies on it. */
async function wasAsked(db: Kysely<Database>, taskId: string): Promise<boolean> {
  const asked = await db
    .selectFrom("tasks")
    .select("id")
    .where("id", "=", taskId)
    .where("delegated_to", "is not", null)
    .executeTakeFirst();
  return asked !== undefined;
}

const eventsByHand = (db: Kysely<Database>, taskId: string, since: string) =>
  db
    .selectFrom("task_events")
    .select(["mark", "edited"])
    .where("task_id", "=", taskId)
    .where("acted_at", ">", since)
    .where(({ eb, or }) => or([eb("acted_by", "is not", null), eb("acted_person", "is not", null)]))
    .where(({ eb, or }) =>
      or([eb("changed_with", "is", null), eb("changed_with", "not like", `${importMark}%`)]),
    );

/**
 * Returns the parts of the task that somebody changed other than by an import, or null if it could
 * be any part.
 */
export async function findPartsChangedSince(
  db: Kysely<Database>,
  taskId: string,
  since: string,
): Promise<Set<EditedPart | "done"> | null> {
  const events = await eventsByHand(db, taskId, since).execute();
  // Older events may be gone.
  if (events.length >= keptEvents || (await wasAsked(db, taskId))) return null;
  const parts = events.flatMap(({ mark, edited }) =>
    mark === null ? ((edited?.split(",") ?? []) as EditedPart[]) : ["done" as const],
  );
  return new Set(parts);
}
