import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Member } from "../find-tasks.server.ts";

/**
 * Lists what somebody deleted, the latest first.
 * @param before a place in that order: only what comes after it
 */
export const listDeletedTasks = (
  db: Kysely<Database>,
  member: Member,
  { before, max }: { before: { at: string; id: string } | null; max: number },
) =>
  deletedTasks(db, member)
    .select(["id", "title", "category", "deleted_at", "marked_by", "marked_as"])
    .select(["due_date", "due_local", "due_time_zone", "due_has_time"])
    .$if(before !== null, (query) =>
      query.where(({ eb, or, and }) => {
        const isSame = eb("deleted_at", "=", before!.at);
        return or([eb("deleted_at", "<", before!.at), and([isSame, eb("id", "<", before!.id)])]);
      }),
    )
    .limit(max)
    .execute();

/** Returns the ids of what was deleted between two instants, the latest first. */
export async function listDeletedBetween(
  db: Kysely<Database>,
  member: Member,
  { from, until, max }: { from: string; until: string; max: number },
): Promise<string[]> {
  const rows = await deletedTasks(db, member)
    .select("id")
    .where("deleted_at", ">=", from)
    .where("deleted_at", "<=", until)
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}

/** Nobody deleted what was missed, and dates ahead are not there yet. */
const deletedTasks = (db: Kysely<Database>, { householdId }: Member) =>
  db
    .selectFrom("tasks")
    .where("household_id", "=", householdId)
    .where("deleted_at", "is not", null)
    .where("is_ahead", "=", 0)
    .where("was_missed", "=", 0)
    .orderBy("deleted_at", "desc")
    .orderBy("id", "desc");
