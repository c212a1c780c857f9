import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { listFamilyNames } from "#app/domain/family/family-names.server.ts";
import { parseRequest } from "#app/domain/parsing/parse-request.ts";
import { nowIso } from "#app/domain/time.ts";
import type { Category, Database } from "#db/schema.ts";
import { dueColumns } from "./due.server.ts";

export interface AddedTask {
  id: string;
  category: Category;
  /** Nobody has said when it is due. */
  needsDate: boolean;
}

/**
 * Makes a task of what was said. The same form sent twice makes one: `requestId` is the form's, and what was typed
 * counts too, so that a form taken back from the browser's history and filled in anew is a new request.
 * @param request.now the instant at which it was said
 */
export async function addTask(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string; timeZone: string },
  request: { text: string; requestId?: string; now?: string },
): Promise<AddedTask> {
  const { text, requestId = newId(), now = nowIso() } = request;
  const familyMembers = await listFamilyNames(db, viewer.householdId);
  const understood = parseRequest({ text, timeZone: viewer.timeZone, now, familyMembers });
  const task = {
    id: newId(),
    household_id: viewer.householdId,
    user_id: viewer.userId,
    title: understood.title,
    category: understood.category,
    description: understood.description,
    ...dueColumns(understood.due?.local, viewer.timeZone),
    created_at: now,
    request_id: createHash("sha256").update(`${requestId}\n${text}`).digest("hex"),
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("tasks")
    .values(task)
    .onConflict((conflict) => conflict.columns(["user_id", "request_id"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? describeAdded(task) : findAdded(db, task);
}

async function findAdded(db: Kysely<Database>, task: { user_id: string; request_id: string }): Promise<AddedTask> {
  const first = await db
    .selectFrom("tasks")
    .select(["id", "category", "due_date", "deleted_at"])
    .where("user_id", "=", task.user_id)
    .where("request_id", "=", task.request_id)
    .executeTakeFirstOrThrow();
  return describeAdded(first);
}

function describeAdded(task: {
  id: string;
  category: Category;
  due_date: string | null;
  deleted_at?: string | null;
}): AddedTask {
  const { id, category, due_date, deleted_at } = task;
  return { id, category, needsDate: due_date === null && !deleted_at };
}
