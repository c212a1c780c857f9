import type { Kysely, Transaction } from "kysely";
import { yieldToOthers } from "#db/sql/batches.ts";
import { withPerson } from "#db/sql/full-text.ts";
import { listEveryHouseholdId } from "#app/domain/people/household/membership.server.ts";
import { findChecklists } from "#app/domain/tasks/checklist/checklist.server.ts";
import { findTasks, listPageOfIds, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { slipsOf, wordsOf } from "./words.ts";

/** A description may have thousands of words; slips are forgiven in the first of them. */
const maxWordsWithSlips = 150;
const tasksAtOnce = 50;

/** One word for a household or a person, as the index has it. */
export const wordOfId = (id: string) => `id${id.replaceAll("-", "")}`;

/**
 * Makes tasks findable by their present words and people. Dates of a series that are not open yet
 * cannot be found.
 */
export async function indexTasks(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: readonly string[] },
): Promise<void> {
  const tasks = [...(await findTasks(trx, taskIds)).values()].filter(
    ({ is_ahead: isAhead }) => isAhead === 0,
  );
  if (tasks.length === 0) return;
  const checklists = await findChecklists(
    trx,
    tasks.filter((task) => task.has_checklist).map(({ id }) => id),
  );
  await trx
    .insertInto("search_entries")
    .values(tasks.map((task) => entryOf(task, namesIn(checklists.get(task.id)))))
    .onConflict((conflict) =>
      conflict
        .column("task_id")
        .doUpdateSet(({ ref }) => ({
          place: ref("excluded.place"),
          words: ref("excluded.words"),
          people: ref("excluded.people"),
          slips: ref("excluded.slips"),
        }))
        .where(({ eb, or, ref }) =>
          or(
            (["place", "words", "people"] as const).map((column) =>
              eb(`search_entries.${column}`, "!=", ref(`excluded.${column}`)),
            ),
          ),
        ),
    )
    .execute();
}

const namesIn = (items: readonly { name: string }[] = []) => items.map(({ name }) => name);

function entryOf(task: Task, items: string[]) {
  const { id, household_id, title, description, assignee_id, about_id, assignee_name } = task;
  const people = [assignee_id, about_id].filter((person) => person !== null);
  const texts = [title, description, assignee_name, ...items].filter(Boolean);
  const words = wordsOf(texts.join(" ")).join(" ");
  return {
    task_id: id,
    place: wordOfId(household_id),
    words,
    people: [...new Set(people)].map(wordOfId).join(" "),
    slips: slipsIn(words),
  };
}

function slipsIn(words: string): string {
  const some = [...new Set(words.split(" "))].slice(0, maxWordsWithSlips);
  return [...new Set(some.flatMap(slipsOf))].join(" ");
}

/** Two people turned out to be one: the tasks of the one before are the other's now. */
export async function indexTasksOfReplaced(
  trx: Transaction<Database>,
  { from }: { from: string; to: string },
): Promise<void> {
  const rows = await trx
    .selectFrom("search_entries")
    .select("task_id")
    .where("id", "in", withPerson(wordOfId(from)))
    .execute();
  await indexTasks(trx, { taskIds: rows.map(({ task_id }) => task_id) });
}

/** Leaves all tasks of a household to the worker, which indexes them within seconds. */
export async function indexLater(
  trx: Transaction<Database>,
  householdId: string,
  now: string,
): Promise<void> {
  await trx
    .insertInto("households_to_index")
    .values({ household_id: householdId, asked_at: now })
    .onConflict((conflict) => conflict.column("household_id").doUpdateSet({ asked_at: now }))
    .execute();
}

/** After a restore, the index may not fit the tasks. */
export async function indexEverythingLater(trx: Transaction<Database>, now: string): Promise<void> {
  for (const id of await listEveryHouseholdId(trx)) await indexLater(trx, id, now);
}

/** Indexes what was left to the worker. Continues after a crash. */
export async function indexWaiting(db: Kysely<Database>): Promise<void> {
  const waiting = await db.selectFrom("households_to_index").selectAll().execute();
  for (const { household_id: id, asked_at } of waiting) {
    let after = "";
    do {
      const page = await listPageOfIds(db, id, { after, max: tasksAtOnce });
      await db.transaction().execute((trx) => indexTasks(trx, { taskIds: page }));
      after = page.at(-1) ?? "";
      await yieldToOthers();
    } while (after !== "");
    await db
      .deleteFrom("households_to_index")
      .where("household_id", "=", id)
      // Otherwise it was asked for again meanwhile.
      .where("asked_at", "=", asked_at)
      .execute();
  }
}
