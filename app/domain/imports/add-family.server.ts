import type { Transaction } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { bringPerson } from "#app/domain/people/family/change-family.server.ts";
import type { HouseholdPerson } from "#app/domain/people/people.server.ts";
import { bringPast } from "#app/domain/series/bring-past.server.ts";
import { addBreak, findSameBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { addAwayDates, findSameAway } from "#app/domain/series/changing/away.server.ts";
import type { StartedTurns } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { idList, unindexed } from "#db/sql/values.ts";
import type { Import } from "./imports.server.ts";
import { newPerson } from "./limits.ts";
import type { ImportedPast, ImportedPerson, ImportedRow, ImportedTask } from "./row.ts";

/** The ids of people by the names of the file. */
export type Chosen = Record<string, string>;

export interface AddedPart {
  isRefused?: boolean;
  /** The undo needs it. */
  content?: string | null;
}

/** Adds a person if the preview says so. The rows that follow name them. */
export async function addPersonOf(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  { row, chosen }: { row: ImportedPerson; chosen: Chosen },
): Promise<AddedPart> {
  if (chosen[row.label] !== newPerson) return {};
  const { name, relation, phone, email } = row;
  const facts = { name, relation, phone, email };
  const brought = await bringPerson(trx, viewer, facts);
  if (brought) chosen[row.label] = brought.id;
  else delete chosen[row.label];
  await trx
    .updateTable("imports")
    .set({ people: JSON.stringify(chosen) })
    .where("id", "=", found.id)
    .execute();
  if (!brought) return { isRefused: true };
  return brought.isNew ? { content: JSON.stringify({ type: "person", ...brought, ...facts }) } : {};
}

export async function addDays(
  trx: Transaction<Database>,
  viewer: Viewer,
  { row, chosen }: { row: Extract<ImportedRow, { type: "break" | "away" }>; chosen: Chosen },
): Promise<AddedPart> {
  if (row.type === "break") {
    if (await findSameBreak(trx, viewer, row)) return {};
    const added = await addBreak(trx, viewer, row);
    return added === "saved" ? { content: JSON.stringify(row) } : { isRefused: true };
  }
  const person = chosen[row.person];
  // Nobody wanted that person here.
  if (!person) return {};
  const days = { person, firstOn: row.firstOn, lastOn: row.lastOn };
  if (await findSameAway(trx, viewer, days)) return {};
  const added = await addAwayDates(trx, viewer, days);
  return added === "added" ? { content: JSON.stringify({ ...row, person }) } : { isRefused: true };
}

/** Puts the closed dates of a series before its open task. */
export async function addPast(
  trx: Transaction<Database>,
  found: Import,
  { task, past }: ImportedPast,
  chosen: Chosen,
): Promise<void> {
  const keys = [task, ...past.flatMap((one) => one.task ?? [])];
  const rows = await trx
    .selectFrom("import_rows")
    .select(["source_key", "task_id"])
    .where("source_key", "in", idList(keys))
    .where(unindexed("import_id"), "=", found.id)
    .execute();
  const ids = new Map(rows.map(({ source_key, task_id }) => [source_key, task_id]));
  const openId = ids.get(task);
  if (!openId) return;
  ids.delete(task);
  const personOf = (label: string | null) => (label !== null && chosen[label]) || null;
  const brought = past.map(({ task: key, doneBy, turn, ...one }) => ({
    ...one,
    taskId: (key !== null && ids.get(key)) || null,
    doneBy: personOf(doneBy),
    turnPersonId: personOf(turn),
  }));
  await bringPast(trx, openId, brought);
}

/** Returns who did the task, as a row of it says so. */
export function markOf(
  { isDone, doneAt, doneBy }: ImportedTask,
  people: readonly HouseholdPerson[],
  chosen: Chosen,
) {
  const doer = doneBy === null ? undefined : people.find(({ id }) => id === chosen[doneBy]);
  if (!isDone || !doneAt || !doer) return {};
  const who = doer.userId ? { marked_by: doer.userId } : { marked_person: doer.id };
  return { marked_as: "completed", marked_at: doneAt, ...who } as const;
}

/** People who were not taken over have no turns. */
export function turnsOf(
  { order, people, first }: NonNullable<NonNullable<ImportedTask["before"]>["turns"]>,
  chosen: Chosen,
): StartedTurns | null {
  const personIds = people.flatMap((name) => chosen[name] ?? []);
  if (order !== "anyone" && personIds.length === 0) return null;
  return { order, personIds, firstId: first === null ? undefined : chosen[first] };
}
