import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { idList } from "#db/sql/values.ts";
import { knownWords, possibleChild } from "#app/domain/understanding/category/possible-child.ts";
import { tokenize } from "#app/domain/understanding/tokenize/tokenize.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import { listMemberIds } from "../household/membership.server.ts";
import { bumpRevision } from "../revision.server.ts";
import { addChild } from "./add-children.server.ts";
import { hasRoomForPeople } from "../room-for-people.server.ts";
import { listFamilyNames } from "./family-names.server.ts";

/** Asks once about each name, at the first of these tasks that contains it. */
export async function askAboutChildren(
  trx: Transaction<Database>,
  householdId: string,
  tasks: readonly { id: string; title: string }[],
  now: string,
): Promise<void> {
  // Most titles contain no name.
  const asking = tasks.filter(({ title }) => possibleChild(tokenize(title), []) !== null);
  if (asking.length === 0) return;
  const known = await listKnownNames(trx, householdId);
  for (const { id: taskId, title } of asking) {
    const name = possibleChild(tokenize(title), known);
    if (!name) continue;
    await trx
      .insertInto("child_questions")
      .values({ id: newId(), household_id: householdId, name, task_id: taskId, asked_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function listKnownNames(db: Kysely<Database>, householdId: string): Promise<string[]> {
  const family = await listFamilyNames(db, householdId);
  const members = await findPeople(db, await listMemberIds(db, householdId));
  const firstNames = [...members.values()].flatMap(({ firstName }) => firstName ?? []);
  return [...family.map(({ name }) => name), ...firstNames];
}

/** A name in both households keeps its answer there. */
export async function moveChildQuestions(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  await trx
    .updateTable("child_questions")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .where("name", "not in", ({ selectFrom }) =>
      selectFrom("child_questions as there")
        .select("there.name")
        .where("there.household_id", "=", to),
    )
    .execute();
}

/** Returns the names to ask about, by task. Omits names that the family has added since. */
export async function findChildQuestions(
  db: Kysely<Database>,
  householdId: string,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await listQuestions(db, taskIds);
  if (rows.length === 0) return new Map();
  const known = knownWords(await listKnownNames(db, householdId));
  const open = rows.filter(({ name }) => !known.has(name.toLowerCase()));
  return new Map(
    open.flatMap(({ task_id, name }): [string, string][] => (task_id ? [[task_id, name]] : [])),
  );
}

const listQuestions = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("child_questions")
    .select(["task_id", "name"])
    .where("task_id", "in", idList(taskIds))
    .where("is_child", "is", null),
);

/**
 * Adds the child after a yes.
 * @returns the name; null if nothing was asked, "full" if there is no room for the child
 */
export async function answerChildQuestion(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  taskId: string,
  isChild: boolean,
): Promise<{ name: string } | "full" | null> {
  if (isChild && !(await hasRoomForPeople(trx, householdId, 1))) return "full";
  const answered = await trx
    .updateTable("child_questions")
    .set({ is_child: bit(isChild) })
    .where("task_id", "=", taskId)
    .where("household_id", "=", householdId)
    .where("is_child", "is", null)
    .returning("name")
    .executeTakeFirst();
  if (!answered) return null;
  if (isChild) await addChild(trx, { userId, householdId, name: answered.name });
  await bumpRevision(trx, householdId);
  return answered;
}
