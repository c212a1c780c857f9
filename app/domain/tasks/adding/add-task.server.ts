import { createHash } from "node:crypto";
import type { Kysely, Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { askAboutChildren } from "#app/domain/household/family/child-questions.server.ts";
import { getMembership } from "#app/domain/household/members/membership.server.ts";
import type { ParsedRequest } from "#app/domain/parsing/types.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { ModelCallFacts } from "#app/domain/understanding/understand.server.ts";
import type { Category, Database } from "#db/schema.ts";
import { dueWordsIn } from "../due/due-reading.ts";
import { dueColumns } from "../due/due.server.ts";
import { announceTaskChange, remindersRequested, repeatingTasksAdded } from "../events.server.ts";
import { taskReading } from "../readings/task-reading.server.ts";
import { ownDescription } from "./own-description.server.ts";
import { requestedLead } from "./requested-lead.ts";
import { understandWithTurns } from "./understand-turns.server.ts";

export interface AddedTask {
  id: string;
  category: Category;
  needsDate: boolean;
  /** It names a day that Mila could not read. */
  isHalfUnderstood: boolean;
  missesReminder: boolean;
}

/** Idempotent by `requestId` and text: a form restored from browser history may hold a new request. */
export async function addTasks(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string; timeZone: string },
  request: { text: string; requestId?: string; now?: string; saidAt?: string },
  log: (facts: ModelCallFacts) => void,
): Promise<AddedTask[]> {
  const { text, requestId = newId(), now = nowIso(), saidAt = now } = request;
  const { userId, timeZone } = viewer;
  const understood = await understandWithTurns(db, viewer, { text, now: saidAt }, log);
  const { turns } = understood;
  const drafts = understood.drafts.map((draft) => ({ ...draft, description: ownDescription(draft) }));
  const formHash = createHash("sha256").update(`${requestId}\n${text}`).digest("hex");
  const ids = drafts.map(() => newId());
  const dueReadings = drafts.flatMap((draft, index) => dueReading(ids[index]!, text, draft, timeZone));
  const readings = drafts.map((draft, index) => taskReading(ids[index]!, text, draft));
  const requests = drafts.flatMap((draft, index) => {
    const minutesBefore = requestedLead(draft);
    return minutesBefore === null ? [] : [{ taskId: ids[index]!, minutesBefore }];
  });
  const contents = drafts.map(({ title, category, description, assignee, due }, index) => ({
    id: ids[index]!,
    user_id: userId,
    title,
    category,
    description,
    assignee,
    ...dueColumns(due?.local, timeZone),
    created_at: now,
    request_id: index === 0 ? formHash : `${formHash}-${index}`,
  }));
  const repeating = drafts.flatMap(({ repeats }, index) => (repeats ? [{ taskId: ids[index]!, repeats, turns }] : []));
  return db.transaction().execute(async (trx) => {
    // The user may have moved to another household while the model was answering.
    const { householdId } = await getMembership(trx, userId);
    const tasks = contents.map((content) => ({ ...content, household_id: householdId }));
    // The tasks are inserted together, so the first one tells whether the form was already saved.
    const [first, ...others] = tasks;
    if (!first) return [];
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("tasks")
      .values(first)
      .onConflict((conflict) => conflict.columns(["user_id", "request_id"]).doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return [await findAdded(trx, first)];
    if (others.length > 0) await trx.insertInto("tasks").values(others).execute();
    if (dueReadings.length > 0) await trx.insertInto("due_readings").values(dueReadings).execute();
    await trx.insertInto("task_readings").values(readings).execute();
    await askAboutChildren(trx, householdId, tasks, now);
    await repeatingTasksAdded.announce(trx, { tasks: repeating }, now);
    await remindersRequested.announce(trx, { userId, requests }, now);
    await announceTaskChange(
      trx,
      tasks.map(({ id }) => id),
      now,
    );
    return tasks.map((task, index) => describeAdded(task, drafts[index]));
  });
}

function dueReading(
  task_id: string,
  text: string,
  draft: ParsedRequest,
  due_time_zone: string,
): Selectable<Database["due_readings"]>[] {
  const words = dueWordsIn(text, draft);
  if (!draft.due || words === null) return [];
  const { title, description, undatedTitle: undated_title } = draft;
  return [{ task_id, words, title, description, due_local: draft.due.local, due_time_zone, undated_title }];
}

async function findAdded(
  trx: Transaction<Database>,
  task: { user_id: string; request_id: string },
): Promise<AddedTask> {
  const first = await trx
    .selectFrom("tasks")
    .select(["id", "category", "due_date", "deleted_at"])
    .where("user_id", "=", task.user_id)
    .where("request_id", "=", task.request_id)
    .executeTakeFirstOrThrow();
  return describeAdded(first);
}

function describeAdded(
  task: { id: string; category: Category; due_date: string | null; deleted_at?: string | null },
  draft?: Pick<ParsedRequest, "notUnderstood" | "missesReminder">,
): AddedTask {
  const { id, category, due_date, deleted_at } = task;
  const needsDate = due_date === null && !deleted_at;
  const isHalfUnderstood = needsDate && draft !== undefined && draft.notUnderstood.length > 0;
  return { id, category, needsDate, isHalfUnderstood, missesReminder: draft?.missesReminder ?? false };
}
