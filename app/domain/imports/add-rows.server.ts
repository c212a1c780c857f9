import { hash } from "node:crypto";
import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { findProfile } from "#app/domain/accounts/profile/profile.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { addItemsIn, tickAdded } from "#app/domain/lists/items.server.ts";
import { maxItems, maxLists } from "#app/domain/lists/limits.ts";
import { addList } from "#app/domain/lists/lists.server.ts";
import { listFamilyNames } from "#app/domain/people/family/family-names.server.ts";
import { listHouseholdPeople } from "#app/domain/people/people.server.ts";
import { ruleFromRepeats } from "#app/domain/recurrence/schedule.server.ts";
import { findNoRoom } from "#app/domain/tasks/adding/room.server.ts";
import { saveTasks } from "#app/domain/tasks/adding/save-tasks.server.ts";
import {
  addToChecklist,
  findChecklist,
  tickItem,
} from "#app/domain/tasks/checklist/checklist.server.ts";
import { importMark } from "#app/domain/tasks/changing/changed-since.server.ts";
import { joinEvents } from "#app/domain/tasks/changing/history.server.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { listLearnedWords } from "#app/domain/understanding/learned/learned-words.server.ts";
import { parseRequests } from "#app/domain/understanding/parse-requests.ts";
import { householdShares } from "#app/services/shares.server.ts";
import type { Category, Database } from "#db/schema.ts";
import {
  addDays,
  type AddedPart,
  addPast,
  addPersonOf,
  type Chosen,
  markOf,
  turnsOf,
} from "./add-family.server.ts";
import { type Import, type ImportRow, parsePeople } from "./imports.server.ts";
import { importRequest } from "./limits.ts";
import { findKnown } from "./known.server.ts";
import { importedRow, type ImportedRow, type ImportedTask } from "./row.ts";
import { parseSummary } from "./summary.ts";
import { takeChange } from "./take-changes.server.ts";

interface NumberedTask {
  number: number;
  /** The id that its task gets. */
  id: string;
  task: ImportedTask;
}

/**
 * Adds a batch of rows by what the pages use, but asks nobody and tells nobody.
 * @returns why the import cannot go on, or null
 */
export async function addRows(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  rows: readonly ImportRow[],
): Promise<string | null> {
  const now = nowIso();
  const read = await readRows(trx, viewer, rows);
  const tasks = read.flatMap(({ number, row }): NumberedTask[] =>
    row?.type === "task" ? [{ number, id: newId(), task: row }] : [],
  );
  const noRoom = await findNoRoom(trx, viewer.householdId, {
    tasks: tasks.filter(({ task }) => !task.isDone).length,
    series: tasks.filter(({ task }) => task.repeats).length,
  });
  if (noRoom) return noRoom.refused;
  const chosen = parsePeople(found.people);
  for (const { number, row } of read) {
    if (row?.type === "change") continue;
    const added = row && (await addOther(trx, viewer, found, { number, row, chosen }));
    const state = added === null ? "known" : added.isRefused ? "refused" : "added";
    await settle(trx, found.id, number, { state, content: added?.content ?? null });
  }
  await changeTasks(trx, viewer, found, read, now);
  await addTasks(trx, viewer, found, { tasks, chosen }, now);
  const takenAt = nowIso();
  for (const { number, id } of tasks) await settle(trx, found.id, number, { task_id: id });
  for (const { row } of read) if (row?.type === "past") await addPast(trx, found, row, chosen);
  await trx
    .updateTable("import_rows")
    .set({ taken_at: takenAt })
    .where("import_id", "=", found.id)
    .where(
      "number",
      "in",
      rows.map(({ number }) => number),
    )
    .execute();
  return null;
}

/** A row is null if an earlier import has brought it. */
async function readRows(
  trx: Transaction<Database>,
  { householdId }: Viewer,
  rows: readonly ImportRow[],
): Promise<{ number: number; row: ImportedRow | null }[]> {
  const keys = rows.map(({ source_key }) => source_key);
  const known = await findKnown(trx, householdId, keys);
  return rows.map(({ number, source_key, content }) => {
    const row = importedRow.parse(JSON.parse(content ?? "null"));
    return { number, row: known.has(source_key) && row.type !== "change" ? null : row };
  });
}

async function changeTasks(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  read: readonly { number: number; row: ImportedRow | null }[],
  since: string,
): Promise<void> {
  const taskIds: string[] = [];
  const { takesChanges } = parseSummary(found.summary);
  for (const { number, row } of read) {
    if (row?.type !== "change") continue;
    const content = takesChanges ? await takeChange(trx, viewer, row) : null;
    // The person may have changed it while they looked at the preview.
    if (content === null) await settle(trx, found.id, number, { state: "known", content: null });
    else {
      await settle(trx, found.id, number, { state: "changed", content, task_id: row.taskId });
      taskIds.push(row.taskId);
    }
  }
  await markAsImported(trx, viewer, found, { taskIds, since });
}

/** Marks what was done to tasks, so that the history tells it from what people did. */
export async function markAsImported(
  trx: Transaction<Database>,
  { userId }: Viewer,
  { id }: Import,
  { taskIds, since }: { taskIds: string[]; since: string },
): Promise<void> {
  if (taskIds.length === 0) return;
  await joinEvents(trx, { userId, taskIds, since, changedWith: `${importMark}${id}` });
}

async function settle(
  trx: Transaction<Database>,
  importId: string,
  number: number,
  values: Partial<Pick<ImportRow, "state" | "content" | "task_id">>,
): Promise<void> {
  await trx
    .updateTable("import_rows")
    .set(values)
    .where("import_id", "=", importId)
    .where("number", "=", number)
    .execute();
}

