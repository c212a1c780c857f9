import { z } from "#app/domain/core/zod.ts";
import { type AddedReminder, addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import {
  listPendingPage,
  type PendingReminder,
} from "#app/domain/reminders/lists/pending-reminders.server.ts";
import { cancelReminder, snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { findReminderReach } from "#app/domain/series/reminder-reach.server.ts";
import { encodeCursor, linkToNext, readCursor } from "./cursor.ts";
import { cursor, id, instant, limit, nextCursor } from "./fields.ts";
import { type Call, operation, type Operation } from "./operation.ts";
import { missing, Problem } from "./problem.ts";
import { requireTask } from "./tasks/view.ts";

const tag = "Reminders";
const maxMinutes = 365 * 24 * 60;

export const reminder = z
  .strictObject({
    id,
    task_id: id,
    message: z.string(),
    minutes_before: z.int(),
    scheduled_at: instant,
  })
  .meta({ description: "When you will be reminded of a task." });

export const reminderPage = z.strictObject({
  reminders: z.array(reminder),
  next_cursor: nextCursor,
});

const params = z.strictObject({ id });
const order = "scheduled_at";

const listReminders = operation({
  id: "listReminders",
  method: "get",
  path: "/reminders",
  access: "read",
  tag,
  summary: "List your reminders to come",
  query: z.strictObject({ task_id: id.optional(), limit, cursor: cursor.optional() }),
  answers: {
    200: { description: "Soonest first.", schema: reminderPage, headers: ["ETag", "Link"] },
    304: { description: "Nothing has changed (`If-None-Match`)." },
  },
  problems: [],
  run: async ({ db, viewer, query, origin }) => {
    const [scheduledAt = "", reminderId = ""] = query.cursor ? readCursor(order, query.cursor) : [];
    const after = query.cursor ? { scheduledAt, id: reminderId } : undefined;
    const page = { after, most: query.limit, taskId: query.task_id };
    const found = await listPendingPage(db, viewer, page);
    const rows = found.slice(0, query.limit);
    const last = found.length > query.limit ? rows.at(-1) : undefined;
    const next = last ? encodeCursor(order, [last.scheduled_at, last.id]) : null;
    const body = { reminders: rows.map(viewReminder), next_cursor: next };
    return { status: 200, body, headers: linkToNext(`${origin}/api/v1/reminders`, query, next) };
  },
});

const refusals: Record<Exclude<AddedReminder, "added" | "missing">, string> = {
  no_date: "This task has no date yet.",
  done: "This task is already done.",
  passed: "That time has already passed.",
  too_early: "The next one only comes up when this one is done, and that is later.",
  too_often: "This task comes too often to remind you of it so early every time.",
  too_many: "A task can have up to 10 reminders.",
};

const createReminder = operation({
  id: "createReminder",
  method: "post",
  path: "/reminders",
  access: "write",
  tag,
  summary: "Be reminded of a task",
  details: "Of a series, of the following dates as well, unless `scope` is `one`.",
  body: z.strictObject({
    task_id: id,
    minutes_before: z.int().min(0).max(maxMinutes),
    scope: z.enum(["one", "following"]).default("following"),
  }),
  answers: { 201: { description: "Your reminders of the task.", schema: reminderPage } },
  problems: ["not_found", "gone", "conflict"],
  run: async (call) => {
    const { db, viewer, body } = call;
    const task = await requireTask(call, body.task_id);
    const reach = await findReminderReach(db, task.id);
    const wanted = { minutesBefore: body.minutes_before, scope: body.scope, reach };
    const added = await addReminder(db, viewer, task.id, wanted);
    if (added === "missing") throw missing("task");
    if (added !== "added") throw new Problem("conflict", refusals[added]);
    const rows = await listPendingPage(db, viewer, { taskId: task.id, most: 100 });
    return { status: 201, body: { reminders: rows.map(viewReminder), next_cursor: null } };
  },
});

const snooze = operation({
  id: "snoozeReminder",
  method: "post",
  path: "/reminders/{id}/snooze",
  access: "write",
  tag,
  summary: "Be reminded later",
  params,
  body: z.strictObject({ minutes: z.int().min(1).max(maxMinutes) }),
  answers: { 200: { description: "The reminder as it is now.", schema: reminder } },
  problems: ["conflict"],
  run: async (call) => {
    const ids = await requireReminder(call);
    const outcome = await snoozeReminder(call.db, call.viewer, ids, call.body.minutes);
    if (outcome === "missing") throw missing("reminder");
    if (outcome === "over") throw new Problem("conflict", "This reminder is no longer active.");
    const [found] = await listPendingPage(call.db, call.viewer, { id: ids.reminderId, most: 1 });
    if (!found) throw missing("reminder");
    return { status: 200, body: viewReminder(found) };
  },
});

const cancel = operation({
  id: "cancelReminder",
  method: "delete",
  path: "/reminders/{id}",
  access: "write",
  tag,
  summary: "Cancel a reminder",
  details: "Of a series, also for the following dates, unless `scope` is `one`.",
  params,
  query: z.strictObject({ scope: z.enum(["one", "following"]).default("following") }),
  answers: { 204: { description: "It is cancelled." } },
  problems: [],
  run: async (call) => {
    const ids = await requireReminder(call);
    if (!(await cancelReminder(call.db, call.viewer, ids, call.query.scope)))
      throw missing("reminder");
    return { status: 204 };
  },
});

async function requireReminder({ db, viewer, params: { id: reminderId } }: Call<{ id: string }>) {
  const [found] = await listPendingPage(db, viewer, { id: reminderId, most: 1 });
  if (!found) throw missing("reminder");
  return { taskId: found.task_id, reminderId };
}

function viewReminder(row: PendingReminder): z.output<typeof reminder> {
  const { id: reminderId, task_id, message, minutes_before, scheduled_at } = row;
  return { id: reminderId, task_id, message, minutes_before, scheduled_at };
}

export const reminderOperations: Operation[] = [listReminders, createReminder, snooze, cancel];
