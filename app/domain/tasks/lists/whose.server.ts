import type { ExpressionBuilder, Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { anyone } from "./whose-input.ts";

interface PeopleOfTask {
  assignee_id: string | null;
  about_id: string | null;
}

/** A person has the tasks that they do, and those that are about them. */
export const isTheirs = ({ assignee_id, about_id }: PeopleOfTask, personId: string): boolean =>
  assignee_id === personId || about_id === personId;

/** The same as a condition for `where`. @param whose a person's id, or `anyone` */
export function isWhose({ eb, and, or }: ExpressionBuilder<Database, "tasks">, whose: string) {
  return whose === anyone
    ? and([eb("assignee_id", "is", null), eb("assignee_name", "is", null)])
    : or([eb("assignee_id", "=", whose), eb("about_id", "=", whose)]);
}

/** True if a task that is not deleted is the person's, is about them, or was asked of them. */
export async function isNamedByTask(db: Kysely<Database>, personId: string): Promise<boolean> {
  const columns = ["assignee_id", "about_id", "delegated_to"] as const;
  const task = await db
    .selectFrom("tasks")
    .select("id")
    .where(({ eb, or }) => or(columns.map((column) => eb(column, "=", personId))))
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return task !== undefined;
}