async function addTasks(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  { tasks, chosen }: { tasks: readonly NumberedTask[]; chosen: Chosen },
  now: string,
): Promise<void> {
  if (tasks.length === 0) return;
  const people = await listHouseholdPeople(trx, viewer.householdId);
  const labelOf = (name: string | null) =>
    name && (people.find(({ id }) => id === chosen[name])?.label ?? name);
  const categoryOf = await createCategorizer(trx, viewer, now);
  const contents = tasks.map(({ id, number, task }) => {
    const { title, description, category, due, isDone, doneAt, person, about } = task;
    const aboutId = about === null ? undefined : chosen[about];
    return {
      id,
      title,
      description,
      category: category ?? categoryOf(title),
      ...dueColumns(due?.local, due?.timeZone ?? "UTC"),
      due_has_time: bit(due?.hasTime ?? false),
      is_completed: bit(isDone),
      done_at: isDone ? doneAt : null,
      ...markOf(task, people, chosen),
      assignee: labelOf(person),
      about: aboutId ? { id: aboutId } : about === null ? null : { name: about },
      request_id: hash("sha256", `import\n${found.id}\n${number}`, "hex"),
    };
  });
  const repeating = tasks.flatMap(({ id, task: { repeats, due, before } }) => {
    const startsOn = before?.startsOn ?? due?.local.slice(0, 10);
    const isAccepted =
      repeats && startsOn && ruleFromRepeats(repeats, startsOn).status === "accepted";
    if (!isAccepted) return [];
    const turns = before?.turns ? turnsOf(before.turns, chosen) : null;
    return [{ taskId: id, repeats, turns, ...(before && { before }) }];
  });
  const requests = tasks.flatMap(({ id: taskId, task: { reminders } }) => {
    // A changed file may have one twice.
    const distinct = new Map(reminders.map((each) => [each.minutesBefore, each.repeats]));
    return [...distinct].map(([minutesBefore, repeats]) => {
      const isRepeating = repeats && repeating.some((each) => each.taskId === taskId);
      return { taskId, minutesBefore, isRepeating, isOnce: !repeats };
    });
  });
  const none = { readings: [], dueReadings: [] };
  await saveTasks(trx, viewer.userId, {
    now,
    contents,
    repeating,
    requests,
    ...none,
    isQuiet: true,
  });
  for (const each of tasks) await addChecklist(trx, viewer, found, each);
}

/** Guesses as for a typed task, by the household's people and what it has taught. */
async function createCategorizer(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  now: string,
): Promise<(title: string) => Category> {
  const familyMembers = await listFamilyNames(trx, householdId);
  const learned = await listLearnedWords(trx, { householdId });
  const { timeZone } = await findProfile(trx, userId);
  return (text) => {
    const said = { text, timeZone: timeZone ?? "UTC", now, familyMembers, learned };
    return parseRequests(said)[0]?.category ?? "Household";
  };
}

async function addChecklist(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  { id, number, task: { checklist } }: NumberedTask,
): Promise<void> {
  if (checklist.length === 0) return;
  const names = checklist.map(({ name }) => name);
  await addToChecklist(trx, viewer, id, { names, requestId: requestOf(found, number) });
  const ticked = new Set(checklist.flatMap(({ name, isTicked }) => (isTicked ? [name] : [])));
  if (ticked.size === 0) return;
  for (const item of await findChecklist(trx, id))
    if (ticked.has(item.name))
      await tickItem(
        trx,
        viewer,
        { taskId: id, itemId: item.id },
        { isTicked: true, at: nowIso() },
      );
}

/** The request by which an item is known to its list. */
export const requestOf = ({ id }: Pick<Import, "id">, number: number) =>
  `${importRequest}${id}-${number}`;

/** Adds a row that is no task. */
async function addOther(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  { number, row, chosen }: { number: number; row: ImportedRow; chosen: Chosen },
): Promise<AddedPart> {
  if (row.type === "task" || row.type === "past" || row.type === "change") return {};
  if (row.type === "item" || row.type === "list")
    return { isRefused: !(await addToList(trx, viewer, found, { number, row })) };
  if (row.type === "person") return addPersonOf(trx, viewer, found, { row, chosen });
  return addDays(trx, viewer, { row, chosen });
}

/** Returns false if the list is full, or the household has no room for another list. */
async function addToList(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  { number, row }: { number: number; row: Extract<ImportedRow, { type: "item" | "list" }> },
): Promise<boolean> {
  const target = await addList(trx, viewer, row.list);
  if (target === "too_many") return false;
  if (target.isNew) await keepMadeList(trx, found, target.id);
  if (row.type === "list") return true;
  const requestId = requestOf(found, number);
  const items = { names: [row.name], requestId };
  const added = await addItemsIn(trx, viewer, target.id, items);
  if (added === null || added === "too_many") return false;
  if (row.isTicked) await tickAdded(trx, viewer, requestId);
  return true;
}

export const whyItemsStayOut =
  `A list holds ${maxItems} items, and a household ${maxLists} lists ` +
  `and ${householdShares.people} people.`;

/** The undo removes a list that the import made, once it is empty. */
async function keepMadeList(
  trx: Transaction<Database>,
  { id }: Import,
  listId: string,
): Promise<void> {
  const { summary: json } = await trx
    .selectFrom("imports")
    .select("summary")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const summary = parseSummary(json);
  summary.madeLists.push(listId);
  await trx
    .updateTable("imports")
    .set({ summary: JSON.stringify(summary) })
    .where("id", "=", id)
    .execute();
}
